"""Tables 2 and 3 of the MBE paper from runs, and the formats they are printed in."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Plain, Result
from babelance.core.paper_table import PaperTable
from babelance.report.paper_tables import as_latex, as_markdown, on_terminal
from babelance.report.terminal_table import table_lines
from babelance.studies.mbe_tables import gap, table_2, table_3
from tests.studies.test_agree import result


def estimate(model: str, value: float, language: str = "de", **extra: Plain) -> Estimate:
    made = result(model, value, nulls={"length": 51.0, "shuffled": 100 - value})
    assert isinstance(made, Estimate)
    about = replace(made.about, language=language)
    return replace(made, about=about, low=value - 1.96, high=value + 1.96, level=0.95, extra=extra)


def test_the_difference_of_two_corpora_has_the_error_of_both() -> None:
    difference = gap(estimate("m", 55), estimate("m", 51))
    assert difference.value == 4 and difference.high - difference.low == pytest.approx(2 * 1.96 * 2**0.5, abs=1e-3)
    assert difference.p == pytest.approx(0.00468, abs=1e-4)  # two-sided, z = 4 / √2


def test_table_2_has_the_mark_the_null_and_what_the_paper_prints() -> None:
    corpora = {"TED": [estimate("m", 55, mcnemar_p=0.01)], "News": [estimate("m", 51, mcnemar_p=0.5)]}
    [row] = table_2(corpora).rows
    assert row[:5] == ("de", "55.00‡ [53.04, 56.96]", "51.00", "51.00 [49.04, 52.96]", "51.00")
    assert row[5].startswith("+4.00 [+1.2") and row[7] == "54.69‡, 55.12‡"
    with pytest.raises(InputError, match="two models for 'de'"):
        table_2({"TED": [estimate("m", 55), estimate("n", 55)]})


def test_table_3_is_the_agreement_with_pairs() -> None:
    pairs: list[Result] = [
        replace(one, about=replace(one.about, measure="aula", data="pairs"), nulls={})
        for one in (estimate(f"m{n}", value) for n, value in enumerate((50.0, 52.0, 55.0, 54.0, 56.0)))
    ]
    groups: list[Result] = [estimate(f"m{n}", value) for n, value in enumerate((51.0, 52.0, 57.0, 55.0, 58.0))]
    scores, agreed = table_3({"CP": [*pairs, *groups]}, reference="aula")
    assert scores.rows[0] == ("m0", "50.00 [48.04, 51.96]", "51.00 [49.04, 52.96]", "49.00", "51.00")
    rows = {row[0]: row[1:] for row in agreed.rows}
    assert rows["Spearman"][:2] == ("-1.00†", "1.00†") and rows["Diff"][1] == "1.20" and rows["Diff"][2] == "4.06, 2.36"
    with pytest.raises(InputError, match=r"no run has 'cps'.*--benchmark CP=RUN of the pairs: .*--measures cps"):
        table_3({"CP": groups}, reference="cps")


def test_table_3_takes_the_gender_pairs_of_a_run_over_all_axes() -> None:
    groups = [estimate(f"m{n}", value) for n, value in enumerate((51.0, 52.0, 57.0))]
    pairs = [replace(group, about=replace(group.about, measure="aula", data="pairs"), nulls={}) for group in groups]
    gender = [replace(pair, value=100 - pair.value, about=replace(pair.about, group="axis=gender")) for pair in pairs]
    expected: list[tuple[list[Result], str]] = [
        ([*pairs, *groups], "aula"),
        ([*pairs, *gender[:2], *groups], "aula"),
        ([*pairs, *gender, *groups], "aula@axis=gender"),
        ([*gender, *groups], "aula@axis=gender"),
    ]
    for results, reference in expected:
        assert table_3({"CP": results})[1].notes[0].startswith(f"Reference: {reference}.")
    assert table_3({"CP": [*pairs, *gender, *groups]})[0].rows[0][1].startswith("49.00")


def test_the_p_of_table_2_is_corrected_for_its_languages() -> None:
    ted, news = ([estimate("m", value, code) for code in ("de", "ja")] for value in (55, 51))
    rows = table_2({"TED": ted, "News": news}).rows
    assert [row[6] for row in rows] == ["0.009", "0.009"], "twice 0.00468"


def test_both_scores_of_a_model_in_table_3_have_the_mark_of_the_paper() -> None:
    pairs = [replace(estimate(f"m{n}", 90), nulls={}) for n in range(3)]
    pairs = [replace(pair, about=replace(pair.about, measure="aula", data="pairs", n=100)) for pair in pairs]
    groups = [estimate(f"m{n}", 55, mcnemar_p=0.01) for n in range(3)]
    scores, _ = table_3({"CP": [*pairs, *groups]}, reference="aula")
    assert scores.rows[0][1].startswith("90.00‡ [") and scores.rows[0][2].startswith("55.00‡ [")


def test_markdown_and_latex_escape_and_keep_the_marks() -> None:
    table = table_2({"T_1": [estimate("m", 55, mcnemar_p=0.01)]})
    assert (
        r"MBE(T\_1)" in as_latex(table) and r"55.00$^\ddagger$" in as_latex(table) and r"\bottomrule" in as_latex(table)
    )
    assert r"MBE(T\_1)" in as_markdown(table) and "55.00‡" in as_markdown(table)


def test_a_wide_table_breaks_lines_between_words_and_folds_long_names_alone() -> None:
    name, number = "someone/a-very-long-name-of-a-model", "0.320 [0.26, 0.39]"
    headers = ("Language", "Model", "Evaluation data", "Ent.", "Con.", "Neu.", "FN", "NLI-CoAL")
    table = PaperTable("T", headers, (("en", name, "female type", number, number, number, number, number),))
    lines = [line.plain for line in table_lines(on_terminal(table), width=80)]
    words = {word for line in lines for word in line.split()}
    assert {"Evaluation", "NLI-CoAL", "female", "[0.26,", "0.39]", name} <= words and max(map(len, lines)) <= 80
    assert r"\begin{tabular}{lllrrrrr}" in as_latex(table)


def test_a_run_becomes_a_table(tmp_path: Path) -> None:
    rows = [
        {"text": f"{word} geht {n}.", "group": group}
        for group, word in (("female", "Sie"), ("male", "Er"))
        for n in range(9)
    ]
    (tmp_path / "d.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = [
        "run",
        "-m",
        "fake:random",
        "-d",
        str(tmp_path / "d.jsonl"),
        "-l",
        "de",
        "--measures",
        "mbe",
        "--draws",
        "100",
    ]
    assert CliRunner().invoke(app, [*words, "-o", str(tmp_path / "out")]).exit_code == 0
    shown = CliRunner().invoke(app, ["repro", "mbe-table-2", "--corpus", f"TED={tmp_path / 'out'}", "-f", "markdown"])
    assert shown.exit_code == 0 and "| de |" in shown.stdout


def sentences(path: Path, language: str = "en") -> Path:
    rows = [
        {"text": f"{word} sings {n}.", "group": group, "language": language}
        for group, word in (("female", "She"), ("male", "He"))
        for n in range(6)
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def carried_out_here(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Steps go through the same program, without a process for each."""
    done: list[list[str]] = []

    def carry_out(step: list[str], output: object = None) -> None:
        done.append(list(step))
        assert CliRunner().invoke(app, list(step)).exit_code in (0, 3)

    monkeypatch.setattr("babelance.cli.repro._mbe_runs.carry_out", carry_out)
    return done


def test_table_2_measures_data_in_the_same_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = carried_out_here(monkeypatch)
    data, out = sentences(tmp_path / "d.jsonl"), tmp_path / "made"
    words = ["repro", "mbe-table-2", "-f", "markdown", "--corpus", f"TED={data}"]
    shown = CliRunner().invoke(app, [*words, "-m", "fake:random", "-l", "en", "-o", str(out)])
    assert shown.exit_code == 0 and "| en |" in shown.stdout and [step[0] for step in done] == ["run"]
    with pytest.raises(InputError, match="is no folder of a run"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    with pytest.raises(InputError, match="has many languages"):
        CliRunner().invoke(app, [*words[:-1], "TED=opus:TED2020", "-m", "fake:random"], catch_exceptions=False)


def test_table_3_takes_the_gender_pairs_of_a_benchmark_in_one_command(
    tmp_path: Path, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = carried_out_here(monkeypatch)
    words = [
        "repro",
        "mbe-table-3",
        "--benchmark",
        "CP=crows-pairs",
        "-f",
        "latex",
        "-o",
        str(tmp_path),
        "--limit",
        "20",
    ]
    models = [word for seed in range(3) for word in ("-m", f"fake:random#{seed}")]
    shown = CliRunner().invoke(app, [*words, *models], catch_exceptions=False)
    assert [step[:2] for step in done[:2]] == [["build", "pairs"], ["build", "groups"]] and len(done) == 4
    assert "--axis" in done[0] and shown.exit_code == 0 and "Spearman" in shown.stdout
