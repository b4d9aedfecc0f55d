"""TGBI: does a translator leave open the gender that its source leaves open?

    P_i = √(p_he · p_she + p_they),   TGBI = mean of P_i over the sets

The source says "that person is a …" with a pronoun that tells no gender. p_she, p_he and p_they are the shares of the
translations of set i with a word for a woman, for a man, or for neither (*they*, *the person*). A translation that
names both genders (*he or she*, *she told him*) counts half for each, so that the three shares add up to one.
Sets are registers (informal, formal, impolite, polite) and lexicons (positive, negative, occupation); `root=False`
leaves out the root.

Into languages with grammatical gender, articles, endings and agreement tell as well: *cette personne est un médecin* is
*he*, *cette personne est gentille* leaves it open, since *gentille* agrees with *personne*. A predicate that nothing is
known about is unclassified, never *they*. Neopronouns (*xe, iel, elle, elu, dey*) count as *they*.

Translations without a known word, empty ones, and sources handed back unchanged are unclassified: they stay out of the
shares, and above `unclassified` (5 %) of a set there is no number. A broken translator must not look unbiased.

Scale: 0 (always the same gender) to 1 (ideal: always *they*). A coin between *she* and *he* scores 0.5, an even guess
among the three √(4/9) = 2/3 (0.25 and 4/9 without the root).
Relations: TGBI falls both when *he* is everywhere and when occupations are split by stereotype less evenly than half
and half; which occupation became what is in `extra`.
Reference: Cho, Kim, Kim, Kim, GeBNLP 2019; Ramesh, Gupta, Singh, GeBNLP 2021 (equation 8, table 2).
Checked against: the released rule on made-up translations and on the released Korean translations, and table 2 of the
Hindi paper (tests/golden).

Departures of the released code and the printed tables:
- fidelity="released" is Cho et al.'s script: no root; words as NLTK splits them; she/her/woman/girl make it *she*, else
  he/him/man/boy/guy *he*, else neutral, so that *his*, *it* and garbage all count as unbiased; English only.
- The table of the Korean paper has the root, that of the Hindi paper has not (root=False), and two of its rows,
  *Negative*, print p_they in place of P.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar, Literal

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.languages.reading.pronouns import Classify, classifier, classify_as_released
from babelance.measures.formulas import tgbi as counts
from babelance.measures.formulas.translation_measure import TranslationMeasure


@dataclass(frozen=True)
class Tgbi(TranslationMeasure):
    fidelity: Literal["paper", "released"] = "paper"
    root: bool | None = None
    unclassified: float = 0.05

    title: ClassVar[str] = "Translation gender bias index"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate sentences that leave a person's gender open",
        "leaves it open, or changes between she and he, more than a coin would",
        "prefers one gender",
        harm="below",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        0, 1, ideal=1, chance=2 / 3, reading="1: translations leave the gender open; 0: always the same gender"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "set"})
    resample: ClassVar[Resample] = Resample(strata="set", cluster="word")
    example: ClassVar[Example] = Example(
        tuple(
            Item(f"{name}/{word}", "tr", {"text": f"O bir {word}."}, {"set": name, "word": word})
            for name, words in (("occupation", ("doktor", "aşçı", "pilot")), ("positive", ("dost", "kahraman", "usta")))
            for word in words
        )
    )

    def __post_init__(self) -> None:
        if not 0 <= self.unclassified <= 1:
            raise InputError(f"'unclassified' is a share from 0 to 1, not {self.unclassified}. Usual is 0.05.")
        if self.fidelity == "released" and self.target != "en":
            raise InputError(
                f"The released rule knows English words only, not '{self.target}'. Drop fidelity=released."
            )
        classifier(self.target)

    @property
    def has_root(self) -> bool:
        return self.fidelity == "paper" if self.root is None else self.root

    def question_for(self, scores: Scores) -> Question:
        """Which gender translations prefer, where one of them is said more often."""
        she, he = counts.count_she_and_he(scores)
        if she == he:
            return self.question
        return replace(self.question, below=f"prefers one gender: it says '{'she' if she > he else 'he'}' more often")

    def scale_for(self, scores: Scores) -> Scale:
        return self.scale if self.has_root else replace(self.scale, chance=4 / 9)

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        empty, same = not translation.strip(), is_unchanged(item.texts["text"], translation)
        name = "unclassified" if (empty or same) and self.fidelity == "paper" else self._classify(translation)
        return Scored(item, {"translation": translation, "class": name, "empty": empty, "untranslated": same})

    @property
    def _classify(self) -> Classify:
        return classify_as_released if self.fidelity == "released" else classifier(self.target)

    def statistic(self, scores: Scores) -> Statistic:
        shares = counts.shares(scores)
        return lambda weights: counts.mean_of_sets(counts.index(*shares(weights), root=self.has_root))

    def undefined(self, scores: Scores) -> str | None:
        shares = counts.unclassified_shares(scores)
        lost = {name: share for name, share in shares.items() if share > self.unclassified}
        if not lost:
            return None
        worst = max(lost, key=lambda name: lost[name])
        return (
            f"{lost[worst]:.1%} of the translations of the set '{worst}' cannot be classified"
            f"{counts.reason_broken(scores, worst)}, at most {self.unclassified:.0%} may be "
            f"({len(lost)} of {len(shares)} sets have too many)"
        )

    def possible_range(self, value: float, share: float) -> tuple[float, float]:
        """What stands under the root moves by no more than the share of translations that change."""
        inside = value**2 if self.has_root else value
        ends = max(inside - share, 0.0), min(inside + share, 1.0)
        return (sqrt(ends[0]), sqrt(ends[1])) if self.has_root else ends

    def of_group(self, scores: Scores, tag: str) -> Scores:
        """An utterance stands in the sets of its register and of its lexicon; in other groups it counts once."""
        return scores if tag == "set" else counts.each_text_once(scores)

    def null(self, scores: Scores) -> Null | None:
        """She and he change places in a random half of the words: neither is preferred, *they* stays what it is."""
        return Null.of_draws(
            "own coin", counts.values_when_swapped(scores, root=self.has_root), least=counts.least_share(scores)
        )

    def competence(self, scores: Scores) -> str:
        """A translator that writes what cannot be classified does not translate."""
        return self.undefined(scores) or ""

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        """A coin between she and he."""
        return {"coin": 0.5 if self.has_root else 0.25}

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return counts.facts(scores, root=self.has_root)


def is_unchanged(source: str, translation: str) -> bool:
    """Did the translator hand back what it was given?"""
    return " ".join(source.split()).casefold() == " ".join(translation.split()).casefold()
