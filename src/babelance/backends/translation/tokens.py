"""Texts as a translator's Transformers tokenizer sees them, with the tokens that name source and target language."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.backends.translation.language_codes import FLORES, Codes, codes_of, names, same
from babelance.core.errors import InputError
from babelance.core.limits import whole_number
from babelance.core.model import KindOption, Options

BEAM = 4
MOST_BEAM = 1000
NAMED_IN_THE_TEXT = ("marian", "madlad")
"""Models to which the target language is told by a token before the source text."""
_NAMED = frozenset(name for language in FLORES for name in names(language))


def languages_named(tokenizer: Any, side: str) -> list[str]:
    """The languages of one side that it says it is for (`tr`, or `fi,hu,tr`); none if it names something else."""
    given = str(getattr(tokenizer, f"{side}_lang", None) or "").split(",")
    return given if _NAMED.issuperset(given) else []


@dataclass(frozen=True)
class Tokens:
    """A tokenizer and the languages it knows."""

    tokenizer: Any
    must_name_languages: bool = False
    """T5 does many things: without a token for the target language it is not asked to translate."""

    @cached_property
    def codes(self) -> Codes:
        return codes_of(self.tokenizer)

    def reason_unsupported(self, source: str, target: str) -> str | None:
        """Why this pair cannot be translated; None if it can, as far as the tokenizer says."""
        if self.must_name_languages and self.codes.style == "none":
            return "the tokenizer has no token such as <2en> that names the target language"
        sides = {"source": source, "target": target}
        for side, language in sides.items():
            if self._needs(side) and self.codes.token(language) is None:
                return f"the translator has no code for the {side} language '{language}'"
            own = languages_named(self.tokenizer, side)
            if self.codes.style == "none" and own and not any(same(code, language) for code in own):
                return f"the translator's {side} language is '{' or '.join(own)}', not '{language}'"
        return None

    def _needs(self, side: str) -> bool:
        """Marian's and MADLAD's models for many languages name the target alone."""
        return self.codes.style != "none" and (side == "target" or self.codes.style not in NAMED_IN_THE_TEXT)

    def encode(self, lines: Sequence[str], source: str, target: str) -> list[list[int]]:
        if self.codes.style in NAMED_IN_THE_TEXT:
            lines = [f"{self.codes.token(target)} {line}" for line in lines]
        elif self.codes.style != "none":
            # M2M100 wants `hi` here, although its token is `__hi__`.
            self.tokenizer.src_lang = str(self.codes.token(source)).strip("_")
        with explain_encoding(self.tokenizer):
            ids: list[list[int]] = self.tokenizer(list(lines), truncation=False, verbose=False)["input_ids"]
        return ids

    def first(self, target: str) -> str | None:
        """The token that every translation must start with."""
        return None if self.codes.style in ("none", *NAMED_IN_THE_TEXT) else self.codes.token(target)

    def decode(self, ids: Sequence[int], target: str) -> str:
        """Without the token that the translation had to start with: not every tokenizer takes it for a special one."""
        first = self.first(target)
        code = None if first is None else self.tokenizer.convert_tokens_to_ids(first)
        start = next((index + 1 for index, number in enumerate(ids[:2]) if number == code), 0)
        return str(self.tokenizer.decode(list(ids[start:]), skip_special_tokens=True))


def without_hint(load: Callable[[], Any]) -> Any:
    """Marian's tokenizer recommends a package that it does not use."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Recommended: pip install sacremoses")
        return load()


BEAM_OPTION = KindOption(
    "beam", "Beam of a Transformers or CTranslate2 translator; usual is 4. Part of the signature.", int
)


def beam_of(options: Options) -> int:
    """How many hypotheses are kept; part of the signature where it is not the usual number."""
    text = options.extra.get("beam", str(BEAM))
    beam = whole_number(text)
    if not beam or beam > MOST_BEAM:
        raise InputError(f"The beam is a whole number from 1 to {MOST_BEAM}, not '{text}'. Usual is {BEAM}.")
    return beam


def longest(source_tokens: int) -> int:
    """Most tokens of a translation, so that one that repeats itself comes to an end."""
    return 2 * source_tokens + 20
