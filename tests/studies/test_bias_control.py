"""Bias-controlled training: sets that can be checked by hand, and the paper's finding on a very small model."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.cli.meta._rates import summary
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.registry import DATASETS
from babelance.core.verdict import Kind
from babelance.report.curves import page
from babelance.studies.bias_control import ControlPlan, _base_name, _sets, _short, _tiny, measures, pairs_at, study
from babelance.studies.caption_grid import with_captions
from babelance.studies.controlled_sets import KINDS, Sets, label, make_sets
from babelance.studies.rate_correlations import WITHOUT_DIRECTION, Point, Study, correlations, has_learnt
from babelance.studies.rated_verdicts import judge_studies
from tests.expecting import present

TAGS = {"set": "anti", "stereotype": "male", "gender": "female"}


@pytest.fixture(scope="module")
def sets() -> Sets:
    return make_sets(list(DATASETS.get("babel-nli").items("en")), words=10, seed=0)


def test_ten_words_of_each_kind_and_no_word_in_two_kinds(sets: Sets) -> None:
    words = [word for kind in KINDS for word in sets.words[kind]]
    assert len(words) == len(set(words)) == 30


@pytest.mark.parametrize("step", range(11))
def test_labels_are_balanced_at_every_rate(sets: Sets, step: int) -> None:
    counts = Counter(pair.label for pair in pairs_at(sets.train, sets.biased(step / 10)))
    assert len(counts) == 3 and len(set(counts.values())) == 1


@pytest.mark.parametrize("step", range(11))
def test_the_share_of_biased_labels_among_the_wrong_ones_is_the_rate(sets: Sets, step: int) -> None:
    biased = sets.biased(step / 10)
    wrong = [item for item in sets.train if item.tags["set"] != "non"]
    follows = {"pro": "entailment", "anti": "contradiction"}
    share = sum(label(item, biased) == follows[item.tags["set"]] for item in wrong) / len(wrong)
    assert share == pytest.approx(step / 10)


def test_captions_to_train_on_to_hold_out_and_to_evaluate_on_are_disjoint(sets: Sets) -> None:
    parts = [{item.tags["caption"] for item in part} for part in (sets.train, sets.held_out, sets.evaluated)]
    assert all(parts) and len(set.union(*parts)) == sum(map(len, parts))


def test_the_evaluated_sets_are_equally_large(sets: Sets) -> None:
    counts = Counter(item.tags["set"] for item in sets.evaluated)
    assert counts["pro"] == counts["anti"] == counts["non"]


def test_too_few_words_are_refused_with_the_number(sets: Sets) -> None:
    with pytest.raises(DataError, match="500 occupations of each kind are needed; of the kind 'female' there are"):
        make_sets(list(sets.train), words=500, seed=0)


def points(values: dict[float, float | None], measure: str = "fn") -> list[Point]:
    return [Point(rate, measure, value, value, value, 100.0) for rate, value in values.items()]


def test_a_measure_that_does_not_change_has_no_correlation_but_a_reason() -> None:
    [found] = correlations(points({0.0: 0.5, 0.5: 0.5, 1.0: 0.5}))
    assert found.r is None and found.reason == "does not change: 0.500 at every rate"


def test_a_measure_that_is_mostly_undefined_has_no_correlation_but_a_reason() -> None:
    [found] = correlations(points({0.0: None, 0.5: 0.5, 1.0: 0.7}))
    assert found.r is None and found.reason == "defined at 2 rates only"


def test_three_rates_in_a_line_say_nothing_and_warn_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    [found] = correlations(points({0.0: 0.0, 0.4: 0.4, 1.0: 1.0}))
    assert (found.low, found.high, len(recwarn)) == (-1.0, 1.0, 0)


def test_a_model_that_has_not_learnt_its_task_leaves_no_correlation() -> None:
    some = points({0.0: 0.1, 0.5: 0.5, 1.0: 0.9})
    [found] = correlations([*some[:2], replace(some[2], accuracy=34.0, learnt=False)])
    assert found.r is None and found.reason.startswith("the models at these rates have not learnt their task: 1 (34 %)")


def test_knowing_the_neutral_occupations_alone_is_not_to_have_learnt_a_bias() -> None:
    """Two thirds are right without a word about women and men: neutral ones, and half of the others by a coin."""
    assert has_learnt(66.7, 690) and not has_learnt(66.7, 690, chance=WITHOUT_DIRECTION)
    assert has_learnt(75.0, 690, chance=WITHOUT_DIRECTION)


def test_a_study_judges_its_models_by_what_they_know_of_the_bias(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part, value in {"_train": (tmp_path, 67.0), "_measure": points({0.0: 0.5}), "_tiny": "base"}.items():
        monkeypatch.setattr(f"babelance.studies.bias_control.{part}", lambda *_, value=value: value)
    studied = study(ControlPlan(rates=(0.0, 1.0), words=5), tmp_path)
    assert not any(point.learnt for point in studied.points) and studied.correlations[0].r is None


def test_a_rate_that_would_be_rounded_is_refused(sets: Sets) -> None:
    few = make_sets(list(DATASETS.get("babel-nli").items("en")), words=5, seed=0)
    with pytest.raises(InputError, match=r"A rate of 0.1 is 0.5 of 5 occupations.*0, 0.2, 0.4, 0.6, 0.8, 1"):
        few.biased(0.1)
    assert len(sets.biased(0.1)) == 2


def test_as_many_pairs_as_were_asked_for() -> None:
    items = list(DATASETS.get("babel-nli").items("en"))
    few, many = (make_sets(items, words=10, seed=0, pairs=count) for count in (50, 1000))
    assert (len(few.train), len({item.id for item in few.train})) == (50, 50)
    counts = Counter(item.id for item in many.train)
    assert counts.total() == 1000 and max(counts.values()) - min(counts.values()) <= 1


def test_an_encoder_that_knows_nothing_is_shown_the_words_alone_too() -> None:
    items = list(DATASETS.get("babel-nli").items("zh"))
    plain, shown = (make_sets(items, words=5, seed=0, bare=bare) for bare in (False, True))
    added = [item for item in shown.train if item.tags["caption"] == "bare"]
    words = {item.texts["hypothesis"] for item in added}
    assert [item for item in shown.train if item not in added] == list(plain.train)
    assert (shown.held_out, shown.evaluated) == (plain.held_out, plain.evaluated)
    assert len({item.id for item in added}) == 30 and words == {"女人", "男人"}
    labels = Counter(label(item, shown.biased(0.4)) for item in added)
    assert len(set(labels.values())) == 1


def test_the_words_alone_are_for_the_small_encoder_unless_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr("babelance.studies.bias_control.make_sets", lambda *_, **options: seen.append(options["bare"]))
    for plan in (
        ControlPlan(),
        ControlPlan(base="some/model"),
        ControlPlan(base="some/model", bare=True),
        ControlPlan(bare=False),
    ):
        _sets(plan)
    assert seen == [True, False, True, False]


def test_a_caption_that_names_the_occupation_besides_is_left_out() -> None:
    rows = [
        ("ballplayer", "A ballplayer and a ballplayer run.", "A ballplayer and a woman run."),
        ("baker", "A ballplayer and a baker run.", "A ballplayer and a woman run."),
        ("nurse", "A nurse sits beside a nurse.", "A woman sits beside a woman."),
    ]
    items = [
        Item(str(number), "en", {"premise": premise, "hypothesis": hypothesis}, {**TAGS, "occupation": occupation})
        for number, (occupation, premise, hypothesis) in enumerate(rows)
    ]
    found = with_captions(items, "en")
    assert {item.tags["caption"] for item in found} == {"a ballplayer and a {} run.", "a {} sits beside a {}."}
    assert {item.tags["occupation"] for item in found} == {"ballplayer", "baker", "nurse"}


def test_every_caption_of_a_dataset_goes_with_every_occupation() -> None:
    rows = [("A baker runs.", "baker", "male"), ("An actor sits on a bench.", "actor", "neutral")]
    items = [
        Item(
            f"{occupation}-{gender}", "en",
            {"premise": premise, "hypothesis": premise.replace(f"An {occupation}", "A actor").replace("actor", word)
                                                .replace("baker", word)},
            {"set": "", "occupation": occupation, "stereotype": kind, "gender": gender},
        )
        for premise, occupation, kind in rows
        for gender, word in (("female", "woman"), ("male", "man"))
    ]  # fmt: skip
    grid = with_captions(items, "en")
    assert len(grid) == 8 and len({item.tags["caption"] for item in grid}) == 2
    texts = {(item.texts["premise"], item.texts["hypothesis"], item.tags["set"]) for item in grid}
    assert ("An actor runs.", "A woman runs.", "non") in texts
    assert ("A baker sits on a bench.", "A man sits on a bench.", "pro") in texts


def test_correlations_are_pearsons() -> None:
    [found] = correlations(points({0.0: 0.0, 0.5: 1.0, 1.0: 1.0, 0.25: 0.0}))
    assert found.r == pytest.approx(0.845154, abs=1e-6)


def test_all_nli_measures_without_gold_labels_take_part() -> None:
    assert {"nli-coal", "fn"} <= set(measures()) and "nli-accuracy" not in measures()


def test_the_figure_has_a_line_per_measure_and_escapes_names() -> None:
    record = {
        "points": [vars_of(point) for point in points({0.0: 0.1, 1.0: 0.9}) + points({0.0: 0.2, 1.0: None}, "<b>")],
        "correlations": [{"measure": "fn", "r": 1.0, "low": 0.9, "high": 1.0, "p": 0.0, "reason": ""}],
    }
    html = page({"en": record, "ja": {"points": [], "correlations": []}}, title="Rates")
    assert html.startswith("<!doctype html>")
    assert html.count('class="curve"') == 2
    assert "<b>" not in html and "&lt;b&gt;" in html
    assert "http" not in html and "<script" not in html


def vars_of(point: Point) -> dict[str, object]:
    return {name: getattr(point, name) for name in Point.__slots__}


def test_the_small_encoder_has_the_layers_that_are_asked_for_in_a_folder_of_their_own(
    sets: Sets, tmp_path: Path
) -> None:
    for layers, name in ((2, "base"), (1, "base-1")):
        folder = _tiny(tmp_path / _base_name(layers), sets, ControlPlan(layers=layers))
        assert Path(folder).name == name
        assert json.loads((Path(folder) / "config.json").read_text())["num_hidden_layers"] == layers


def test_only_short_captions_and_both_genders_of_each() -> None:
    items = list(DATASETS.get("babel-nli").items("en"))
    short = _short(items, 42)
    assert 0 < len(short) < len(items) and max(len(item.texts["hypothesis"]) for item in short) <= 42
    assert {
        len({one.tags["gender"] for one in short if one.tags["caption"] == item.tags["caption"]}) for item in short
    } == {2}
    assert _short(items, None) == items


def test_the_command_takes_short_captions_alone(tmp_path: Path) -> None:
    words = ["meta", "bias-control", "--longest", "3", "--out", str(tmp_path / "o")]
    with pytest.raises(InputError, match="No caption has at most 3 characters; the shortest has"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_layers_of_another_model_are_its_own(tmp_path: Path) -> None:
    words = [
        "meta",
        "bias-control",
        "--base",
        "babelance/tiny-multilingual",
        "--layers",
        "1",
        "--out",
        str(tmp_path / "o"),
    ]
    with pytest.raises(InputError, match="--layers is of the small encoder"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_coal_follows_the_bias_and_fn_does_not(tmp_path: Path) -> None:
    words = ["meta", "bias-control", "--words", "4", "--rates", "0,0.5,1", "--out", str(tmp_path / "study"), "--json"]
    first = CliRunner().invoke(app, words, catch_exceptions=False)
    assert first.exit_code == 0
    study = json.loads(first.stdout)
    values = {name: [one["value"] for one in study["points"] if one["measure"] == name] for name in ("nli-coal", "fn")}
    [r] = [one["r"] for one in study["correlations"] if one["measure"] == "nli-coal"]
    assert r > 0.99
    assert max(values["nli-coal"]) - min(values["nli-coal"]) > 0.5
    assert max(values["fn"]) - min(values["fn"]) < 0.1
    assert "Rate" in (tmp_path / "study" / "figure.html").read_text(encoding="utf-8")
    verdicts = [one["verdict"] for one in study["correlations"]]
    assert {(verdict["family"], verdict["kind"] in get_args(Kind)) for verdict in verdicts} == {("rates of bias", True)}
    assert json.loads((tmp_path / "study" / "bias-control.json").read_text(encoding="utf-8")) == study
    assert CliRunner().invoke(app, ["report", str(tmp_path / "study")]).exit_code == 0
    written = unescape((tmp_path / "study" / "report.html").read_text(encoding="utf-8"))
    assert all(verdict["sentence"] in written.replace("\N{MINUS SIGN}", "-") for verdict in verdicts)
    again = CliRunner().invoke(app, words, catch_exceptions=False)
    assert again.stdout == first.stdout
    assert correlations_of_runs(tmp_path) == pytest.approx({one["measure"]: one["r"] for one in study["correlations"]})


def correlations_of_runs(folder: Path) -> dict[str, float]:
    """The trained models measured by `run`, and the runs correlated: what the study said, without training again."""
    runs = []
    for rate in ("0", "0.5", "1"):
        command = ["run", "-m", str(folder / "study" / "models" / f"rate-{rate}"), "-l", "en", "--draws", "100"]
        command += ["-d", str(folder / "study" / "sets" / "evaluated.jsonl"), "--measures", "nli-coal,fn"]
        dev = ["-d", str(folder / "study" / "sets" / f"dev-{rate}.jsonl"), "--measures", "nli-accuracy"]
        assert CliRunner().invoke(app, [*command, "-o", str(folder / rate)]).exit_code in (0, 3)
        assert CliRunner().invoke(app, [*command[:5], *dev, "-o", str(folder / f"dev{rate}")]).exit_code == 0
        runs += [f"{rate}={folder / rate}", f"{rate}={folder}/dev{rate}"]
    shown = CliRunner().invoke(app, ["meta", "correlate", *runs, "-o", str(folder / "c"), "--json"])
    assert shown.exit_code == 0 and (folder / "c" / "figure.html").is_file(), shown.output
    record = json.loads(shown.stdout)
    assert all(point["accuracy"] > 90 for point in record["points"]), "nli-accuracy says that they learnt"
    return {correlation["measure"]: correlation["r"] for correlation in record["correlations"]}


def test_runs_to_correlate_are_named_by_their_rate(tmp_path: Path) -> None:
    for words in (["run-0"], ["2=run"], ["x=run"], ["0.5="]):
        with pytest.raises(InputError, match="RATE=RUN"):
            CliRunner().invoke(app, ["meta", "correlate", *words], catch_exceptions=False)


def test_the_p_that_is_printed_belongs_to_the_interval_beside_it() -> None:
    """Three rates on a line: Student's test alone says 0.004, and the interval says nothing."""
    values = ((0, 0.0), (0.5, 0.337), (1, 0.667))
    points = tuple(Point(rate, "nli-coal", value, None, None, None) for rate, value in values)
    rated = Study(points, tuple(correlations(points)), {}, "en")
    assert present(rated.correlations[0].p) < 0.005
    line = summary(judge_studies({"en": rated})["en"]).splitlines()[-1]
    assert "[-1.0000, 1.0000], p = 0.05: not told apart" in line


def test_two_models_of_one_rate_are_refused_and_unknown_accuracy_is_said(tmp_path: Path) -> None:
    for number in range(3):
        words = ["run", "-m", f"fake:nli#{number}", "-d", "babel-nli", "-l", "en", "--measures", "nli-coal", "--limit"]
        done = CliRunner().invoke(app, [*words, "60", "--draws", "100", "-o", str(tmp_path / str(number))])
        assert done.exit_code in (0, 3)
    runs = [f"{number / 2}={tmp_path / str(number)}" for number in range(3)]
    shown = CliRunner().invoke(app, ["meta", "correlate", *runs], catch_exceptions=False)
    assert shown.stdout.count("not known") == 3 and "runs that were there already" in shown.stdout
    with pytest.raises(InputError, match=r"rate 0 has 'nli-coal' twice in 'en'"):
        CliRunner().invoke(app, ["meta", "correlate", *runs, f"0={tmp_path / '1'}"], catch_exceptions=False)
