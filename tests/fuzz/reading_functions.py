"""Which functions of babelance take bytes from outside, and which of them run while something is read.

A function takes bytes from outside if it calls one of `CALLS`: opens a file, parses a text, unpacks, loads weights,
starts a program, asks a server. The names are looked for in the source, so that a new reader is found by itself.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import babelance

SOURCES = Path(babelance.__file__).parent
_CALLS = """
    open read_text read_bytes read_whole read_utf8 read_object read_lines read_table read_texts read_batches parse_json
    parse_toml loads load load_file safe_open iterparse ParquetFile connect reader DictReader genops unpackb fromfile
    memmap mmap read_array from_pretrained ZipFile GzipFile BZ2File LZMAFile SentencePieceProcessor Translator Popen
    stream copyfile
"""
CALLS = frozenset(_CALLS.split())

_OURS = "reads files of this package"
_PINNED = "reads files whose sha256 is pinned, and refuses any other (tests/datasets/test_fetch.py)"
_NO_READER = "what is called here opens a model, or a place to write, or has the name of a reader by chance"
_ELSEWHERE = "opens a model in another process, which was opened in this one before"
_OWN_SCRATCH = "reads what it wrote itself a moment before"
_BASE = "opens a model that is about to be changed: model-base"
_SAME_COMMAND = "reads the record that was written by the same command: training-record"
EXEMPT: Mapping[str, str] = {
    "datasets/[!/]*.py *": _PINNED,
    "datasets/reading/fetch.py *": _PINNED,
    "datasets/reading/probes.py *": _OURS,
    "text/control_words.py *": _OURS,
    "languages/reading/mentioned.py _all": _OURS,
    "text/gender/marks.py *": _OURS,
    "build/names.py *": _OURS,
    "build/templates.py _shipped_design": _OURS,
    "build/material/given_names.py _lists_of": _OURS,
    "mitigations/balance/group_names.py forms_of": _OURS,
    "report/*.py asset": _OURS,
    "run/nulls.py _code": _OURS,
    "backends/processor.py *": "asks the operating system",
    "core/registry.py Registry._foreign": "loads plug-ins, which are code (tests/contract/test_broken_plugins.py)",
    "*/tiny.py *": "writes the smallest models",
    "models/recorded.py _example": "writes the smallest models",
    "backends/engines/onnx_runtime.py _quantise": _OWN_SCRATCH,
    "backends/translation/conversion.py _load": "what it opens is checked first: engine-cache",
    "backends/training/translator_pieces.py _pieces_of_both": _OWN_SCRATCH,
    "mitigations/alignment/links.py _align_by_eflomal": _OWN_SCRATCH,
    "mitigations/tuning/corpus.py _write": _NO_READER,
    "run/scored_file.py *": _OWN_SCRATCH,
    "verbs.py _records": _OWN_SCRATCH,
    "backends/causal/runner.py Runner._read_batch": _NO_READER,
    "backends/causal/template_*.py *": "talks to a process of ours (tests/models/test_causal_asking.py)",
    "backends/transformers/weight_checks.py _named_code": "with --remote-code (tests/models/test_fingerprints.py)",
    "backends/transformers/small.py write_untrained": _OWN_SCRATCH,
    "mitigations/alignment/control.py write_comparison": _SAME_COMMAND,
    "mitigations/alignment/control.py categorical_bias": _NO_READER,
    "mitigations/erasure/head.py _write_erased": _BASE,
    "mitigations/tuning/further_training.py _TrainingJob.train": _BASE,
    "mitigations/tuning/held_out.py file_loss": _BASE,
    "studies/mitigation_trial/injected.py *": _OURS,
    "studies/mitigation_trial/repetition.py *": _OWN_SCRATCH,
    "backends/training/back_translation.py synthetic_pairs": "calls load: translator-trained",
    "cli/train/translator.py _texts": "calls read_texts: text-lines",
    "cli/mitigate/__init__.py apply": _SAME_COMMAND,
    "cli/gate.py _append": _NO_READER,
    "backends/training/model_folder.py _take_places": _NO_READER,
    "mitigations/tuning/utility.py pseudo_perplexity": _NO_READER,
    "run/nulls.py _guesser": _NO_READER,
    "run/rehearsal.py _score": _NO_READER,
    "run/executors/*.py *": _ELSEWHERE,
}
"""`file function`, as a pattern → why no reader need go over it."""


def is_exempt(function: str) -> bool:
    return any(fnmatch(function, pattern) for pattern in EXEMPT)


@cache
def functions_that_read() -> frozenset[str]:
    """`file function` of each, methods with their class."""
    return frozenset(
        f"{path.relative_to(SOURCES).as_posix()} {name}"
        for path in sorted(SOURCES.rglob("*.py"))
        for name, function in _functions(ast.parse(path.read_text(encoding="utf-8")))
        if CALLS & set(_called(function))
    )


def _functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{prefix}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.If | ast.Try):
            yield from _functions(child, prefix)


def _called(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


@contextmanager
def functions_called() -> Iterator[set[str]]:
    """`file function` of everything of babelance that is called inside."""
    seen: set[CodeType] = set()
    names: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield names
    finally:
        sys.setprofile(None)
        for code in seen:
            path = Path(code.co_filename)
            if path.is_relative_to(SOURCES):
                names.add(f"{path.relative_to(SOURCES).as_posix()} {code.co_qualname.partition('.<locals>')[0]}")
