"""Named entities: reading CoNLL files, counting as seqeval does, learning them frozen and unfrozen."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from typer.testing import CliRunner

from babelance.backends.training import rotation
from babelance.backends.training.ner import counts, load, micro_f1, predict, train_ner
from babelance.backends.training.ner_sentences import labels_of, read_conll
from babelance.backends.training.ner_words import Words
from babelance.backends.training.recipe import Recipe
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError, ModelError
from babelance.core.model import Options
from babelance.mitigations.alignment.procrustes import draw_random
from babelance.studies import ner
from tests.mitigations.small import tokenizer, write_model

CPU = Options(device="cpu")
SENTENCES = [
    tuple(zip(f"the {who} sees {what} .".split(), ("O", "B-PER", "O", "B-LOC", "O"), strict=True))
    for who in ("baker", "doctor", "pilot", "painter")
    for what in ("house", "tree", "bread", "ship", "lamp")
]
RECIPE = Recipe(epochs=8, batch=4, rate=2e-2)


def test_columns_marks_and_document_lines_are_understood(tmp_path: Path) -> None:
    (tmp_path / "wikiann").write_text("de:Bonn\tB-LOC\nde:liegt\tO\n\n\nde:Ja\tO\n")
    (tmp_path / "conll").write_text("-DOCSTART- -X- O O\n\nBonn NNP B-NP B-LOC\nis VBZ B-VP O\n")
    assert read_conll(tmp_path / "wikiann") == [(("Bonn", "B-LOC"), ("liegt", "O")), (("Ja", "O"),)]
    assert read_conll(tmp_path / "conll") == [(("Bonn", "B-LOC"), ("is", "O"))]
    assert labels_of(read_conll(tmp_path / "conll")) == ["O", "B-LOC"]


@pytest.mark.parametrize(
    ("text", "message"),
    [("Bonn\n", r"line 1: 'Bonn' is not a token with a label"), ("Bonn B_LOC\n", "line 1"), ("\n\n", "is empty")],
)
def test_a_file_that_is_not_conll_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a").write_text(text)
    with pytest.raises(DataError, match=message):
        read_conll(tmp_path / "a")


def test_f1_is_that_of_seqeval() -> None:
    seqeval = pytest.importorskip("seqeval.metrics")
    rng = np.random.default_rng(0)
    names = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    gold = [tuple((f"w{n}", str(rng.choice(names))) for n in range(rng.integers(1, 12))) for _ in range(60)]
    given = [[str(rng.choice(names)) if rng.random() < 0.3 else label for _, label in pair] for pair in gold]
    wanted = seqeval.f1_score([[label for _, label in pair] for pair in gold], given)
    assert micro_f1(counts(gold, given)) == pytest.approx(100 * wanted)
    ner_score = ner.NerScore("m", "de", "d", False, tuple(counts(gold, given)))
    result = ner.f1(ner_score, draws=200)
    assert isinstance(result, ner.F1) and result.value == pytest.approx(100 * wanted)
    assert result.low < result.value < result.high


@pytest.mark.parametrize("counts", [((1, 2, 3), (0, 0, 1)), ((0, 1, 1), (5, 5, 5)), ((1, 1, 1),) * 3, ((0, 1, 1),) * 3])
def test_limits_of_a_handful_of_sentences_stay_on_the_scale(counts: tuple[ner.Counts, ...]) -> None:
    """Two sentences had F1 33.33 [-220.79, 287.46]; three that are all right are not proof of 100."""
    ner_score = ner.NerScore("m", "de", "d", False, counts)
    result = ner.f1(ner_score, draws=200)
    assert isinstance(result, ner.F1)
    assert 0 <= result.low <= result.value <= result.high <= 100 and result.low < result.high
    change = ner.change(ner_score, ner.NerScore("n", "de", "d", False, ((3, 3, 3), *counts[1:])), draws=200)
    assert not isinstance(change, str) and -100 <= change.low <= change.value <= change.high <= 100


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"0": "O", "1": "B-LOC", "2": ""}, "none of named entities, such as ''"),
        ({"0": "O", "1": "NOUN", "2": "VERB"}, "such as 'NOUN'"),
        (None, "such as 'LABEL_0'"),
        ({"0": "O", "1": "B-LOC", "5": "B-PER"}, "does not count its labels"),
    ],
)
def test_a_model_with_labels_of_another_task_is_told_and_not_scored_zero(
    tmp_path: Path, labels: dict[str, str] | None, message: str
) -> None:
    from transformers import BertForTokenClassification

    write_model(tmp_path / "tagger", "en")
    BertForTokenClassification.from_pretrained(tmp_path / "tagger", num_labels=3).save_pretrained(tmp_path / "tagger")
    config = json.loads((tmp_path / "tagger" / "config.json").read_text())
    (tmp_path / "tagger" / "config.json").write_text(json.dumps(config | {"id2label": labels, "num_labels": 3}))
    with pytest.raises(ModelError, match=message):
        load(str(tmp_path / "tagger"), CPU)


def test_without_entities_there_is_no_f1() -> None:
    assert ner.f1(ner.NerScore("m", "de", "d", False, ((0, 0, 0),) * 5)) == "no sentence has an entity"


def test_the_change_of_a_model_to_itself_is_nothing_and_lengths_must_agree() -> None:
    ner_score = ner.NerScore("m", "de", "d", False, ((1, 1, 2), (0, 1, 1), (2, 2, 2)) * 5)
    same = ner.change(ner_score, ner_score, draws=200)
    assert not isinstance(same, str) and same.value == 0
    shorter = ner.NerScore("m", "de", "d", False, ner_score.counts[:3])
    assert ner.change(ner_score, shorter) == "15 and 3 sentences cannot be paired"


def test_words_that_do_not_fit_have_no_place() -> None:
    words = Words(tokenizer(["the baker sees a house ."]), 6)
    ids, places = words.encode(["the", "baker", "sees", "a", "house", "."])
    assert places == [1, 2, 3, 4] and len(ids) == 6


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("base"), "en")


def test_a_tagger_learns_its_sentences_and_loads_again(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("seqeval")
    trained = train_ner(str(base), SENTENCES, SENTENCES, tmp_path / "out", recipe=RECIPE, options=CPU)
    assert trained.scores[trained.best] == 100
    model, words, labels = load(str(tmp_path / "out"), CPU)
    given = predict(model, words, SENTENCES, labels)
    assert micro_f1(counts(SENTENCES, given)) == 100
    assert train_ner(str(base), SENTENCES, SENTENCES, tmp_path / "out", recipe=RECIPE, options=CPU) == trained
    with pytest.raises(InputError, match="holds another trained model"):
        train_ner(str(base), SENTENCES, SENTENCES, tmp_path / "out", recipe=RECIPE, freeze=True, options=CPU)


def test_a_tagger_of_numbers_that_are_not_finite_gives_no_labels(base: Path) -> None:
    """`argmax` of NaN is the first label: F1 0 [0, 78] of a broken model looked like that of a bad one."""
    from transformers import AutoModelForTokenClassification

    model = AutoModelForTokenClassification.from_pretrained(base, num_labels=3)
    torch.nn.init.constant_(model.classifier.weight, float("nan"))
    with pytest.raises(ModelError, match="are not finite, so its labels would mean nothing"):
        predict(model, Words(tokenizer(["the baker sees a house ."]), 6), SENTENCES, ["O", "B-PER", "B-LOC"])


def test_a_frozen_encoder_stays_and_an_aligned_one_is_read_through_its_rotation(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("seqeval")
    aligned = tmp_path / "aligned"
    write_model(aligned, "en")
    rotation.write(aligned, draw_random(16, 0))
    outs = {}
    for name, folder in (("plain", base), ("aligned", aligned)):
        outs[name] = tmp_path / name / "out"
        train_ner(str(folder), SENTENCES, SENTENCES, outs[name], recipe=RECIPE, freeze=True, options=CPU)
        before, after = load_file(folder / "model.safetensors"), load_file(outs[name] / "model.safetensors")
        kept = [key for key in after if key.startswith("bert.")]
        assert kept and all(torch.equal(after[key], before[key]) for key in kept)
    facts = {name: json.loads((out / "training.json").read_text()) for name, out in outs.items()}
    assert facts["aligned"]["rotated"] and not facts["plain"]["rotated"] and facts["plain"]["frozen"]
    plain, rotated = (load_file(out / "model.safetensors")["classifier.weight"] for out in outs.values())
    assert not torch.allclose(plain, rotated)


def test_a_model_that_is_no_tagger_is_refused(base: Path) -> None:
    with pytest.raises(ModelError, match="a masked language model"):
        load(str(base), CPU)


def test_the_command_line_trains_scores_and_keeps_the_counts_for_the_ledger(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("seqeval")
    text = "\n\n".join("\n".join(f"{token}\t{label}" for token, label in one) for one in SENTENCES)
    (tmp_path / "a.conll").write_text(text)
    runner, file = CliRunner(), str(tmp_path / "a.conll")
    words = ["--base", str(base), "--train", file, "--dev", file, "--epochs", "2", "--rate", "0.02", "--freeze"]
    done = runner.invoke(app, ["train", "ner", *words, "-o", str(tmp_path / "n")])
    assert done.exit_code == 0, done.output
    score = ["score", "ner", "-m", str(tmp_path / "n"), "--test", file, "-l", "en", "--out", str(tmp_path / "run")]
    for _ in range(2):
        done = runner.invoke(app, [*score, "--json", "--draws", "100"])
        assert done.exit_code == 0, done.output
    [found] = ner.read(tmp_path / "run")
    assert found.frozen and found.language == "en" and found.data.startswith("a.conll#")
    assert len(found.counts) == len(SENTENCES) == json.loads(done.stdout)["sentences"]
    with pytest.raises(InputError, match="Name a CoNLL file with --test"):
        runner.invoke(app, ["score", "ner", "-m", str(tmp_path / "n")], catch_exceptions=False)


def test_the_dataset_has_sentences_to_train_on(mirror: Path) -> None:
    from babelance.cli._ner_data import identity, sentences

    found = sentences(None, "de", "dev", 50)
    assert len(found) == 50 and any(label != "O" for sentence in found for _, label in sentence)
    assert identity(found, "ner") != identity(found[:10], "ner")


def test_tokens_that_recur_are_held_once(tmp_path: Path) -> None:
    """A corpus of eighteen megabytes took 930."""
    file = tmp_path / "a.conll"
    file.write_text("Anna B-PER\nsees O\n\nAnna B-PER\n")
    first, second = read_conll(file)
    assert first == (("Anna", "B-PER"), ("sees", "O"))
    assert first[0] is second[0]
    file.write_text("en:Anna B-PER\n\nen:Anna B-PER\n")
    [[one], [other]] = read_conll(file)
    assert one == ("Anna", "B-PER")
    assert one is other
