"""Reading texts or pairs of texts with a sequence classifier: what NLI models and text classifiers share.

Equal lengths go together, so nothing is padded and an answer does not depend on its neighbours. Nothing is cut off
either: what is longer than the model can read is unanswered, and so counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers import loading
from babelance.backends.transformers.model import TransformersModel
from babelance.backends.transformers.texts import batches, default_tokens, run_halving_on_low_memory
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.model import Options
from babelance.core.query import Answer, Choices, Unanswered

Row = Mapping[str, list[int]]
"""One tokenised text or pair: `input_ids`, and `token_type_ids` where the tokenizer makes them."""
Texts = Sequence[tuple[str, str]]
"""The texts of one query, each with its name: (("premise", …), ("hypothesis", …))."""
Logprobs = NDArray[np.float64]


class SequenceClassifier(TransformersModel):
    """A network with one score for each label. Who inherits says what its labels are called and what scores mean."""

    items_per_commit = 256
    _model: Any

    def _choices(self, asked: Sequence[Texts], labels: Sequence[str]) -> Iterator[Answer]:
        rows = self._encode(asked)
        reasons = [_reason_unreadable(texts, row, self._limit) for texts, row in zip(asked, rows, strict=True)]
        read = iter(self._read([row for row, reason in zip(rows, reasons, strict=True) if reason is None]))
        for reason in reasons:
            yield Choices(tuple(labels), next(read)) if reason is None else Unanswered(reason)

    def _encode(self, asked: Sequence[Texts]) -> list[Row]:
        if not asked:
            return []
        columns = ([text for _, text in column] for column in zip(*asked, strict=True))
        with explain_encoding(self._texts.tokenizer):
            table = self._texts.tokenizer(
                *columns, truncation=False, padding=False, return_attention_mask=False, verbose=False
            )
        return [{name: table[name][index] for name in table} for index in range(len(asked))]

    def _read(self, rows: Sequence[Row]) -> list[Logprobs]:
        """The log-probabilities of the labels for each row."""
        logprobs: dict[int, Logprobs] = {}
        tokens = self._options.batch_tokens or (default_tokens(self._model.device.type) if rows else 1)
        for batch in batches([len(row["input_ids"]) for row in rows], range(len(rows)), tokens=tokens):
            run_halving_on_low_memory(
                batch, lambda part: logprobs.update(zip(part, self._read_batch(rows, part), strict=True)), name="text"
            )
            if self._options.progress:
                self._options.progress(len(logprobs), len(rows))
        return [logprobs[index] for index in range(len(rows))]

    def _read_batch(self, rows: Sequence[Row], part: Sequence[int]) -> Logprobs:
        import torch

        inputs = {
            name: torch.tensor([rows[index][name] for index in part], device=self._model.device)
            for name in rows[part[0]]
        }
        with torch.inference_mode():
            return np.asarray(self._logprobs(self._model(**inputs).logits.double()), dtype=np.float64)

    def _logprobs(self, logits: Any) -> Any:
        """What a row of scores says about the labels: by default exactly one of them holds."""
        return logits.log_softmax(dim=-1).cpu().numpy()


def load_network(model_source: Any, options: Options) -> Any:
    """The network with its weights."""
    from transformers import AutoModelForSequenceClassification

    model = loading.load_weights(AutoModelForSequenceClassification, model_source, options)
    if model.config.pad_token_id is None:
        # Decoders look for the last token that is not padding and refuse batches without such a token. Nothing is
        # padded here, so a number that no token has says just that.
        model.config.pad_token_id = -1
    return model


def _reason_unreadable(texts: Texts, row: Row, limit: int | None) -> str | None:
    """Why the model cannot read these texts."""
    for name, text in texts:
        if not text.strip():
            return f"empty {name}"
    if not row["input_ids"]:
        return "no token of it is left by the tokenizer"
    if limit is not None and len(row["input_ids"]) > limit:
        return f"longer than the model's limit of {limit} tokens"
    return None
