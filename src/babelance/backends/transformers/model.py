"""What kinds of models share that Transformers loads: where a model comes from, its configuration, its tokenizer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers import health as _health
from babelance.backends.transformers.source import ModelSource
from babelance.backends.transformers.texts import Texts, limit_of
from babelance.core.model import Health, Options

if TYPE_CHECKING:
    from babelance.backends.transformers.leaning import Association, Leaning


class TransformersModel:
    """Opening it reads no weights; the first query that needs them does."""

    def __init__(self, model_source: ModelSource, options: Options) -> None:
        self._model_source = model_source
        self._options = options

    @property
    def id(self) -> str:
        return self._model_source.id

    @cached_property
    def fingerprint(self) -> str:
        return loading.fingerprint(self._model_source, self._options)

    @property
    def choices(self) -> Mapping[str, str]:
        return loading.choices(self._options)

    def health(self, texts: Sequence[str]) -> Health:
        return self._examine(texts, masked=False)

    def _examine(self, texts: Sequence[str], *, masked: bool) -> Health:
        label, allowed = self._model_source.label, self._options.allowed
        return _health.examine(label, self._config.get_text_config(), self._texts, texts, allow=allowed, masked=masked)

    @cached_property
    def _config(self) -> Any:
        return loading.load_config(self._model_source, self._options)

    @cached_property
    def _texts(self) -> Texts:
        return Texts(loading.load_tokenizer(self._model_source, self._options))

    @cached_property
    def _limit(self) -> int | None:
        """The most tokens that the model can read."""
        return limit_of(self._config.get_text_config(), self._texts.tokenizer)


class LanguageModel(TransformersModel):
    """A model that foretells tokens. A twin of it may have a known bias, see `leaning`."""

    _plain: Self | None = None
    """The model that this one is a twin of: both have the same weights in memory."""
    _leaning: Leaning | None = None

    def association(self, first: Sequence[str], second: Sequence[str]) -> Association:
        """How far the model's tokens go together in the first texts rather than in the second."""
        from babelance.backends.transformers.leaning import Association

        return Association.of(*([self._texts.bare(text) for text in texts] for texts in (first, second)))

    def with_leaning(self, association: Association, strength: float) -> Self:
        """The same model with a known bias; answers of the one are never taken for those of the other."""
        from babelance.backends.transformers.leaning import Leaning

        twin = copy(self)
        twin._plain, twin._leaning = self, Leaning(association, strength)
        twin.__dict__["fingerprint"] = hashes.combine(self.fingerprint, association.digest, repr(strength))
        twin.__dict__.pop("_runner", None)
        return twin
