"""`--limit`: fewer items that ask what all of them ask."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from babelance.api import evaluate
from babelance.core.errors import InputError
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
    assert choose_items(dataset, "de", Settings(limit=7, limit_rule="first")) == every[:7]


@pytest.mark.parametrize(("mark", "rule"), [("", "first"), (".even", "even"), (".balanced", "balanced")])
def test_a_signature_says_how_items_were_chosen_and_is_replayed_so(mark: str, rule: str) -> None:
    written = SIGNATURE.replace("limit:20", f"limit:20{mark}")
    signature = Signature.parse(written)
    assert str(signature) == written and signature.limit == 20
    assert plan_of(signature).settings.limit_rule == rule


def test_a_run_of_today_is_signed_with_the_rule_of_today() -> None:
    result = evaluate("cps", model="fake:random", data="babel-pairs", language="de", limit=6, draws=100)
    assert "|limit:6.balanced|" in str(result.about.signature)


@pytest.mark.parametrize("written", ["20.evener", "20.", ".even", "20.even.balanced", "20.3", "x", "20 .even"])
def test_a_rule_that_nobody_knows_is_told_and_not_replayed_by_another(written: str) -> None:
    with pytest.raises(InputError, match=r"does not know how the items of 'limit:|no whole numbers"):
        Signature.parse(SIGNATURE.replace("limit:20", f"limit:{written}"))


def test_signatures_of_the_older_rule_are_replayed_with_its_items() -> None:
    """Counted with the version that wrote them: six pairs were all about women, fifty 28 about women."""
    for count, women in ((6, 6), (50, 28)):
        few = choose_items(find("babel-pairs"), "en", Settings(limit=count, limit_rule="even"))
        assert Counter(item.tags["stereotype"] for item in few)["female"] == women and len(few) == count


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
