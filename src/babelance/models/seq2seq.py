"""Neural translators in Transformers' format: Marian (OPUS-MT), NLLB, M2M100, mBART, from the hub or a directory.

Beam search, no sampling. Languages are BCP 47 and are mapped to the model's own codes. Texts of equal length go
together, so that nothing is padded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers import health as _health
from babelance.backends.transformers import source as _place
from babelance.backends.transformers.batching import batches, default_tokens, halving
from babelance.backends.transformers.tokenizing import Texts, limit_of
from babelance.backends.translation import line_translation as lines_of
from babelance.backends.translation.tiny import write_marian
from babelance.backends.translation.tokens import BEAM, BEAM_OPTION, Tokens, beam_of, longest, without_hint
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Answer, Query, Unanswered

_TYPES = ("marian", "m2m_100", "mbart", "nllb-moe", "fsmt")


class Seq2seq:
    """A translator. Opening it reads no weights; the first query that needs them does."""

    answers = lines_of.ANSWERS
    window = 256

    def __init__(self, place: _place.Place, options: Options) -> None:
        self._place = place
        self._options = options
        self.beam = beam_of(options)

    @property
    def id(self) -> str:
        return self._place.id

    @cached_property
    def fingerprint(self) -> str:
        return hashes.combine(loading.fingerprint(self._place, self._options), f"beam {self.beam}")

    @property
    def choices(self) -> Mapping[str, str]:
        beam = {} if self.beam == BEAM else {"beam": str(self.beam)}
        return {**loading.choices(self._options), **beam}

    def health(self, texts: Sequence[str]) -> Health:
        return _health.examine(
            self._place.label,
            self._config,
            Texts(self._tokens.tokenizer),
            texts,
            allow_unknown=self._options.allow_unknown,
            masked=False,
        )

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return lines_of.answers(queries, self._translate, name=self.id)

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[lines_of.Translated]:
        if reason := self._tokens.refuses(source, target):
            return [Unanswered(reason)] * len(lines)
        rows = self._tokens.encode(lines, source, target)
        fitting = [place for place, row in enumerate(rows) if self._limit is None or len(row) <= self._limit]
        found = self._generate(rows, fitting, target)
        too_long = Unanswered(f"longer than the model's limit of {self._limit} tokens")
        return [lines_of.text(found[place]) if place in found else too_long for place in range(len(lines))]

    def _generate(self, rows: Sequence[list[int]], places: Sequence[int], target: str) -> dict[int, str]:
        found: dict[int, str] = {}
        tokens = (self._options.batch_tokens or default_tokens(self._device)) // self.beam

        def work(part: Sequence[int]) -> None:
            found.update(zip(part, self._generate_batch([rows[place] for place in part], target), strict=True))
            if self._options.progress:
                self._options.progress(len(found), len(places))

        for batch in batches([len(row) for row in rows], places, tokens=max(1, tokens)):
            halving(batch, work, name="text")
        return found

    def _generate_batch(self, rows: Sequence[list[int]], target: str) -> list[str]:
        """Rows of equal length."""
        import torch

        ids = torch.tensor(rows, device=self._model.device)
        first = self._tokens.first(target)
        forced = {} if first is None else {"forced_bos_token_id": self._tokens.tokenizer.convert_tokens_to_ids(first)}
        with torch.inference_mode():
            produced = self._model.generate(
                input_ids=ids,
                attention_mask=torch.ones_like(ids),
                num_beams=self.beam,
                do_sample=False,
                max_length=None,
                max_new_tokens=self._longest(rows),
                **forced,
            )
        return [self._tokens.decode(row, target) for row in produced.tolist()]

    def _longest(self, rows: Sequence[list[int]]) -> int:
        return min(longest(len(rows[0])), self._limit or sys.maxsize) - 1

    @property
    def _device(self) -> str:
        return str(self._model.device.type)

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._place, self._options)

    @cached_property
    def _tokens(self) -> Tokens:
        return Tokens(without_hint(lambda: loading.load_tokenizer(self._place, self._options)))

    @cached_property
    def _limit(self) -> int | None:
        return limit_of(self._config, self._tokens.tokenizer)

    @cached_property
    def _model(self) -> Any:
        from transformers import AutoModelForSeq2SeqLM

        return loading.load_weights(AutoModelForSeq2SeqLM, self._place, self._options)


class Converted(Seq2seq):
    """The same translator, computed by CTranslate2."""

    def _generate_batch(self, rows: Sequence[list[int]], target: str) -> list[str]:
        tokenizer, first = self._tokens.tokenizer, self._tokens.first(target)
        results = self._model.translate_batch(
            [tokenizer.convert_ids_to_tokens(row) for row in rows],
            target_prefix=None if first is None else [[first]] * len(rows),
            beam_size=self.beam,
            max_decoding_length=self._longest(rows) - 1,  # it does not count the end
        )
        found = (tokenizer.convert_tokens_to_ids(result.hypotheses[0]) for result in results)
        return [self._tokens.decode(ids, target) for ids in found]

    @property
    def _device(self) -> str:
        return str(self._model.device)

    @cached_property
    def _model(self) -> Any:
        from babelance.backends.translation.conversion import opened

        return opened(self._place, self._options, self._tokens.tokenizer)


def refuses(spec: str) -> str | None:
    """Why this is not a translator; None if it seems to be one."""
    try:
        config = _place.find(spec).config
    except ModelError as error:
        return str(error)
    found, kind_of = loading.task(config), str(config.get("model_type"))
    if found not in (None, "an encoder-decoder model"):
        return f"{spec} is {found}, not a translator"
    if kind_of not in _TYPES:
        return f"{spec} is of the type '{kind_of}'; translators of the types {', '.join(_TYPES)} can be used"
    return None


def _open(spec: str, options: Options) -> Seq2seq:
    engine.check(options, engine.TRANSLATORS)
    return (Seq2seq if engine.is_torch(options) else Converted)(_place.find(spec), options)


kind = Kind(
    name="seq2seq",
    title="Translators (Marian, NLLB, M2M100, mBART)",
    answers=lines_of.ANSWERS,
    prefixes=("hf", "dir"),
    refuses=refuses,
    open=_open,
    example=lambda folder: str(write_marian(folder)),
    options=(BEAM_OPTION,),
)
