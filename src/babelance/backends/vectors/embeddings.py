"""The input embeddings of any Transformers model as word vectors, read row by row from its safetensors files.

A word is tokenised as it would be inside a sentence (after a space where that takes no more pieces), and its vector is
the mean of the rows of its pieces. A model with an encoder and a decoder may have a table for each (`#encoder`,
`#decoder`); the words of the decoder are tokenised as target text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers.source import Adapter, Directory, GgufFile, ModelSource
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.backends.translation.language_codes import same
from babelance.backends.translation.tokens import languages_named, without_hint
from babelance.backends.vectors.lookup import VectorLookup
from babelance.backends.vectors.weight_files import (
    TABLES,
    WeightTable,
    checkpoint_tables,
    place_of_name,
    safetensors_tables,
)
from babelance.backends.vectors.word_pieces import FEWEST_WORDS, MOST_SPELT, piece_facts, words_spelt_out
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.extras import require
from babelance.core.model import Options

PARTS = ("encoder", "decoder")


@dataclass(frozen=True)
class Embeddings:
    """`part` is empty for a model with one table."""

    model_source: ModelSource
    options: Options
    part: str = ""

    @property
    def id(self) -> str:
        return f"emb:{self.model_source.id}#{self.part}" if self.part else self.model_source.id

    @property
    def content(self) -> str:
        return hashes.combine(self.model_source.content, "input embeddings", self.part)

    @property
    def choices(self) -> Mapping[str, str]:
        return {"pieces": "mean"}

    def find(self, words: Collection[str]) -> VectorLookup:
        pieces = {word: self._pieces(word) for word in words}
        known = {word: ids for word, ids in pieces.items() if ids}
        rows = self._table(sorted({piece for ids in known.values() for piece in ids}))
        vectors = {word: np.mean([rows[piece] for piece in ids], axis=0) for word, ids in known.items()}
        facts = {"table": self._table.name, "dimensions": self._table.shape[1], **piece_facts(known)}
        return VectorLookup(vectors, (), facts)

    def look_at_pieces(self, words: Collection[str]) -> tuple[tuple[str, ...], Mapping[str, str | int | float]]:
        """Notes and facts about how words are split; raises if most of them fall into single letters."""
        known = {word: ids for word in words if (ids := self._pieces(word))}
        spelt = words_spelt_out(known)
        if len(known) >= FEWEST_WORDS and len(spelt) > MOST_SPELT * len(known) and not self.options.allow_unknown:
            raise UnhealthyModel(
                f"{self.id} splits {len(spelt)} of {len(known)} words into single letters, for example "
                f"{', '.join(spelt[:3])}: its table has letters, not these words. Use a model of this language, or "
                "--allow-unknown to measure letters."
            )
        split = sum(len(ids) > 1 for ids in known.values())
        note = f"{split} of {len(known)} words are split into pieces, whose rows are averaged"
        return ((note,) if split else ()), piece_facts(known)

    def reason_not_for(self, language: str) -> str | None:
        named = self._languages()
        if not named or any(same(name, language) for name in named):
            return None
        return f"the words of this table are of '{' or '.join(named)}', not of '{language}'"

    def _languages(self) -> list[str]:
        """Translators name their languages: the encoder's words are of the source, the decoder's of the target."""
        if not self.model_source.config.get("is_encoder_decoder"):
            return []
        return languages_named(self._tokenizer, self._side)

    @property
    def _side(self) -> str:
        return "target" if self.part == "decoder" else "source"

    @cached_property
    def _tokenizer(self) -> Any:
        return without_hint(lambda: loading.load_tokenizer(self.model_source, self.options))

    @property
    def _tokens(self) -> int:
        """Marian's decoder may have a vocabulary of its own."""
        own = self.part == "decoder" and getattr(self._tokenizer, "separate_vocabs", False)
        return len(self._tokenizer.target_encoder if own else self._tokenizer)

    def _pieces(self, word: str) -> list[int]:
        """Of the word after a space or alone, whichever has fewer pieces; nothing if a piece is unknown."""
        spaced, alone = (self._encode(text) for text in (f" {word}", word))
        pieces = spaced if len(spaced) <= len(alone) else alone
        return [] if self._tokenizer.unk_token_id in pieces else pieces

    def _encode(self, text: str) -> list[int]:
        name = "text_target" if self.part == "decoder" else "text"
        with explain_encoding(self._tokenizer):
            return list(self._tokenizer(**{name: text}, add_special_tokens=False)["input_ids"])

    @cached_property
    def _table(self) -> WeightTable:
        folder = _folder(self.model_source)
        tables = (
            safetensors_tables(folder)
            if any(folder.glob("*.safetensors"))
            else checkpoint_tables(folder, self.model_source.label)
        )
        table = self._choose_table(tables)
        if table.shape[0] < self._tokens:
            raise ModelError(
                f"{self.model_source.label}: the tokenizer has {self._tokens} tokens but the table {table.name} only "
                f"{table.shape[0]} rows. They do not belong together."
            )
        return table

    def _choose_table(self, tables: Sequence[WeightTable]) -> WeightTable:
        both = bool(self.model_source.config.get("is_encoder_decoder"))
        if self.part and not both:
            raise ModelError(
                f"{self.model_source.label} has no encoder and decoder of its own. Leave out '#{self.part}'."
            )
        fitting = [table for table in tables if table.name.endswith(TABLES) and len(table.shape) == 2]
        if both:
            side = [table for table in fitting if f"{self.part or 'encoder'}." in table.name]
            fitting = side or [table for table in fitting if not any(f"{part}." in table.name for part in PARTS)]
        if not fitting:
            names = ", ".join(table.name for table in tables[:8])
            raise ModelError(
                f"No input embeddings found in {self.model_source.label}. Its tensors are called {names} …"
            )
        return min(fitting, key=lambda table: (place_of_name(table.name), len(table.name)))


def is_converted(folder: Path) -> bool:
    """Is this a folder of CTranslate2, with nothing beside it?"""
    return (
        (folder / "model.bin").is_file() and any(folder.glob("*vocabulary.*")) and not any(folder.glob("*.safetensors"))
    )


def _folder(model_source: ModelSource) -> Path:
    """Where the weights are; those of a hub model are fetched if they are not in the cache."""
    if isinstance(model_source, Directory):
        return model_source.path
    if isinstance(model_source, GgufFile | Adapter):
        raise ModelError(f"The word vectors of {model_source.label} are not read. Use the model's own folder.")
    require("huggingface_hub")
    from huggingface_hub import snapshot_download

    for patterns in (["*.safetensors", "*.safetensors.index.json"], ["pytorch_model*.bin"]):
        folder = Path(snapshot_download(model_source.name, revision=model_source.revision, allow_patterns=patterns))
        if any(folder.glob(patterns[0])):
            return folder
    raise ModelError(
        f"{model_source.label} has neither *.safetensors nor pytorch_model.bin. Other formats are not read."
    )
