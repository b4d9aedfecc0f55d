"""What all measures of word sets have in common: they ask for the vector of each word, and say the same things about
queries that lost too many words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Embed
from babelance.core.reason import Reason
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Associations, Floats
from babelance.measures.formulas.shuffled_words import Shuffles, null_of_values, values_of_shuffles
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class WordMeasure:
    """A measure names its `template`, its `ideal` and the value of one subquery."""

    fidelity: Literal["paper", "released"] = "paper"
    case: words.Case = "exact"
    """Whether a word may be looked up in another case."""
    lost: float = 0.2
    """The share of a set that may be missing from the vocabulary."""

    template: ClassVar[Template]
    ideal: ClassVar[float]
    shuffled_roles: ClassVar[Sequence[str]] = ("target",)
    """Whose words the null deals out anew: "target", "attribute" or both."""
    fields: ClassVar[frozenset[str]] = words.FIELDS
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.EMBED})
    resample: ClassVar[Resample] = words.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = words.EXAMPLE

    @property
    def normalise(self) -> bool:
        """Whether vectors are brought to length 1 first."""
        return False

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        """The number of one subquery."""
        raise NotImplementedError

    def ask(self, item: Item) -> list[Embed]:
        return words.ask_word(item, self.case)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return words.score_word(item, answers)

    def statistic(self, scores: Scores) -> Statistic:
        return self.queries(scores).statistic(self.value, ideal=self.ideal)

    def undefined(self, scores: Scores) -> str | None:
        return self.queries(scores).undefined()

    def null(self, scores: Scores) -> Null | Reason:
        """Words of the sets that `shuffled_roles` names dealt out to them at random."""
        queries = self.queries(scores)
        return null_of_values(
            queries,
            lambda query, shuffles: self.shuffled_values(query, queries.vectors, shuffles),
            ideal=self.ideal,
            roles=self.shuffled_roles,
        )

    def shuffled_values(self, query: Subquery, vectors: Floats, shuffles: Shuffles) -> Floats:
        """The number of one subquery in every shuffle. For a measure that looks at more than which words a set has:
        which two are a pair, or which a classifier is trained with."""
        return values_of_shuffles(query, vectors, self.value, shuffles)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        """What is known of each subquery; and more of a single one, where the measure has more to say."""
        queries = self.queries(scores)
        facts = queries.facts(self.value)
        return facts | self.facts_of_one(queries) if len(queries.all) == len(queries.defined) == 1 else facts

    def facts_of_one(self, queries: Associations) -> dict[str, Plain]:
        return {}

    def queries(self, scores: Scores) -> Associations:
        return Associations(scores, self.template, self.lost, self.normalise)
