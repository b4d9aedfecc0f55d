"""Fine-tuning to an NLI classifier: reading pairs, learning them, keeping the meaning of outputs, going on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.backends.training.loop import Progress
from babelance.backends.training.model_folder import RECORD, UNFINISHED
from babelance.backends.training.nli import split, train_nli
from babelance.backends.training.nli_pairs import Pair, read_pairs
from babelance.backends.training.nli_tiny import make_tiny
from babelance.backends.training.recipe import Recipe
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.core.model import Options
from babelance.core.query import Choices, Entails
from babelance.models.nli import kind
from tests.expecting import expect_refusal

ANIMALS = ("dog", "cat", "horse", "duck", "goat", "cow")
ENDINGS = {"entailment": "moves", "contradiction": "sleeps", "neutral": "is hungry"}
PAIRS = [
    Pair(f"The {animal} is running {where}.", f"The {animal} {ending}.", label)
    for animal in ANIMALS
    for where in ("home", "away", "fast")
    for label, ending in ENDINGS.items()
]
RECIPE = Recipe(epochs=12, rate=2e-3, batch=16)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    make_tiny(folder, [text for pair in PAIRS for text in pair[:2]], width=32, layers=1, heads=2)
    return folder


def test_the_very_small_encoder_is_a_function_of_texts_and_seed(base: Path, tmp_path: Path) -> None:
    texts = [text for pair in PAIRS for text in pair[:2]]
    make_tiny(tmp_path / "same", texts, width=32, layers=1, heads=2)
    make_tiny(tmp_path / "other", texts, width=32, layers=1, heads=2, seed=1)
    for name in ("tokenizer.json", "model.safetensors"):
        assert (tmp_path / "same" / name).read_bytes() == (base / name).read_bytes()
    assert (tmp_path / "other" / "model.safetensors").read_bytes() != (base / "model.safetensors").read_bytes()


def lines(path: Path, *records: object) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def test_snli_and_own_column_names_and_labels_in_any_case_are_read(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl",
        {"sentence1": "a", "sentence2": "b", "gold_label": "entailment", "pairID": "1"},
        {"sentence1": "a", "sentence2": "b", "gold_label": "-"},
        {"premise": "a ", "hypothesis": "b", "label": "CONTRADICTION"},
    )
    pairs_read = read_pairs(path)
    assert pairs_read.pairs == (Pair("a", "b", "entailment"), Pair("a", "b", "contradiction"))
    assert pairs_read.without_gold == 1


def test_compressed_lines_and_lines_called_json_are_read(tmp_path: Path) -> None:
    row = json.dumps({"premise": "a", "hypothesis": "b", "label": "neutral"})
    (tmp_path / "a.json").write_text(f"{row}\n{row}\n")
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.write(row)
    assert len(read_pairs(tmp_path / "a.json").pairs) == 2
    assert len(read_pairs(tmp_path / "a.jsonl.gz").pairs) == 1


def test_numbers_for_labels_need_their_meaning(tmp_path: Path) -> None:
    rows = [{"premise": "a", "hypothesis": "b", "label": number} for number in (0, 1, 2, -1)]
    path = lines(tmp_path / "a.jsonl", *rows)
    with pytest.raises(DataError, match=r"line 1: the label '0' is none of .*--labels"):
        read_pairs(path)
    pairs_read = read_pairs(path, labels=("contradiction", "entailment", "neutral"))
    assert [pair.label for pair in pairs_read.pairs] == ["contradiction", "entailment", "neutral"]
    assert pairs_read.without_gold == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"premise": "a", "hypothesis": "b", "label": "neutral"}\n{"premise": "a", "hyp',
            "line 2: not JSON",
        ),
        ('{"premise": "a", "hypothesis": "b", "label": "maybe"}', "line 1: the label 'maybe' is none of"),
        ('{"premise": "a", "label": "neutral"}', "line 1: neither 'hypothesis' nor 'sentence2'"),
        ("[1, 2]", "line 1: '\\[1, 2\\]' is not a JSON object"),
        ('{"premise": "a", "hypothesis": "b", "label": "-"}', "no pairs with a gold label"),
        ("", "no pairs with a gold label"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    expect_refusal(read_pairs, tmp_path / "a.jsonl", text, message)


def test_held_out_pairs_share_no_premise_with_the_others() -> None:
    train, held_out = split(PAIRS, seed=1, share=0.2)
    assert len(train) + len(held_out) == len(PAIRS) and held_out
    assert not {pair.premise for pair in train} & {pair.premise for pair in held_out}
    with pytest.raises(InputError, match="too few to hold some out"):
        split(PAIRS[:3], seed=1)


def test_what_was_learnt_is_answered_and_the_second_call_takes_what_is_there(base: Path, tmp_path: Path) -> None:
    trained = train_nli(str(base), PAIRS, PAIRS, tmp_path / "out", recipe=RECIPE)
    assert trained.accuracies[trained.best] == 100
    assert not (tmp_path / "out" / UNFINISHED).exists()
    answers = kind.open(str(tmp_path / "out"), Options()).answer([Entails(*pair[:2]) for pair in PAIRS])
    given = [answer.names[answer.logprobs.argmax()] for answer in answers if isinstance(answer, Choices)]
    assert given == [pair.label for pair in PAIRS]
    steps: list[Progress] = []
    assert train_nli(str(base), PAIRS, PAIRS, tmp_path / "out", recipe=RECIPE, tell=steps.append) == trained
    assert not steps
    with pytest.raises(InputError, match="holds another trained model"):
        train_nli(str(base), PAIRS[:-3], PAIRS, tmp_path / "out", recipe=RECIPE)


class Stopped(Exception):
    pass


def test_a_stopped_training_ends_with_the_same_weights(base: Path, tmp_path: Path) -> None:
    recipe = Recipe(epochs=3, rate=2e-3, batch=16, save_seconds=0)

    def stop(progress: Progress) -> None:
        if progress.step == 5:
            raise Stopped

    train_nli(str(base), PAIRS, PAIRS[:9], tmp_path / "whole", recipe=recipe)
    with pytest.raises(Stopped):
        train_nli(str(base), PAIRS, PAIRS[:9], tmp_path / "parts", recipe=recipe, tell=stop)
    train_nli(str(base), PAIRS, PAIRS[:9], tmp_path / "parts", recipe=recipe)
    whole, parts = ((tmp_path / name / "model.safetensors").read_bytes() for name in ("whole", "parts"))
    assert whole == parts


def test_a_classifier_keeps_the_order_of_its_labels(fixtures: Path, tmp_path: Path) -> None:
    train_nli(str(fixtures / "models" / "nli-bert"), PAIRS[:6], PAIRS[:3], tmp_path / "out", recipe=Recipe(epochs=1))
    config = json.loads((tmp_path / "out" / "config.json").read_text())
    assert config["id2label"] == {"0": "neutral", "1": "entailment", "2": "contradiction"}


def test_a_masked_model_gets_a_new_head_from_the_seed(fixtures: Path, tmp_path: Path) -> None:
    bases, outs = str(fixtures / "models" / "mlm-bert"), [tmp_path / name for name in "abc"]
    for out, seed in zip(outs, (0, 0, 1), strict=True):
        train_nli(bases, PAIRS[:6], PAIRS[:3], out, recipe=Recipe(epochs=1, seed=seed))
    weights = [(out / "model.safetensors").read_bytes() for out in outs]
    assert weights[0] == weights[1] != weights[2]
    assert kind.reason_unsupported(str(outs[0])) is None


def test_pairs_that_are_too_long_are_cut_and_counted(base: Path, tmp_path: Path) -> None:
    long = Pair("The dog is running " * 20, "The dog moves.", "entailment")
    trained = train_nli(str(base), [*PAIRS, long], PAIRS[:3], tmp_path / "out", recipe=Recipe(epochs=1), length=24)
    assert trained.cut == 1


def test_a_folder_with_something_else_is_not_written_to(base: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="is not empty"):
        train_nli(str(base), PAIRS, PAIRS, tmp_path, recipe=RECIPE)


def test_the_command_trains_and_says_what_came_out(base: Path, tmp_path: Path) -> None:
    data = lines(tmp_path / "train.jsonl", *(pair._asdict() for pair in PAIRS))
    words = ["train", "nli", "--base", str(base), "--data", str(data), "--dev", str(data), "--out", str(tmp_path / "m"),
             "--epochs", "12", "--rate", "2e-3", "--batch", "16", "--json"]  # fmt: skip
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert facts["accuracies"][facts["epoch"] - 1] == 100
    assert json.loads((tmp_path / "m" / RECORD).read_text())["recipe"]["batch"] == 16
