"""Ranking embeddings: each measure in its own direction, over the queries that all can answer."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store
from babelance.studies.ranked import Entry, RankedEntry, Ranking, Ranks
from babelance.studies.ranking import _ranks_of, rank
from babelance.text.control_words import control_words

TARGETS = (["he", "him", "man", "boy", "son", "uncle"], ["she", "her", "woman", "girl", "daughter", "aunt"])
ATTRIBUTES = (
    ["office", "salary", "boss", "firm", "desk", "trade"],
    ["home", "wedding", "cousin", "meal", "garden", "parents"],
)


def vectors(path: Path, *, bias: float, seed: int = 0, without: tuple[str, ...] = ()) -> str:
    """Random vectors; targets and attributes share a direction of this strength, with opposite signs by group."""
    rng = np.random.default_rng(seed)
    rows = []
    for sets in (TARGETS, ATTRIBUTES):
        for sign, words in zip((1, -1), sets, strict=True):
            for word in words:
                row = rng.normal(size=20)
                row[0] += sign * bias
                rows += [] if word in without else [" ".join([word, *(f"{cell:.4f}" for cell in row)])]
    path.write_text("\n".join(rows) + "\n")
    return f"vec:{path}"


@pytest.fixture
def queries(tmp_path: Path) -> str:
    sets = [dict(zip(names, words, strict=True)) for names, words in ((("m", "f"), TARGETS), (("a", "b"), ATTRIBUTES))]
    names = ("first", "second")
    path = tmp_path / "queries.json"
    attributes = [sets[1], {"a": ATTRIBUTES[0][:5], "b": ATTRIBUTES[1][:5]}]
    path.write_text(
        json.dumps(
            [
                {"name": name, "target_sets": sets[0], "attribute_sets": attribute}
                for name, attribute in zip(names, attributes, strict=True)
            ]
        )
    )
    return str(path)


def rank_models(models: list[str], queries: str, measures: str, **options: str) -> Ranks:
    plan = make_plan(
        models=models, data=[queries], measures=measures.split(","), languages=["en"], options=options,
        settings=Settings(draws=200),
    )  # fmt: skip
    with Store() as store:
        [found] = rank([plan], store)
    return found


def of_models(ranking: Ranking) -> list[RankedEntry]:
    return [row for row in ranking.rows if not row.entry.null]


def test_the_biased_embedding_is_last_whether_high_or_low_is_good(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / "biased.txt", bias=6), vectors(tmp_path / "plain.txt", bias=0)]
    found = rank_models(models, queries, "weat,ect,rnd", aggregate="mean")
    places = {ranking.measure: [row.rank for row in of_models(ranking)] for ranking in found.rankings}
    assert places == {"weat": [2, 1], "ect": [2, 1], "rnd": [2, 1]}
    weat, ect, _ = found.rankings
    assert weat.rows[0].aggregate > weat.rows[1].aggregate
    assert ect.rows[0].aggregate < ect.rows[1].aggregate
    assert weat.rows[1].first > 0.9
    assert found.correlations["weat", "ect"] == 1


def test_equal_embeddings_share_a_rank(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / f"{name}.txt", bias=1) for name in ("a", "b")] + [vectors(tmp_path / "c.txt", bias=9)]
    [ranking] = rank_models(models, queries, "weat").rankings
    assert [row.rank for row in of_models(ranking)] == [1, 1, 3]
    assert [(row.rank_low, row.rank_high) for row in ranking.rows[:2]] == [(1, 1), (1, 1)]


def test_ranks_of_embeddings_without_bias_are_unsure(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / f"{seed}.txt", bias=0, seed=seed) for seed in range(3)]
    [ranking] = rank_models(models, queries, "weat").rankings
    assert any(row.rank_low < row.rank_high for row in of_models(ranking))


def test_a_query_that_one_embedding_cannot_answer_is_left_out_for_all(tmp_path: Path, queries: str) -> None:
    models = [
        vectors(tmp_path / "a.txt", bias=1, without=("trade", "desk")),
        vectors(tmp_path / "b.txt", bias=2),
    ]
    [ranking] = rank_models(models, queries, "weat", lost="0.4").rankings
    assert ranking.queries == ("first", "second")
    [stricter] = rank_models(models, queries, "weat", lost="0.25").rankings
    assert stricter.queries == ("second",)
    assert "lost 2 of 6 words of 'a'" in stricter.dropped["first"]
    assert stricter.rows[1].aggregate == pytest.approx(abs(float(stricter.matrix["second"][1])))


def test_nothing_in_common_is_an_error_that_says_why(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / "a.txt", bias=1, without=tuple(TARGETS[0])), vectors(tmp_path / "b.txt", bias=2)]
    with pytest.raises(InputError, match=r"No query can be answered by all 2 models.*'m'"):
        rank_models(models, queries, "weat")


def test_one_embedding_is_no_ranking(tmp_path: Path, queries: str) -> None:
    with pytest.raises(InputError, match="two models or more"):
        rank_models([vectors(tmp_path / "a.txt", bias=1)], queries, "weat")


def test_rounding_does_not_make_ranks() -> None:
    entries = [Entry(name, "en") for name in "abc"]
    assert _ranks_of(np.array([0.3, 0.1 + 0.2, 0.2]), entries).tolist() == [2, 2, 1]
    assert _ranks_of(np.array([0.3, 0.3 + 1e-7, 0.2]), entries).tolist() == [2, 2, 1]  # single precision
    assert _ranks_of(np.array([0.3, 0.3 + 1e-5, 0.2]), entries).tolist() == [2, 3, 1]


def test_every_table_has_rows_that_know_nothing_and_they_take_no_rank(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / "biased.txt", bias=6), vectors(tmp_path / "other.txt", bias=4, seed=1)]
    [ranking] = rank_models(models, queries, "weat").rankings
    nulls = [row for row in ranking.rows if row.entry.null]
    assert [row.entry.model for row in nulls] == ["random vectors", "shuffled vectors"]
    assert sorted(row.rank for row in of_models(ranking)) == [1, 2]
    assert all(row.told_apart for row in of_models(ranking)) and all(row.aggregate < 1 for row in nulls)
    assert all(row.rank == 1 for row in nulls)  # noise is unbiased: it would come first


def test_a_model_like_noise_is_not_told_apart_from_it(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / "biased.txt", bias=6), vectors(tmp_path / "plain.txt", bias=0)]
    [ranking] = rank_models(models, queries, "weat").rankings
    assert [row.told_apart for row in of_models(ranking)] == [True, False]


def with_control_words(path: Path, spec: str, *, known: bool, scale: float = 1.0) -> str:
    """The same vectors and the control words, by kind if `known`, else at random; all lengths times `scale`."""
    rng = np.random.default_rng(3)
    kinds = control_words("en")
    centres = {kind: rng.normal(size=20) * 3 for kind in set(kinds.values())}
    rows = [line.split() for line in Path(spec.removeprefix("vec:")).read_text().splitlines()]
    rows += [[word, *(rng.normal(size=20) + known * centres[kind]).astype(str)] for word, kind in kinds.items()]
    lines = (" ".join([word, *(f"{scale * float(cell):.6f}" for cell in row)]) for word, *row in rows)
    path.write_text("\n".join(lines) + "\n")
    return f"vec:{path}"


def test_vectors_whose_control_words_lie_at_random_come_last_with_the_reason(tmp_path: Path, queries: str) -> None:
    biased, plain = (vectors(tmp_path / f"{bias}.txt", bias=bias) for bias in (6, 0))
    models = [
        with_control_words(tmp_path / "able.txt", biased, known=True),
        with_control_words(tmp_path / "noise.txt", plain, known=False),
    ]
    [ranking] = rank_models(models, queries, "weat").rankings
    able, noise = of_models(ranking)
    assert (able.rank, noise.rank) == (1, 2) and able.aggregate > noise.aggregate
    assert "no nearer to each other" in noise.entry.unable and not able.entry.unable


def test_the_length_of_vectors_does_not_count_in_a_ranking(tmp_path: Path, queries: str) -> None:
    biased = vectors(tmp_path / "a.txt", bias=3)
    models = [biased, with_control_words(tmp_path / "tenth.txt", biased, known=True, scale=0.1)]
    words = ["rank", "-m", models[0], "-m", models[1], "-d", queries, "-l", "en", "--draws", "100", "--json"]
    record = json.loads(CliRunner().invoke(app, [*words, "--measures", "rnd,rnsb"]).stdout)
    assert [[row["rank"] for row in one["rows"][:2]] for one in record["rankings"]] == [[1, 1], [1, 1]]
    released = CliRunner().invoke(app, [*words, "--measures", "rnd", "--set", "fidelity=released"])
    assert [row["rank"] for row in json.loads(released.stdout)["rankings"][0]["rows"][:2]] == [2, 1]


def test_the_verb_prints_values_and_ranks_and_writes_them(tmp_path: Path, queries: str) -> None:
    models = [vectors(tmp_path / "a.txt", bias=5), vectors(tmp_path / "b.txt", bias=0)]
    words = ["rank", "-m", f"en={models[0]}", "-m", f"en={models[1]}", "-d", queries, "--draws", "100"]
    shown = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert shown.exit_code == 0, shown.output
    assert "Kendall" in shown.stdout and "2 of 2 queries" in shown.stdout
    [found] = json.loads((tmp_path / "out" / "rank.json").read_text())
    rows = found["rankings"][0]["rows"]
    assert [row["rank"] for row in rows if not row["null"]] == [2, 1]
    assert [row["model"] for row in rows if row["null"]] == ["random vectors", "shuffled vectors"]
    assert len((tmp_path / "out" / "rank.csv").read_text().splitlines()) == 1 + 4 * 2 * (2 + 2)
    machine = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(machine.stdout) == found


def test_the_language_is_named_for_all_models_or_none(tmp_path: Path, queries: str) -> None:
    one = vectors(tmp_path / "a.txt", bias=1)
    result = CliRunner().invoke(app, ["rank", "-m", f"en={one}", "-m", one, "-d", queries])
    assert isinstance(result.exception, InputError)
