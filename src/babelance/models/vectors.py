"""Word vectors: files of many formats, spaCy pipelines, and the input embeddings of Transformers models.

vec:PATH               word2vec text or binary, GloVe, fastText .vec or .bin, gensim KeyedVectors, NumPy .npz, also
                       compressed; a folder with `words.txt` and `vectors.npy`; the folder of a spaCy pipeline
vec:PATH#HASH          the same, only if its content still has this hash
vec:PATH#decoder       an OpenNMT-py checkpoint: `#encoder` (default) or `#decoder`
vec:PATH#ngrams        fastText .bin: words outside the dictionary get the mean of their n-grams
vec:babelance/tiny-vectors/LANGUAGE   small vectors that ship with babelance
spacy:NAME             an installed spaCy pipeline
emb:MODEL, MODEL       input embeddings of a Transformers model (hub name or folder) or of a folder of CTranslate2; a
emb:MODEL#decoder      word of several pieces is their mean; `#encoder` (default) or `#decoder` of a model with both

A word is looked up as written, in both Unicode normal forms, and a phrase also with underscores; in lower case only if
the query says so. Only the words that are asked for are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from babelance.backends.transformers import hashes, source
from babelance.backends.vectors.ctranslate2_format import ConvertedEmbeddings
from babelance.backends.vectors.embeddings import PARTS, Embeddings, is_converted
from babelance.backends.vectors.file import VectorFile, is_vectors
from babelance.backends.vectors.lookup import Row, VectorSource, spellings
from babelance.backends.vectors.spacy_format import installed_folder
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Ability, Answer, Embed, Query, Unanswered, Vector
from babelance.text.control_words import all_control_words

_ANSWERS = frozenset({Ability.EMBED})


class Vectors:
    """Vectors of one source. Nothing is read before the first word is asked for."""

    answers = _ANSWERS
    items_per_commit = 1 << 20
    """All words at once: a text file is read from its beginning to its end for every window."""

    def __init__(self, source: VectorSource) -> None:
        self._source = source
        self._known: dict[str, Row] = {}
        self._asked: set[str] = set()
        self._notes: list[str] = []
        self._facts: dict[str, str | int | float] = {}

    @property
    def id(self) -> str:
        return self._source.id

    @cached_property
    def fingerprint(self) -> str:
        return hashes.combine(self._source.content, *map(str, sorted(self.choices.items())))

    @property
    def choices(self) -> Mapping[str, str]:
        return self._source.choices

    def health(self, texts: Sequence[str]) -> Health:
        """Reads the words under all their spellings, so that answering need not read again."""
        self._read({form for text in texts for form in spellings(text, lower=True)})
        if isinstance(self._source, Embeddings):
            notes, facts = self._source.look_at_pieces(texts)
            self._notes += [note for note in notes if note not in self._notes]
            self._facts.update(facts)
        missing = [text for text in texts if not self._form(text, lower=True)]
        return Health(len(missing) / len(texts) if texts else 0.0, tuple(self._notes), self._facts)

    def reason_not_for(self, language: str) -> str | None:
        return self._source.reason_not_for(language) if isinstance(self._source, Embeddings) else None

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        asked = [query for query in queries if isinstance(query, Embed)]
        if len(asked) != len(queries):
            raise ModelError(f"{self.id} has word vectors and answers nothing but Embed.")
        self._read({form for query in asked for form in spellings(query.word, lower=query.case == "lower-if-missing")})
        return (self._answer(query) for query in asked)

    def _answer(self, query: Embed) -> Answer:
        form = self._form(query.word, lower=query.case == "lower-if-missing")
        if form is None:
            return Unanswered("not in the vocabulary")
        if not np.isfinite(self._known[form]).all():
            return Unanswered("its vector has values that are not numbers")
        return Vector(self._known[form], form)

    def _form(self, word: str, *, lower: bool) -> str | None:
        return next((form for form in spellings(word, lower=lower) if form in self._known), None)

    def _read(self, words: set[str]) -> None:
        fresh = words - self._asked
        if not fresh:
            return
        if not self._asked:  # a text file is read from its beginning to its end: what is asked later comes along
            fresh |= all_control_words()
        looked_up = self._source.find(fresh)
        self._known.update(looked_up.vectors)
        self._asked |= fresh
        self._notes += [note for note in looked_up.notes if note not in self._notes]
        self._facts.update(looked_up.facts)


def source_of(spec: str, options: Options) -> VectorSource:
    """Where the vectors of a spec come from; files must exist, nothing else is checked."""
    prefix, _, rest = spec.partition(":")
    if prefix == "vec":
        return VectorFile.of(rest)
    if prefix == "spacy":
        return VectorFile.of(str(installed_folder(rest.partition("#")[0])), name=spec.partition("#")[0])
    if prefix != "emb" and is_vectors(spec):
        return VectorFile.of(spec)
    return _embeddings(rest if prefix == "emb" else spec, options)


def _embeddings(spec: str, options: Options) -> Embeddings:
    spec = spec.removeprefix("ct2:")  # a converted folder is one by its files
    model, mark, part = spec.rpartition("#")
    named = bool(mark) and part in PARTS
    model_source = source.find(model if named else spec)
    if isinstance(model_source, source.Directory) and is_converted(model_source.path):
        return ConvertedEmbeddings(model_source, options, part if named else "")
    return Embeddings(model_source, options, part if named else "")


def reason_unsupported(spec: str) -> str | None:
    """Why there are no word vectors here; None if there seem to be."""
    try:
        source = source_of(spec, Options())
        if isinstance(source, Embeddings):
            assert source.model_source.config is not None
        else:
            assert isinstance(source, VectorFile) and source.format
    except ModelError as error:
        return str(error)
    return None


def _open(spec: str, options: Options) -> Vectors:
    return Vectors(source_of(spec, options))


kind = Kind(
    name="vectors",
    title="Word vectors (word2vec, GloVe, fastText, gensim, spaCy, input embeddings of Transformers models)",
    answers=_ANSWERS,
    prefixes=("vec", "spacy", "emb", "hf", "dir"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=lambda folder: "vec:babelance/tiny-vectors/en",
)
