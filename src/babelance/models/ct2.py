"""Translators converted to CTranslate2, several times as fast as the original on a processor.

    ct2:DIRECTORY          with model.bin and the files of its tokenizer: those of Transformers
                           (ct2-transformers-converter … --copy_files tokenizer_config.json vocab.json source.spm
                           target.spm), or SentencePiece models source.spm and target.spm, or one sentencepiece.model
    ct2:DIRECTORY#HASH     only if its content still has this hash

Beam search as for Transformers models; numbers stay in the format in which they were converted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers.health import MOST_UNKNOWN
from babelance.backends.transformers.texts import batches, default_tokens
from babelance.backends.translation import line_translation
from babelance.backends.translation.best_candidate import BestCandidate
from babelance.backends.translation.candidates import Candidate, different
from babelance.backends.translation.line_translation import Lines
from babelance.backends.translation.pieces import Pieces, pieces_in, vocabulary_in
from babelance.backends.translation.tiny import write_ct2, write_marian
from babelance.backends.translation.tokens import BEAM, BEAM_OPTION, beam_of, longest
from babelance.core.errors import MissingExtra, ModelError, UnhealthyModel
from babelance.core.model import Health, Kind, Options
from babelance.core.paths import is_file, is_folder
from babelance.core.query import Unanswered

_FORMATS = {"float32": "default", "bfloat16": "bfloat16", "float16": "float16", "int8": "int8"}
_FAULTS = (RuntimeError, ValueError, IndexError, OverflowError, MemoryError)
"""What CTranslate2 raises of a model that is damaged: as C++ has them."""
_POSITIONS = re.compile(r"positions >= (\d+)")


class Ct2(BestCandidate):
    """A converted translator. Opening it reads no weights; the first query that needs them does."""

    items_per_commit = 256

    def __init__(self, path: Path, options: Options, expected: str = "") -> None:
        self._path = path
        self._options = options
        self._expected = expected
        self.beam = beam_of(options)
        self._limit: int | None = None

    @property
    def id(self) -> str:
        return f"ct2:{self._path}#{self._content[:8]}"

    @cached_property
    def _content(self) -> str:
        files = sorted(file for file in self._path.iterdir() if file.is_file())
        digest = hashes.combine(*(f"{file.name} {hashes.hash_of_files(file)}" for file in files))
        return hashes.require_hash(digest, self._expected, f"ct2:{self._path}")

    @property
    def fingerprint(self) -> str:
        chosen = (loading.dtype_name(self._options), f"beam {self.beam}", loading.REVISION)
        return hashes.combine(self._content, *chosen)

    @property
    def choices(self) -> Mapping[str, str]:
        beam = {} if self.beam == BEAM else {"beam": str(self.beam)}
        dtype = loading.dtype_name(self._options)
        return {**beam, **({} if dtype == "float32" else {"dtype": dtype})}

    def health(self, texts: Sequence[str]) -> Health:
        """Does the tokenizer belong to the model? Its pieces must be in the model's vocabulary."""
        known = vocabulary_in(self._path)
        pieces = [piece for text in texts for piece in self._pieces.bare(text)]
        unknown = sum(piece not in known for piece in pieces) / max(len(pieces), 1)
        if unknown > MOST_UNKNOWN and "unknown" not in self._options.allowed:
            raise UnhealthyModel(
                f"{unknown:.0%} of the pieces of these texts are not in the vocabulary of ct2:{self._path}. The "
                "tokenizer is another model's, or the language is; --allow-unknown scores it all the same."
            )
        return Health(unknown=unknown, facts={"vocabulary": len(known), "unknown": unknown})

    def _reason_unsupported(self, source: str, target: str) -> str | None:
        return self._pieces.reason_unsupported(source, target)

    def _candidates(self, lines: Lines, source: str, target: str, count: int) -> list[Sequence[Candidate] | Unanswered]:
        rows = self._pieces.encode(lines, source, target)
        translated: dict[int, Sequence[Candidate] | Unanswered] = {}
        tokens = self._options.batch_tokens or default_tokens("cpu")
        for batch in batches([len(row) for row in rows], range(len(rows)), tokens=tokens):
            translations = self._batch([rows[index] for index in batch], target, count)
            translated.update(zip(batch, translations, strict=True))
            if self._options.progress:
                self._options.progress(len(translated), len(rows))
        return [translated[index] for index in range(len(rows))]

    def _batch(self, rows: list[list[str]], target: str, count: int) -> Sequence[Sequence[Candidate] | Unanswered]:
        """Rows of equal length. How many positions the model has is in no file; it says so when they are too few."""
        if self._limit and len(rows[0]) > self._limit:
            return [Unanswered(f"longer than the model's limit of {self._limit} tokens")] * len(rows)
        first = self._pieces.first(target)
        most = longest(len(rows[0]))
        try:
            results = self._translator.translate_batch(
                rows,
                target_prefix=[[first]] * len(rows) if first else None,
                beam_size=max(self.beam, count),
                num_hypotheses=count,
                return_scores=True,
                max_decoding_length=min(most, self._limit - 1) if self._limit else most,
            )
        except _FAULTS as error:
            if not self._limit and (limit := _POSITIONS.search(str(error))):
                self._limit = int(limit[1])
                return self._batch(rows, target, count)
            raise ModelError(f"ct2:{self._path} cannot translate: {error}. Is its config.json whole?") from error
        return [
            different(
                Candidate(self._pieces.decode(pieces, target), score)
                for pieces, score in zip(result.hypotheses, result.scores, strict=True)
            )
            for result in results
        ]

    @cached_property
    def _pieces(self) -> Pieces:
        return pieces_in(self._path)

    @cached_property
    def _translator(self) -> Any:
        ctranslate2 = _ctranslate2()
        try:
            return ctranslate2.Translator(
                str(self._path),
                device=self._options.device,
                compute_type=_FORMATS[loading.dtype_name(self._options)],
                # Its own default is four, whatever the machine has.
                intra_threads=0 if "OMP_NUM_THREADS" in os.environ else os.cpu_count() or 1,
            )
        except _FAULTS as error:
            raise ModelError(f"ct2:{self._path} cannot be loaded: {error}.") from error


def _ctranslate2() -> Any:
    try:
        import ctranslate2
    except ImportError as error:
        raise MissingExtra("CTranslate2", "mt") from error
    return ctranslate2


def _reason_unsupported(spec: str) -> str | None:
    path, _ = hashes.folder_and_hash(spec, "ct2")
    if not is_folder(path):
        return f"there is no directory '{path}'"
    return None if is_file(path / "model.bin") else f"'{path}' has no model.bin, so it is no CTranslate2 model"


def _open(spec: str, options: Options) -> Ct2:
    if reason := _reason_unsupported(spec):
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    path, expected = hashes.folder_and_hash(spec, "ct2")
    return Ct2(path, options, expected)


kind = Kind(
    name="ct2",
    title="Translators converted to CTranslate2",
    answers=line_translation.ANSWERS,
    prefixes=("ct2",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=lambda folder: f"ct2:{write_ct2(write_marian(folder / 'marian'), folder / 'ct2')}",
    options=(BEAM_OPTION,),
)
