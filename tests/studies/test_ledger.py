"""The ledger: who is compared with whom, what it says, and which trade-offs are best."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from babelance.cli._ledger_tables import tables
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.reason import Reason
from babelance.core.registry import DATASETS
from babelance.core.scored import Scored, Scores
from babelance.report.ledger import by_table
from babelance.run.plan import Plan
from babelance.studies import ner
from babelance.studies.comparison import Comparison
from babelance.studies.ledger import _is_other_axis, _top, paired_runs, pareto, record_of
from babelance.studies.ledger_rows import Ledger, Row, Run, not_measured
from babelance.studies.variants import label, name_variants, over_trainings
from babelance.text.control_words import control_words
from tests.expecting import present
from tests.mitigations.small import write_corpus, write_model


def run(name: str, **record: Any) -> Run:
    return Run(Path(name), name, Plan(()), record)


def test_a_mitigated_model_is_compared_with_the_one_it_was_made_from() -> None:
    de, pt = run("dir:de#1", mitigation="further", model="dir:raw#0"), run("dir:pt#2")
    runs = [de, pt, run("dir:a#3", model="dir:pt#2"), run("dir:b#4", model="dir:de#1"), run("dir:c#5")]
    runs.append(run("dir:d#6", model="dir:multi#9", replaces="dir:pt#2"))
    pairs = [(before.model, after.model) for before, after in paired_runs(runs)]
    assert pairs == [
        ("dir:pt#2", "dir:a#3"),
        ("dir:de#1", "dir:b#4"),
        ("dir:de#1", "dir:c#5"),
        ("dir:pt#2", "dir:d#6"),
    ]


def test_one_run_is_no_ledger() -> None:
    with pytest.raises(InputError, match="at least another"):
        paired_runs([run("a")])


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({}, "folder"),
        ({"mitigation": "further", "frozen": "nothing"}, "further"),
        ({"mitigation": "further", "frozen": "encoder"}, "further (encoder frozen)"),
        ({"mitigation": "align", "frozen": "encoder", "rotation": "random"}, "align (random)"),
        ({"mitigation": "align", "rotation": "learned", "to_language": "de"}, "align (learned) → de"),
        ({"mitigation": "align", "rotation": "learned", "to": "dir:/models/german#ab12"}, "align (learned) → german"),
        ({"mitigation": "align", "rotation": "learned", "to": "hf:me/bert@3f"}, "align (learned) → bert"),
        ({"mitigation": "cda", "frozen": "encoder", "balance": "groups"}, "cda (groups)"),
    ],
)
def test_variants_are_called_by_what_was_done(record: dict[str, str], name: str) -> None:
    assert label(record, "folder") == name


EN_CB = frozenset({("cb", "en")})


def test_trainings_with_other_seeds_keep_their_rows_and_share_a_group() -> None:
    trained = [{"mitigation": "further", "tuning": {"seed": seed, "epochs": 2}} for seed in (0, 1)]
    named = name_variants([(record, f"f{index}", EN_CB) for index, record in enumerate(trained)])
    assert [(entry.variant, entry.group) for entry in named] == [
        ("further, seed 0", "further"),
        ("further, seed 1", "further"),
    ]


def test_what_two_models_of_one_name_differ_in_is_added_to_it() -> None:
    trained = [{"mitigation": "further", "tuning": {"seed": 0, "epochs": epochs}} for epochs in (2, 15)]
    named = name_variants([(record, "f", EN_CB) for record in trained])
    assert [one.variant for one in named] == ["further, epochs 2", "further, epochs 15"]
    twice = name_variants([(trained[0], "first", EN_CB), (trained[0], "second", EN_CB)])
    assert [one.variant for one in twice] == ["further, first", "further, second"]


def test_models_of_different_languages_share_a_row() -> None:
    both = [({"mitigation": "further", "language": code}, code, frozenset({("cb", code)})) for code in ("de", "pt")]
    assert {variant.variant for variant in name_variants(both)} == {"further"}


def test_the_interval_over_trainings_is_students() -> None:
    found = over_trainings([1.0, 2.0, 3.0], 0.95)
    assert (found.value, found.count) == (2, 3)
    assert found.high - found.value == pytest.approx(4.302653 / 3**0.5)


def test_a_point_is_best_if_no_other_is_better_in_both() -> None:
    points = {"before": (10.0, 5.0), "fair": (2.0, 9.0), "both": (4.0, 5.0), "worse": (11.0, 6.0), "same": (4.0, 5.0)}
    assert pareto(points) == ["fair", "both", "same"]


def test_the_first_group_before_and_after_over_the_same_items() -> None:
    def scores(*tops: str) -> Scores:
        items = [Item(str(number), "en", {}) for number in range(len(tops))]
        return Scores(tuple(Scored(item, {"top": top}) for item, top in zip(items, tops, strict=True)))

    present_value = present(_top(scores("JP", "JP", "CN", "US"), scores("CN", "JP", "CN")))
    assert (present_value.before, present_value.after) == ("JP", "CN") and present_value.changed == pytest.approx(
        100 / 3
    )
    assert _top(scores(), scores("CN")) is None


def test_files_of_the_same_name_share_a_table_if_their_languages_differ() -> None:
    rows = [
        {"variant": "further", "measure": "m", "data": f"/{folder}/held-out.jsonl@1#ab", "language": language}
        for folder, language in (("a", "de"), ("b", "pt"))
    ]
    assert by_table(rows) == {("m", "held-out.jsonl"): rows}
    assert len(by_table([*rows, {**rows[0], "data": "/c/held-out.jsonl@1#cd"}])) == 3


def test_a_model_from_the_hub_has_no_record() -> None:
    assert record_of("hf:bert-base-cased@main") == {}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of a tiny model before and after further training, on own items."""
    from babelance.api import execute
    from babelance.core.model import Options
    from babelance.mitigations.further import Further
    from babelance.mitigations.tuning.settings import Tuning
    from babelance.run.plan import Settings, make_plan

    folder = tmp_path_factory.mktemp("study")
    base = write_model(folder / "base", "en")
    corpus = write_corpus(folder / "en.txt", "en")
    tuning, cpu = Tuning(epochs=2, rate=1e-2, held_out=20), Options(device="cpu")
    Further("en", tuning=tuning, options=cpu).apply(str(base), [str(corpus)], folder / "tuned")
    targets = json.dumps({"h": "house", "t": "tree", "s": "ship"})
    groups = [
        {"template": f"{who} {verb} the [TTT] with the [AAA] .", "attribute": word, "targets": targets}
        for who in ("the baker", "my neighbour", "our teacher")
        for verb, word in (("sees", "pilot"), ("likes", "doctor"), ("draws", "painter"))
    ]
    (folder / "groups.jsonl").write_text("\n".join(map(json.dumps, groups)))
    held_out = str(folder / "tuned" / "held-out.jsonl")
    for name in ("base", "tuned"):
        jobs = []  # type: ignore[var-annotated]
        own = str(folder / "groups.jsonl")
        for data, measure, language in ((own, "cb", "en"), (own, "cb", "fi"), (held_out, "pseudo-perplexity", "en")):
            jobs += make_plan(
                models=[str(folder / name)], data=[data], measures=[measure], languages=[language], model_options=cpu
            ).jobs
        plan = Plan(tuple(jobs), Settings(draws=200, by=()))
        execute(plan, out=folder / f"run-{name}", store=folder / "store.sqlite")
        ner_score = ner.NerScore(name, "en", "toy", True, ((1, 1, 1), (0, 1, 1), (1, 2, 1)) * 4)
        ner.keep(ner_score, folder / f"run-{name}")
    return folder


def test_the_ledger_has_bias_utility_entities_and_trade_offs(study: Path) -> None:
    words = ["ledger", str(study / "run-base"), str(study / "run-tuned"), "--draws", "200"]
    words += ["--store", str(study / "store.sqlite"), "--out", str(study / "ledger")]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    record = json.loads(done.stdout)
    bias, other, use = record["rows"]
    assert (other["language"], other["spill_over"]) == ("fi", True)
    assert (bias["measure"], use["measure"]) == ("cb", "pseudo-perplexity")
    assert use["utility"] and not bias["utility"] and use["after"] < use["before"] and use["high"] < 0
    assert bias["top"]["before"] in ("h", "t", "s") and not bias["spill_over"]
    assert bias["change"] == pytest.approx(bias["after"] - bias["before"])
    assert bias["p_holm"] >= bias["p"]
    assert (bias["ideal"], use["ideal"]) == (0, 1)
    [entity] = record["entities"]
    assert entity["frozen"] and entity["change"] == 0
    assert entity["p_holm"] >= entity["p"] and bias["p_holm"] >= min(1, 2 * min(bias["p"], use["p"]))
    trade = record["pareto"][0]
    assert {point["variant"] for point in trade["points"]} == {"unmitigated", "further"}
    assert (study / "ledger" / "ledger.json").is_file()
    html = (study / "ledger" / "ledger.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "http://" not in html and "https://" not in html and "pseudo-perplexity" in html


def test_people_get_tables_with_variants_down_and_languages_across(study: Path) -> None:
    words = ["ledger", str(study / "run-base"), str(study / "run-tuned"), "--draws", "200"]
    done = CliRunner().invoke(app, [*words, "--store", str(study / "store.sqlite")], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "unmitigated" in done.stdout and "further" in done.stdout and "first:" in done.stdout
    marks = [line.count("° ") for line in done.stdout.splitlines() if "further" in line]
    assert marks[0] == 1, "of the two languages the one that was not meant has the mark"


def test_a_bias_about_other_people_than_the_mitigation_was_about_is_spill_over() -> None:
    def scores(**tags: str) -> Scores:
        return Scores((Scored(Item("a", "en", {"more": "a", "less": "b"}, tags), {"x": 1.0}),))

    about_groups = Scores((Scored(Item("a", "en", {"targets": "{}"}, {}), {"x": 1.0}),))
    assert _is_other_axis({"balance": "gender"}, about_groups) and _is_other_axis({"concept": "gender"}, about_groups)
    assert not _is_other_axis({"balance": "groups"}, about_groups)
    assert _is_other_axis({"balance": "groups"}, scores(axis="gender"))
    assert not _is_other_axis({"balance": "gender"}, scores(axis="gender"))
    assert not _is_other_axis({"balance": "gender"}, scores()) and not _is_other_axis({}, about_groups)


def test_limited_runs_are_compared_on_their_own_items(tmp_path: Path) -> None:
    runner, folders = CliRunner(), []
    for seed in (1, 2):
        folders.append(str(tmp_path / f"run-{seed}"))
        words = ["run", "-m", f"fake:random#{seed}", "-d", "babel-pairs", "-l", "en", "--measures", "cps"]
        words += ["--limit", "20", "--by", "", "--store", str(tmp_path / "s.sqlite"), "--out", folders[-1]]
        assert runner.invoke(app, words).exit_code == 0
    done = runner.invoke(app, ["ledger", *folders, "--store", str(tmp_path / "s.sqlite"), "--json"])
    assert done.exit_code == 0, done.output
    [row] = json.loads(done.stdout)["rows"]
    assert row["n"] == 20


def test_a_value_that_is_not_there_reads_undefined() -> None:
    row = {"variant": "x", "measure": "cb", "data": "d#1", "language": "en", "before": None, "after": None,
           "undefined": "no item in common", "p_holm": None, "ideal": 0, "utility": False, "spill_over": False,
           "top": None}  # fmt: skip
    record = {"variants": ["unmitigated", "x"], "rows": [row], "entities": [], "pareto": []}
    [table] = tables(record)
    assert [row.cells[1] for row in table.rows] == ["undefined", "undefined: no item in common"]


def test_a_tagger_is_missing_where_one_could_be_made_and_not_for_translators_and_vectors() -> None:
    def row(variant: str, measure: str) -> Row:
        compared = Comparison(measure, "data", "en", "a", "b", 1.0, 2.0, 10, Reason("too few items"))
        return Row(variant, compared, utility=True, spill_over=False, ideal=0)

    rows = (row("cda", "cps"), row("rerank", "tgbi"), row("rerank", "chrf"), row("leace", "weat"))
    assert not_measured(Ledger(rows, ())) == {"named entities": ["cda"]}


def test_mitigated_vectors_are_called_by_what_was_done_and_show_what_similarities_they_kept(tmp_path: Path) -> None:
    text = "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in _small_vectors().items())
    (tmp_path / "words.vec").write_text(text, encoding="utf-8")
    before, after = f"vec:{tmp_path / 'words.vec'}", tmp_path / "debiased"
    runs = [
        ("mitigate", "hard-debias", "-m", before, "-l", "en", "-o", str(after)),
        *(
            ("run", "-m", model, "-d", "babel-words", "-l", "en", "--measures", "weat", "--out", str(tmp_path / name))
            for name, model in (("before", before), ("after", f"vec:{after}"))
        ),
    ]
    for words in runs:
        ended = CliRunner().invoke(app, list(words))
        assert ended.exit_code in (0, 3), ended.output
    ended = CliRunner().invoke(app, ["ledger", str(tmp_path / "before"), str(tmp_path / "after"), "--json"])
    record = json.loads(ended.stdout)
    assert record["variants"] == ["unmitigated", "hard-debias"]
    assert 0 < record["similarities"]["hard-debias"]["spearman"] <= 1
    assert record["missing"] == {}


def test_the_same_vectors_a_hundred_times_as_long_change_nothing(tmp_path: Path) -> None:
    for name, factor in (("short", 1), ("long", 100)):
        rows = (f"{word} {' '.join(str(value * factor) for value in row)}" for word, row in _small_vectors().items())
        (tmp_path / f"{name}.vec").write_text("\n".join(rows) + "\n", encoding="utf-8")
        words = ["run", "-m", f"vec:{tmp_path / name}.vec", "-d", "babel-words", "-l", "en", "--measures", "rnd"]
        ended = CliRunner().invoke(app, [*words, "--out", str(tmp_path / name)])
        assert ended.exit_code in (0, 3), ended.output
    ended = CliRunner().invoke(app, ["ledger", str(tmp_path / "short"), str(tmp_path / "long"), "--json"])
    changes = [row["change"] for row in json.loads(ended.stdout)["rows"] if row["change"] is not None]
    assert changes and changes == pytest.approx([0] * len(changes), abs=1e-6)


def _small_vectors() -> dict[str, list[float]]:
    """Every word of the queries in English, and the control words, each with a vector of its own."""
    rng = np.random.default_rng(0)
    words = {word for item in DATASETS.get("babel-words").items("en") for word in item.texts.values()}
    return {word: rng.normal(size=20).round(4).tolist() for word in sorted(words | set(control_words("en")))}
