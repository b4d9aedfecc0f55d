"""Into another language and back: two translators, or one that goes both ways.

    trip:fi:THERE;BACK       into Finnish by THERE, back by BACK, each a translator of its own
    trip:fi:MODEL            one translator for both (NLLB, M2M100, a server)

Asked to translate from English into English, it goes there and back; so `gender-lost` on `babel-round-trip` says what
a language without gender leaves of it. What was not translated on the way there is unanswered, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.core.errors import InputError, ModelError
from babelance.core.language_tag import language_tag_or_none
from babelance.core.model import Health, Kind, Model, Options
from babelance.core.query import EXAMPLES, Ability, Answer, Text, Translate, Unanswered
from babelance.core.registry import MODELS


@dataclass(frozen=True)
class RoundTrip(line_translation.ReadingTranslator):
    pivot: str
    there: Model
    back: Model

    items_per_commit = 256

    @property
    def id(self) -> str:
        return f"trip:{self.pivot}:{self.there.id};{self.back.id}"

    @cached_property
    def fingerprint(self) -> str:
        return hashes.combine("round trip", self.pivot, self.there.fingerprint, self.back.fingerprint)

    @property
    def choices(self) -> Mapping[str, str]:
        return {**self.there.choices, **self.back.choices}

    def health(self, texts: Sequence[str]) -> Health:
        return self.there.health(texts)

    def _translate(self, lines: Sequence[str], source: str, target: str) -> list[line_translation.Translated]:
        gone = list(self.there.answer([Translate(line, source, self.pivot) for line in lines]))
        arrived = [answer.text for answer in gone if isinstance(answer, Text) and answer.text.strip()]
        returned = iter(self.back.answer([Translate(text, self.pivot, target) for text in arrived]))
        return [self._home(answer, returned) for answer in gone]

    def _home(self, gone: Answer, returned: Iterator[Answer]) -> line_translation.Translated:
        if isinstance(gone, Unanswered):
            return Unanswered(f"on the way there: {gone.reason}")
        assert isinstance(gone, Text)
        if not gone.text.strip():
            return Unanswered(f"the translation into '{self.pivot}' is empty")
        answer = next(returned)
        assert isinstance(answer, Text | Unanswered)
        return answer


def _parts(spec: str) -> tuple[str, str, str]:
    """(language, there, back)"""
    language, _, models = spec.removeprefix("trip:").partition(":")
    there, _, back = models.partition(";")
    return language.strip(), there.strip(), (back or there).strip()


def _kind_of(spec: str) -> Kind | str:
    """The kind of translator that takes a spec, or why none does."""
    prefix = spec.partition(":")[0] if ":" in spec else ""
    able = [
        kind for kind in MODELS.usable().values() if Ability.TRANSLATE in kind.answers and kind.name != "round-trip"
    ]
    takers = [kind for kind in able if prefix in kind.prefixes] or [kind for kind in able if "dir" in kind.prefixes]
    reasons = [kind.reason_unsupported(spec) for kind in takers]
    return next(
        (kind for kind, reason in zip(takers, reasons, strict=True) if reason is None), "; ".join(map(str, reasons))
    )


def _reason_unsupported(spec: str) -> str | None:
    language, there, back = _parts(spec)
    try:
        known = language and language_tag_or_none(language)
    except InputError:
        known = None
    if not known or not there:
        return f"'{spec}' is not of the form trip:fi:THERE;BACK (a language, then one or two translators)"
    return next((reason for model in (there, back) if isinstance(reason := _kind_of(model), str)), None)


def _open(spec: str, options: Options) -> RoundTrip:
    if reason := _reason_unsupported(spec):
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    language, there, back = _parts(spec)
    return RoundTrip(language, _open_translator(there, options), _open_translator(back, options))


def _open_translator(spec: str, options: Options) -> Model:
    kind = _kind_of(spec)
    assert isinstance(kind, Kind)
    return kind.open(spec, options)


def _example(folder: Path) -> str:
    query = EXAMPLES[Ability.TRANSLATE]
    assert isinstance(query, Translate)
    for name, text, translation in (
        ("there", query.text, "Hän on opettaja."),
        ("back", "Hän on opettaja.", "She is one."),
    ):
        (folder / f"{name}.tsv").write_text(f"text\ttranslation\n{text}\t{translation}\n", encoding="utf-8")
    return f"trip:fi:tsv:{folder / 'there.tsv'};tsv:{folder / 'back.tsv'}"


kind = Kind(
    name="round-trip",
    title="Into another language and back, by two translators",
    answers=line_translation.ANSWERS,
    prefixes=("trip",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    # One of its two may be a command.
    needs_permission=True,
    example=_example,
)
