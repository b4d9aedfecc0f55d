"""Which groups are balanced: those of the language's probes, of a file, or the two genders; and what text says of them.

`pairs_of` gives sentences that should be equally likely: a line, and the line with another group in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from babelance.core.errors import InputError
from babelance.mitigations.balance.draws import Balancer, count_changes
from babelance.mitigations.balance.gender import Gender
from babelance.mitigations.balance.groups import Groups
from babelance.mitigations.tuning import corpus as _corpus
from babelance.text.streams import text_lines

Balance = Literal["groups", "gender"]
BALANCE_HELP = "groups (countries of babel-groups) or gender."
GROUPS_HELP = "JSON file of your own groups: key → name, or key → list of its forms."
Pair = tuple[str, str]


def balancer_of(language: str, balance: str, groups: str | None, seed: int) -> Balancer:
    """A new one: rewriting the same lines again gives the same."""
    if groups is not None and balance != "groups":
        raise InputError(f"--groups and --balance {balance} do not go together: the file has groups.")
    return Gender.of(language, seed) if balance == "gender" else Groups.of(language, seed, groups)


def key_of(balance: str, groups: str | None) -> str:
    """Tells these groups from others."""
    return balance if groups is None else f"{balance} {_corpus.fingerprint([groups])}"


def mentions(balancer: Balancer, corpus: Sequence[str], seed: int, language: str, what: str) -> dict[str, Any]:
    """How often each group is mentioned in the training part, before and after; an error if none is."""
    counts = count_changes(balancer, training_lines(corpus, seed))
    if not sum(counts["before"].values()):
        raise InputError(
            f"The training part of the corpus mentions nothing of '{what}' in '{language}', so there is nothing to "
            "balance. Is it text of that language?"
        )
    return counts


def training_lines(corpus: Sequence[str], seed: int) -> Iterator[str]:
    return (line for line in text_lines(corpus) if _corpus.part_of(line, seed) == "train")


def pairs_of(balancer: Balancer, lines: Sequence[str], *, passes: int) -> list[Pair]:
    """Each line with other groups, as many as there are passes; lines that must stay as they are give none."""
    rewritten = dict.fromkeys((line, balancer.rewrite(line)) for _ in range(passes) for line in lines)
    return [(line, other) for line, other in rewritten if line != other]
