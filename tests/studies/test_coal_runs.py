"""NLI runs in the layout of table 3, and the files of the authors as they are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from babelance.backends.training.nli_pairs import read_pairs
from babelance.build.material.occupations import read_occupations
from babelance.cli.app import app
from babelance.core.item import Item
from babelance.core.scored import Scored, Scores
from babelance.datasets import find
from babelance.measures.nli_coal import NliCoal
from babelance.studies.coal_runs import _interval


def test_runs_are_printed_as_the_table(tmp_path: Path) -> None:
    words = ["run", "-m", "fake:nli", "-d", "babel-nli", "-l", "en", "--measures", "nli-coal,fn", "--draws", "100"]
    done = CliRunner().invoke(app, [*words, "--limit", "60", "-o", str(tmp_path / "out")])
    assert done.exit_code in (0, 3), done.output
    shown = CliRunner().invoke(app, ["repro", "coal-table-3", str(tmp_path / "out"), "-f", "markdown"])
    assert shown.exit_code == 0, shown.output
    for row in ("PS set", "AS set", "NS set", "female occupations", "male occupations", "neutral occupations"):
        assert row in shown.stdout


def test_pairs_of_one_occupation_are_worth_fewer() -> None:
    worth = np.repeat([1.0, 0.0, 1.0, 0.0], 25)
    apart, together = _interval(worth, np.arange(100)), _interval(worth, np.repeat(np.arange(4), 25))
    assert together[1] - together[0] > 3 * (apart[1] - apart[0])


def test_more_contradiction_than_entailment_where_the_stereotype_is_stated_is_inconclusive() -> None:
    def scores(label: str) -> Scores:
        items = [Item(f"{name}{n}", "en", {}, {"set": name}) for name in ("pro", "anti", "non") for n in range(4)]
        return Scores(tuple(Scored(item, {"label": label}) for item in items))

    assert "more contradiction (1.000) than entailment (0.000)" in str(
        NliCoal().extra(scores("contradiction"))["inconclusive"]
    )
    assert "inconclusive" not in NliCoal().extra(scores("entailment"))


def test_the_occupation_tables_of_the_authors_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "o.tsv").write_text(
        "En\tJa\tType\nbaker\tパン屋\tmale-stereo\nclerk\t店員\tneutral\n", encoding="utf-8"
    )
    for language, words in (("en", ["baker", "clerk"]), ("ja", ["パン屋", "店員"])):
        read = read_occupations(tmp_path / "o.tsv", language)
        assert [(one.word, one.stereotype) for one in read] == list(zip(words, ("male", "neutral"), strict=True))
    (tmp_path / "o.json").write_text(json.dumps({"female-stereo": ["nurse"], "neutral": ["clerk"]}), encoding="utf-8")
    assert [(one.word, one.stereotype) for one in read_occupations(tmp_path / "o.json")] == [
        ("nurse", "female"), ("clerk", "neutral"),
    ]  # fmt: skip


def test_jsnli_without_a_header_and_cut_into_words(tmp_path: Path) -> None:
    (tmp_path / "j.tsv").write_text("entailment\t彼女 は TV を 見る 。\t人 が いる 。\n", encoding="utf-8")
    [pair] = read_pairs(tmp_path / "j.tsv").pairs
    assert tuple(pair) == ("彼女はTVを見る。", "人がいる。", "entailment")


@pytest.mark.parametrize("name", ["s.json", "s.jsonl"])
def test_sentence1_and_sentence2_are_premise_and_hypothesis(tmp_path: Path, name: str) -> None:
    rows = [{"id": n, "sentence1": "A baker runs.", "sentence2": "A man runs.", "set": "pro"} for n in range(2)]
    (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    [first, _] = find(str(tmp_path / name)).items("en")
    assert first.texts == {"premise": "A baker runs.", "hypothesis": "A man runs."} and first.tags == {"set": "pro"}
