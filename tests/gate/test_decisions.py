"""What a gate decides: only what is surely beyond the margin is worse, and nothing that is missing passes."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Undefined
from babelance.core.gate import Gate
from babelance.core.item import Item
from babelance.core.registry import MEASURES
from babelance.core.scale import Scale
from babelance.core.scored import Scored, Scores
from babelance.core.verdict import USE, Question, Verdict
from babelance.core.verdict import Kind as VerdictKind
from babelance.deliver.gate import gate
from babelance.measures.cps import Cps
from babelance.report.results import Results
from babelance.stats.distance import Change, Side, change_of_distance
from babelance.studies.gate import judge_runs
from babelance.studies.gate.evidence import Evidence, HealthNotes, evidence_of, scores_of, value_without_vectors
from babelance.studies.gate.policy import Policy, policy_text, read_policy
from tests.expecting import expect, expect_refusal

EITHER = Question("pairs", "", "", "")
SHARE = Scale(0, 100, 50, 50)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two models that answer at random, on 60 pairs."""
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    folder = tmp_path_factory.mktemp("runs")
    rows = [f"The {word} boat number {n} sails.,A {word} ship number {n} sails." for n in range(30) for word in "xy"]
    (folder / "pairs.csv").write_text("more,less\n" + "\n".join(rows), encoding="utf-8")
    for number in (1, 2):
        evaluate_many(
            ["cps", "s-jsd"], models=[f"fake:random#{number}"], data=[str(folder / "pairs.csv")], languages=["en"],
            out=folder / str(number), store=folder / "store.sqlite", settings=Settings(draws=200),
        )  # fmt: skip
    return {"one": folder / "1", "two": folder / "2", "store": folder / "store.sqlite"}


@pytest.fixture
def sides(runs: dict[str, Path]) -> tuple[list[Evidence], list[Evidence]]:
    def never(signature: object) -> Scores:
        raise AssertionError("the files hold all that is needed")

    first, second = (evidence_of(Results.read(runs[name]), never) for name in ("one", "two"))
    return first, second


def decisions(decided: Gate) -> set[str]:
    return {row.decision for row in decided.rows}


def as_competent(some: list[Evidence]) -> list[Evidence]:
    """A model that answers at random cannot do the task; these tests are about something else."""
    return with_verdict(some, "not-told-apart")


def with_verdict(some: list[Evidence], kind: VerdictKind) -> list[Evidence]:
    verdicts = [cast(Verdict, one.result.verdict) for one in some]
    results = [
        replace(one.result, verdict=replace(verdict, kind=kind)) for one, verdict in zip(some, verdicts, strict=True)
    ]
    return [replace(one, result=result) for one, result in zip(some, results, strict=True)]


WIDE = Policy(draws=200, margins={"cps": 100.0, "s-jsd": 2.0})


def test_items_read_back_from_the_files_give_the_numbers_of_the_files(
    sides: tuple[list[Evidence], list[Evidence]],
) -> None:
    for side in sides[0]:
        scores = scores_of(side.rows)
        assert float(side.measure.statistic(scores)(np.ones(len(scores)))) == pytest.approx(
            expect(Estimate, side.result).value
        )
        assert side.scores() == scores


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_without_vectors_a_measure_gives_its_number_or_says_that_it_cannot(name: str) -> None:
    """Whatever columns it has, nothing but None comes of those that no file keeps."""
    from babelance.core.model import Options
    from babelance.core.registry import MODELS
    from babelance.run.configure import configure

    example = MEASURES.get(name)().example
    measure = configure([name], example.options)[name]
    model = MODELS.get("fake").open("fake:random#1", Options())
    whole = Scores.gather(measure.score(item, list(model.answer(measure.ask(item)))) for item in example.items)
    kept = [
        Scored(
            scored_item.item,
            {key: value for key, value in scored_item.columns.items() if not isinstance(value, np.ndarray)},
        )
        for scored_item in whole.scored
    ]
    found = value_without_vectors(measure, Scores(tuple(kept)))
    assert found is None or found == pytest.approx(float(measure.statistic(whole)(np.ones(len(whole)))), nan_ok=True)


def test_a_run_is_not_worse_than_itself(runs: dict[str, Path], sides: tuple[list[Evidence], list[Evidence]]) -> None:
    side = as_competent(sides[0])
    assert decisions(judge_runs(side, side, Policy())) == {"not worse"}


def test_a_margin_that_nothing_exceeds_lets_everything_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    assert judge_runs(as_competent(sides[0]), as_competent(sides[1]), WIDE).exit_code == 0


def test_what_cannot_be_told_says_how_many_more_items_would(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    decided = judge_runs(as_competent(sides[0]), as_competent(sides[1]), replace(WIDE, margins={"cps": 8.0}))
    [row] = [row for row in decided.rows if row.measure == "cps"]
    assert row.decision == "cannot tell" and row.needed is not None and row.needed > 10
    assert f"{row.needed:,} more items" in row.reasons[0]


def test_a_missing_measure_is_no_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    decided = judge_runs(as_competent(sides[0]), as_competent(sides[1])[:1], WIDE)
    assert decided.exit_code == 3 and "no s-jsd" in decided.rows[1].reasons[0]


def test_a_measure_that_the_policy_requires_is_no_pass_where_it_is_missing(
    sides: tuple[list[Evidence], list[Evidence]],
) -> None:
    side = as_competent(sides[0])
    assert judge_runs(side, side, Policy(require=("cps",))).exit_code == 0
    assert judge_runs(side, side, Policy(require=("mbe",))).exit_code == 3


def changed(some: list[Evidence], **facts: Any) -> list[Evidence]:
    return [replace(entry, result=replace(entry.result, about=replace(entry.result.about, **facts))) for entry in some]


def test_more_skipped_items_are_no_pass_unless_the_policy_allows_them(
    sides: tuple[list[Evidence], list[Evidence]],
) -> None:
    base, new = as_competent(sides[0]), as_competent(sides[1])
    fewer = changed(new, n=new[0].result.about.n - 2, skipped={"too long": 2})
    kept = [replace(one, rescore=lambda signature: scores_of(new[0].rows)) for one in fewer]
    assert judge_runs(base[:1], kept[:1], WIDE).exit_code == 3
    assert judge_runs(base[:1], kept[:1], replace(WIDE, skipped=2)).exit_code == 0


def test_a_model_that_lost_its_competence_is_no_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    base, new = as_competent(sides[0]), as_competent(sides[1])
    decided = judge_runs(base, with_verdict(new, "cannot-do-the-task"), WIDE)
    assert decided.exit_code == 3 and "cannot do the task" in decided.rows[0].reasons[0]


def test_a_new_run_without_a_number_is_no_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    new = [replace(side, result=Undefined(side.result.about, "nothing to measure")) for side in sides[1]]
    assert judge_runs(as_competent(sides[0]), new, WIDE).exit_code == 3


def test_another_note_of_the_health_check_is_no_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    base, new = as_competent(sides[0]), as_competent(sides[1])
    noted = [replace(entry, health=HealthNotes(0.0, frozenset({"# rows are missing"}))) for entry in new]
    unknown = [replace(entry, health=HealthNotes(0.4)) for entry in new]
    assert judge_runs(base, noted, WIDE).exit_code == judge_runs(base, unknown, WIDE).exit_code == 3
    old = [replace(entry, health=HealthNotes(0.0, frozenset({"# rows are missing"}))) for entry in base]
    assert judge_runs(old, noted, WIDE).exit_code == 0


def test_other_content_of_the_dataset_is_no_pass(sides: tuple[list[Evidence], list[Evidence]]) -> None:
    base, new = as_competent(sides[0]), as_competent(sides[1])
    other = [
        changed([entry], signature=replace(entry.result.about.signature, data="pairs.csv@1#00000000"))[0]
        for entry in new
    ]
    assert judge_runs(base, other, WIDE).exit_code == 3


def test_where_the_baseline_has_no_number_nothing_is_judged_and_nothing_passes(
    sides: tuple[list[Evidence], list[Evidence]],
) -> None:
    base = [replace(side, result=Undefined(side.result.about, "nothing to measure")) for side in sides[0]]
    decided = judge_runs(base, sides[1], Policy())
    assert not decided.rows and decided.exit_code == 3 and "2 results are not judged" in decided.remarks[0]
    assert judge_runs(base[:1], sides[1], Policy()).remarks[0].startswith("1 result is not judged:")


def test_a_competence_that_the_baseline_did_not_have_cannot_be_lost(
    sides: tuple[list[Evidence], list[Evidence]],
) -> None:
    decided = judge_runs(sides[0], sides[1], WIDE)
    assert decided.exit_code == 0 and "cannot do the task" in decided.remarks[-1]


def test_a_model_can_stand_for_the_new_run_and_a_list_of_signatures_for_the_baseline(
    runs: dict[str, Path], tmp_path: Path
) -> None:
    listed = tmp_path / "signatures.txt"
    listed.write_text("\n".join(str(result.about.signature) for result in Results.read(runs["one"]).overall))
    by_model = gate(runs["one"], "fake:random#2", policy=WIDE, store=runs["store"])
    by_list = gate(listed, runs["two"], policy=WIDE, store=runs["store"])
    assert {row.new for row in by_model.rows} == {"fake:random#2"}
    assert [row.change for row in by_model.rows] == [row.change for row in by_list.rows]


def test_a_folder_without_results_is_named_and_not_taken_for_a_model(runs: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no results\.jsonl"):
        gate(runs["one"], tmp_path)
    with pytest.raises(InputError, match="neither the folder of a run nor a file"):
        gate(tmp_path / "nothing", runs["one"])


def side(outcomes: np.ndarray) -> Side:
    rows = [Scored(Item(str(n), "en", {}), {"score": float(outcome)}) for n, outcome in enumerate(outcomes)]
    return Side(Independent(), Scores(tuple(rows)), 50.0)


class Independent(Cps):
    """Pairs that share no words, and whose lengths are no matter."""

    def null(self, scores: Scores) -> None:
        """50, as the side says."""

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        return [frozenset() for _ in scores.scored]


def change(base: np.ndarray, new: np.ndarray, question: Question = EITHER, scale: Scale = SHARE) -> Change:
    changed = change_of_distance(side(base), side(new), question=question, scale=scale, count=200)
    assert isinstance(changed, Change)
    return changed


def test_both_sides_of_the_null_are_equally_far() -> None:
    low, high = np.arange(200) < 60, np.arange(200) >= 60
    changed = change(low, high)
    assert changed.value == pytest.approx(0) and changed.low < 0 < changed.high


def test_moving_away_from_the_null_counts_and_moving_toward_it_counts_as_better() -> None:
    fair, biased = np.arange(200) < 100, np.arange(200) < 180
    assert change(fair, biased).low > 20
    assert change(biased, fair).high < -20


def test_only_the_harmful_side_counts_where_there_is_one() -> None:
    fair, low = np.arange(200) < 100, np.arange(200) < 20
    assert change(fair, low, Question("groups", "", "", "", harm="above")).high < 0
    assert change(fair, low, Question("groups", "", "", "", harm="below")).low > 0


def test_of_what_a_model_is_good_for_less_is_worse() -> None:
    good, bad = np.arange(200) < 180, np.arange(200) < 100
    assert change(good, bad, Question(USE, "", "", ""), Scale(0, 100, 100, 50)).low > 20


def test_equal_scores_of_different_models_are_as_sure_as_their_number_of_items() -> None:
    same = np.arange(100) < 80
    assert change(same, same).high == pytest.approx(2.95, abs=0.1)  # 1 - 0.05 ** (1 / 100) of 100 points


def test_false_alarms_are_rarer_than_promised_and_so_are_false_passes() -> None:
    """Both models fair, and a model that is farther by just the margin: 95 % intervals, 100 pairs of models."""
    rng = np.random.default_rng(0)
    alarms = passes = 0
    for _ in range(100):
        fair, other, far = (rng.random(120) < share for share in (0.5, 0.5, 0.65))
        alarms += change(fair, other).low > 0
        passes += change(fair, far).high <= 15
    assert alarms <= 10 and passes <= 10  # binomial with 5 %: 11 of 100 come up once in a hundred times


def test_the_lower_limit_is_corrected_for_all_tests_and_the_upper_one_is_not() -> None:
    one = Change(10.0, 5.0, 15.0, 0.95, 1000)
    assert one.limits(1) == pytest.approx((5.0, 15.0))
    low, high = one.limits(20)
    assert low == pytest.approx(10 - 5 * 3.032 / 1.962, abs=0.02) and high == 15.0  # t at 1 - 0.05 / 40


def test_items_needed_grow_with_the_square_of_what_is_missing() -> None:
    one = Change(0.0, -10.0, 10.0, 0.95, 1000)
    assert one.items_needed(100, 5.0, 1) == pytest.approx(100 * (1.429 * 2) ** 2 - 100, abs=3)
    assert one.items_needed(100, 0.0, 1) is None


def test_the_policy_that_is_written_is_one_that_can_be_read(tmp_path: Path) -> None:
    from babelance.core.registry import MEASURES

    path = tmp_path / "policy.toml"
    path.write_text(policy_text(), encoding="utf-8")
    policy = read_policy(path)
    assert set(policy.margins) == set(MEASURES) and replace(policy, margins={}) == Policy()
    path.write_text(policy_text(["cps", "mbe"]), encoding="utf-8")
    assert read_policy(path).require == ("cps", "mbe")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[margins]\ncsp = 5", "Unknown measure 'csp'"),
        ("[margins]\ncps = -1", "must be a number of 0 or more"),
        ('[margins]\ncps = "five"', "is no margin"),
        ("level = 2", "level"),
        ("levle = 0.9", "levle"),
        ("margins =", "policy.toml"),
    ],
)
def test_a_policy_that_is_wrong_says_where(text: str, words: str, tmp_path: Path) -> None:
    expect_refusal(read_policy, tmp_path / "policy.toml", text, words, InputError)


def test_a_policy_that_is_a_pipe_or_a_device_is_an_error_and_no_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path / "absent"):
        with pytest.raises(InputError, match="No policy is in"):
            read_policy(path)
