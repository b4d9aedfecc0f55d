"""Files and folders of word vectors: which format one has, its identity, and the reader that fits."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path

from babelance.backends.endpoint.elsewhere import require_files
from babelance.backends.transformers import hashes
from babelance.backends.vectors import binary, gensim_format, opennmt, spacy_format
from babelance.backends.vectors import text as vectors_text
from babelance.backends.vectors.lookup import VectorLookup
from babelance.core.errors import ModelError
from babelance.core.paths import exists, expand, is_file, is_folder
from babelance.text.streams import BROKEN

_SHIPPED = "babelance/tiny-vectors/"
_ENDINGS = (
    ".vec",
    ".txt",
    ".kv",
    ".npz",
    ".w2v",
    ".glove",
    ".model",
    ".bin",
    ".pt",
    ".gz",
    ".zst",
    ".bz2",
    ".xz",
    ".zip",
)


@dataclass(frozen=True)
class VectorFile:
    """`label` is how people name it; `expected` is the hash it must have, if any."""

    path: Path
    label: str
    expected: str = ""
    ngrams: bool = False
    side: str = ""
    """Of an OpenNMT checkpoint: encoder (also if nothing is said) or decoder."""

    @classmethod
    def of(cls, text: str, *, name: str = "") -> VectorFile:
        ngrams = text.endswith("#ngrams")
        text = text.removesuffix("#ngrams")
        before, _, side = text.rpartition("#")
        text, side = (before, side) if side in opennmt.SIDES else (text, "")
        written, expected = hashes.path_and_hash(text, exists)
        path = _shipped_file(written) if written.startswith(_SHIPPED) else expand(written)
        if not is_file(path) and not is_folder(path):
            require_files(written)
            raise ModelError(f"No word vectors at '{written}'. Check the path.")
        label = name or f"vec:{written if written.startswith(_SHIPPED) else os.path.normpath(written)}"
        return cls(path, label, expected, ngrams, side)

    @property
    def id(self) -> str:
        marks = ("#ngrams" if self.ngrams else "") + (f"#{self.side}" if self.side else "")
        return f"{self.label}#{self.content[:8]}{marks}"

    @cached_property
    def content(self) -> str:
        return hashes.require_hash(hashes.hash_of_files(*self._files), self.expected, self.label)

    @property
    def choices(self) -> Mapping[str, str]:
        return {"unseen": "ngrams"} if self.ngrams else {}

    @cached_property
    def format(self) -> str:
        """The name of the reader; raises if none fits."""
        return _format_of_folder(self.path) if self.path.is_dir() else _format_of_file(self.path)

    def find(self, words: Collection[str]) -> VectorLookup:
        match self.format:
            case "text":
                return vectors_text.find(self.path, words)
            case "word2vec":
                return binary.find_word2vec(self.path, words)
            case "fasttext":
                return binary.find_fasttext(self.path, words, ngrams=self.ngrams)
            case "gensim":
                return gensim_format.find(self.path, words)
            case "spacy":
                return spacy_format.find(self._table, words)
            case "opennmt":
                return opennmt.find(self.path, words, self.side or "encoder")
            case _:
                return binary.find_arrays(self.path, words)

    @property
    def _table(self) -> Path:
        table = spacy_format.vocabulary(self.path)
        assert table is not None
        return table

    @property
    def _files(self) -> list[Path]:
        if self.format == "spacy":
            names = ("vectors", "key2row", "vectors.cfg")
            return [self._table / name for name in names if (self._table / name).is_file()]
        if self.path.is_dir():
            return [self.path / "words.txt", self.path / "vectors.npy"]
        beside = (Path(f"{self.path}{ending}") for ending in (".vectors.npy", ".wv.vectors.npy"))
        return [self.path, *(file for file in beside if self.format == "gensim" and file.is_file())]


def is_vectors(spec: str) -> bool:
    """Does a spec without a prefix name a file of vectors, or a folder of them?"""
    path = expand(hashes.split_hash(spec)[0])
    if is_folder(path):
        return (path / "vectors.npy").is_file() or spacy_format.vocabulary(path) is not None
    return spec.startswith(_SHIPPED) or (is_file(path) and path.suffix.lower() in _ENDINGS)


def _shipped_file(written: str) -> Path:
    folder = Path(import_module("babelance.embedded").path("tiny-vectors"))
    language = written.removeprefix(_SHIPPED)
    path = folder / f"{language}.vec.gz"
    if not path.is_file():
        known = sorted(file.name.removesuffix(".vec.gz") for file in folder.glob("*.vec.gz"))
        raise ModelError(f"No shipped vectors for '{language}'. There are: {', '.join(known)}.")
    return path


def _format_of_folder(path: Path) -> str:
    if (path / "vectors.npy").is_file() and (path / "words.txt").is_file():
        return "arrays"
    if spacy_format.vocabulary(path) is not None:
        return "spacy"
    raise ModelError(
        f"{path} holds no word vectors: neither words.txt with vectors.npy, nor the vocab/ of a spaCy pipeline. "
        f"For the input embeddings of a Transformers model: emb:{path}."
    )


def _format_of_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}.") from error
    if not start:
        raise ModelError(f"{path} is empty. Get it again.")
    if start == binary.FASTTEXT:
        return "fasttext"
    if len(start) > 1 and start[0] == 0x80 and start[1] <= 5:
        return "gensim"
    if start == b"PK\x03\x04":
        members = _members(path)
        if "vectors.npy" in members:
            return "arrays"
        if any(member.endswith("/data.pkl") for member in members):
            return "opennmt"
    return _text_or_word2vec(path)


def _members(path: Path) -> list[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except BROKEN as error:
        raise ModelError(f"{path} is a damaged zip: {error}. Get it again.") from error


def _text_or_word2vec(path: Path) -> str:
    """Both may begin with a line of two numbers; then the numbers after the first word are text, or they are not."""
    with vectors_text.open_uncompressed(path) as stream:
        first = stream.readline(1 << 16).split()
        if len(first) != 2 or not all(part.isdigit() for part in first):
            return "text"
        line, end, _ = stream.read(4096).lstrip(b"\n").partition(b"\n")
    numbers = line.split()[1 : None if end else -1]
    if numbers and vectors_text.parse_row(numbers) is not None:
        return "text"
    with path.open("rb") as plain:
        if not plain.read(1).isdigit():
            raise ModelError(f"{path} is compressed and binary inside, so it cannot be mapped. Unpack it first.")
    return "word2vec"
