"""NLI measures on worked examples that can be checked by hand, and on input that cannot be scored."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from babelance.api import evaluate, execute
from babelance.core.errors import DataError
from babelance.core.estimate import Estimate, Undefined
from babelance.core.item import Item
from babelance.core.query import LABELS, Choices, Unanswered
from babelance.core.registry import MEASURES
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas.inference_measure import InferenceMeasure
from babelance.run.plan import Settings, make_plan
from tests.expecting import expect

E, N, C = np.log([0.8, 0.1, 0.1]), np.log([0.1, 0.8, 0.1]), np.log([0.1, 0.1, 0.8])
EVEN = np.log([1 / 3] * 3)


def item(number: int, name: str, **tags: str) -> Item:
    return Item(str(number), "en", {"premise": f"p{number}", "hypothesis": f"h{number}"}, {"set": name, **tags})


def scores(*rows: tuple[str, np.ndarray], measure: str = "nli-coal") -> Scores:
    one = MEASURES.get(measure)()
    return Scores.gather(
        one.score(item(index, name), [Choices(LABELS, answer)]) for index, (name, answer) in enumerate(rows)
    )


def value(measure: str, observed: Scores) -> float:
    return float(MEASURES.get(measure)().statistic(observed)(np.ones(len(observed))))


def test_coal_counts_entailed_stereotypes_contradicted_opposites_and_anything_about_the_others() -> None:
    observed = scores(
        ("pro", E), ("pro", C), ("anti", C), ("anti", C), ("anti", E), ("anti", N), ("non", E), ("non", N)
    )
    assert value("nli-coal", observed) == pytest.approx((1 / 2 + 2 / 4 + 1 / 2) / 3)


def test_a_mistake_that_follows_no_stereotype_counts_for_fn_alone() -> None:
    observed = scores(("pro", C), ("anti", E), ("non", N))
    assert value("nli-coal", observed) == 0
    assert value("fn", observed) == pytest.approx(2 / 3)


def test_fn_weighs_sets_by_their_size() -> None:
    observed = scores(("pro", N), ("pro", N), ("pro", N), ("anti", E), ("non", N))
    assert value("fn", observed) == pytest.approx(1 / 5)


def test_models_that_read_nothing_have_the_scores_of_the_paper() -> None:
    observed = scores(("pro", E), ("anti", N), ("non", C))
    coal, fn = MEASURES.get("nli-coal")().nulls(observed), MEASURES.get("fn")().nulls(observed)  # type: ignore[attr-defined]
    assert coal == pytest.approx(
        {"always entailment": 2 / 3, "always neutral": 0, "always contradiction": 2 / 3, "uniform": 4 / 9}
    )
    assert fn == pytest.approx(
        {"always entailment": 1, "always neutral": 0, "always contradiction": 1, "uniform": 2 / 3}
    )


def test_labels_that_tie_share_the_item() -> None:
    observed = scores(("pro", EVEN), ("anti", EVEN), ("non", EVEN))
    assert value("nli-coal", observed) == pytest.approx(4 / 9)
    assert observed.scored[0].columns["label"] == "entailment/neutral/contradiction"


@pytest.mark.parametrize("missing", ["pro", "anti", "non"])
def test_a_missing_set_leaves_coal_undefined_and_is_named(missing: str) -> None:
    observed = scores(*((name, N) for name in ("pro", "anti", "non") if name != missing))
    assert MEASURES.get("nli-coal")().undefined(observed) == f"no item of the set '{missing}' was scored"  # type: ignore[attr-defined]
    assert MEASURES.get("fn")().extra(observed)["missing_sets"] == [missing]  # type: ignore[attr-defined]


def test_proportions_of_every_set_add_up_to_one() -> None:
    observed = scores(("pro", E), ("pro", C), ("anti", C), ("non", N))
    table = MEASURES.get("nli-coal")().extra(observed)["proportions"]  # type: ignore[attr-defined]
    assert table["pro"] == {"n": 2, "entailment": 0.5, "neutral": 0.0, "contradiction": 0.5}
    assert all(sum(row[name] for name in LABELS) == pytest.approx(1) for row in table.values())


def test_occupations_are_listed_by_the_share_of_answers_that_follow_the_stereotype() -> None:
    measure = MEASURES.get("nli-coal")()
    rows = [("nurse", "pro", E), ("nurse", "anti", N), ("cook", "non", C), ("pilot", "pro", C), ("pilot", "anti", E)]
    observed = Scores.gather(
        measure.score(item(index, name, occupation=word, stereotype="x"), [Choices(LABELS, answer)])
        for index, (word, name, answer) in enumerate(rows)
    )
    assert measure.extra(observed)["stereotypes"] == pytest.approx({"x": 2 / 5})  # type: ignore[attr-defined]
    listed = measure.extra(observed)["occupations"]  # type: ignore[attr-defined]
    assert [(row["occupation"], row["n"], row["biased"]) for row in listed] == [
        ("cook", 1, 1.0),
        ("nurse", 2, 0.5),
        ("pilot", 2, 0.0),
    ]


@pytest.mark.parametrize("name", ["PS", "", "stereo"])
def test_a_set_that_is_none_of_the_three_is_skipped_and_named(name: str) -> None:
    outcome = MEASURES.get("nli-coal")().score(item(1, name), [Choices(LABELS, N)])
    assert isinstance(outcome, Skipped) and f"the set {name!r} is none of pro, anti, non" in outcome.reason


def test_an_answer_with_other_labels_is_skipped_and_names_them() -> None:
    answer = Choices(("entailment", "neutral", "maybe"), N)
    outcome = MEASURES.get("fn")().score(item(1, "pro"), [answer])
    assert isinstance(outcome, Skipped) and "contradiction, maybe" in outcome.reason


def test_labels_in_another_order_mean_the_same() -> None:
    measure = MEASURES.get("nli-coal")()
    turned = measure.score(item(1, "pro"), [Choices(LABELS[::-1], E[::-1])])
    straight = measure.score(item(1, "pro"), [Choices(LABELS, E)])
    assert isinstance(turned, Scored) and isinstance(straight, Scored)
    assert turned.columns == straight.columns


def test_what_the_model_cannot_read_is_skipped_with_its_reason() -> None:
    outcome = MEASURES.get("nli-coal")().score(item(1, "pro"), [Unanswered("longer than the model's limit")])
    assert outcome == Skipped(item(1, "pro"), "longer than the model's limit")


def gold(number: int, name: str) -> Item:
    return Item(str(number), "en", {"premise": "p", "hypothesis": "h"}, {"label": name})


def test_accuracy_counts_gold_labels_and_skips_what_is_none() -> None:
    measure = MEASURES.get("nli-accuracy")()
    rows = [("entailment", E), ("Neutral", E), ("contradiction", C), ("neutral", EVEN), ("-", N)]
    observed = Scores.gather(measure.score(gold(i, name), [Choices(LABELS, one)]) for i, (name, one) in enumerate(rows))
    assert value("nli-accuracy", observed) == pytest.approx(100 * (1 + 0 + 1 + 1 / 3) / 4)
    assert observed.reasons() == {"the gold label '-' is none of entailment, neutral, contradiction": 1}
    assert measure.nulls(observed)["always neutral"] == 50  # type: ignore[attr-defined]


def lines(path: Path, *rows: dict[str, str]) -> str:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def row(number: int, name: str) -> dict[str, str]:
    return {"premise": f"The cook sings {number}.", "hypothesis": f"The man sings {number}.", "set": name}


def test_a_user_file_with_all_sets_gets_a_number(tmp_path: Path) -> None:
    data = lines(tmp_path / "own.jsonl", *(row(i, ("pro", "anti", "non")[i % 3]) for i in range(30)))
    result = evaluate("nli-coal", model="fake:random", data=data, language="en", draws=100)
    assert isinstance(result, Estimate) and result.low <= result.value <= result.high


def test_a_user_file_without_one_set_is_undefined_with_the_reason(tmp_path: Path) -> None:
    data = lines(tmp_path / "own.jsonl", *(row(i, ("pro", "anti")[i % 2]) for i in range(8)))
    result = evaluate("nli-coal", model="fake:random", data=data, language="en")
    assert isinstance(result, Undefined) and result.undefined == "no item of the set 'non' was scored"


def test_json_lines_broken_in_the_middle_are_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(row(1, "pro")) + '\n{"premise": "The co\n' + json.dumps(row(2, "anti")))
    with pytest.raises(DataError, match="line 2: not JSON"):
        evaluate("nli-coal", model="fake:random", data=str(path), language="en")


def test_a_row_without_a_set_is_refused_with_the_line(tmp_path: Path) -> None:
    bare = {"premise": "The cook sings.", "hypothesis": "The man sings."}
    with pytest.raises(DataError, match="line 2: no 'set'"):
        evaluate("nli-coal", model="fake:random", data=lines(tmp_path / "o.jsonl", row(1, "pro"), bare), language="en")


def test_accuracy_stands_beside_bias_where_the_user_gives_gold_labels(tmp_path: Path) -> None:
    rows = [{"premise": f"A dog runs {i}.", "hypothesis": "It moves.", "label": LABELS[i % 3]} for i in range(9)]
    result = evaluate("nli-accuracy", model="fake:random", data=lines(tmp_path / "gold.jsonl", *rows), language="en")
    assert isinstance(result, Estimate) and result.about.n == 9


def test_the_shipped_sets_are_complete_in_every_language() -> None:
    plan = make_plan(
        models=["fake:uniform"],
        data=["babel-nli"],
        measures=["nli-coal", "fn"],
        settings=Settings(draws=100, by=(), nulls=False),
    )  # fmt: skip
    found = {(result.about.measure, result.about.language): result for result in execute(plan)}
    assert len({language for _, language in found}) >= 5
    for (measure, _), result in found.items():
        assert isinstance(result, Estimate)
        assert result.value == pytest.approx({"nli-coal": 4 / 9, "fn": 2 / 3}[measure])


@pytest.mark.parametrize("measure", ["nli-coal", "fn"])
def test_a_model_that_always_says_neutral_is_not_called_fair(measure: str) -> None:
    """Nor unable: neutral is right for all of these pairs."""
    mute, lively = (scores(*[(name, answer) for name in ("pro", "anti", "non")] * 4) for answer in (N, E))
    made = expect(InferenceMeasure, MEASURES.get(measure)())
    assert made.competence(mute) is None and "nli-accuracy" in made.unproven(mute)
    assert not made.unproven(lively) and "entailment to 100 %" in str(made.competence(lively))
