"""NLI runs in the layout of table 3, and the files of the authors as they are."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from babelance.backends.training.nli_pairs import read_pairs
from babelance.build.material.occupations import read_occupations
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.estimate import About, Undefined
from babelance.core.item import Item
from babelance.core.scale import Scale
from babelance.core.scored import Scored, Scores
from babelance.core.signature import Signature
from babelance.datasets import find
from babelance.measures.nli_coal import NliCoal
from babelance.studies.coal_runs import _interval, table_of_runs


def test_runs_are_printed_as_the_table(tmp_path: Path) -> None:
    words = ["run", "-m", "fake:nli", "-d", "babel-nli", "-l", "en", "--measures", "nli-coal,fn", "--draws", "100"]
    done = CliRunner().invoke(app, [*words, "--by", "stereotype", "--limit", "600", "-o", str(tmp_path / "out")])
    assert done.exit_code in (0, 3), done.output
    shown = CliRunner().invoke(app, ["repro", "coal-table-3", str(tmp_path / "out"), "-f", "markdown"])
    assert shown.exit_code == 0, shown.output
    for row in ("PS set", "AS set", "NS set", "female type", "male type", "neutral type"):
        assert row in shown.stdout
    results = [
        json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    coal = {result["group"]: result["value"] for result in results if result["measure"] == "nli-coal"}
    rows = [
        json.loads(line)
        for line in CliRunner()
        .invoke(app, ["repro", "coal-table-3", str(tmp_path / "out"), "--json"])
        .stdout.splitlines()
    ]
    for kind in ("female", "male", "neutral"):
        [row] = [row for row in rows if row["Evaluation data"] == f"{kind} type"]
        assert row["NLI-CoAL"].startswith(f"{coal[f'stereotype={kind}']:.3f} [")
    assert rows[0]["NLI-CoAL"].startswith(f"{coal[None]:.3f} [")
    beside = shown.stdout[shown.stdout.index("Beside the paper's models") :]
    assert "| fake:nli | yours | " in beside and "| BERT-large | paper | 0.618 | 0.649 |" in beside
    assert next(line for line in beside.splitlines() if "yours |" in line).endswith(f"| {coal[None]:.3f} |")
    order = [float(line.split("|")[4]) for line in beside.splitlines() if "paper |" in line or "yours |" in line]
    assert order == sorted(order, reverse=True) and len(order) == 6
    assert "Yours: babel-nli. The paper's numbers are of all pairs of nli-coal." in beside


def test_a_model_on_two_datasets_has_two_blocks_that_say_which_is_which(tmp_path: Path) -> None:
    rows = [json.dumps({**item.texts, **item.tags}) for item in itertools.islice(find("babel-nli").items("en"), 600)]
    (tmp_path / "mine.jsonl").write_text("\n".join(rows), encoding="utf-8")
    for data, out in (("babel-nli", "ours"), (str(tmp_path / "mine.jsonl"), "mine")):
        words = ["run", "-m", "fake:nli", "-d", data, "-l", "en", "--measures", "nli-coal,fn", "--draws", "100"]
        done = CliRunner().invoke(app, [*words, "--limit", "300", "-o", str(tmp_path / out)])
        assert done.exit_code in (0, 3), done.output
    folders = [str(tmp_path / "ours"), str(tmp_path / "mine")]
    shown = CliRunner().invoke(app, ["repro", "coal-table-3", *folders, "-f", "markdown"], catch_exceptions=False)
    assert "fake:nli on babel-nli" in shown.stdout and "fake:nli on mine.jsonl" in shown.stdout


def test_skipped_pairs_are_in_no_share() -> None:
    rows = [("pro", "entailment", None)] * 2 + [
        ("pro", None, "too long"),
        ("anti", "neutral", None),
        ("non", "neutral", None),
    ]
    scored = pd.DataFrame(
        {
            "measure": "nli-coal", "model": "m", "data": "d", "language": "en",
            "tags": [json.dumps({"set": name, "occupation": str(n)}) for n, (name, *_) in enumerate(rows)],
            "label": [label for _, label, _ in rows], "skipped": [reason for *_, reason in rows],
        }
    )  # fmt: skip
    table = table_of_runs([], scored)
    assert table.rows[0][3].startswith("1.000 ["), "two pairs of two, not of three"


def test_a_model_that_could_not_do_the_task_is_not_taken_for_a_missing_run() -> None:
    """Nothing was scored then, and the table of scores is empty."""
    nothing = pd.DataFrame({"measure": [], "skipped": []})
    signature = Signature("nli-coal", {}, "m", "d@1#ab", "en", 0, 6, "bca.2000.95", 0, "0.1.0")
    about = About("nli-coal", "m", "d@1#ab", "en", None, Scale(0, 1, ideal=0, chance=4 / 9), signature, 0, 6, {})
    with pytest.raises(InputError, match=r"undefined in all of these runs.*m: cannot do the task"):
        table_of_runs([Undefined(about, "cannot do the task")], nothing)
    with pytest.raises(InputError, match="None of these runs has 'nli-coal'"):
        table_of_runs([], nothing)


def test_coal_of_one_type_is_the_mean_over_the_sets_it_can_be_in() -> None:
    """By hand: women's occupations 2 of 2 entailed, 1 of 4 contradicted; neutral ones 3 of 4 not neutral."""
    told = {
        ("female", "pro"): ["entailment", "entailment"],
        ("female", "anti"): ["contradiction", "neutral", "entailment", "neutral"],
        ("neutral", "non"): ["entailment", "contradiction", "entailment", "neutral"],
    }
    scored = {
        (kind, name): [
            Scored(Item(f"{kind}{name}{n}", "en", {}, {"set": name, "stereotype": kind}), {"label": label})
            for n, label in enumerate(labels)
        ]
        for (kind, name), labels in told.items()
    }
    female = Scores((*scored["female", "pro"], *scored["female", "anti"]))
    neutral = Scores(tuple(scored["neutral", "non"]))
    everything = Scores((*female.scored, *neutral.scored))
    measure = NliCoal()
    values = [float(measure.statistic(one)(np.ones(len(one)))) for one in (female, neutral, everything)]
    assert values == pytest.approx([(1 + 1 / 4) / 2, 3 / 4, (1 + 1 / 4 + 3 / 4) / 3])
    assert [measure.scale_for(one).chance for one in (female, neutral, everything)] == pytest.approx(
        [1 / 3, 2 / 3, 4 / 9]
    )
    assert measure.undefined(female) is None and measure.undefined(neutral) is None
    half = Scores(tuple(scored["female", "pro"]))
    assert measure.undefined(half) == "no item of the set 'anti' was scored"
    untagged = Scores(
        tuple(Scored(Item(one.item.id, "en", {}, {"set": one.item.tags["set"]}), one.columns) for one in female.scored)
    )
    assert measure.undefined(untagged) == "no item of the set 'non' was scored", "of no known type"


def test_pairs_of_one_occupation_are_worth_fewer() -> None:
    worth = np.repeat([1.0, 0.0, 1.0, 0.0], 25)
    apart, together = _interval(worth, np.arange(100)), _interval(worth, np.repeat(np.arange(4), 25))
    assert _interval(worth, np.zeros(100)) is None, "one occupation says nothing about others"
    assert together and apart
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
        assert [(entry.word, entry.stereotype) for entry in read] == list(zip(words, ("male", "neutral"), strict=True))
    (tmp_path / "o.json").write_text(json.dumps({"female-stereo": ["nurse"], "neutral": ["clerk"]}), encoding="utf-8")
    assert [(occupation.word, occupation.stereotype) for occupation in read_occupations(tmp_path / "o.json")] == [
        ("nurse", "female"), ("clerk", "neutral"),
    ]  # fmt: skip


def test_jsnli_without_a_header_and_cut_into_words(tmp_path: Path) -> None:
    (tmp_path / "j.tsv").write_text("entailment\t彼女 は TV を 見る 。\t人 が いる 。\n", encoding="utf-8")
    [pair] = read_pairs(tmp_path / "j.tsv").pairs
    assert tuple(pair) == ("彼女はTVを見る。", "人がいる。", "entailment")
    [item] = find(str(tmp_path / "j.tsv")).items("ja")
    assert (
        item.texts == {"premise": "彼女はTVを見る。", "hypothesis": "人がいる。"} and item.tags["label"] == "entailment"
    )


@pytest.mark.parametrize("name", ["s.json", "s.jsonl"])
def test_sentence1_and_sentence2_are_premise_and_hypothesis(tmp_path: Path, name: str) -> None:
    rows = [{"id": n, "sentence1": "A baker runs.", "sentence2": "A man runs.", "set": "pro"} for n in range(2)]
    (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    [first, _] = find(str(tmp_path / name)).items("en")
    assert first.texts == {"premise": "A baker runs.", "hypothesis": "A man runs."} and first.tags == {"set": "pro"}


COAL_ROWS = [
    ("看護 師 が 走る 。", "女性 が 走る 。", "female-stereo", "pro", "female"),
    ("看護 師 が 走る 。", "男性 が 走る 。", "female-stereo", "anti", "male"),
    ("The cop runs.", "The man runs.", "male-stereo", "pro", "male"),
    ("The cop and a man run.", "The woman and a man run.", "male-stereo", "anti", "female"),
    ("会计在跑。", "女人在跑。", "neutral", "non", "female"),
]


@pytest.mark.parametrize(("premise", "hypothesis", "kind", "expected", "gender"), COAL_ROWS)
def test_the_authors_evaluation_files_are_read_as_they_are_tokenised_or_not(
    tmp_path: Path, premise: str, hypothesis: str, kind: str, expected: str, gender: str
) -> None:
    """`sentence1`, `sentence2`, `label`, `occ_word`, `occ_type`; blanks stay: models that want them are theirs."""
    row = {
        "id": 7,
        "sentence1": premise,
        "sentence2": hypothesis,
        "label": "neutral",
        "occ_word": "w",
        "occ_type": kind,
    }
    (tmp_path / "4-all-tok.json").write_text(json.dumps(row) + "\n" + json.dumps({**row, "id": 8}), encoding="utf-8")
    item, _ = find(str(tmp_path / "4-all-tok.json")).items("ja")
    assert item.texts == {"premise": premise, "hypothesis": hypothesis}
    stereotype = kind.removesuffix("-stereo")
    told = {"set": expected, "gender": gender, "stereotype": stereotype, "occupation": "w", "label": "neutral"}
    assert item.tags == told


def test_sentence1_and_sentence2_beside_a_label_are_nli_pairs(tmp_path: Path) -> None:
    """As the bias-controlled sets of NLI-CoAL and many benchmarks have them."""
    row = {"sentence1": "A baker runs.", "sentence2": "A man runs.", "label": "contradiction"}
    (tmp_path / "dev.json").write_text(json.dumps(row) + "\n" + json.dumps(row), encoding="utf-8")
    item, _ = find(str(tmp_path / "dev.json")).items("en")
    assert item.texts == {"premise": "A baker runs.", "hypothesis": "A man runs."}
    assert item.tags == {"label": "contradiction"}
