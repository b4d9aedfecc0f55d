"""Balanced likelihood: sentences that differ in the group alone are made equally likely; all else stays as it was.

Pairs come from a file (`pairs`: columns `more` and `less`, as pair datasets have them), or are made of the corpus as
counterfactual augmentation does: a line, and the line with another group in it. Lines without a mention hold the model:
it is kept near what it was on them (see `backends/training/balanced`). Unlike counterfactual text, which a model has to
learn from, the difference itself is what is trained away.
Relations: for masked models the equalising loss of Guo et al. (Auto-Debias, ACL 2022) without prompts, and the
penalty of Kaneko and Bollegala (EACL 2021) with a divergence of outputs in the place of a distance of states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from babelance.backends.training.balanced import BalancedTask, TokenPair
from babelance.backends.training.loop import Task, Tell
from babelance.backends.training.masking import Masker
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.errors import DataError, InputError
from babelance.core.mitigation import Example, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.datasets import find
from babelance.mitigations.balance import choice
from babelance.mitigations.balance.choice import Balance, Pair
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning.example import QUICK, small_example
from babelance.mitigations.tuning.family import family_of
from babelance.mitigations.tuning.further_training import Intervention, Materials, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning

PASSES = 3
"""Each line with a mention is paired with up to so many others."""
FEWEST_PAIRS = 10
DEV_SHARE = 10
"""Every so-manyth pair judges epochs."""


@dataclass(frozen=True)
class BalancedLikelihood:
    """Make sentences that differ in the group alone equally likely, and hold the model where it was on all other text.

    For masked and causal language models.

    Example: babelance mitigate balanced-likelihood -m bert-base-german-cased -c news.de.txt.gz -l de -o balanced-de

    Example: babelance mitigate balanced-likelihood -m gpt2 -c news.en.txt.gz -l en --pairs own-pairs.csv -o balanced-en
    """

    language: Annotated[str, LANGUAGE]
    balance: Annotated[Balance, Flag(choice.BALANCE_HELP)] = "groups"
    groups: Annotated[str | None, Flag(choice.GROUPS_HELP)] = None
    pairs: Annotated[str | None, Flag("Dataset or file of pairs (more, less) instead of pairs made of the corpus.")] = (
        None
    )
    hold: Annotated[float, Flag("Weight of what holds the model where it was on other text.")] = 1.0
    tuning: Tuning = field(default_factory=lambda: Tuning(epochs=5, patience=None))
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Balanced likelihood"

    def __post_init__(self) -> None:
        if self.hold < 0:
            raise InputError(f"The weight --hold must not be negative, not {self.hold}. Usual is 1.")
        if self.tuning.until is not None:
            raise InputError("--until is about the loss of language modelling, which is held here and not trained.")

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        family = family_of(model)
        pairs = self._pairs(corpus)
        if len(pairs) < FEWEST_PAIRS:
            raise InputError(
                f"{len(pairs)} pairs were found, and {FEWEST_PAIRS} are needed at least. Give a corpus that mentions "
                "the groups, or pairs of your own with --pairs."
            )
        with_mention = {line for line, _ in pairs}
        if not any(line not in with_mention for line in choice.training_lines(corpus, self.tuning.seed)):
            raise InputError(
                "Every line of the corpus mentions one of the groups. Give other text, too: it holds the model."
            )
        change = Intervention(
            "balanced-likelihood",
            self.language,
            rewrite=lambda line: "" if line in with_mention else line,
            key=self._key(),
            facts={"balance": self.balance, "pairs": len(pairs), "pairs_from": self.pairs, "hold": self.hold},
            family=family,
            objective=lambda materials: self._task(pairs, materials, masked=family.kind == "masked"),
        )
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    def _key(self) -> str:
        chosen = choice.key_of(self.balance, self.groups)
        own = "" if self.pairs is None else find(self.pairs).fingerprint(self.language)
        return f"{chosen} {own} {self.hold}"

    def _pairs(self, corpus: Sequence[str]) -> list[Pair]:
        if self.pairs is not None:
            items = find(self.pairs).items(self.language)
            return [(item.texts["more"], item.texts["less"]) for item in items if {"more", "less"} <= set(item.texts)]
        balancer = choice.balancer_of(self.language, self.balance, self.groups, self.tuning.seed)
        lines = [*choice.training_lines(corpus, self.tuning.seed)]
        return choice.pairs_of(balancer, lines, passes=PASSES)

    def _task(self, pairs_of_texts: Sequence[Pair], materials: Materials, *, masked: bool) -> Task:
        tuning, tokenizer = materials.tuning, materials.tokenizer
        pairs = _token_pairs(pairs_of_texts, tokenizer, tuning.length)
        return BalancedTask(
            materials.network,
            [pair for index, pair in enumerate(pairs) if index % DEV_SHARE],
            pairs[::DEV_SHARE],
            materials.rows["train"],
            materials.rows["dev"],
            Masker.of(tokenizer, tuning.masked) if masked else None,
            tuning.batch,
            tuning.seed,
            self.hold,
        )

    @classmethod
    def automatic(cls, wanted: Wanted) -> BalancedLikelihood:
        return cls(
            wanted.language,
            wanted.about,
            wanted.groups,
            tuning=replace(wanted.tuning, until=None, patience=None),
            options=wanted.options,
        )

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls("en", "gender", tuning=QUICK), folder)


def _token_pairs(pairs_of_texts: Sequence[Pair], tokenizer: Any, length: int) -> list[TokenPair]:
    """Pairs as sub-words; those that are too long for the model, or the same to it, are passed over."""
    before, after = _corpus.frame(tokenizer)
    pairs = []
    for texts in pairs_of_texts:
        with explain_encoding(tokenizer):
            bare = tokenizer(list(texts), add_special_tokens=False, return_attention_mask=False)["input_ids"]
        pair = TokenPair.of(*([*before, *ids, *after] for ids in bare))
        if pair is not None and max(len(pair.first), len(pair.second)) <= length:
            pairs.append(pair)
    if len(pairs) < 2:
        raise DataError("The model's tokenizer does not tell the sentences of these pairs apart, or they are too long.")
    return pairs


mitigation = BalancedLikelihood
