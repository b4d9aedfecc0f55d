"""Scored items."""

import pickle

from babelance.core.scored import LazyDetail


def test_detail_is_made_when_it_is_looked_at_and_only_once() -> None:
    made = []

    def make() -> dict[str, object]:
        made.append(1)
        return {"tokens": ["a", "b"], "values": [1.0, 2.0]}

    detail = LazyDetail(make)
    assert detail and not made
    assert dict(detail) == {"tokens": ["a", "b"], "values": [1.0, 2.0]}
    assert (detail["values"], len(detail), list(detail)) == ([1.0, 2.0], 2, ["tokens", "values"])
    assert len(made) == 1


def test_detail_goes_to_another_process_as_what_it_is_made_into() -> None:
    sent = pickle.loads(pickle.dumps(LazyDetail(lambda: {"tokens": ["a"]})))
    assert sent == {"tokens": ["a"]} and type(sent) is dict
