"""Neural translators in Transformers' format: Marian (OPUS-MT), NLLB, M2M100, mBART, MADLAD, from the hub or a folder.

Beam search, no sampling. Languages are BCP 47 and are mapped to the model's own codes. Texts of equal length go
together, so that nothing is padded.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import nan
from typing import Any

from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading, source, tasks
from babelance.backends.transformers import health as _health
from babelance.backends.transformers.generating import explain_settings
from babelance.backends.transformers.texts import Texts, batches, default_tokens, limit_of, run_halving_on_low_memory
from babelance.backends.translation import line_translation
from babelance.backends.translation.best_candidate import BestCandidate
from babelance.backends.translation.broken_rows import BrokenRows
from babelance.backends.translation.candidates import Candidate, different
from babelance.backends.translation.line_translation import Lines
from babelance.backends.translation.tiny import write_marian
from babelance.backends.translation.tokens import BEAM, BEAM_OPTION, Tokens, beam_of, longest, without_hint
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.query import Unanswered

_TYPES = ("marian", "m2m_100", "mbart", "nllb-moe", "fsmt", "t5")


class Seq2seq(BestCandidate):
    """A translator. Opening it reads no weights; the first query that needs them does."""

    items_per_commit = 256

    def __init__(self, model_source: source.ModelSource, options: Options) -> None:
        self._model_source = model_source
        self._options = options
        self.beam = beam_of(options)

    @property
    def id(self) -> str:
        return self._model_source.id

    @cached_property
    def fingerprint(self) -> str:
        return hashes.combine(loading.fingerprint(self._model_source, self._options), f"beam {self.beam}")

    @property
    def choices(self) -> Mapping[str, str]:
        beam = {} if self.beam == BEAM else {"beam": str(self.beam)}
        return {**loading.choices(self._options), **beam}

    def health(self, texts: Sequence[str]) -> Health:
        return _health.examine(
            self._model_source.label,
            self._config,
            Texts(self._tokens.tokenizer),
            texts,
            allow=self._options.allowed,
            masked=False,
        )

    def _reason_unsupported(self, source: str, target: str) -> str | None:
        return self._tokens.reason_unsupported(source, target)

    def _candidates(self, lines: Lines, source: str, target: str, count: int) -> list[Sequence[Candidate] | Unanswered]:
        rows = self._tokens.encode(lines, source, target)
        fitting = [index for index, row in enumerate(rows) if self._limit is None or len(row) <= self._limit]
        translated = self._generate(rows, fitting, target, count)
        too_long = Unanswered(f"longer than the model's limit of {self._limit} tokens")
        return [translated.get(index, too_long) for index in range(len(lines))]

    def _generate(
        self, rows: Sequence[list[int]], places: Sequence[int], target: str, count: int
    ) -> dict[int, list[Candidate]]:
        translated: dict[int, list[Candidate]] = {}
        tokens = (self._options.batch_tokens or default_tokens(self._device)) // max(self.beam, count)

        def work(part: Sequence[int]) -> None:
            translations = self._generate_batch([rows[index] for index in part], target, count)
            translated.update(zip(part, map(different, translations), strict=True))
            if self._options.progress:
                self._options.progress(len(translated), len(places))

        for batch in batches([len(row) for row in rows], places, tokens=max(1, tokens)):
            run_halving_on_low_memory(batch, work, name="text")
        return translated

    def _generate_batch(self, rows: Sequence[list[int]], target: str, count: int) -> list[list[Candidate]]:
        """Rows of equal length."""
        import torch

        ids = torch.tensor(rows, device=self._model.device)
        first = self._tokens.first(target)
        forced = {} if first is None else {"forced_bos_token_id": self._tokens.tokenizer.convert_tokens_to_ids(first)}
        broken = BrokenRows(len(rows))
        with torch.inference_mode(), explain_settings(self.id):
            produced = self._model.generate(
                input_ids=ids,
                attention_mask=torch.ones_like(ids),
                num_beams=max(self.beam, count),
                num_return_sequences=count,
                do_sample=False,
                max_length=None,
                max_new_tokens=self._longest(rows),
                return_dict_in_generate=True,
                output_scores=count > 1,
                logits_processor=[broken],
                **forced,
            )
        texts = [self._tokens.decode(row, target) for row in produced.sequences.tolist()]
        scores = produced.sequences_scores.tolist() if count > 1 else [0.0] * len(texts)
        sound = [nan if broken[index // count] else score for index, score in enumerate(scores)]
        candidates = [Candidate(text, score) for text, score in zip(texts, sound, strict=True)]
        return [candidates[start : start + count] for start in range(0, len(candidates), count)]

    def _longest(self, rows: Sequence[list[int]]) -> int:
        return min(longest(len(rows[0])), self._limit or sys.maxsize) - 1

    @property
    def _device(self) -> str:
        return str(self._model.device.type)

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._model_source, self._options)

    @cached_property
    def _tokens(self) -> Tokens:
        tokenizer = without_hint(lambda: loading.load_tokenizer(self._model_source, self._options))
        return Tokens(tokenizer, must_name_languages=self._model_source.config.get("model_type") == "t5")

    @cached_property
    def _limit(self) -> int | None:
        return limit_of(self._config, self._tokens.tokenizer)

    @cached_property
    def _model(self) -> Any:
        from transformers import AutoModelForSeq2SeqLM

        return loading.load_weights(AutoModelForSeq2SeqLM, self._model_source, self._options)


class Converted(Seq2seq):
    """The same translator, computed by CTranslate2."""

    def _generate_batch(self, rows: Sequence[list[int]], target: str, count: int) -> list[list[Candidate]]:
        tokenizer, first = self._tokens.tokenizer, self._tokens.first(target)
        results = self._model.translate_batch(
            [tokenizer.convert_ids_to_tokens(row) for row in rows],
            target_prefix=None if first is None else [[first]] * len(rows),
            beam_size=max(self.beam, count),
            num_hypotheses=count,
            return_scores=True,
            max_decoding_length=self._longest(rows) - 1,  # it does not count the end
        )

        def text(pieces: Sequence[str]) -> str:
            return self._tokens.decode(tokenizer.convert_tokens_to_ids(pieces), target)

        return [
            [Candidate(text(pieces), score) for pieces, score in zip(result.hypotheses, result.scores, strict=True)]
            for result in results
        ]

    @property
    def _device(self) -> str:
        return str(self._model.device)

    @cached_property
    def _model(self) -> Any:
        from babelance.backends.translation.conversion import open_converted

        return open_converted(self._model_source, self._options, self._tokens.tokenizer)


def reason_unsupported(spec: str) -> str | None:
    """Why this is not a translator; None if it seems to be one."""
    try:
        config = source.find(spec).config
    except ModelError as error:
        return str(error)
    task, kind_of = tasks.task(config), str(config.get("model_type"))
    if task not in (None, "an encoder-decoder model"):
        return f"{spec} is {task}, not a translator"
    if kind_of not in _TYPES:
        return f"{spec} is of the type '{kind_of}'; translators of the types {', '.join(_TYPES)} can be used"
    return None


def _open(spec: str, options: Options) -> Seq2seq:
    engine.check(options, engine.TRANSLATORS)
    return (Seq2seq if engine.is_torch(options) else Converted)(source.find(spec), options)


kind = Kind(
    name="seq2seq",
    title="Translators (Marian, NLLB, M2M100, mBART, MADLAD)",
    answers=line_translation.ANSWERS,
    prefixes=("hf", "dir"),
    reason_unsupported=reason_unsupported,
    open=_open,
    example=lambda folder: str(write_marian(folder)),
    options=(BEAM_OPTION,),
)
