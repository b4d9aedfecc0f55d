"""What every registered dataset and language promises, tried on its own example: no download, no mirror."""

from __future__ import annotations

import pytest

from babelance.core.contracts import dataset_problems, item_problems, language_problems
from babelance.core.errors import DataError
from babelance.core.registry import DATASETS, LANGUAGES, MEASURES
from babelance.text.words import pattern


@pytest.mark.parametrize("name", DATASETS.names())
def test_a_dataset_has_what_a_dataset_must_have(name: str) -> None:
    assert list(dataset_problems(name, DATASETS.get(name))) == []


@pytest.mark.parametrize("name", DATASETS.names())
def test_the_example_items_of_a_dataset_have_its_fields(name: str) -> None:
    dataset = DATASETS.get(name)
    if not dataset.fields:
        with pytest.raises(DataError):
            next(iter(dataset.items(dataset.card.languages[0])))
        return
    items = dataset.examples()
    assert list(item_problems(name, items, dataset.fields)) == []
    assert len({item.id for item in items}) == len(items)
    assert {item.language for item in items} <= set(dataset.card.languages)
    assert all(text.strip() for item in items for text in item.texts.values())


@pytest.mark.parametrize("name", DATASETS.names())
def test_a_measure_that_fits_a_dataset_can_ask_about_its_example_items(name: str) -> None:
    dataset = DATASETS.get(name)
    for title, make in MEASURES.usable().items():
        measure = make(**make().example.options)
        if title != "log-prob-bias" and measure.fields <= dataset.fields:
            assert all(measure.ask(item) for item in dataset.examples() if item.tags.get("task") != "intersentence")


@pytest.mark.parametrize("code", LANGUAGES.names())
def test_a_language_has_what_a_language_must_have(code: str) -> None:
    assert list(language_problems(code, LANGUAGES.get(code))) == []


@pytest.mark.parametrize("code", LANGUAGES.names())
def test_the_gender_words_of_a_language_tell_its_two_example_sentences_apart(code: str) -> None:
    language = LANGUAGES.get(code)
    assert all(sentence.strip() for sentence in language.example), f"'{code}' has no example"
    finders = {gender: pattern(language.gender_words[gender], spaced=language.spaced) for gender in ("female", "male")}
    seen = [{gender for gender, finder in finders.items() if finder.search(sentence)} for sentence in language.example]
    assert seen == [{"female"}, {"male"}]
