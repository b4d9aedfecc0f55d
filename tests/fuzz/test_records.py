"""Values of any type in any place of our JSON files; and whatever is written is read back equal, or refused."""

from __future__ import annotations

import copy
import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from babelance.core.card import from_record as card_from_record
from babelance.core.codec import from_json, to_json
from babelance.core.errors import BabelanceError
from babelance.core.estimate import from_record, to_record
from babelance.core.query import Embed, Entails, Fill, TokenLogprobs, Translate
from babelance.core.signature import RESERVED, Signature
from babelance.datasets import find
from babelance.text.parallel import blocks
from tests.fuzz import seeds
from tests.report import made_up

MANY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("²") | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside."""
    yield before
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield from places(one, (*before, key))


def changed(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    whole, parent = copy_with_parent(record, path)
    parent[path[-1]] = value
    return whole


def copy_with_parent(record: Any, path: tuple[Any, ...]) -> tuple[Any, Any]:
    """A copy, and what in it holds the value at this place."""
    whole = parent = copy.deepcopy(record)
    for key in path[:-1]:
        parent = parent[key]
    return whole, parent


@st.composite
def damaged(draw: Any, record: Any) -> Any:
    """The record with some value replaced, or left out."""
    place = draw(st.sampled_from(sorted(places(record), key=str)))
    if place and isinstance(place[-1], str) and draw(st.booleans()):
        whole, parent = copy_with_parent(record, place)
        del parent[place[-1]]
        return whole
    return changed(record, place, draw(VALUES))


RESULT = to_record(made_up.results(("de",))[0])
RECORDED = [json.loads(line) for line in seeds.recorded().decode().splitlines()]


@MANY
@given(damaged(RESULT))
def test_a_line_of_results_is_a_result_or_refused(record: Any) -> None:
    try:
        result = from_record(record)
    except BabelanceError:
        return
    assert from_record(to_record(result)) == result
    assert result.undefined is not None or all(
        isinstance(one, float) and not math.isnan(one) for one in (result.value, result.low)
    )


@MANY
@given(damaged(json.loads(seeds.card())))
def test_a_card_is_a_card_or_refused(record: Any) -> None:
    try:
        card = card_from_record(record if isinstance(record, dict) else {"title": record}, name="x")
    except BabelanceError:
        return
    assert all(isinstance(code, str) for code in card.languages)
    assert card.speaks(card.languages[0] if card.languages else "de")


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_a_recorded_answer_is_one_or_refused(number: int, tmp_path: Path) -> None:
    @settings(MANY, max_examples=25)
    @given(damaged(RECORDED[number]))
    def check(record: Any) -> None:
        from babelance.core.model import Options
        from babelance.core.registry import MODELS

        path = tmp_path / "answers.jsonl"
        path.write_text(json.dumps(record) + "\n", encoding="utf-8")
        try:
            [answer] = (
                MODELS.get("recorded").open(f"json:{path}", Options()).answer([from_json(RECORDED[number]["query"])])
            )
        except BabelanceError:
            return
        assert type(answer).__name__ in ("Unanswered", RECORDED[number]["answer"]["kind"])

    check()


@MANY
@given(st.one_of(
    st.builds(TokenLogprobs, TEXTS, st.none() | TEXTS, st.sampled_from(["each", "none", "changed"]), st.booleans()),
    st.builds(Fill, TEXTS, st.lists(TEXTS, max_size=3).map(tuple)),
    st.builds(Entails, TEXTS, TEXTS), st.builds(Translate, TEXTS, TEXTS, TEXTS), st.builds(Embed, TEXTS),
))  # fmt: skip
def test_any_query_is_read_back_equal(query: Any) -> None:
    assert from_json(json.loads(json.dumps(to_json(query)))) == query


NAMES = TEXTS.filter(
    lambda text: text.strip() and not set(text) & set("|:@#\n\r") and text not in RESERVED and "%" not in text
)


@MANY
@given(
    measure=NAMES.map(str.strip).filter(bool), options=st.dictionaries(NAMES, TEXTS, max_size=2), model=TEXTS,
    data=TEXTS, language=st.sampled_from(["de", "zh-Hant", "pt-BR"]), group=st.none() | TEXTS,
    n=st.integers(0, 2**63 - 1), seed=st.integers(0, 2**63 - 1),
)  # fmt: skip
def test_any_signature_is_read_back_equal(
    measure: str, options: dict[str, str], model: str, data: str, language: str, group: str | None, n: int, seed: int
) -> None:
    signature = Signature(measure, options, model, data, language, n, n, "wilson.95", seed, "0.1.0", group)
    assert Signature.parse(str(signature)) == signature


ROWS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json", "parquet"])
def test_any_texts_of_a_table_are_read_back_equal(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"p.{ending}"

    @settings(MANY, max_examples=25)
    @given(ROWS)
    def check(rows: list[tuple[str, str]]) -> None:
        path.write_bytes(_table(ending, rows))
        try:
            items = list(find(str(path)).items("en"))
        except BabelanceError:
            return
        assert [(item.texts["more"], item.texts["less"]) for item in items] == rows

    check()


def _table(ending: str, rows: list[tuple[str, str]]) -> bytes:
    records = [{"more": more, "less": less} for more, less in rows]
    if ending == "parquet":
        out = io.BytesIO()
        parquet.write_table(pa.Table.from_pylist(records), out)
        return out.getvalue()
    if ending in ("csv", "tsv"):
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter="," if ending == "csv" else "\t", quoting=csv.QUOTE_ALL)
        writer.writerows([("more", "less"), *rows])
        return text.getvalue().encode()
    if ending == "json":
        return json.dumps(records, ensure_ascii=False).encode()
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def test_any_lines_of_a_corpus_are_read_back_equal(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    lines = st.text(st.characters(codec="utf-8", exclude_characters="\0\n\r\t\ufeff"), max_size=20)

    @settings(MANY, max_examples=40)
    @given(st.lists(st.tuples(lines, lines), min_size=1, max_size=5))
    def check(rows: list[tuple[str, str]]) -> None:
        path.write_bytes("".join(f"x{a}\t{b}\n" for a, b in rows).encode())
        found = [block.sides() for block in blocks([str(path)], source="en", target="de")]
        read = [(str(a), str(b).removesuffix("\n")) for sides in found
                for a, b in zip(sides.source.to_pylist(), sides.target.to_pylist(), strict=True)]  # fmt: skip
        assert read == [(f"x{a}", b) for a, b in rows]

    check()
