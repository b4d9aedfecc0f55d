"""Engines: which are refused and why, what they sign, and that exported graphs are kept whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.backends.engines import engine as engines
from babelance.core.errors import MissingExtra, ModelError, StoreError, UnknownName
from babelance.core.model import Kind, Options
from babelance.core.query import Text, Translate
from babelance.models import causal, ct2, masked, nli, seq2seq
from tests.models import tiny_masked, tiny_translator


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_masked.write(tmp_path_factory.mktemp("tiny")))


def test_an_unknown_engine_is_refused_with_the_nearest_name(folder: str) -> None:
    with pytest.raises(UnknownName, match=r"Unknown engine 'onx'\. Did you mean 'onnx'"):
        masked.kind.open(folder, Options(engine="onx"))


def test_an_engine_that_is_not_installed_says_how_to_install_it(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"ONNX Runtime is not installed.*pip install 'babelance\[onnx\]'"):
        masked.kind.open(folder, Options(engine="onnx"))
    masked.kind.open(folder, Options())


@pytest.mark.parametrize(
    ("engine", "dtype", "next_step"),
    [
        ("torch", "int8", "For int8 use --engine onnx"),
        ("openvino", "int8", "For int8 use --engine onnx"),
        ("onnx", "bfloat16", "For bfloat16 use --engine torch or --engine openvino"),
    ],
)
def test_a_number_format_that_the_engine_lacks_names_an_engine_that_has_it(
    folder: str, engine: str, dtype: str, next_step: str
) -> None:
    with pytest.raises(ModelError, match=next_step):
        masked.kind.open(folder, Options(engine=engine, dtype=dtype))


def test_an_engine_of_the_processor_is_not_asked_for_another_device(folder: str) -> None:
    with pytest.raises(ModelError, match="'onnx' computes on the processor, not on 'cuda'"):
        masked.kind.open(folder, Options(engine="onnx", device="cuda"))


@pytest.mark.parametrize(
    ("kind", "engine", "next_step"),
    [
        (causal.kind, "onnx", "in a run without --engine"),
        (causal.kind, "ct2", "in a run without --engine"),
        (seq2seq.kind, "onnx", "runs masked and NLI models, not translators. Use --engine torch or --engine ct2"),
        (masked.kind, "ct2", "runs translators, not masked and NLI models. Use --engine torch or --engine onnx or"),
        (nli.kind, "ct2", "runs translators, not masked and NLI models"),
    ],
)
def test_an_engine_that_cannot_run_a_model_is_refused_rather_than_signed(
    kind: Kind, engine: str, next_step: str
) -> None:
    with pytest.raises(ModelError, match=next_step):
        kind.open(".", Options(engine=engine))


@pytest.mark.parametrize(("kind", "next_step"), [(causal.kind, "Use one of these"), (seq2seq.kind, "use --engine ct2")])
def test_a_number_format_is_offered_only_with_an_engine_for_the_model(kind: Kind, next_step: str) -> None:
    with pytest.raises(ModelError, match=f"does not compute in int8.*{next_step}"):
        kind.open(".", Options(dtype="int8"))


def test_engine_and_number_format_are_signed_and_part_of_the_key_of_stored_answers(folder: str) -> None:
    pytest.importorskip("onnxruntime", reason="the extra [onnx] is not installed")
    plain = masked.kind.open(folder, Options())
    exported = masked.kind.open(folder, Options(engine="onnx"))
    rounded = masked.kind.open(folder, Options(engine="onnx", dtype="int8"))
    assert plain.choices == {}
    assert exported.choices == {"engine": "onnx"}
    assert rounded.choices == {"engine": "onnx", "dtype": "int8"}
    assert len({plain.fingerprint, exported.fingerprint, rounded.fingerprint}) == 3


def test_a_folder_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    from babelance.backends.engines.export import new_folder

    with pytest.raises(ZeroDivisionError), new_folder(tmp_path / "graphs" / "one") as work:
        (work / "graph.onnx").write_text("half")
        raise ZeroDivisionError
    assert list((tmp_path / "graphs").iterdir()) == []
    with new_folder(tmp_path / "graphs" / "one") as work:
        (work / "graph.onnx").write_text("first")
    with new_folder(tmp_path / "graphs" / "one") as work:
        (work / "graph.onnx").write_text("of another process, too late")
    assert [file.read_text() for file in (tmp_path / "graphs").rglob("graph.onnx")] == ["first"]


def test_a_cache_that_cannot_be_written_names_the_way_out(tmp_path: Path) -> None:
    from babelance.backends.engines.export import new_folder

    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="Set BABELANCE_CACHE"), new_folder(tmp_path / "file" / "one"):
        pass


def test_ctranslate2_computes_in_int8_when_asked(tmp_path: Path) -> None:
    pytest.importorskip("ctranslate2", reason="the extra [mt] is not installed")
    folder = tiny_translator.write_ct2(tiny_translator.write_marian(tmp_path / "marian"), tmp_path / "converted")
    model = ct2.kind.open(f"ct2:{folder}", Options(dtype="int8"))
    assert model.choices == {"dtype": "int8"}
    assert isinstance(next(iter(model.answer([Translate("o bir doktor", "tr", "en")]))), Text)
