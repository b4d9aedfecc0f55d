"""The command line as a user meets it: what it prints where, and with which exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import babelance as babelance_package
from babelance.cli._help import fit_help, join_lines
from babelance.cli._progress import rate, time_left
from babelance.cli.app import app
from babelance.core.registry import MEASURES
from tests.expecting import present

SHIPPED = Path(babelance_package.__file__).parent / "embedded"
PAIRS = """id,more,less,axis
a,He is here now,She is here now,x
b,He ran home,She ran home,y
c,He sat there,She sat there,y
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


def babelance(*words: object) -> subprocess.CompletedProcess[str]:
    code = "import babelance.cli as c; c.main()"
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "verb", sorted(command.name or present(command.callback).__name__ for command in app.registered_commands)
)
def test_every_verb_has_an_example_in_its_help(verb: str) -> None:
    shown = CliRunner().invoke(app, [verb, "--help"])
    assert shown.exit_code == 0
    assert "Example: babelance" in " ".join(shown.stdout.split())


def test_help_is_broken_where_the_terminal_ends_not_where_the_source_does() -> None:
    text = """What it does [sic].

        A sentence that the source breaks
        in the middle.

        Example: babelance verb one --and an-option
        Example: babelance verb two
        """
    assert fit_help(join_lines(text), 30).split("\n\n") == [
        r"What it does \[sic].",
        "A sentence that the source\nbreaks in the middle.",
        "Example:\nbabelance verb one \\\n    --and an-option\nExample: babelance verb two",
    ]


def test_run_prints_one_json_object_per_estimate_on_stdout_and_nothing_else(pairs: Path, tmp_path: Path) -> None:
    out = babelance(
        "run", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps,aul", "--out", tmp_path / "o", "--json"
    )
    assert out.returncode == 0, out.stderr
    records = [json.loads(line) for line in out.stdout.splitlines()]
    assert {record["measure"] for record in records} == {"cps", "aul"}
    assert {record["group"] for record in records} == {None, "axis=x", "axis=y"}
    lines = (tmp_path / "o" / "results.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == records


def test_a_model_has_the_name_that_people_gave_it_and_signatures_keep_the_model(pairs: Path, tmp_path: Path) -> None:
    words = ["run", "-m", "fake:random", "-d", str(pairs), "-l", "en", "--measures", "cps", "--by", "", "--json"]
    out = CliRunner().invoke(app, [*words, "--name", "fake:random=a guesser", "--out", str(tmp_path / "o")])
    record = json.loads(out.stdout)
    assert record["model"] == "a guesser" and "|m:fake:random|" in record["signature"]
    for wrong, said in (("guesser", "takes MODEL=NAME"), ("other=guesser", "which is none of the models: fake:random")):
        assert said in str(CliRunner().invoke(app, [*words, "--name", wrong]).exception)


def test_the_options_of_a_verb_are_told_in_groups() -> None:
    shown = CliRunner().invoke(app, ["run", "--help"]).stdout
    panels = [shown.index(f" {name} ─") for name in ("Options", "Output", "Statistics", "Machine and loading")]
    assert panels == sorted(panels) and panels[1] < shown.index("--json") < panels[2] < shown.index("--draws")


def test_run_prints_one_line_per_estimate_for_people(pairs: Path) -> None:
    out = babelance("run", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps", "--by", "")
    assert out.returncode == 0
    [line] = out.stdout.splitlines()
    assert all(word in line for word in ("cps", "ideal 50", "chance 50", "n 3/3", "[", "skipped 0"))


def test_an_undefined_result_is_exit_code_3(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("more,less\nSame,Same\n")
    out = babelance("run", "-m", "fake:random", "-d", path, "-l", "en", "--measures", "cps")
    assert out.returncode == 3
    assert "undefined" in out.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--measures", "cpz", "-d", "PAIRS"], "Did you mean 'cps'"),
        (["--measures", "cps", "-d", "nowhere.csv"], "nowhere.csv"),
        (["--measures", "cps", "-d", "PAIRS", "--set", "fidelity"], "--set takes key=value"),
        (["--measures", "cps", "-d", "PAIRS", "--level", "2"], "level"),
        (["--measures", "cps", "-d", "PAIRS", "--dtype", "int3"], "int3"),
        (["--measures", "cps", "-d", "PAIRS", "--batch-tokens", "0"], "--batch-tokens"),
        (["--measures", "cps", "-d", "sjsd", "-l", "xx"], "xx"),
    ],
)
def test_bad_input_is_exit_code_2_with_one_clear_line(pairs: Path, words: list[str], said: str) -> None:
    out = babelance("run", "-m", "fake:random", *[str(pairs) if word == "PAIRS" else word for word in words])
    assert out.returncode == 2
    assert out.stdout == ""
    assert said in out.stderr and "Traceback" not in out.stderr


def test_each_language_can_have_a_model_of_its_own(tmp_path: Path) -> None:
    out = babelance(
        "run", "-m", "de=fake:random", "-m", "fr=fake:random#1", "-d", "babel-pairs", "--measures", "cps",
        "--by", "", "--limit", 5, "--json",
    )  # fmt: skip
    records = [json.loads(line) for line in out.stdout.splitlines()]
    assert [(record["language"], record["model"]) for record in records] == [
        ("de", "fake:random"),
        ("fr", "fake:random#1"),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-m", "de=fake:random", "-l", "de,fr"], "No model is for 'fr'"),
        (["-m", "de=fake:random", "-l", "fr"], "'de=fake:random' is for a language that is not among"),
        (["-m", "fake:random", "-l", "DE"], "Did you mean 'de'?"),
        (["-m", "fake:random", "-l", "de", "--by", "nonsense"], "cannot be broken down by 'nonsense'"),
        (["-m", "", "-l", "de"], "A name of models is empty"),
        (["-m", "./none", "-l", "de"], "or give a hub name. No measure fits it."),
    ],
)
def test_what_cannot_be_planned_is_said_before_anything_is_computed(words: list[str], said: str) -> None:
    out = babelance("run", "-d", "babel-pairs", "--measures", "cps", *words)
    assert out.returncode == 2 and said in out.stderr


def test_the_language_of_an_own_file_is_a_code(pairs: Path) -> None:
    out = babelance("run", "-m", "fake:random", "-d", pairs, "-l", "old german", "--measures", "cps")
    assert out.returncode == 2 and "no BCP 47 code" in out.stderr


def test_show_says_which_values_an_option_may_have() -> None:
    shown = babelance("show", "cps").stdout
    assert "perturb = none  (none or drop-last-character)" in shown
    assert "tie = as the fidelity says  (" in shown and "None" not in shown


def test_square_brackets_of_the_input_are_printed_as_they_are(tmp_path: Path) -> None:
    out = babelance("run", "-m", "fake:random", "-d", tmp_path / "[red]x[/red].csv", "--measures", "cps")
    assert "[red]x[/red].csv" in out.stderr


def test_compare_gives_the_paired_difference_of_two_models(pairs: Path) -> None:
    out = babelance(
        "compare", "fake:random", "fake:random#1", "-d", pairs, "-l", "en", "--measures", "cps,s-jsd", "--json"
    )
    assert out.returncode == 0, out.stderr
    records = [json.loads(line) for line in out.stdout.splitlines()]
    assert [record["measure"] for record in records] == ["cps", "s-jsd"]
    for record in records:
        assert record["difference"] == pytest.approx(record["value_b"] - record["value_a"])
        assert record["low"] <= record["difference"] <= record["high"]
        assert record["p_holm"] >= record["p"]
        verdict = record["verdict"]
        assert (verdict["against"], verdict["difference"]) == (record["a"], record["difference"])
        assert verdict["kind"] == ("shown" if record["p_holm"] < 0.05 else "not-told-apart")
        assert (record["p"] < 0.05) == (not record["low"] <= 0 <= record["high"])


def test_compare_takes_the_folders_of_two_runs(pairs: Path, tmp_path: Path) -> None:
    for name, model in (("a", "fake:random"), ("b", "fake:random#1")):
        babelance("run", "-m", model, "-d", pairs, "-l", "en", "--measures", "cps", "--out", tmp_path / name)
    out = babelance("compare", tmp_path / "a", tmp_path / "b", "--json")
    assert out.returncode == 0, out.stderr
    [record] = [json.loads(line) for line in out.stdout.splitlines()]
    assert (record["a"], record["b"], record["n"]) == ("fake:random", "fake:random#1", 3)


def measure_pairs(out: Path, pairs: Path, *words: object) -> Path:
    done = babelance("run", "-d", pairs, "-l", "en", "--by", "", "--out", out, *words)
    assert done.returncode == 0, done.stderr
    return out


def test_models_that_differ_in_their_number_format_are_told_apart(pairs: Path, tmp_path: Path) -> None:
    words = ["-m", "babelance/tiny-multilingual", "--measures", "cps", "--device", "cpu"]
    a = measure_pairs(tmp_path / "a", pairs, *words)
    b = measure_pairs(tmp_path / "b", pairs, *words, "--dtype", "bfloat16")
    [record] = [json.loads(line) for line in babelance("compare", a, b, "--json").stdout.splitlines()]
    assert record["b"] == f"{record['a']} dtype=bfloat16"


def test_runs_of_the_first_items_are_compared_on_these_items(pairs: Path, tmp_path: Path) -> None:
    a = measure_pairs(tmp_path / "a", pairs, "-m", "fake:random", "--measures", "cps", "--limit", 2)
    b = measure_pairs(tmp_path / "b", pairs, "-m", "fake:random#1", "--measures", "cps")
    counts = [json.loads(babelance("compare", *two, "--json").stdout)["n"] for two in ((a, b), (b, a), (b, b))]
    assert counts == [2, 2, 3]


def test_runs_are_compared_by_the_measures_that_both_have(pairs: Path, tmp_path: Path) -> None:
    a = measure_pairs(tmp_path / "a", pairs, "-m", "fake:random", "--measures", "cps,aul,s-jsd")
    b = measure_pairs(tmp_path / "b", pairs, "-m", "fake:random#1", "--measures", "s-jsd,cps")
    records = [json.loads(line) for line in babelance("compare", a, b, "--json").stdout.splitlines()]
    assert [record["measure"] for record in records] == ["cps", "s-jsd"]
    assert [record["method"].endswith("+mcnemar") for record in records] == [True, False]


def test_measures_with_other_options_are_not_compared(pairs: Path, tmp_path: Path) -> None:
    a = measure_pairs(tmp_path / "a", pairs, "-m", "fake:random", "--measures", "cps")
    b = measure_pairs(tmp_path / "b", pairs, "-m", "fake:random", "--measures", "cps", "--set", "fidelity=released")
    out = babelance("compare", a, b, "--json")
    assert out.returncode == 3
    assert json.loads(out.stdout)["undefined"] == "not the same options: fidelity is paper and released"


def test_models_are_compared_group_by_group_on_request(pairs: Path) -> None:
    words = ("compare", "fake:random", "fake:random#1", "-d", pairs, "-l", "en", "--measures", "cps", "--by", "axis")
    records = [json.loads(line) for line in babelance(*words, "--json").stdout.splitlines()]
    assert [(record["group"], record["n"]) for record in records] == [(None, 3), ("axis=x", 1), ("axis=y", 2)]


def test_what_is_undefined_for_one_model_is_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "groups.csv"
    path.write_text("text,group\nShe is here,f\nShe ran home,f\n")
    out = babelance("compare", "fake:random", "fake:uniform", "-d", path, "-l", "en", "--measures", "mbe", "--json")
    assert out.returncode == 3, out.stderr
    assert "only the group 'f' has sentences" in json.loads(out.stdout)["undefined"]


def test_a_run_of_two_models_does_not_say_which_one_to_compare(pairs: Path, tmp_path: Path) -> None:
    a = measure_pairs(tmp_path / "a", pairs, "-m", "fake:random", "-m", "fake:random#1", "--measures", "cps")
    out = babelance("compare", a, a)
    assert out.returncode == 2 and "one model on each side" in out.stderr


def test_a_model_compared_with_itself_shows_no_difference(pairs: Path) -> None:
    out = babelance("compare", "fake:random", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps", "--json")
    [record] = [json.loads(line) for line in out.stdout.splitlines()]
    assert record["difference"] == 0 and record["p"] == 1


def test_replay_prints_the_same_number(pairs: Path) -> None:
    first = babelance("run", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "s-jsd", "--by", "", "--json")
    record = json.loads(first.stdout)
    again = json.loads(babelance("replay", record["signature"], "--json").stdout)
    assert (again["value"], again["low"], again["signature"]) == (record["value"], record["low"], record["signature"])


def test_replay_says_how_to_point_to_a_model_that_is_elsewhere(tmp_path: Path) -> None:
    gone = "cps|fidelity:paper|m:dir:my-model#5f2c0011|d:babel-pairs|l:de|n:9/9|ci:wilson.95|seed:0|v:0.1.0"
    out = babelance("replay", gone)
    assert out.returncode == 2 and "no folder 'my-model' here" in out.stderr and "--model DIR" in out.stderr
    changed = babelance("replay", gone, "--model", SHIPPED / "tiny-multilingual")
    assert changed.returncode == 2 and "not 5f2c0011" in changed.stderr
    fake = babelance("replay", gone.replace("dir:my-model#5f2c0011", "fake:random"), "--model", tmp_path)
    assert fake.returncode == 2 and "Leave out --model" in fake.stderr


def test_check_says_what_would_run_without_running_it(pairs: Path) -> None:
    out = babelance("check", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps,s-jsd,aul")
    assert out.returncode == 0, out.stderr
    assert "3 items, 12 queries" in out.stdout


def test_audit_runs_all_that_fits_and_writes_a_report(tmp_path: Path) -> None:
    out = babelance("audit", "-m", "fake:random", "-l", "en", "-d", "babel-controls", "--out", tmp_path / "o")
    assert out.returncode == 0, out.stderr
    measures = {json.loads(line)["measure"] for line in (tmp_path / "o" / "results.jsonl").read_text().splitlines()}
    assert {"cps", "s-jsd", "b-s-jsd", "aul", "aula", "sss"} <= measures
    assert (tmp_path / "o" / "report.html").stat().st_size > 10_000
    assert f"Report:  {tmp_path / 'o' / 'report.html'}" in out.stdout.splitlines()
    assert out.stderr.startswith("Left out: ") and "add other data: --data" in " ".join(out.stderr.split())
    piped = babelance("report", tmp_path / "o", "--format", "markdown", "--out", "-")
    assert "babel-controls" in piped.stdout and not Path("-").exists()


def test_audit_tells_each_reason_once_and_refuses_two_executors(tmp_path: Path) -> None:
    nowhere = babelance(
        "audit", "-m", "fake:random", "-d", "babel-utterances", "--measures", "cps", "-o", tmp_path / "o"
    )
    assert nowhere.returncode == 2 and nowhere.stderr.count("no dataset has what it needs") == 1
    both = babelance("audit", "-m", "fake:random", "--processes", "2", "--executor", "ray", "--out", tmp_path / "o")
    assert both.returncode == 2 and "Use one of them" in " ".join(both.stderr.split())


def test_list_and_show_know_the_measures() -> None:
    runner = CliRunner()
    listed = json.loads(runner.invoke(app, ["list", "measures", "--json"]).stdout)
    assert {"cps", "s-jsd", "icat"} <= {row["name"] for row in listed["measures"]}
    shown = runner.invoke(app, ["show", "s-jsd"]).stdout
    assert "Negative: the stereotypical sentences are preferred" in " ".join(shown.split())
    assert "  fidelity = paper" in shown


@pytest.mark.parametrize("width", [80, 120])
def test_list_and_show_honour_the_width_and_break_no_name(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    listed = CliRunner().invoke(app, ["list", "measures"]).stdout.splitlines()
    assert max(map(len, listed)) <= width and "Measures of translators" in listed
    assert {line.split()[0] for line in listed if line.startswith("  ")} >= set(MEASURES)
    prose = CliRunner().invoke(app, ["show", "cps"]).stdout.splitlines()
    assert max(len(line) for line in prose if not line.startswith("  ")) <= width


def test_progress_says_which_job_of_how_many_and_an_honest_time_left() -> None:
    assert time_left(4.0, 0.5) == "" and time_left(60.0, 0.01) == ""
    assert time_left(60.0, 0.5) == "about 1 min left" and time_left(60.0, 0.9) == "about 10 s left"
    assert time_left(3600.0, 0.5) == "about 60 min left" and time_left(36000.0, 0.5) == "about 10 h left"


def test_progress_says_how_fast_items_go_by() -> None:
    assert rate(10, 1.0) == "" and rate(0, 60.0) == ""
    assert rate(30, 60.0) == "0.5 items/s" and rate(120_000, 60.0) == "2,000 items/s"


def test_doctor_names_the_store_and_the_mirror() -> None:
    shown = " ".join(CliRunner().invoke(app, ["doctor"]).stdout.split())
    assert "answer store" in shown and "mirror" in shown


def test_record_turns_a_score_table_into_a_model(pairs: Path, tmp_path: Path) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("sent_more_score,sent_less_score\n-1.0,-2.0\n-3.0,-2.0\n-1.0,-1.5\n")
    answers = tmp_path / "answers.jsonl"
    assert babelance("record", scores, "-d", pairs, "-l", "en", "--out", answers).returncode == 0
    out = babelance(
        "run", "-m", f"json:{answers}", "-d", pairs, "-l", "en", "--measures", "cps,s-jsd", "--by", "", "--json"
    )
    cps, s_jsd = (json.loads(line) for line in out.stdout.splitlines())
    assert cps["value"] == pytest.approx(200 / 3)
    assert s_jsd["undefined"] and out.returncode == 3


def test_record_refuses_scores_of_another_dataset(pairs: Path, tmp_path: Path) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("sent_more_score,sent_less_score\n-1.0,-2.0\n")
    out = babelance("record", scores, "-d", pairs, "-l", "en", "--out", tmp_path / "a.jsonl")
    assert out.returncode == 2 and "1 rows of scores for 3 pairs" in out.stderr


def test_an_output_folder_that_cannot_be_made_is_named(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = babelance(
        "run", "-m", "fake:random", "-d", pairs, "-l", "en", "--measures", "cps", "--out", tmp_path / "file"
    )
    assert out.returncode == 2 and str(tmp_path / "file") in out.stderr


def test_a_list_fits_80_columns_and_long_facts_stand_on_a_line_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(app, ["list"]).stdout.splitlines()
    assert len(shown) > 100 and max(map(len, shown)) <= 80
    assert any("vec:, spacy:, emb:, hf:, dir:" in line for line in shown)
