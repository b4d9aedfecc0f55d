"""A broken model must not look fair: NaN, infinities and log-probabilities above 0 never become a score."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from babelance.api import evaluate, execute
from babelance.backends.transformers.tiny import write_causal
from babelance.core.answer_check import NOT_FINITE
from babelance.core.codec import decode, to_json
from babelance.core.errors import ModelError
from babelance.core.estimate import Estimate, Undefined
from babelance.core.item import Item
from babelance.core.model import Kind, Options
from babelance.core.query import Answer, Choices, Query, TokenLogprobs, Tokens, Unanswered, Vector
from babelance.core.registry import MODELS, Registry
from babelance.measures.cps import Cps
from babelance.models.fake import Fake
from babelance.run.executors.ray_worker import Worker
from babelance.run.plan import make_plan
from babelance.run.record import record
from babelance.run.store import Store
from tests.models import tiny_masked


@dataclass(frozen=True)
class Broken(Fake):
    """Of its answers every `nth` is spoilt with a number."""

    spoiler: float = float("nan")
    nth: int = 1

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        for number, (query, answer) in enumerate(zip(queries, super().answer(queries), strict=True)):
            yield self._spoil(query, answer) if number % self.nth == 0 else answer

    def _spoil(self, query: Query, answer: Answer) -> Answer:
        match answer:
            case Tokens():
                return Tokens(
                    answer.tokens, answer.positions, np.full_like(answer.logprobs, self.spoiler), answer.length,
                    answer.hits, answer.attention, answer.mean_over_masks, answer.embedding,
                )  # fmt: skip
            case Choices():
                return Choices(answer.names, np.full_like(answer.logprobs, self.spoiler))
            case Vector():
                return Vector(np.full_like(answer.values, self.spoiler), answer.word)
        return answer


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """`broken:SPOILER/NTH`, as if another package had brought it."""

    def opened(spec: str, options: Options) -> Broken:
        spoiler, _, nth = spec.removeprefix("broken:").partition("/")
        return Broken("random", spoiler=float(spoiler), nth=int(nth or 1))

    kind = Kind("broken", "Broken", Fake.answers, ("broken",), lambda spec: None, opened)
    names, get = Registry.names, Registry.get
    monkeypatch.setattr(Registry, "names", lambda self: [*names(self), *(["broken"] if self is MODELS else [])])
    monkeypatch.setattr(Registry, "get", lambda self, name: kind if name == "broken" else get(self, name))


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("spoiler", ["nan", "inf", "-inf", "0.5"])
@pytest.mark.parametrize("measure", ["cps", "aul", "aula", "b-s-jsd", "sss"])
def test_a_model_that_says_nonsense_is_refused_with_the_likely_cause(measure: str, spoiler: str) -> None:
    with pytest.raises(ModelError, match="float32 or bfloat16"):
        evaluate(measure, model=f"broken:{spoiler}", data="babel-pairs", language="de")


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("measure", "data"), [("fn", "babel-nli"), ("cb", "babel-groups"), ("weat", "babel-words")])
def test_labels_candidates_and_vectors_are_checked_too(measure: str, data: str) -> None:
    with pytest.raises(ModelError, match="float32 or bfloat16"):
        evaluate(measure, model="broken:nan", data=data, language="en")


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("measure", ["ss", "lms", "icat"])
def test_choices_of_stereoset_are_checked_too(tmp_path: Path, measure: str) -> None:
    row = {"context": "A BLANK ran.", "stereotype": "A x ran.", "anti": "A y ran.", "unrelated": "A z ran."}
    rows = [{key: text.replace("ran", f"ran {n}") for key, text in row.items()} for n in range(20)]
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(ModelError, match="float32 or bfloat16"):
        evaluate(measure, model="broken:nan", data=str(tmp_path / "s.jsonl"), language="en")


def test_a_worker_of_a_cluster_sends_no_unsound_answer() -> None:
    worker = object.__new__(Worker)
    worker._model = Broken("random")
    [blob] = worker.answer([TokenLogprobs("a b")])
    assert decode(blob) == Unanswered(NOT_FINITE)


@pytest.mark.usefixtures("broken")
def test_a_few_unsound_answers_are_skipped_items_with_their_reason(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    result = evaluate("cps", model="broken:nan/30", data="babel-pairs", language="de", store=store)
    clean = evaluate("cps", model="fake:random", data="babel-pairs", language="de")
    assert isinstance(result, Estimate)
    assert isinstance(clean, Estimate)
    assert result.about.skipped[NOT_FINITE] == clean.about.n - result.about.n > 0
    with Store(store) as answers:
        [[stored]] = answers._database.execute("SELECT COUNT(*) FROM answers WHERE answer LIKE '%not a finite%'")
    assert stored == 0, "the next run asks again"


@pytest.mark.usefixtures("broken")
def test_five_items_that_are_all_unsound_are_undefined_not_fair() -> None:
    result = evaluate("aul", model="broken:nan", data="babel-pairs", language="de", limit=4)
    assert isinstance(result, Undefined)
    assert result.about.skipped == {NOT_FINITE: 4}


@pytest.mark.usefixtures("broken")
def test_other_processes_check_and_refuse_as_well(tmp_path: Path) -> None:
    """Recorded answers travel to another process; NaN is valid for Python's JSON."""
    [job] = make_plan(models=["fake:random"], data=["babel-pairs"], measures=["aul"], languages=["de"]).jobs
    queries = [query for item in job.dataset.items("de") for query in job.measures["aul"].ask(item)]
    lines = [
        json.dumps({"query": to_json(query), "answer": to_json(answer)})
        for query, answer in zip(queries, Broken("random").answer(queries), strict=True)
    ]
    assert "NaN" in lines[0]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    plan = make_plan(
        models=[f"json:{tmp_path / 'answers.jsonl'}"], data=["babel-pairs"], measures=["aul"], languages=["de"]
    )
    for processes in (None, 1):
        with pytest.raises(Exception, match="float32 or bfloat16"):
            execute(plan, processes=processes, store=tmp_path / "store.sqlite")


def test_record_writes_a_reason_where_a_score_is_not_finite(tmp_path: Path) -> None:
    items = [Item("a", "en", {"more": "He is", "less": "She is"}, {})]
    (tmp_path / "scores.csv").write_text("sent_more_score,sent_less_score\nnan,2.5\n", encoding="utf-8")
    record(tmp_path / "scores.csv", items, Cps(), tmp_path / "out.jsonl")
    answers = [json.loads(line)["answer"] for line in (tmp_path / "out.jsonl").read_text("utf-8").split("\n") if line]
    assert [answer["reason"] for answer in answers] == [NOT_FINITE, "a log-probability above 0"]


def test_float16_that_overflows_is_refused_and_float32_of_the_same_weights_is_not(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file, save_file

    folder = tiny_masked.write(tmp_path / "model")
    weights = load_file(folder / "model.safetensors")
    for name, weight in weights.items():
        if name.endswith("embeddings.LayerNorm.weight"):
            weights[name] = weight * 1e5
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    pairs = tmp_path / "pairs.csv"
    moods = [(job, mood) for job in ("nurse", "pilot", "doctor") for mood in ("late", "early", "happy", "tired")]
    rows = [f"the {job} said that he was {mood}.,the {job} said that she was {mood}." for job, mood in moods]
    pairs.write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")

    def score(dtype: str) -> object:
        return evaluate("aul", model=str(folder), data=str(pairs), language="en", model_options=Options(dtype=dtype))

    assert isinstance(score("float32"), Estimate)
    assert torch.finfo(torch.float16).max < 1e5
    with pytest.raises(ModelError, match=r"answers of dir:.*float16 numbers overflow .it ends at 65504"):
        score("float16")


@pytest.mark.parametrize(("measure", "data"), [("cps", "babel-pairs"), ("fn", "babel-nli")])
def test_a_causal_model_of_damaged_weights_is_refused_and_its_silence_is_not_stored(
    tmp_path: Path, measure: str, data: str, recwarn: pytest.WarningsRecorder
) -> None:
    from safetensors.torch import load_file, save_file

    write_causal(tmp_path / "model")
    weights = load_file(tmp_path / "model" / "model.safetensors")
    save_file(
        {name: weight * float("nan") for name, weight in weights.items()},
        tmp_path / "model" / "model.safetensors",
        metadata={"format": "pt"},
    )
    store = tmp_path / "store.sqlite"
    model, cpu = str(tmp_path / "model"), Options(device="cpu")
    with pytest.raises(ModelError, match="float32 or bfloat16"):
        evaluate(measure, model=model, data=data, language="en", limit=12, store=store, model_options=cpu)
    with Store(store) as answers:
        assert not list(answers._database.execute("SELECT * FROM answers WHERE answer LIKE '%finite%'"))
    assert not [one for one in recwarn if issubclass(one.category, RuntimeWarning)]
