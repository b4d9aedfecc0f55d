"""Score files of other tools become answers, or the user is told what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.codec import from_json
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import Query, Unanswered
from babelance.core.registry import MODELS
from babelance.measures.bbq import Bbq
from babelance.measures.cps import Cps
from babelance.measures.gest import Gest
from babelance.measures.mbe import Mbe
from babelance.measures.ss import Ss
from babelance.run.record import record
from tests.cli.test_main import run

PAIR = Item("a", "en", {"more": "He is here", "less": "She is here"}, {})
CLUSTER = Item(
    "b",
    "en",
    {"context": "A BLANK.", "stereotype": "A x.", "anti": "A y.", "unrelated": "A z."},
    {"id_stereotype": "1", "id_anti": "2", "id_unrelated": "3", "task": "intrasentence"},
)
TABLE = "sent_more_score,sent_less_score\n"


@pytest.mark.parametrize(
    ("name", "content", "item", "measure", "said"),
    [
        ("s.csv", "", PAIR, Cps(), "is empty"),
        ("s.csv", TABLE, PAIR, Cps(), "0 rows of scores for 1 pairs"),
        ("s.csv", "more,less\n-1,-2\n", PAIR, Cps(), "lack the column sent_less_score, sent_more_score"),
        ("s.csv", TABLE + "-1,much\n", PAIR, Cps(), "score of the item 'a' is 'much', not a number"),
        ("s.csv", TABLE + "-1\n", PAIR, Cps(), "is None, not a number"),
        ("s.csv", TABLE + "-1,-2\n", Item("a", "en", {"text": "x"}, {"group": "f"}), Mbe(), "'MBE' is none"),
        ("s.json", "{", CLUSTER, Ss(), "not JSON"),
        ("s.json", "[1]", CLUSTER, Ss(), "not StereoSet's"),
        ("s.json", '{"intrasentence": [{"id": "1"}]}', CLUSTER, Ss(), "not StereoSet's"),
        ("s.json", '{"intrasentence": [{"id": "1", "score": 2}]}', CLUSTER, Ss(), "neither probabilities"),
        ("s.json", '{"intrasentence": [{"id": "9", "score": 1}]}', CLUSTER, Ss(), "no score of these 1 items"),
    ],
)
def test_scores_that_cannot_be_read_are_explained(
    tmp_path: Path, name: str, content: str, item: Item, measure: Cps | Mbe | Ss, said: str
) -> None:
    file, out = tmp_path / name, tmp_path / "out.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        record(file, [item], measure, out)
    assert not out.exists()


@pytest.mark.parametrize("column", ["", "nothere"])
def test_the_column_of_answers_is_asked_for_by_the_names_that_there_are(tmp_path: Path, column: str) -> None:
    """A tool adds its own columns at the end."""
    question = {"context": "c", "question": "q", "ans0": "Ann", "ans1": "Bob", "ans2": "Unknown"}
    tags = {"condition": "ambig", "label": "2", "unknown": "2", "biased": "0", "category": "Age"}
    row = {f"column {number}": "x" for number in range(20)} | {"mine": "Ann"}
    (tmp_path / "s.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"column 0, .* …, .* column 19, mine\.") as refusal:
        item = Item("Age/0", "en", question, tags)
        record(tmp_path / "s.jsonl", [item], Bbq(variants=1), tmp_path / "out.jsonl", column=column)
    assert ("no column 'nothere'" if column else "--column") in str(refusal.value)


def test_two_different_answers_to_one_query_are_refused_and_the_same_twice_is_one(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(TABLE + "-1,-2\n", encoding="utf-8")
    record(tmp_path / "s.csv", [PAIR], Cps(), tmp_path / "out.jsonl")
    recorded = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    query = from_json(json.loads(recorded.splitlines()[0])["query"])
    assert isinstance(query, Query)
    (tmp_path / "twice.jsonl").write_text(recorded * 2, encoding="utf-8")
    (tmp_path / "other.jsonl").write_text(recorded + recorded.replace("-1.0", "-3.0"), encoding="utf-8")
    twice, other = (
        MODELS.get("recorded").open(f"json:{tmp_path / name}.jsonl", Options()) for name in ("twice", "other")
    )
    assert not isinstance(next(iter(twice.answer([query]))), Unanswered)
    with pytest.raises(DataError, match=r"Line 3 of .* answers a query otherwise than an earlier line"):
        list(other.answer([query]))


def test_two_scores_of_a_pair_are_two_answers(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(TABLE + "-1,-2\n", encoding="utf-8")
    assert record(tmp_path / "s.csv", [PAIR], Cps(), tmp_path / "out.jsonl") == 2


def test_a_score_per_line_is_one_whatever_the_file_is_called(tmp_path: Path) -> None:
    sentence = Item("1", "en", {"sentence": "I wept."}, {"stereotype": "1", "gender": "female", "name": "emotional"})
    for name in ("scores", "scores.log", "scores.txt"):
        (tmp_path / name).write_text("0.25\n", encoding="utf-8")
        assert record(tmp_path / name, [sentence], Gest(), tmp_path / "out.jsonl") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("babel-nli", "--language", "en"), "Name the measure"),
        (
            ("babel-nli", "--language", "en", "--measure", "cps"),
            "'cps' is not about 'babel-nli', which has no less, more",
        ),
    ],
)
def test_a_measure_that_does_not_fit_the_data_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "s.txt").write_text("0.25\n", encoding="utf-8")
    code, _, told = run(
        monkeypatch, "record", words[0], str(tmp_path / "s.txt"), *words[1:], "--out", str(tmp_path / "o")
    )
    assert code == 2 and said in told


def test_scores_of_both_versions_of_gest_need_no_measure(mirror: Path, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("0.25\n" * 3565, encoding="utf-8")
    done = CliRunner().invoke(app, ["record", "gest-1-1", str(tmp_path / "s.txt"), "--out", str(tmp_path / "o.jsonl")])
    assert done.exit_code == 0 and "--measures gest" in done.stdout


def test_a_table_of_millions_of_scores_is_refused_beyond_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BABELANCE_READ_LIMIT", "8")
    scores = tmp_path / "scores.csv"
    scores.write_text("sent_more_score,sent_less_score\n" + "-1,-2\n" * 100_000)
    with pytest.raises(DataError, match=r"takes more than 8\.0 MiB of memory"):
        record(scores, [], Cps(), tmp_path / "out.jsonl")
