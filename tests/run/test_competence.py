"""A model that cannot do the task gets no number and is not asked further; what was seen stands beside every number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from babelance.core import query as ask
from babelance.core.errors import InputError, ModelError
from babelance.core.estimate import Estimate, Undefined
from babelance.core.model import Health, Options
from babelance.core.registry import DATASETS
from babelance.datasets import find
from babelance.measures.aula import Aula
from babelance.measures.cps import Cps
from babelance.measures.fn import Fn
from babelance.models.causal import kind
from babelance.run.audit import audit_plan
from babelance.run.examinations import examine
from babelance.run.kinds import masks_missing
from babelance.run.pipeline import walk
from babelance.run.plan import Job, Origin, Settings, require_same_reading
from babelance.run.store import Store

GOLD = {
    (item.texts["premise"], item.texts["hypothesis"]): item.tags["label"]
    for item in DATASETS.get("babel-entailment").items("en")
}


class Causal:
    """Reads from left to right; knows the plain pairs, or always says the same; needs so many bits a character."""

    answers = frozenset({ask.Ability.ENTAILS, ask.Ability.TOKENS_EACH, ask.Ability.TRANSLATE})
    items_per_commit = 512
    choices: Mapping[str, str] = {"reads": "left-to-right"}

    def __init__(self, *, knows: bool, bits: float = 2.0) -> None:
        self.id = self.fingerprint = f"made-up {knows} {bits}"
        self.knows, self.bits, self.asked = knows, bits, 0

    def health(self, texts: Sequence[str]) -> Health:
        return Health()

    def answer(self, queries: Sequence[ask.Query]) -> Iterator[ask.Answer]:
        self.asked += len(queries)
        return (self._answer(query) for query in queries)

    def _answer(self, query: ask.Query) -> ask.Answer:
        if isinstance(query, ask.TokenLogprobs):
            bits = self.bits if query.text[:1].isupper() else self.bits + 1
            each = np.full(len(query.text), -bits * np.log(2), np.float32)
            return ask.Tokens(tuple(query.text), np.arange(len(each), dtype=np.int32), each, len(each), causal=True)
        if isinstance(query, ask.Translate):
            return ask.Text(query.text)
        assert isinstance(query, ask.Entails)
        label = GOLD.get((query.premise, query.hypothesis), "neutral") if self.knows else "neutral"
        return ask.Choices(ask.LABELS, np.asarray([0.0 if name == label else -5.0 for name in ask.LABELS]))


def job(model: Causal, data: str, measure: object) -> Job:
    return Job(model, DATASETS.get(data), f"{data}@1", "en", {"it": measure}, Origin("causal", "made up", Options()))  # type: ignore[dict-item]


def first(model: Causal, data: str, measure: object, tmp_path: Path, **settings: object) -> Estimate | Undefined:
    chosen = Settings(limit=20, draws=100, by=(), nulls=False, **settings)  # type: ignore[arg-type]
    with Store(tmp_path / "answers.sqlite") as store:
        return next(walk(job(model, data, measure), chosen, store))


def test_a_model_at_chance_gets_no_number_and_is_not_asked_about_any_item(tmp_path: Path) -> None:
    model = Causal(knows=False)
    result = first(model, "babel-nli", Fn(), tmp_path)
    assert isinstance(result, Undefined) and "cannot do the task: of 24 plain pairs 8" in result.undefined
    assert "by chance it would be 8 (all of them with 'neutral')" in result.undefined
    assert (model.asked, result.about.n, result.about.total) == (24, 0, 20)


def test_what_an_able_model_has_shown_stands_beside_its_number(tmp_path: Path) -> None:
    result = first(Causal(knows=True), "babel-nli", Fn(), tmp_path)
    assert "cannot do the task" not in str(result.undefined)
    assert result.extra["competence"] == {"right": 24, "pairs": 24, "chance": 8.0}


@pytest.mark.parametrize(("bits", "known"), [(2.0, True), (6.0, False)])
def test_an_audit_gives_no_number_in_a_language_the_model_does_not_know(
    bits: float, known: bool, tmp_path: Path
) -> None:
    result = first(Causal(knows=True, bits=bits), "babel-pairs", Cps(), tmp_path, only_known_languages=True)
    assert isinstance(result, Estimate) is known
    run = first(Causal(knows=True, bits=bits), "babel-pairs", Cps(), tmp_path)
    assert isinstance(run, Estimate) and ("warning" in run.extra["competence"]) is not known  # type: ignore[operator]


def test_a_language_without_plain_sentences_has_a_number_that_says_it_was_not_examined(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("more,less\nEls homes condueixen.,Les dones condueixen.\nElls cuinen.,Elles cuinen.\n", "utf-8")
    made = Job(Causal(knows=True), find(str(file)), "pairs@1", "ca", {"it": Cps()}, Origin("causal", "", Options()))
    with Store(tmp_path / "answers.sqlite") as store:
        result = next(walk(made, Settings(draws=100, by=(), nulls=False), store))
    assert isinstance(result, Estimate)
    assert "no plain sentences in 'ca'" in str(result.extra["competence"])


def test_masked_and_causal_likelihoods_are_not_set_beside_each_other() -> None:
    masked = Causal(knows=True)
    masked.choices = {}
    jobs = [job(Causal(knows=True), "babel-pairs", Cps()), job(masked, "babel-pairs", Cps())]
    with pytest.raises(InputError, match="not on one scale"):
        require_same_reading(jobs)
    require_same_reading([job(Causal(knows=True), "babel-nli", Fn()), job(masked, "babel-nli", Fn())])


def test_an_audit_asks_a_causal_model_without_masks(fixtures: Path) -> None:
    folder = str(fixtures / "models" / "causal-gpt2")
    plan, left_out = audit_plan([folder], languages=["en"], measures=["cb", "aula", "cps", "weat"])
    [cb] = [job.measures["cb"] for job in plan.jobs if "cb" in job.measures]
    assert cb.prior == "marginal"  # type: ignore[attr-defined]
    assert "hides tokens" in left_out["aula"]


def test_a_measure_that_hides_tokens_is_refused_before_anything_is_read(fixtures: Path) -> None:
    from babelance.run.plan import make_plan

    reason = masks_missing(kind.answers, Aula())
    assert reason and "neither masks nor attention" in reason
    with pytest.raises(ModelError, match=r"'cb' cannot use .*--set prior=marginal"):
        make_plan(
            models=[str(fixtures / "models" / "causal-gpt2")], data=["babel-groups"], measures=["cb"], languages=["en"]
        )


def test_a_model_that_translates_nothing_says_why() -> None:
    """It has come no closer and no farther: there is nothing to compare."""
    reason = "only instruct models, which have a chat template, translate"
    origin = Origin("causal", "made up", Options())
    job = Job(Causal(knows=True), DATASETS.get("babel-pairs"), "babel-pairs@1", "en", {"it": Cps()}, origin)
    found = examine("translation", job, "de", lambda queries: [ask.Unanswered(reason) for _ in queries])
    assert found.why.endswith(f" plain sentences 0 were translated ({reason})")
