"""Parallel corpora of OPUS by name: `opus:TED2020` in the languages that are asked for.

A corpus has one archive for each pair of languages, hundreds of them, so they are not pinned: the address names a
version, and what came is told by its sha256 in the card of the dataset that is made from it. An archive in the mirror
(`opus/TED2020/de-en.txt.zip` in BABELANCE_MIRROR) or in the cache is taken first.
Reference: Tiedemann, LREC 2012; for the corpora see `CORPORA`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import FetchError, UnknownName
from babelance.datasets.reading.fetch import SECONDS_WITHOUT_DATA, cache_folder, mirror_folder, sha256_of

PREFIX = "opus:"
HOST = "https://object.pouta.csc.fi"


@dataclass(frozen=True, slots=True)
class OpusCorpus:
    version: str
    licence: str
    citation: str
    provenance: str


CORPORA: Mapping[str, OpusCorpus] = {
    "TED2020": OpusCorpus(
        "v1",
        "CC BY-NC-ND 4.0 (TED's terms for transcripts)",
        "Reimers and Gurevych, EMNLP 2020; Tiedemann, LREC 2012",
        "Transcripts of talks, translated by volunteers and reviewed by others.",
    ),
    "GlobalVoices": OpusCorpus(
        "v2017q3",
        "CC BY 3.0",
        "Tiedemann, LREC 2012",
        "Stories of a news site, translated by volunteers; aligned automatically. News in the MBE paper.",
    ),
    "News-Commentary": OpusCorpus(
        "v16",
        "see data.statmt.org/news-commentary",
        "Tiedemann, LREC 2012",
        "Commentaries on politics and economy, translated by professionals; aligned automatically.",
    ),
}


@dataclass(frozen=True, slots=True)
class OpusFile:
    """An archive on this machine, and what to say about it."""

    path: Path
    url: str
    corpus: OpusCorpus
    name: str

    @property
    def facts(self) -> dict[str, str]:
        return {
            "corpus": f"OPUS {self.name} {self.corpus.version}",
            "address": self.url,
            "sha256": sha256_of(self.path),
        }


def opus_file(words: str, languages: tuple[str, str]) -> OpusFile:
    """The archive of `opus:NAME` (or `opus:NAME@VERSION`) for two languages; downloaded if it is not here yet."""
    name, _, version = words.removeprefix(PREFIX).partition("@")
    if name not in CORPORA:
        raise UnknownName("OPUS corpus", name, list(CORPORA))
    known = CORPORA[name]
    pair = "-".join(sorted(code.partition("-")[0] for code in languages))
    release = version or known.version
    url = f"{HOST}/OPUS-{name}/{release}/moses/{pair}.txt.zip"
    inside = Path("opus") / name / f"{pair}.txt.zip"
    folder = mirror_folder()
    for path in ([folder / inside] if folder else []) + [cache_folder() / release / inside]:
        if path.is_file():
            return OpusFile(path, url, known, name)
    return OpusFile(_download(url, cache_folder() / release / inside), url, known, name)


def _download(url: str, target: Path) -> Path:
    import pooch
    import requests

    try:
        pooch.retrieve(
            url=url,
            known_hash=None,
            fname=target.name,
            path=target.parent,
            downloader=pooch.HTTPDownloader(timeout=SECONDS_WITHOUT_DATA, headers={"User-Agent": "babelance"}),
        )
    except (requests.RequestException, OSError) as error:
        raise FetchError(
            f"Could not get {url} ({type(error).__name__}). Is the language in this corpus? Put the archive at "
            f"'opus/…' in a folder that BABELANCE_MIRROR names, or give build mbe the file itself."
        ) from error
    return target
