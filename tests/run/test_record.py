"""Score files of other tools become answers, or the user is told what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.measures.cps import Cps
from babelance.measures.mbe import Mbe
from babelance.measures.ss import Ss
from babelance.run.record import record

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


def test_two_scores_of_a_pair_are_two_answers(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(TABLE + "-1,-2\n", encoding="utf-8")
    assert record(tmp_path / "s.csv", [PAIR], Cps(), tmp_path / "out.jsonl") == 2
