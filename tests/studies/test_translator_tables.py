"""Tables 1 and 2 for one's own translator: one command, one folder, one report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.sheet import RANKING, read_sheet
from babelance.report import markdown, terminal
from babelance.report.html import render
from babelance.report.results import Results
from babelance.run.plan import Settings
from babelance.run.signed_plan import plan_of_run

SETS = {"informal": "Ő {}.", "formal": "Az illető {}."}
WORDS = ("mérnök", "orvos", "szakács", "tanár")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hu")
    utterances = [
        {"text": text.format(word), "set": name, "word": word} for name, text in SETS.items() for word in WORDS
    ]
    pairs = [
        {"text": "Köszönöm szépen.", "reference": "Thank you very much."},
        {"text": "Nem tudom.", "reference": "I don't know."},
        {"text": "Szeretem a zenét.", "reference": "I like music."},
    ]
    for name, rows in (("utterances", utterances), ("pairs", pairs)):
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def study(files: Path, model: str, *more: str) -> tuple[Path, str]:
    out = files / model.replace("/", "-").replace(":", "-")
    words = ["study", "translator", "-m", model, "-l", "hu", "--utterances", str(files / "utterances.jsonl")]
    words += ["--references", str(files / "pairs.jsonl"), "--draws", "100", "-o", str(out), *more]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code in (0, 3), done.output
    return out, done.output


def test_one_command_gives_both_tables_and_their_report(files: Path) -> None:
    out, said = study(files, "babelance/tiny-translator", "--beam", "1", "--beside", "en=vec:babelance/tiny-vectors/en")
    for part in ("Table 2: TGBI", "informal", "chrf", "bleu", "Table 1: embeddings", "#encoder", "#decoder"):
        assert part in said
    results = Results.read(out)
    measured = {(result.about.measure, result.about.language) for result in results.overall}
    vectors = {(measure, code) for measure in ("weat", "rnsb", "rnd", "ect") for code in ("hu", "en")}
    assert {("tgbi", "hu"), ("gender-lost", "hu"), ("chrf", "hu"), ("bleu", "hu"), *vectors} <= measured
    [table] = json.loads((out / "rank.json").read_text(encoding="utf-8"))
    assert sum(entry["null"] for entry in table["entries"]) == 4
    assert sum(not entry["null"] for entry in table["entries"]) == 3
    assert "Ranking of word vectors" in render(results) and (out / "report.html").is_file()
    assert "random vectors" in markdown.render(results)
    assert terminal.summary(results).ranking == results.ranking


def test_a_limit_is_one_of_sentences_and_leaves_the_queries_of_words_whole(files: Path) -> None:
    out, said = study(files, "babelance/tiny-translator", "--beam", "1", "--limit", "2")
    assert "Table 1: embeddings" in said and (out / "rank.json").is_file()
    limits = {
        result.about.measure: (result.about.signature.limit, result.about.n) for result in Results.read(out).overall
    }
    assert limits["tgbi"] == (2, 2) and limits["chrf"] == (2, 2)
    limit, words = limits["weat"]
    assert limit is None and words > 20


def test_a_run_of_limited_sentences_and_whole_queries_is_planned_again_as_it_was(files: Path) -> None:
    out, _ = study(files, "babelance/tiny-translator", "--beam", "1", "--limit", "2")
    plan = plan_of_run([result.about.signature for result in Results.read(out).overall], Settings())
    assert {job.settings(plan.settings).limit for job in plan.jobs if "tgbi" in job.measures} == {2}
    assert {job.settings(plan.settings).limit for job in plan.jobs if "weat" in job.measures} == {None}


def test_a_translator_without_embeddings_keeps_table_2_and_says_what_is_missing(files: Path) -> None:
    out, said = study(files, "fake:random")
    assert "Table 2: TGBI" in said and "Left out of table 1: hu=emb:fake:random#encoder" in said
    sheet = read_sheet(out, RANKING)
    assert sheet is not None and "Not in the ranking: vec:babelance/tiny-vectors/hu" in " ".join(sheet.sentences)
    assert "There is no ranking." in render(Results.read(out))
    # A damaged ranking is told, and the rest of the report stays.
    (out / RANKING).write_text('{"kind": 3', encoding="utf-8")
    results = Results.read(out)
    assert results.ranking is None and any(RANKING in note for note in results.notes) and results.overall
