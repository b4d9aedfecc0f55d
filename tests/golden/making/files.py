"""Where the probes, the tiny models and the expected values are, and how a file of expected values looks."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
MODELS = DATA / "models"
PROBES = DATA / "probes"
EXPECTED = DATA / "expected"

PAIRS = ("en", "th", "ko", "zh", "ar")
"""Latin, Thai, Korean, Chinese and Arabic script."""
FOUR = ("en", "ko", "zh", "ar")
UTTERANCES = ("tr", "ko", "zh", "fa")
"""Languages whose pronouns leave gender open; Persian for the Arabic script."""

_LIBRARIES = ("torch", "transformers", "tokenizers", "numpy", "pandas", "scikit-learn", "gensim", "nltk", "wefe")


def read_probe(name: str) -> list[dict[str, str]]:
    """The items of `data/probes/NAME.jsonl`, one object each."""
    lines = (PROBES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def write_probe(name: str, rows: Iterable[Mapping[str, object]]) -> None:
    PROBES.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (PROBES / f"{name}.jsonl").write_text(text, encoding="utf-8")


def origin(repository: str, script: str, *, checkout: Path | None, changed: str) -> dict[str, str]:
    """The line of origin: whose code, at which commit, what was put in its way, and with which libraries."""
    commit = "as a package" if checkout is None else _commit(checkout)
    return {"repository": repository, "commit": commit, "script": script, "changed": changed, "with": _environment()}


def _commit(checkout: Path) -> str:
    words = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def _environment() -> str:
    return ", ".join([f"python {sys.version.split()[0]}", *(f"{name} {_version(name)}" for name in _installed())])


def _installed() -> list[str]:
    return [name for name in _LIBRARIES if _version(name)]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def write_expected(name: str, record: Mapping[str, Any]) -> None:
    """One line per key, and one per row of `rows`: a change shows which item it concerns."""
    EXPECTED.mkdir(parents=True, exist_ok=True)
    parts = [f"{json.dumps(key)}: {_rows(value) if key == 'rows' else _plain(value)}" for key, value in record.items()]
    (EXPECTED / f"{name}.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _rows(rows: Sequence[Any]) -> str:
    return "[\n" + ",\n".join(_plain(row) for row in rows) + "\n]"


def _plain(value: Any) -> str:
    return json.dumps(_named_floats(value), ensure_ascii=False)


def _named_floats(value: Any) -> Any:
    """NaN and infinity are no JSON: they are written as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _named_floats(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_named_floats(one) for one in value]
    return value
