"""`--limit`: fewer items that ask what all of them ask."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from babelance.core.item import Item
from babelance.core.signature import Signature
from babelance.datasets import find
from babelance.run.limit import choose_items, evenly
from babelance.run.plan import Settings
from babelance.run.signed_plan import plan_of

SIGNATURE = "cps|fidelity:paper|m:fake:random|d:babel-pairs|l:de|n:20/20|ci:wilson.95|seed:0|limit:20|v:0.1.0"


def test_an_nli_run_of_a_few_items_has_all_three_sets_in_proportion() -> None:
    dataset = find("babel-nli")
    every = Counter(item.tags["set"] for item in dataset.items("en"))
    few = Counter(item.tags["set"] for item in choose_items(dataset, "en", Settings(limit=200)))
    assert few.total() == 200
    for name, count in every.items():
        assert few[name] == pytest.approx(200 * count / every.total(), abs=1)


def test_sentences_of_both_groups_come_in_proportion() -> None:
    few = Counter(item.tags["group"] for item in choose_items(find("babel-sentences"), "de", Settings(limit=50)))
    assert few == {"female": 25, "male": 25}


def test_the_same_items_every_time_in_the_order_of_the_data() -> None:
    dataset = find("babel-pairs")
    order = [item.id for item in dataset.items("de")]
    chosen = [[item.id for item in choose_items(dataset, "de", Settings(limit=17))] for _ in range(2)]
    assert chosen[0] == chosen[1] == sorted(chosen[0], key=order.index)


def test_more_than_there_are_is_everything_and_the_first_ones_on_request() -> None:
    dataset = find("babel-pairs")
    every = list(dataset.items("de"))
    assert choose_items(dataset, "de", Settings(limit=10_000)) == every == choose_items(dataset, "de", Settings())
    assert choose_items(dataset, "de", Settings(limit=7, even=False)) == every[:7]


def test_a_signature_says_how_items_were_chosen_and_old_ones_mean_the_first() -> None:
    old = Signature.parse(SIGNATURE)
    new = replace(old, even=True)
    assert "|limit:20.even|" in str(new) and Signature.parse(str(new)) == new
    assert str(old) == SIGNATURE
    assert [plan_of(one).settings.even for one in (old, new)] == [False, True]


@given(some.lists(some.tuples(some.sampled_from("ab"), some.sampled_from("xyz")), max_size=40), some.integers(1, 40))
def test_no_value_of_a_tag_is_left_out_while_there_is_room(rows: list[tuple[str, str]], count: int) -> None:
    items = [Item(str(i), "en", {}, {"set": first, "group": second}) for i, (first, second) in enumerate(rows)]
    chosen = evenly(items, count, ["set", "group"])
    assert len(chosen) == min(count, len(items)) == len({item.id for item in chosen})
    if count >= 2:
        assert {item.tags["set"] for item in chosen} == {item.tags["set"] for item in items}


@pytest.mark.parametrize("count", [5, 6, 12, 24, 50, 73])
def test_both_stereotypes_have_their_half_of_a_few_pairs_from_many_domains(count: int) -> None:
    few = Counter(item.tags["stereotype"] for item in choose_items(find("babel-pairs"), "en", Settings(limit=count)))
    assert few.total() == count and abs(few["male"] - few["female"]) <= 1


@pytest.mark.parametrize("count", [6, 14, 50])
def test_both_groups_have_the_same_domains_and_pairs(count: int) -> None:
    few = choose_items(find("babel-sentences"), "en", Settings(limit=count))
    women, men = (
        [(item.tags["domain"], item.tags["pair"]) for item in few if item.tags["group"] == group]
        for group in ("female", "male")
    )
    assert sorted(women) == sorted(men) and len(women) == count // 2
