"""`check` looks at what `run` will ask: both see the same share of unknown tokens, and refuse the same models."""

from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.registry import DATASETS
from tests.models import tiny_masked

ITEMS = list(DATASETS.get("babel-groups").items("en"))


def words_of(texts: list[str]) -> list[str]:
    return sorted({word for text in texts for word in re.findall(r"\w+|[.,]", text)})


NAMES = words_of(list(json.loads(ITEMS[0].texts["targets"]).values()))
FRAMES = words_of([f"{item.texts['template']} {item.texts['attribute']}" for item in ITEMS])


def model(folder: Path, words: list[str]) -> Path:
    tokens = tiny_masked.tokenizer(words=words)
    return tiny_masked.write(folder, tokens=tokens, vocab_size=len(tokens))


def output_of(verb: str, folder: Path, *more: str) -> tuple[int, str]:
    words = [verb, "-m", str(folder), "-d", "babel-groups", "-l", "en", "--measures", "cb", "--limit", "12"]
    outcome = CliRunner().invoke(app, [*words, *more])
    return outcome.exit_code, " ".join(f"{outcome.output} {outcome.exception}".split())


def test_names_that_are_known_do_not_vouch_for_sentences_that_are_not(tmp_path: Path) -> None:
    """By the fields of an item, which list all names, a model that knows names alone would pass."""
    folder = model(tmp_path / "names", NAMES)
    (_, checked), (_, run) = (output_of(verb, folder) for verb in ("check", "run"))
    [seen] = re.findall(r"\d+% of the tokens of these texts are unknown", checked)
    assert int(seen.partition("%")[0]) > 80
    assert seen in run and "All can run" not in checked


def test_names_that_are_unknown_do_not_spoil_sentences_that_are_known(tmp_path: Path) -> None:
    """The list of names is long, but each sentence has one of them."""
    folder = model(tmp_path / "frames", [*FRAMES, *(name for name in NAMES[12:] if name not in FRAMES)])
    code, checked = output_of("check", folder)
    assert code == 0 and "All can run" in checked
    [seen] = re.findall(r"([\d.]+) % unknown tokens", checked)
    files = ("--out", str(tmp_path / "out"), "--store", str(tmp_path / "store.sqlite"), "--draws", "100", "--json")
    code, run = output_of("run", folder, *files)
    assert code == 0, run
    first = json.loads((tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert abs(100 * first["extra"]["unknown"] - float(seen)) < 0.01
