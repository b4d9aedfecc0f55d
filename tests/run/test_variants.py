"""Options that choose among datasets."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import InputError
from babelance.core.query import Fill
from babelance.core.registry import DATASETS
from babelance.run.plan import make_plan
from babelance.run.variants import choose_variants
from tests.expecting import expect

LANGUAGES = ("ar", "de", "el", "en", "es", "ko", "tr", "zh")


def test_an_option_names_another_dataset_and_is_settled_by_it() -> None:
    chosen, left = choose_variants(["ethnic-bias", "babel-groups"], {"attributes": "plus", "targets": "plus"})
    assert chosen == ["ethnic-bias-plus", "babel-groups"]
    assert left == {"targets": "plus"}
    assert choose_variants(["ethnic-bias-plus"], {"attributes": "paper"}) == (["ethnic-bias"], {})


def test_data_without_variants_leave_the_option_to_the_measures() -> None:
    assert choose_variants(["babel-groups", "no-such.csv"], {"attributes": "plus"})[1] == {"attributes": "plus"}
    with pytest.raises(InputError, match="No chosen measure has an option 'attributes'"):
        make_plan(models=["fake:random"], data=["babel-groups"], measures=["cb"], options={"attributes": "plus"})


def test_a_wrong_value_is_named_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match=r"'all' is no value for 'attributes' of 'ethnic-bias'\. Choose paper or plus"):
        choose_variants(["ethnic-bias"], {"attributes": "all"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("words", "more"), [("paper", 0), ("plus", 5)])
def test_thirty_targets_and_seventy_attributes_and_five_more_in_every_language(
    mirror: Path, language: str, words: str, more: int
) -> None:
    chosen = {"targets": words, "attributes": words}
    [job] = make_plan(
        models=["fake:random"], data=["ethnic-bias"], measures=["cb"], languages=[language], options=chosen
    ).jobs
    items = list(job.dataset.items(language))
    assert len({item.tags["attribute"] for item in items}) == 70 + more
    assert len(expect(Fill, job.measures["cb"].ask(items[0])[0]).candidates) == 30 + more


def test_the_card_names_the_words_that_are_more() -> None:
    notes = " ".join(DATASETS.get("ethnic-bias").card.notes)
    for word in ("North Korea", "Pakistan", "Romania", "Switzerland", "Morocco", "terrorist", "homeless", "slave"):
        assert word in notes
