"""What every registered kind of model promises, tried on the smallest model of the kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from babelance.core import query as queries
from babelance.core.contracts import kind_problems
from babelance.core.errors import MissingExtra, ModelError
from babelance.core.model import Model, Options
from babelance.core.query import (
    ANSWERED_WITH,
    EXAMPLES,
    Ability,
    Answer,
    Tokens,
    Unanswered,
    abilities_of,
)
from babelance.core.registry import MODELS

ALL = MODELS.names()
Opened = Callable[[str], Model]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The example of a kind, written and opened once."""
    models: dict[str, Model] = {}

    def open_once(name: str) -> Model:
        if name not in models:
            models[name] = _open(name, tmp_path_factory.mktemp(name))
        return models[name]

    return open_once


def _open(name: str, folder: Path) -> Model:
    kind = MODELS.get(name)
    assert kind.example is not None, f"the kind '{name}' has no example"
    try:
        spec = kind.example(folder)
        if (reason := kind.reason_unsupported(spec)) and name == "apertium":
            pytest.skip(reason)
        return kind.open(spec, Options())
    except (MissingExtra, ImportError) as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", ALL)
def test_a_kind_has_what_a_kind_must_have(name: str) -> None:
    assert list(kind_problems(name, MODELS.get(name))) == []
    assert MODELS.get(name).example is not None


@pytest.mark.parametrize("name", ALL)
def test_the_example_of_a_kind_is_taken_by_it_and_known_without_weights(name: str, opened: Opened) -> None:
    model = opened(name)
    assert isinstance(model, Model)
    assert model.id and model.fingerprint
    assert model.answers <= MODELS.get(name).answers
    assert model.items_per_commit >= 1


CLAIMED = [(name, ability) for name in ALL for ability in sorted(MODELS.get(name).answers)]


@pytest.mark.parametrize(("name", "ability"), CLAIMED)
def test_a_kind_answers_what_it_claims_to_answer(name: str, ability: Ability, opened: Opened) -> None:
    query = EXAMPLES[ability]
    [answer] = opened(name).answer([query])
    assert not isinstance(answer, Unanswered), answer
    assert isinstance(answer, ANSWERED_WITH[type(query)])
    if isinstance(answer, Tokens):
        assert ability is not Ability.TOKENS_ATTENTION or answer.attention is not None
        assert ability is not Ability.TOKENS_CROSSED or answer.mean_over_masks is not None
        assert ability is not Ability.TOKENS_EMBEDDING or answer.embedding is not None


@pytest.mark.parametrize("name", ALL)
def test_a_kind_says_no_to_what_it_does_not_claim_to_answer(name: str, opened: Opened) -> None:
    model = opened(name)
    for query in EXAMPLES.values():
        if not abilities_of(query) <= model.answers:
            assert _refused(model, query), query


def _refused(model: Model, query: queries.Query) -> bool:
    try:
        [answer] = model.answer([query])
    except ModelError:
        return True
    return isinstance(answer, Unanswered)


@pytest.mark.parametrize("name", ALL)
def test_answers_come_in_the_order_of_the_queries_and_do_not_depend_on_their_neighbours(
    name: str, opened: Opened
) -> None:
    model = opened(name)
    asked = [query for query in dict.fromkeys(EXAMPLES.values()) if abilities_of(query) <= model.answers]
    together = list(model.answer(asked[::-1]))[::-1]
    alone = [answer for query in asked for answer in model.answer([query])]
    assert len(together) == len(asked)
    assert [_numbers(answer) for answer in together] == [_numbers(answer) for answer in alone]


def _numbers(answer: Answer) -> str:
    from babelance.core.codec import to_json

    return str(to_json(answer))


def test_there_is_one_example_query_for_each_ability_and_one_ability_for_each_way_of_asking() -> None:
    assert set(EXAMPLES) == set(Ability)
    for ability, query in EXAMPLES.items():
        assert ability in abilities_of(query) | {Ability.TOKENS_ATTENTION, Ability.TOKENS_CROSSED}
    for kind, known in ((queries.TokenLogprobs, "each"), (queries.Fill, "together")):
        [ways] = [get_args(hint) for hint in get_type_hints(kind).values() if known in get_args(hint)]
        assert {f"{kind.__name__}({way})" for way in ways} <= set(Ability)
