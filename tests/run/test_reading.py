"""Likelihoods of a masked and of a causal model are never in one table, one correlation or one comparison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance import evaluate_many
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.signature import Signature
from babelance.deliver.website.files import site
from babelance.report.results import Results
from babelance.run.plan import Settings
from babelance.run.reading import reading_of
from babelance.studies.agreement import series

MODELS = ("mlm-bert", "causal-gpt2")


@pytest.fixture(scope="module")
def runs(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`mlm` and `causal`: two tiny models on the same pairs."""
    folder = tmp_path_factory.mktemp("runs")
    rows = "".join(f"The boat {n} sails.,The ship {n} sails.\n" for n in range(12))
    (folder / "pairs.csv").write_text(f"more,less\n{rows}", encoding="utf-8")
    for name in MODELS:
        evaluate_many(
            ["cps"], models=[str(fixtures / "models" / name)], data=[str(folder / "pairs.csv")], languages=["en"],
            out=folder / "all" / name.split("-")[0], store=folder / "store.sqlite",
            settings=Settings(draws=100, nulls=False),
        )  # fmt: skip
    return folder


def test_each_has_a_table_of_its_own_on_a_site(runs: Path, tmp_path: Path) -> None:
    site([runs / "all"], tmp_path / "site")
    text = (tmp_path / "site" / "data" / "index.js").read_text(encoding="utf-8")
    tables = json.loads(text.removeprefix('babelance("index",').removesuffix(");\n"))["tables"]
    assert sorted(table["options"] for table in tables) == ["", "left-to-right"]


def test_no_correlation_is_made_of_both(runs: Path) -> None:
    both = [result for name in ("mlm", "causal") for result in Results.read(runs / "all" / name).estimates]
    with pytest.raises(InputError, match=r"reads left-to-right.*not on one scale"):
        series(both)
    assert series(Results.read(runs / "all" / "causal").estimates)


@pytest.mark.parametrize("verb", ["meta agree", "ledger", "compare", "rank"])
def test_every_verb_over_several_models_refuses_both(verb: str, runs: Path, fixtures: Path) -> None:
    folders = [str(runs / "all" / name.split("-")[0]) for name in MODELS]
    models = [str(fixtures / "models" / name) for name in MODELS]
    words = folders if verb in ("meta agree", "ledger") else models
    if verb == "rank":
        words = [word for model in models for word in ("-m", model)]
    if verb in ("compare", "rank"):
        words += ["--data", str(runs / "pairs.csv"), "--measures", "cps", "--languages", "en"]
    if verb != "meta agree":
        words += ["--store", str(runs / "store.sqlite")]
    out = CliRunner().invoke(app, [*verb.split(), *words])
    told = " ".join(f"{out.output} {out.exception}".split())
    assert out.exit_code != 0 and "not on one scale" in told, told


def test_what_is_asked_in_words_may_stand_beside_a_classifier() -> None:
    def read(measure: str) -> str:
        return reading_of(
            Signature.parse(f"{measure}|@reads:left-to-right|m:x|d:y|l:en|n:1/1|ci:wilson.95|seed:0|v:0.1.0")
        )

    assert (read("cps"), read("nli-coal"), read("no-such-measure")) == ("left-to-right", "", "left-to-right")
