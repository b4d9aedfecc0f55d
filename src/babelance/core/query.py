"""Everything that can be asked of a model, and everything it can answer. The complete list, on one page.

| query           | asks                                                   | answer    |
|-----------------|--------------------------------------------------------|-----------|
| `TokenLogprobs` | log-probabilities of the tokens of a text              | `Tokens`  |
| `Fill`          | how likely each candidate is in a slot of a text       | `Choices` |
| `Entails`       | entailment, neutral or contradiction                   | `Choices` |
| `Classify`      | how a classifier labels a text                         | `Choices` |
| `Translate`     | the text in another language                           | `Text`    |
| `Embed`         | the vector of a word                                   | `Vector`  |

Any query may be answered with `Unanswered(reason)`. Queries are hashable: equal queries of different measures are one
query. A new kind of query is a change of the design, not of one file.

Queries can be asked in several ways, and not every kind of model answers all of them: `Ability` lists the ways. A
measure says which it needs (`asks`), a kind of model which it has (`answers`); both are known without weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32] | NDArray[np.float64]

SLOT = "\u27e8slot\u27e9"
"""Marks the place of the candidates in the text of a `Fill`: ⟨slot⟩."""

Mask = Literal["each", "none", "changed", "within-word", "whole-word"]
"""What a `TokenLogprobs` hides."""

Scoring = Literal["together", "every-piece", "first-piece", "within-word", "left-to-right", "stereoset", "sentence"]
"""How a `Fill` is scored."""

LABELS = ("entailment", "neutral", "contradiction")
"""What an `Entails` is answered with: the names of its `Choices`, in this order."""


@dataclass(frozen=True, slots=True)
class TokenLogprobs:
    """Log-probabilities of tokens of `text`; special tokens are never scored.

    A causal model hides nothing: it scores each token given the ones before it, whatever `mask` says.

    mask="each"     each token hidden in turn (pseudo-log-likelihood); with `contrast`, only the tokens shared with it.
    mask="none"     nothing hidden: one pass gives log-probabilities, attention received and, on `embed`, the embedding.
    mask="changed"  all tokens *not* shared with `contrast` hidden together, and those are scored.
    mask="within-word", "whole-word"  as each, but with a token the later pieces of its word are hidden as well (Kauf
                    and Ivanova 2023), or all other pieces of its word.

    Tokens are shared if `difflib.SequenceMatcher` puts them into equal blocks. Its answer depends on the order of its
    two arguments: `text` is the first if `text_is_first`, else `contrast` is. Only the model knows its tokens, so it
    decides.
    """

    text: str
    contrast: str | None = None
    mask: Mask = "each"
    text_is_first: bool = True
    embed: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """How likely each candidate is at the `SLOT` of `text`.

    scoring="together"      as many masks as the candidate has sub-words; log-probabilities of the pieces are summed.
    scoring="every-piece"   as released for the Categorical Bias score: every piece at every mask (W x W terms); pieces
                            and hidden sub-words are those of the words alone, unknown ones included.
    scoring="first-piece"   as together, but the log-probability of the first piece alone.
    scoring="within-word"   as many masks as the candidate has sub-words; pieces are put back one after another, the
                            later ones stay masked, and their log-probabilities are summed (Kauf and Ivanova 2023).
    scoring="left-to-right" pieces are put back one after another; the score is the mean log-probability of a piece.
    scoring="stereoset"     as released for StereoSet: mean *probability* of a piece, text put back and tokenised anew.
    scoring="sentence"      log-probability of the whole text with the candidate in it: from left to right, or, for a
                            masked model, the sum over all its tokens, each hidden in turn.

    `hidden` is a part of the text (an attribute word, say) that is masked as well, as many masks as it has sub-words
    in its place; `hidden_at` is where it starts in `text`. `read` is where the candidates are read then: at the slot,
    or as released for the Categorical Bias score, whose code, where the hidden part comes first, takes the neighbours
    from the second mask of the text on (the wrong place if the hidden part has several sub-words).
    `sentences` are the whole sentences where they are more than the filled text; a causal model reads those.
    """

    text: str
    candidates: tuple[str, ...]
    scoring: Scoring = "together"
    hidden: str | None = None
    hidden_at: int | None = None
    read: Literal["slot", "second-mask"] = "slot"
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entails:
    """Does the premise entail the hypothesis? Probabilities of entailment, neutral and contradiction.

    `language` (BCP 47) is for models that are asked in words. It follows from the texts, so that queries that differ in
    nothing else are the same.
    """

    premise: str
    hypothesis: str
    language: str = field(default="en", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Classify:
    """How likely each label of a text classifier is for a text: toxic or not, positive or negative, and the like.

    Labels are those of the model. Where a text may have several, they are independent of each other and need not sum
    to one.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Translate:
    """The text in another language. Languages are BCP 47; a translator maps them to its own codes."""

    text: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Embed:
    """The vector of one word. `case` names what happens when the word is not there as written."""

    word: str
    case: Literal["exact", "lower-if-missing"] = "exact"


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The scored tokens, in order. Arrays run over the scored tokens; `length` counts all non-special tokens."""

    tokens: tuple[str, ...]
    positions: NDArray[np.int32]
    logprobs: NDArray[np.float32]
    length: int
    hits: NDArray[np.bool_] | None = None
    """Was the token the model's first choice?"""
    attention: NDArray[np.float32] | None = None
    """Attention received; mask="none" only."""
    mean_over_masks: NDArray[np.float32] | None = None
    """mask="changed" only: the token's log-probability averaged over *all* hidden positions."""
    embedding: NDArray[np.float32] | None = None
    causal: bool = False
    """Each token was read given the ones before it alone: no number to compare with those of masked models."""
    summed: bool = False
    """Only the sum over the tokens is known (recorded answers): `logprobs` holds that one number."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """One log-score for each candidate (or label), in the order of `names`. NaN never: a missing one has a reason."""

    names: tuple[str, ...]
    logprobs: NDArray[np.float64]
    pieces: tuple[int, ...] = ()
    """How many sub-words each candidate had, where that means something."""
    missing: tuple[tuple[str, str], ...] = ()
    """(candidate, reason) for candidates that could not be scored; they are not in `names`."""
    variants: NDArray[np.float64] | None = None
    """Log-scores by single phrasings of the question (phrasings x names), where it was asked in several."""


@dataclass(frozen=True, slots=True)
class Text:
    """A translation."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """The vector of a word, and the form of the word that was found."""

    values: NDArray[np.float32]
    word: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """The model cannot answer this query; the reason is in plain words."""

    reason: str


Query = TokenLogprobs | Fill | Entails | Classify | Translate | Embed
Answer = Tokens | Choices | Text | Vector | Unanswered
ANSWERED_WITH: Mapping[type, type] = {
    TokenLogprobs: Tokens, Fill: Choices, Entails: Choices, Classify: Choices, Translate: Text, Embed: Vector,
}  # fmt: skip
"""What each query is answered with; `Unanswered` is an answer to all."""


class Ability(StrEnum):
    """A way of asking that a model can have and a measure can need; whoever lacks one cannot be measured with it."""

    TOKENS_EACH = "TokenLogprobs(each)"
    TOKENS_NONE = "TokenLogprobs(none)"
    TOKENS_CHANGED = "TokenLogprobs(changed)"
    TOKENS_WITHIN_WORD = "TokenLogprobs(within-word)"
    TOKENS_WHOLE_WORD = "TokenLogprobs(whole-word)"
    TOKENS_ATTENTION = "TokenLogprobs(attention)"
    """`Tokens.attention` is there, the attention that every token receives."""
    TOKENS_CROSSED = "TokenLogprobs(crossed)"
    """`Tokens.mean_over_masks` is there, each changed token at the places of all of them."""
    TOKENS_EMBEDDING = "TokenLogprobs(embedding)"
    FILL_TOGETHER = "Fill(together)"
    FILL_EVERY_PIECE = "Fill(every-piece)"
    FILL_FIRST_PIECE = "Fill(first-piece)"
    FILL_WITHIN_WORD = "Fill(within-word)"
    FILL_LEFT_TO_RIGHT = "Fill(left-to-right)"
    FILL_STEREOSET = "Fill(stereoset)"
    FILL_SENTENCE = "Fill(sentence)"
    FILL_HIDDEN = "Fill(hidden)"
    """A slot can be filled while another part of the text is hidden."""
    ENTAILS = "Entails"
    CLASSIFY = "Classify"
    TRANSLATE = "Translate"
    EMBED = "Embed"

    @property
    def query(self) -> str:
        """The name of the query that it is about: `Fill`."""
        return self.value.partition("(")[0]


_TEXT, _OTHER, _OPEN = "The woman is a teacher.", "The man is a teacher.", f"The {SLOT} is a teacher."
_CANDIDATES = ("woman", "man")
EXAMPLES: Mapping[Ability, Query] = {
    Ability.TOKENS_EACH: TokenLogprobs(_TEXT, contrast=_OTHER),
    Ability.TOKENS_NONE: TokenLogprobs(_TEXT, mask="none"),
    Ability.TOKENS_CHANGED: TokenLogprobs(_TEXT, contrast=_OTHER, mask="changed"),
    Ability.TOKENS_WITHIN_WORD: TokenLogprobs(_TEXT, contrast=_OTHER, mask="within-word"),
    Ability.TOKENS_WHOLE_WORD: TokenLogprobs(_TEXT, contrast=_OTHER, mask="whole-word"),
    Ability.TOKENS_ATTENTION: TokenLogprobs(_TEXT, mask="none"),
    Ability.TOKENS_CROSSED: TokenLogprobs(_TEXT, contrast=_OTHER, mask="changed"),
    Ability.TOKENS_EMBEDDING: TokenLogprobs(_TEXT, mask="none", embed=True),
    Ability.FILL_TOGETHER: Fill(_OPEN, _CANDIDATES),
    Ability.FILL_EVERY_PIECE: Fill(_OPEN, _CANDIDATES, "every-piece"),
    Ability.FILL_FIRST_PIECE: Fill(_OPEN, _CANDIDATES, "first-piece"),
    Ability.FILL_WITHIN_WORD: Fill(_OPEN, _CANDIDATES, "within-word"),
    Ability.FILL_LEFT_TO_RIGHT: Fill(_OPEN, _CANDIDATES, "left-to-right"),
    Ability.FILL_STEREOSET: Fill(_OPEN, _CANDIDATES, "stereoset"),
    Ability.FILL_SENTENCE: Fill(_OPEN, _CANDIDATES, "sentence"),
    Ability.FILL_HIDDEN: Fill(_OPEN, _CANDIDATES, hidden="teacher", hidden_at=_OPEN.index("teacher")),
    Ability.ENTAILS: Entails("A woman is teaching.", "A person is teaching."),
    Ability.CLASSIFY: Classify(_TEXT),
    Ability.TRANSLATE: Translate("Bera irakaslea da.", "eu", "en"),
    Ability.EMBED: Embed("mother"),
}
"""One query for each ability: what every kind of model that claims the ability is tried on."""


def abilities_of(query: Query) -> frozenset[Ability]:
    """What a model must be able to do to answer this query."""
    match query:
        case TokenLogprobs():
            further = {Ability.TOKENS_EMBEDDING} if query.embed else set()
            return frozenset({Ability(f"TokenLogprobs({query.mask})"), *further})
        case Fill():
            further = {Ability.FILL_HIDDEN} if query.hidden is not None else set()
            return frozenset({Ability(f"Fill({query.scoring})"), *further})
        case _:
            return frozenset({Ability(type(query).__name__)})


def texts_of(query: Query) -> tuple[str, ...]:
    """What a model is given to read."""
    match query:
        case Fill():
            return tuple(query.text.replace(SLOT, candidate) for candidate in query.candidates)
        case Entails():
            return query.premise, query.hypothesis
        case Embed():
            return (query.word,)
        case _:
            return (query.text,)
