"""Answers of exported graphs against torch on the fixtures' tiny models; each is exported once for all engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from babelance.api import evaluate, replay
from babelance.backends.engines import export, graph_models
from babelance.core.errors import ModelError
from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.query import Answer, Choices, Entails, Query, TokenLogprobs, Tokens
from babelance.models import masked, nli
from tests.models import tiny_masked

pytest.importorskip("onnx", reason="neither of the extras [onnx] and [openvino] is installed")
pytest.importorskip("onnxscript", reason="neither of the extras [onnx] and [openvino] is installed")

PAIRS = [
    ("The nurse said that she was late.", "The nurse said that he was late."),
    ("Der Arzt kommt heute nicht zur Arbeit.", "Die Ärztin kommt heute nicht zur Arbeit."),
    ("A man waits.", "A woman waits."),
]
TEXTS: list[Query] = [
    *(TokenLogprobs(more, less) for more, less in PAIRS),
    *(TokenLogprobs(less, mask="none", embed=True) for _, less in PAIRS),
    TokenLogprobs("Yes", mask="none", embed=True),
]
ENTAILED: list[Query] = [Entails(*pair) for pair in PAIRS]
ENGINES = ["onnx", "openvino"]


@pytest.fixture(scope="module", autouse=True)
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BABELANCE_CACHE", str(tmp_path_factory.mktemp("graphs")))
        yield export.cache()


def options(engine: str = "torch", dtype: str = "float32", batch_tokens: int | None = None) -> Options:
    if engine != "torch":
        pytest.importorskip(
            {"onnx": "onnxruntime"}.get(engine, engine), reason=f"the extra [{engine}] is not installed"
        )
    return Options(engine=engine, dtype=dtype, batch_tokens=batch_tokens)


def ask(spec: Path, wanted: Options, queries: Sequence[Query] = TEXTS) -> list[Answer]:
    kind = nli.kind if isinstance(queries[0], Entails) else masked.kind
    return list(kind.open(str(spec), wanted).answer(queries))


def distance(some: Sequence[Answer], others: Sequence[Answer]) -> float:
    """The largest difference of any number of the answers."""
    return max(float(np.abs(a - b).max()) for a, b in zip(numbers(some), numbers(others), strict=True))


def numbers(answers: Sequence[Answer]) -> Iterator[np.ndarray]:
    for answer in answers:
        assert isinstance(answer, Tokens | Choices)
        yield answer.logprobs
        if isinstance(answer, Tokens):
            yield from (part for part in (answer.attention, answer.embedding) if part is not None)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["mlm-bert", "mlm-roberta", "mlm-xlmr"])
def test_masked_passes_plain_passes_attention_and_embedding_are_those_of_torch(
    fixtures: Path, name: str, engine: str
) -> None:
    folder = fixtures / "models" / name
    answers = ask(folder, options(engine))
    assert distance(answers, ask(folder, options())) <= 1e-3
    assert distance(answers, ask(folder, options(engine, batch_tokens=1))) <= 1e-5
    assert isinstance(answers[-1], Tokens)
    assert answers[-1].attention is not None


@pytest.mark.parametrize("engine", ENGINES)
def test_labels_of_pairs_are_those_of_torch(fixtures: Path, engine: str) -> None:
    folder = fixtures / "models" / "nli-bert"
    answers = ask(folder, options(engine), ENTAILED)
    assert distance(answers, ask(folder, options(), ENTAILED)) <= 1e-3
    assert distance(answers, ask(folder, options(engine, batch_tokens=1), ENTAILED)) <= 1e-5


@pytest.mark.parametrize("name", ["mlm-bert", "mlm-xlmr"])
def test_int8_is_torch_with_rounded_weights_and_rows_whatever_the_batch(
    fixtures: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = fixtures / "models" / name
    answers = ask(folder, options("onnx", "int8"))
    effect = distance(answers, ask(folder, options()))
    monkeypatch.setattr(graph_models, "pack", lambda model: model)
    apart = [distance([some], [other]) for some, other in zip(answers, rounded_answers(folder), strict=True)]
    # A number that lies between two steps may be rounded to the other one: processors add up in different orders.
    # That moves the numbers of its own text, by less than rounding does, and no other text.
    assert sum(one > 0.05 * effect for one in apart) <= 1
    assert max(apart) < effect
    assert 0.01 < effect < 0.5
    assert distance(answers, ask(folder, options("onnx", "int8", batch_tokens=1))) <= 1e-5


def rounded_answers(model_folder: Path) -> list[Answer]:
    """Torch's answers when every linear layer of the encoder multiplies whole numbers: 64 steps, and 127 for a row."""
    model = masked.kind.open(str(model_folder), Options())
    assert isinstance(model, masked.Masked)
    for layer in model._runner._network.model.base_model.modules():
        if isinstance(layer, torch.nn.Linear):
            layer.weight.data = in_steps(layer.weight.data, 64)
            layer.register_forward_pre_hook(lambda _, given: (in_steps(given[0], 127),))
    return list(model.answer(TEXTS))


def in_steps(numbers: torch.Tensor, steps: int) -> torch.Tensor:
    top = numbers.abs().amax(dim=-1, keepdim=True)
    return torch.round(numbers * (steps / top)) * (top / steps)


def test_bfloat16_is_near_torch_whatever_the_batch_or_refused_where_the_processor_has_none(fixtures: Path) -> None:
    folder = fixtures / "models" / "mlm-bert"
    if not has_bfloat16():
        with pytest.raises(ModelError, match="no bfloat16 instructions, and OpenVINO would compute in float32"):
            ask(folder, options("openvino", "bfloat16"))
        return
    answers = ask(folder, options("openvino", "bfloat16"))
    assert 1e-3 < distance(answers, ask(folder, options())) < 0.2
    assert distance(answers, ask(folder, options("openvino", "bfloat16", batch_tokens=1))) <= 1e-5


def has_bfloat16() -> bool:
    openvino = pytest.importorskip("openvino", reason="the extra [openvino] is not installed")
    return "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def test_rounding_that_destroys_the_numbers_is_refused(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "ROUNDED", 1e-4)
    with pytest.raises(ModelError, match=r"rounding moves its numbers by .*; float32 would not. Use --engine torch"):
        ask(fixtures / "models" / "mlm-bert", options("onnx", "int8"))


def test_a_graph_is_exported_once_and_a_changed_model_gets_its_own(
    fixtures: Path, graphs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fixtures / "models" / "mlm-bert"
    first = ask(folder, options("onnx"))
    kept = sorted(graphs.iterdir())
    monkeypatch.setattr(export, "_export", None)
    assert distance(ask(folder, options("onnx")), first) == 0
    assert sorted(graphs.iterdir()) == kept


def test_a_score_is_signed_with_its_engine_and_replayed_by_it(fixtures: Path, tmp_path: Path) -> None:
    rows = ["more,less", *(f'"{more}","{less}"' for more, less in PAIRS)]
    (tmp_path / "pairs.csv").write_text("\n".join(rows), encoding="utf-8")
    wanted: dict[str, Any] = {
        "model": str(fixtures / "models" / "mlm-bert"),
        "data": str(tmp_path / "pairs.csv"),
        "language": "en",
    }
    result = evaluate("s-jsd", **wanted, model_options=options("onnx", "int8"), draws=100)
    assert isinstance(result, Estimate)
    signature = str(result.about.signature)
    assert "|@dtype:int8|@engine:onnx|" in signature
    again = replay(signature, store=tmp_path / "empty.sqlite")
    assert isinstance(again, Estimate)
    assert again.value == result.value
    exact = evaluate("s-jsd", **wanted, draws=100)
    assert isinstance(exact, Estimate)
    assert exact.value != result.value


def test_a_graph_with_other_numbers_than_torch_is_not_used_nor_kept(
    tmp_path: Path, graphs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tiny_masked.write(tmp_path / "tiny")
    before = set(graphs.iterdir()) if graphs.exists() else set()
    monkeypatch.setattr(export, "_open_file", lambda *_: lambda inputs: [np.zeros((9, 9, 9), np.float32)] * 2)
    monkeypatch.setattr(torch.onnx, "export", lambda *_, **__: _Program())
    with pytest.raises(ModelError, match=r"BertForMaskedLM\) cannot be run by engine 'onnx'.*Use --engine torch"):
        ask(folder, options("onnx"), [TokenLogprobs("the nurse said that")])
    assert set(graphs.iterdir()) == before


class _Program:
    def save(self, file: Path, **_: object) -> None:
        file.write_text("a graph")
