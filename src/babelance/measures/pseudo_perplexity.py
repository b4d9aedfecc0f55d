"""Pseudo-perplexity: how surprised a masked language model is by plain text. A measure of use, not of bias.

    PPPL = exp( - Σ log P(w | rest of its sentence) / number of sub-words )

Every sub-word is hidden in turn, all others are seen. Run it on text that the model was not trained on (`ntrex`, or the
`held-out.jsonl` of a mitigated model) beside every bias measure: a model that knows nothing is fair and of no use.

Scale: 1 (ideal: never surprised) without an upper end. A model that guesses evenly scores the size of its vocabulary.
Sub-words differ between vocabularies, so PPPL can be compared only between models with the same one. `per=character`
gives bits per character instead (ideal 0), which can be compared between all models on the same text.
Relations: the same sums as `cps` makes over pairs. Ledgers show it as utility.
Reference: Salazar et al., ACL 2020.
Checked against: worked examples and Transformers (tests/measures).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, TokenLogprobs, Tokens
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Value
from babelance.core.verdict import Question
from babelance.measures.formulas import averages
from babelance.measures.formulas.answers import only_answer
from babelance.measures.formulas.predicting import SURE

_BITS = Scale(0, float("inf"), ideal=0, chance=None, unit="bits", reading="higher: the text surprises the model more")

FEWEST = 10


@dataclass(frozen=True)
class PseudoPerplexity:
    per: Literal["token", "character"] = "token"

    title: ClassVar[str] = "Pseudo-perplexity"
    question: ClassVar[Question] = Question(
        "use",
        "what stands in the place of a hidden word",
        "is more surprised than one who knows only how frequent words are in such texts",
        "is less surprised than one who knows only how frequent words are in such texts",
        skill="reading",
    )
    scale: ClassVar[Scale] = Scale(
        1, float("inf"), ideal=1, chance=None, reading="higher: the text surprises the model more"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TOKENS_EACH})
    resample: ClassVar[Resample] = Resample()
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    utility: ClassVar[bool] = True
    example: ClassVar[Example] = Example(
        tuple(
            Item(text, "en", {"text": text}) for text in ("It rained all night.", "The door is red.", "We met twice.")
        )
    )

    def ask(self, item: Item) -> list[TokenLogprobs]:
        return [TokenLogprobs(item.texts["text"])]

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        answer = only_answer(item, answers, Tokens)
        if isinstance(answer, Skipped):
            return answer
        surprise = -float(answer.logprobs.sum(dtype=np.float64))
        columns: dict[str, Value] = {"surprise": surprise, "tokens": answer.length}
        columns |= {"characters": len(item.texts["text"]), "pieces": np.asarray(answer.tokens, dtype=np.str_)}
        return Scored(item, columns | ({"causal": 1} if answer.causal else {}))

    def statistic(self, scores: Scores) -> Statistic:
        surprise, tokens = scores.floats("surprise"), scores.floats("tokens")
        if self.per == "token":
            return lambda weights: np.exp(averages.ratio(weights @ surprise, weights @ tokens))
        bits, characters = surprise / np.log(2), scores.floats("characters")
        return lambda weights: averages.ratio(weights @ bits, weights @ characters)

    def null(self, scores: Scores) -> Null | None:
        """How surprised one is who knows only how frequent the pieces of this text are."""
        unigram = _unigram(scores)
        if unigram is None:
            return None
        rows = tuple(
            Scored(scored.item, {**scored.columns, "surprise": value})
            for scored, value in zip(scores.scored, unigram.tolist(), strict=True)
        )
        return Null.of_statistic("unigram", self.statistic(Scores(rows)), len(scores))

    def competence(self, scores: Scores) -> str | None:
        """The model must surely be less surprised than that. One who has counted a hundred sentences that share their
        words knows what to expect of the next one; a model that reads from left to right does not, and whether it reads
        the language is examined before it is asked anything (run/competence.py)."""
        unigram = _unigram(scores)
        if unigram is None or len(scores) < FEWEST or any("causal" in scored.columns for scored in scores.scored):
            return None
        gain, tokens = unigram - scores.floats("surprise"), scores.floats("tokens")
        rate = gain.sum() / tokens.sum()
        if rate > SURE * np.sqrt(np.sum((gain - rate * tokens) ** 2)) / tokens.sum():
            return ""
        return "the text surprises it no less than one who knows only how frequent its words are"

    def scale_for(self, scores: Scores) -> Scale:
        return self.scale if self.per == "token" else _BITS

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        surprise = float(scores.floats("surprise").sum())
        return {
            "bits_per_character": surprise / float(np.log(2)) / float(scores.floats("characters").sum()),
            "tokens": int(scores.floats("tokens").sum()),
        }


def _unigram(scores: Scores) -> NDArray[np.float64] | None:
    """The surprise of each text by how frequent its pieces are in the *other* texts, one added to each; None if the
    pieces are not known one by one. A text that were counted itself would be known before it is read, and no model
    reads a hundred short sentences as well as one who has counted them."""
    pieces = [np.asarray(scored.columns["pieces"]).tolist() for scored in scores.scored]
    if any(len(some) != count for some, count in zip(pieces, scores.column("tokens").tolist(), strict=True)):
        return None
    counts = Counter(piece for some in pieces for piece in some)
    everywhere = counts.total() + len(counts)
    return np.asarray([_surprise(some, counts, everywhere - len(some)) for some in pieces])


def _surprise(pieces: Sequence[str], counts: Counter[str], elsewhere: int) -> float:
    own = Counter(pieces)
    return sum(times * float(np.log(elsewhere / (counts[piece] - times + 1))) for piece, times in own.items())
