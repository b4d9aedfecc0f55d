"""Values and texts beyond what can be computed with: one result is undefined, one item skipped, all others are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.api import execute
from babelance.core.estimate import Estimate, Undefined
from babelance.core.limits import LONGEST_TEXT
from babelance.core.model import Options
from babelance.core.query import Answer, Embed, Entails, Query, Text, TokenLogprobs, Translate, Unanswered
from babelance.core.registry import MODELS
from babelance.measures.formulas.logistic import probabilities
from babelance.run.executors.readable import MOST_CHARACTERS, answer_readable, readable
from babelance.run.plan import Settings, make_plan
from tests.fuzz import seeds
from tests.models import tiny_translator

HUGE = 3e37


def vectors(folder: Path) -> str:
    """Three groups in which some values are as large as a float32 can be."""
    rng = np.random.default_rng(0)
    words = [word for query in json.loads(seeds.queries()) for sets in ("target_sets", "attribute_sets")
             for group in query[sets].values() for word in group]  # fmt: skip
    rows = rng.normal(size=(len(words), 3)) * np.where(np.arange(len(words)) % 2, HUGE, 1e-30)[:, None]
    lines = (" ".join([word, *map(repr, row.tolist())]) for word, row in zip(words, rows, strict=True))
    (folder / "huge.vec").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "queries.json").write_bytes(seeds.queries())
    return str(folder / "huge.vec")


def test_huge_vectors_leave_one_measure_undefined_and_keep_the_others(tmp_path: Path) -> None:
    plan = make_plan(
        models=[f"vec:{vectors(tmp_path)}", "fake:random"],
        data=[str(tmp_path / "queries.json")],
        measures=["rnsb", "mac", "weat"],
        languages=["en"],
        settings=Settings(draws=100),
    )
    results = execute(plan, out=tmp_path / "out", store=tmp_path / "answers.sqlite").results
    huge = {result.about.measure: result for result in results if result.about.model.startswith("vec:")}
    assert isinstance(huge["rnsb"], Undefined) or np.isfinite(huge["rnsb"].value)
    assert all(
        isinstance(result, Undefined) or np.isfinite([result.value, result.low, result.high]).all()
        for result in results
    )
    assert any(isinstance(result, Estimate) for result in results if result.about.model.startswith("fake:"))
    assert json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))["complete"] is True


def test_a_computation_that_fails_costs_its_own_result_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from babelance.stats.estimate import estimate as computed

    def estimate(measure: Any, *words: Any, **options: Any) -> Any:
        if type(measure).__name__ == "Mac":
            raise np.linalg.LinAlgError("Singular matrix")
        return computed(measure, *words, **options)

    monkeypatch.setattr("babelance.run.results.estimate", estimate)
    vectors(tmp_path)
    plan = make_plan(
        models=["fake:random"], data=[str(tmp_path / "queries.json")], measures=["mac", "weat"], languages=["en"],
        settings=Settings(draws=100),
    )  # fmt: skip
    found = {result.about.measure: result for result in execute(plan, store=tmp_path / "answers.sqlite").results}
    assert isinstance(found["mac"], Undefined) and "Singular matrix" in found["mac"].undefined
    assert isinstance(found["weat"], Estimate)


def test_a_fit_without_digits_left_has_no_probabilities() -> None:
    examples = np.asarray([[1e200, 1e-200], [1e-200, 1e200], [-1e200, 1e200]])
    chances = probabilities(examples, np.asarray([True, False, True]), np.ones((2, 3)), examples)
    assert chances.shape == (2, 3)
    assert np.isnan(chances).all() or ((chances >= 0) & (chances <= 1)).all()


@pytest.mark.parametrize("length", [LONGEST_TEXT + 1, 50_000_000])
def test_a_text_of_megabytes_is_unanswered_before_any_model_sees_it(length: int) -> None:
    def answer(queries: list[Query]) -> dict[Query, Answer]:
        assert queries == [Embed("short")]
        return {query: Text("tea") for query in queries}

    endless = Embed("x" * length)
    found = answer_readable(answer, [endless, Embed("short")])  # type: ignore[arg-type]
    assert found[endless] == Unanswered("longer than 100,000 characters")
    assert found[Embed("short")] == Text("tea")


LONG = "x" * (LONGEST_TEXT + 1)


@pytest.mark.parametrize(
    ("name", "folder", "queries"),
    [
        ("masked", "mlm-bert", [TokenLogprobs(LONG), TokenLogprobs("He is here.")]),
        ("masked", "mlm-bert", [TokenLogprobs("He is here.", contrast=LONG), TokenLogprobs("He is here.")]),
        ("causal", "causal-gpt2", [TokenLogprobs(LONG), TokenLogprobs("He is here.")]),
        ("nli", "nli-bert", [Entails("He is here.", LONG), Entails("He is here.", "He is here.")]),
        ("seq2seq", "", [Translate(LONG, "en", "de")]),
    ],
)
def test_whoever_asks_a_model_itself_gets_no_answer_to_a_text_of_megabytes(
    fixtures: Path, tmp_path: Path, name: str, folder: str, queries: list[Query]
) -> None:
    place = fixtures / "models" / folder if folder else tmp_path / "marian"
    if not folder:
        tiny_translator.write_marian(place)
    first, *others = MODELS.get(name).open(str(place), Options()).answer(queries)
    assert first == Unanswered("longer than 100,000 characters")
    assert len(others) == len(queries) - 1 and not any(isinstance(other, Unanswered) for other in others)


def test_long_texts_are_asked_about_a_few_at_a_time() -> None:
    sizes: list[int] = []

    def answer(queries: list[Query]) -> dict[Query, Answer]:
        sizes.append(sum(len(query.word) for query in queries))  # type: ignore[union-attr, misc]
        return {query: Text("tea") for query in queries}

    queries = [Embed(str(number) * 50_000) for number in range(10, 100)]
    assert set(answer_readable(answer, queries)) == set(queries)  # type: ignore[arg-type]
    assert len(sizes) > 1 and max(sizes) <= MOST_CHARACTERS


def test_a_run_with_a_line_of_megabytes_skips_it(tmp_path: Path) -> None:
    pairs = [{"more": "He sings.", "less": "She sings."}] * 3 + [{"more": "x" * 5_000_000, "less": "y" * 5_000_000}]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in pairs), encoding="utf-8")
    plan = make_plan(
        models=["babelance/tiny-multilingual"], data=[str(tmp_path / "p.jsonl")], measures=["cps"], languages=["en"],
        settings=Settings(draws=100, nulls=False),
    )  # fmt: skip
    [result] = execute(plan, store=tmp_path / "answers.sqlite").results
    assert result.about.skipped == {"longer than 100,000 characters": 1}


def test_only_readable_texts_are_looked_at() -> None:
    assert readable(["a", "x" * (LONGEST_TEXT + 1), "b"]) == ["a", "b"]
