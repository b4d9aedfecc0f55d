"""`check` looks at what `run` will ask: both see the same share of unknown tokens, and refuse the same models."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.backends.translation.tiny import write_marian
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


PAIR = "premise,hypothesis,set,occupation,label\nEl metge menja.,Un home menja.,pro,metge,neutral\n"


def german(folder: Path) -> Path:
    return write_marian(folder, source_lang="de", target_lang="en")


def undefined_in_run(tmp_path: Path, words: list[str]) -> str:
    files = ("--out", str(tmp_path / "out"), "--store", str(tmp_path / "store.sqlite"), "--draws", "100", "--json")
    assert CliRunner().invoke(app, ["run", *words, *files]).exit_code == 3
    lines = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return str(json.loads(lines[0])["undefined"])


@pytest.mark.parametrize("case", ["no chat template", "no plain sentences", "another language"])
def test_what_run_leaves_undefined_before_any_item_is_told_in_the_same_words(
    case: str, fixtures: Path, tmp_path: Path
) -> None:
    causal, pairs = str(fixtures / "models" / "causal-gpt2"), tmp_path / "pairs.csv"
    pairs.write_text(PAIR, encoding="utf-8")
    words = {
        "no chat template": ["-m", causal, "-d", "babel-utterances", "-l", "fi", "--measures", "tgbi"],
        "no plain sentences": ["-m", causal, "-d", str(pairs), "-l", "ca", "--measures", "nli-coal"],
        "another language": [
            "-m",
            str(german(tmp_path / "de")),
            "-d",
            "babel-utterances",
            "-l",
            "fi",
            "--measures",
            "tgbi",
        ],
    }[case]
    words = [*words, "--limit", "4", "--allow-unknown"]
    checked = CliRunner().invoke(app, ["check", *words])
    said = " ".join(checked.output.split())
    assert checked.exit_code == 3 and "All can run" not in said, said
    assert f"would be undefined: {undefined_in_run(tmp_path, words)}" in said


def test_a_task_that_only_the_weights_can_show_is_announced(fixtures: Path, tmp_path: Path) -> None:
    words = ["-m", str(fixtures / "models" / "causal-gpt2"), "-d", "babel-nli", "-l", "en", "--measures", "nli-coal"]
    checked = CliRunner().invoke(app, ["check", *words, "--limit", "4"])
    assert checked.exit_code == 0 and "run tries that first" in " ".join(checked.output.split())
