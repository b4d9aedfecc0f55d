"""Translators with something before or behind them that makes them less biased: what `babelance mitigate` writes for
ways that do not change weights.

    PATH, dir:PATH       a folder with `translator.json`: which translator (in the folder `model`, or by name), and what
                         is done with texts and translations
    dir:PATH#HASH        only if it still has this hash

| `translator.json` | what it does |
|---|---|
| `tags` | a word before the source says which gender it tells, or that it tells none |
| `candidates`, `margin` | of so many translations the one is taken that keeps what the source tells |
| `rewrite` | English *she* and *he* become *they* where the source tells no gender |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.backends.translation.candidates import HasCandidates, choose, finite
from babelance.backends.translation.steps import INSIDE, STEPS, Steps, read_steps, write_steps
from babelance.backends.translation.tiny import write_marian
from babelance.core.errors import ModelError
from babelance.core.model import Health, Kind, Model, Options
from babelance.core.paths import is_file
from babelance.core.query import Ability, Answer, Text, Translate, Unanswered
from babelance.core.registry import MODELS
from babelance.languages.reading.told import teller
from babelance.text.english_pronouns import neutral

NAME = "mitigated-translator"


class MitigatedTranslator(line_translation.ReadingTranslator):
    """Opening it reads no weights; the translator inside reads them when it is asked."""

    def __init__(self, path: Path, options: Options, expected: str = "") -> None:
        self._path, self._options, self._expected = path, options, expected

    @property
    def id(self) -> str:
        return f"dir:{self._path}#{self._content[:8]}"

    @cached_property
    def _content(self) -> str:
        return hashes.require_hash(
            hashes.combine(hashes.hash_of_folder(self._path), self._content_inside), self._expected, f"dir:{self._path}"
        )

    @property
    def _content_inside(self) -> str:
        if self._steps.model != INSIDE:
            return self.translator.id
        if isinstance(self.translator, MitigatedTranslator):  # its weights are deeper inside
            return self.translator._content
        return hashes.hash_of_folder(self._path / INSIDE)

    @property
    def fingerprint(self) -> str:
        return hashes.combine(self._content, self.translator.fingerprint)

    @property
    def choices(self) -> Mapping[str, str]:
        return self.translator.choices

    @property
    def items_per_commit(self) -> int:
        return self.translator.items_per_commit

    @cached_property
    def _steps(self) -> Steps:
        return read_steps(self._path)

    @cached_property
    def translator(self) -> Model:
        """The one inside."""
        steps = self._steps
        kind = MODELS.get(steps.kind)
        is_around_itself = steps.kind == NAME and steps.model != INSIDE  # or may be, by way of others
        if kind.needs_permission or is_around_itself or not kind.answers >= line_translation.ANSWERS:
            raise ModelError(f"'{self._path}' names a model of the kind '{steps.kind}', which cannot be used inside.")
        spec = f"{steps.prefix}{self._path / INSIDE}" if steps.model == INSIDE else steps.model
        return kind.open(spec, self._options)

    def health(self, texts: Sequence[str]) -> Health:
        return self.translator.health(texts)

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        tell, steps = teller(source), self._steps
        names = [tell(line) for line in lines]
        tagged = [steps.with_tag(line, name) for line, name in zip(lines, names, strict=True)]
        translated = self._best(lines, tagged, source, target)
        if not steps.rewrite:
            return translated
        if target.partition("-")[0] != "en":
            return [Unanswered(f"translations into '{target}' cannot be rewritten, only those into English")] * len(
                lines
            )
        return [
            line_translation.text(neutral(translation.text))
            if isinstance(translation, Text) and name == "open"
            else translation
            for translation, name in zip(translated, names, strict=True)
        ]

    def _best(
        self, lines: Sequence[str], tagged: Sequence[str], source: str, target: str
    ) -> list[line_translation.Translated]:
        if self._steps.candidates < 2:
            asked = [Translate(line, source, target) for line in tagged]
            return [_as_translation(answer) for answer in self.translator.answer(asked)]
        translator = self.translator
        if not isinstance(translator, HasCandidates):
            raise ModelError(f"{translator.id} gives one translation only, so there is nothing to choose from.")
        candidates = translator.candidates(tagged, source, target, self._steps.candidates)
        return [
            some
            if isinstance(some, Unanswered)
            else line_translation.text(choose(some, line, source, target, margin=self._steps.margin).text)
            for line, some in zip(lines, map(finite, candidates), strict=True)
        ]


def _as_translation(answer: Answer) -> line_translation.Translated:
    assert isinstance(answer, Text | Unanswered)
    return answer


def _reason_unsupported(spec: str) -> str | None:
    path, _ = hashes.folder_and_hash(spec, "dir")
    return None if is_file(path / STEPS) else f"'{spec}' is no folder with {STEPS}"


def _open(spec: str, options: Options) -> MitigatedTranslator:
    if reason := _reason_unsupported(spec):
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    path, expected = hashes.folder_and_hash(spec, "dir")
    return MitigatedTranslator(path, options, expected)


def _example(folder: Path) -> str:
    write_marian(folder / INSIDE)
    write_steps(folder, Steps(model=INSIDE, kind="seq2seq", candidates=2))
    return str(folder)


kind = Kind(
    name=NAME,
    title="Translators with a mitigation around them",
    answers=frozenset({Ability.TRANSLATE}),
    prefixes=("dir",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=_example,
)
