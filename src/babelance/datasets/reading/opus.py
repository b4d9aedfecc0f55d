"""Parallel corpora of OPUS by name: `opus:TED2020` in the languages that are asked for.

A corpus has one archive for each pair of languages, hundreds of them, so they are not pinned: the address names a
version, and what came is told by its sha256 in the card of the dataset that is made from it. An archive in the mirror
(`opus/TED2020/de-en.txt.zip` in BABELANCE_MIRROR) or in the cache is taken first.

Checked: addresses, versions and languages against the index that mtdata 0.5.1 took from OPUS's own interface; the
licence of GlobalVoices against its policy as GlotLID and ELRC quote it; that of TED2020 only as others quote TED. No
archive was downloaded where this was written. OPUS has codes of its own for some languages (`codes`).
Reference: Tiedemann, LREC 2012; for the corpora see `CORPORA`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from babelance.core.errors import FetchError, InputError, UnknownName
from babelance.datasets.reading.fetch import (
    SECONDS_WITHOUT_DATA,
    cache_folder,
    mirror_folder,
    sha256_of,
    why_not_downloaded,
)

PREFIX = "opus:"
HOST = "https://object.pouta.csc.fi"


@dataclass(frozen=True, slots=True)
class OpusCorpus:
    version: str
    licence: str
    citation: str
    provenance: str
    languages: frozenset[str]
    """As OPUS calls them, in this version, beside English."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """BCP 47 → what OPUS calls it, where that is something else."""

    def code(self, language: str) -> str:
        return self.codes.get(language) or self.codes.get(language.partition("-")[0]) or language.partition("-")[0]


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


CORPORA: Mapping[str, OpusCorpus] = {
    "TED2020": OpusCorpus(
        "v1",
        "CC BY-NC-ND 4.0 (TED's terms for transcripts)",
        "Reimers and Gurevych, EMNLP 2020; Tiedemann, LREC 2012",
        "Transcripts of talks, translated by volunteers and reviewed by others.",
        _codes("""
            af am ar arq as ast az be bg bi bn bo bs ca ceb cs da de dz el eo es et eu fa fi fil fr fr_ca ga gl gu ha he
            hi hr ht hu hup hy id ig inh is it ja ka kk km kn ko ku ky la lb lo lt ltg lv mg mk ml mn mr ms mt my nb ne
            nl nn oc pa pl ps pt pt_br ro ru sh si sk sl so sq sr srp sv sw szl ta te tg th tk tl tlh tr tt ug uk ur uz
            vi zh zh_cn zh_tw
        """),
        {"pt-BR": "pt_br", "fr-CA": "fr_ca", "zh-CN": "zh_cn", "zh-Hant": "zh_tw", "zh-TW": "zh_tw"},
    ),
    "GlobalVoices": OpusCorpus(
        "v2017q3",
        "CC BY 3.0",
        "Tiedemann, LREC 2012",
        "Stories of a news site, translated by volunteers; aligned automatically. News in the MBE paper.",
        _codes("""
            am ar aym bg bn ca cs da de el eo es fa fil fr he hi hu id it jp km ko mg mk my nl or pl pt ro ru sq sr sv
            sw tr ur zhs zht
        """),
        {"ja": "jp", "zh": "zhs", "zh-Hant": "zht", "zh-TW": "zht"},
    ),
    "News-Commentary": OpusCorpus(
        "v16",
        "not stated by OPUS; see data.statmt.org/news-commentary",
        "Tiedemann, LREC 2012",
        "Commentaries on politics and economy, translated by professionals; aligned automatically.",
        _codes("""
            ar cs de es fr hi id it ja kk nl pt ru zh
        """),
    ),
}


@dataclass(frozen=True, slots=True)
class OpusFile:
    """An archive, where it is on this machine, and what to say about it."""

    path: Path
    url: str
    corpus: OpusCorpus
    name: str
    release: str
    codes: tuple[str, str]
    """What the corpus calls the two languages, in the order in which they were asked for."""

    @property
    def facts(self) -> dict[str, str]:
        return {
            "corpus": f"OPUS {self.name} {self.release}",
            "address": self.url,
            "sha256": sha256_of(self.path),
        }


def opus_file(words: str, languages: tuple[str, str]) -> OpusFile:
    """The archive of `opus:NAME` (or `opus:NAME@VERSION`) for two languages; downloaded if it is not here yet."""
    file = where(words, languages)
    if not file.path.is_file():
        _download(file.url, file.path)
    return file


def where(words: str, languages: tuple[str, str]) -> OpusFile:
    """The same without any download: `path` is where it is, or would come to be."""
    name, _, version = words.removeprefix(PREFIX).partition("@")
    if name not in CORPORA:
        raise UnknownName("OPUS corpus", name, list(CORPORA))
    known = CORPORA[name]
    release = version or known.version
    first, second = (_known_code(name, release, code) for code in languages)
    pair = "-".join(sorted((first, second)))
    url = f"{HOST}/OPUS-{name}/{release}/moses/{pair}.txt.zip"
    inside = Path("opus") / name / f"{pair}.txt.zip"
    folder = mirror_folder()
    cached = cache_folder() / release / inside
    path = folder / inside if folder and (folder / inside).is_file() else cached
    return OpusFile(path, url, known, name, release, (first, second))


def _known_code(name: str, release: str, language: str) -> str:
    """What the corpus calls a language. Of another version than ours it is not known which languages it has."""
    corpus = CORPORA[name]
    code = corpus.code(language)
    if release == corpus.version and code not in corpus.languages | {"en"}:
        raise InputError(
            f"{name} {release} has no '{language}' beside English. It has: {', '.join(sorted(corpus.languages))}."
        )
    return code


def _download(url: str, target: Path) -> None:
    import pooch
    import requests

    pooch.get_logger().setLevel(logging.ERROR)
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
            f"Could not get {url} ({why_not_downloaded(error)}). Put the archive at "
            f"'opus/{target.parent.name}/{target.name}' in a folder that BABELANCE_MIRROR names, or give build mbe the "
            "file itself."
        ) from error
