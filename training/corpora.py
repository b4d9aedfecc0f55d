"""Sentences for the embedded models: read, cleaned, and split into training and held-out text.

Two public sources, laid out as `tatoeba/en-XX.tsv.gz` (English, tab, XX; CC BY 2.0 FR) and `common-voice/XX.txt.gz`
(one sentence per line; CC0). A sentence is held out by its own hash, so the split never moves between runs.
"""

import gzip
import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# fmt: off
LANGUAGES = (
    "ar", "de", "en", "es", "eu", "fa", "fi", "fr", "hi", "hu", "id",
    "it", "ja", "ko", "nl", "pt", "ru", "sw", "th", "tr", "vi", "zh",
)
# fmt: on
LONGEST = 300
HELD_OUT = 300
# English appears on one side of every Tatoeba file; without a cap it would be half of everything.
MOST_SENTENCES = 250_000


@dataclass(frozen=True)
class Corpus:
    """The sentences of one language; no sentence is in both parts."""

    language: str
    training: list[str]
    held_out: list[str]


def read(folder: Path, language: str) -> Corpus:
    """Unique sentences of `language` in hash order, the first ones held out (at most a tenth of the language)."""
    sentences = sorted({tidy(line) for line in lines(folder, language)} - {""}, key=fingerprint)
    if not sentences:
        raise FileNotFoundError(f"No sentences for {language!r} in {folder}. Expected tatoeba/ and common-voice/.")
    held_out = min(HELD_OUT, len(sentences) // 10)
    return Corpus(language, sentences[held_out : held_out + MOST_SENTENCES], sentences[:held_out])


def lines(folder: Path, language: str) -> Iterator[str]:
    """Every raw line of a language, from both sources."""
    voice = folder / "common-voice" / f"{language}.txt.gz"
    if voice.exists():
        yield from unzipped_lines(voice)
    side = 0 if language == "en" else 1
    for pairs in sorted((folder / "tatoeba").glob("en-*.tsv.gz" if language == "en" else f"en-{language}.tsv.gz")):
        yield from (line.split("\t")[side] for line in unzipped_lines(pairs) if line.count("\t") == 1)


def unzipped_lines(path: Path) -> Iterator[str]:
    """The lines of a gzipped text file."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        yield from stream


def tidy(line: str) -> str:
    """One sentence, NFKC, single spaces; empty when it is too long to be one."""
    sentence = " ".join(unicodedata.normalize("NFKC", line).split())
    return sentence if 2 <= len(sentence) <= LONGEST else ""


def fingerprint(sentence: str) -> bytes:
    """A stable order that has nothing to do with content."""
    return hashlib.sha256(sentence.encode()).digest()
