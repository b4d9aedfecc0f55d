"""Training translators: what is held out, learning a small corpus, going on after a stop, and using the result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from typer.testing import CliRunner

from babelance.backends.training.back_translation import back_translations
from babelance.backends.training.loop import Progress
from babelance.backends.training.model_folder import RECORD, UNFINISHED
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translation_scores import scores
from babelance.backends.training.translator import load, train_translator
from babelance.backends.training.translator_corpora import add_synthetic, shares, split_by_target
from babelance.backends.training.translator_network import Size, size_of
from babelance.backends.training.translator_pieces import Vocabulary, make_tokenizer
from babelance.backends.training.translator_task import TranslatorPlan, translate
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.core.model import Options
from babelance.core.query import Text, Translate, Unanswered
from babelance.models.seq2seq import kind
from babelance.text.translation_pairs import Pair, paper

SUBJECTS = {
    "The cat": ("Kissa", "A macska"), "The dog": ("Koira", "A kutya"), "The child": ("Lapsi", "A gyerek"),
    "The teacher": ("Opettaja", "A tanár"), "The doctor": ("Lääkäri", "Az orvos"), "The cook": ("Kokki", "A szakács"),
    "The pilot": ("Lentäjä", "A pilóta"), "The nurse": ("Hoitaja", "Az ápoló"),
}  # fmt: skip
VERBS = {
    "sleeps": ("nukkuu", "alszik"), "runs": ("juoksee", "fut"), "eats": ("syö", "eszik"), "waits": ("odottaa", "vár"),
    "reads": ("lukee", "olvas"), "sings": ("laulaa", "énekel"), "laughs": ("nauraa", "nevet"), "swims": ("ui", "úszik"),
}  # fmt: skip
CORPORA = {
    language: [
        Pair(f"{names[side]} {verbs[side]}.", f"{name} {verb}.")
        for name, names in SUBJECTS.items()
        for verb, verbs in VERBS.items()
    ]
    for side, language in enumerate(("fi", "hu"))
}
SMALL = TranslatorPlan(size=Size(1, 1, 32, 64, 2, dropout=0.0), vocabulary=Vocabulary(120, 80), tokens=256, longest=32)
RECIPE = Recipe(epochs=2, rate=5e-3)


def test_a_sentence_held_out_in_one_language_is_trained_on_in_none() -> None:
    split = split_by_target({**CORPORA, "sv": CORPORA["fi"][:40]}, held_out=3, seed=0)
    held_out = [{pair.target for pairs in part.values() for pair in pairs} for part in (split.dev, split.test)]
    trained = {pair.target for pairs in split.train.values() for pair in pairs}
    assert not held_out[0] & held_out[1]
    assert not trained & (held_out[0] | held_out[1])
    assert {language: len(pairs) for language, pairs in split.dev.items()} == {"fi": 3, "hu": 3, "sv": 2}


def test_too_small_a_corpus_is_refused() -> None:
    with pytest.raises(InputError, match="fi: 10 different sentences"):
        split_by_target({"fi": CORPORA["fi"][:10]}, held_out=3, seed=0)


def test_synthetic_pairs_are_not_trained_on_where_their_target_is_held_out() -> None:
    split = split_by_target(CORPORA, held_out=3, seed=0)
    hidden = split.test["fi"][0].target
    more = add_synthetic(split, {"fi": [Pair("x", hidden), Pair("y", "New.")]})
    assert more.train["fi"] == [*split.train["fi"], Pair("y", "New.")]
    assert more.train["hu"] == split.train["hu"]


def test_small_languages_are_seen_more_often_than_their_share() -> None:
    assert shares({"a": 100, "b": 10_000}, 0.5) == pytest.approx({"a": 1 / 11, "b": 10 / 11})
    assert shares({"a": 100, "b": 10_000}, 0) == {"a": 0.5, "b": 0.5}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translator") / "model"
    train_translator(CORPORA, folder, SMALL, Recipe(epochs=30, rate=5e-3))
    return folder


def test_it_learns_a_small_corpus_and_keeps_the_best_epoch(trained: Path) -> None:
    record = json.loads((trained / RECORD).read_text())
    assert record["best"] == max(range(30), key=lambda epoch: (record["chrfs"][epoch], epoch))
    assert max(record["chrfs"]) > record["chrfs"][0] + 20
    assert record["pairs"] == {"fi": 58, "hu": 58}
    assert record["scores"]["fi"]["chrf"] > 50
    assert not (trained / UNFINISHED).exists()


def test_babelance_translates_with_the_folder(trained: Path) -> None:
    model = kind.open(str(trained), Options(device="cpu"))
    queries = [Translate(pair.source, "fi", "en") for pair in CORPORA["fi"][:16]]
    answers = list(model.answer(queries))
    network, tokenizer = load(trained)
    wanted = translate(network, tokenizer, [query.text for query in queries], SMALL)
    assert [answer.text for answer in answers if isinstance(answer, Text)] == wanted


def test_it_is_for_the_languages_it_was_trained_on_and_no_others(trained: Path) -> None:
    model = kind.open(str(trained), Options(device="cpu"))
    german, to_german = model.answer([Translate("Kissa nukkuu.", "de", "en"), Translate("Kissa nukkuu.", "fi", "de")])
    assert german == Unanswered("the translator's source language is 'fi or hu', not 'de'")
    assert to_german == Unanswered("the translator's target language is 'en', not 'de'")


def test_a_training_that_was_stopped_ends_with_the_same_weights(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.step == 9:
            raise KeyboardInterrupt

    recipe = Recipe(epochs=2, rate=5e-3, save_seconds=0)
    train_translator(CORPORA, tmp_path / "whole", SMALL, recipe)
    with pytest.raises(KeyboardInterrupt):
        train_translator(CORPORA, tmp_path / "stopped", SMALL, recipe, tell=stop)
    assert (tmp_path / "stopped" / UNFINISHED).is_dir()
    train_translator(CORPORA, tmp_path / "stopped", SMALL, recipe)
    one, other = (load(tmp_path / name)[0].state_dict() for name in ("whole", "stopped"))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_finished_training_is_taken_and_another_one_refused(trained: Path) -> None:
    before = (trained / "model.safetensors").stat().st_mtime_ns
    again = train_translator(CORPORA, trained, SMALL, Recipe(epochs=30, rate=5e-3))
    assert (trained / "model.safetensors").stat().st_mtime_ns == before
    assert again.scores["fi"].sentences == 3
    with pytest.raises(InputError, match="holds another trained model"):
        train_translator(CORPORA, trained, SMALL, RECIPE)


def test_the_papers_cleaning_is_part_of_the_tokenizer(tmp_path: Path) -> None:
    sources = [paper(pair.source) for pair in CORPORA["hu"]]
    tokenizer = make_tokenizer(sources, sources, Vocabulary(80, 80, "bpe"), tmp_path, cleaner=paper)
    assert tokenizer("A MACSKA, „alszik”!")["input_ids"] == tokenizer("a macska alszik")["input_ids"]


def test_translators_back_give_pairs_of_text_that_people_wrote(tmp_path: Path) -> None:
    texts = ["The cat sings.", "The pilot sings and reads."]
    found = back_translations(texts, CORPORA, tmp_path / "model", SMALL, RECIPE)
    assert set(found) == {"fi", "hu"}
    assert all(pair.target in texts for pairs in found.values() for pair in pairs)
    assert (tmp_path / "model-back-fi" / RECORD).is_file()


def test_scores_are_those_of_sacrebleu_and_of_ribes() -> None:
    observed = scores(["The cat sleeps now."], ["The cat sleeps here."], language="en")
    assert observed.sentences == 1
    assert "tok:13a" in observed.signature
    assert scores(["猫在睡觉。"], ["猫在睡觉。"], language="zh").bleu == pytest.approx(100)
    assert observed.ribes == pytest.approx(100 * (4 / 5) ** 0.25)


def test_sizes_can_be_changed_in_parts_and_must_fit() -> None:
    assert size_of("paper") == Size(6, 6, 512, 2048, 8)
    assert size_of("paper", encoder=2, dropout=None) == Size(2, 6, 512, 2048, 8)
    with pytest.raises(InputError, match="tiny, small, paper"):
        size_of("huge")
    with pytest.raises(InputError, match="Choose a multiple of 12"):
        size_of("tiny", width=100)


def test_a_vocabulary_that_cannot_be_made_says_what_to_change(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="--pieces"):
        make_tokenizer(["abcdefghijklmnopqrstuvwxyzåäö0123456789"] * 3, ["a"], Vocabulary(32, 32), tmp_path)


def tsv(path: Path, pairs: list[Pair]) -> Path:
    path.write_text("".join(f"{pair.target}\t{pair.source}\n" for pair in pairs), encoding="utf-8")
    return path


# fmt: off
ARGUMENTS = (
    "--encoder-layers", "1", "--decoder-layers", "1", "--width", "32", "--inner", "64", "--heads", "2",
    "--pieces", "120", "--target-pieces", "80", "--epochs", "1", "--tokens", "256", "--device", "cpu",
)
# fmt: on


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["train", "translator", *arguments], catch_exceptions=True)


def test_the_command_trains_on_files_and_says_how_good_it_is(tmp_path: Path) -> None:
    files = [f"{language}={tsv(tmp_path / f'{language}.tsv', pairs)}" for language, pairs in CORPORA.items()]
    given = (*ARGUMENTS, "--data", files[0], "--data", files[1], "--out", str(tmp_path / "model"))
    result = invoke(*given, "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["pairs"] == {"fi": 58, "hu": 58}
    assert set(facts["scores"]["hu"]) == {"bleu", "chrf", "ribes", "sentences", "signature"}
    again = invoke(*given)
    assert "fi → en: BLEU" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--data", "fi.tsv"), "LANGUAGE=FILE"),
        (("--data", "en=x.tsv"), "target language"),
        (("--data", "fi=x.tsv", "--clean", "much"), "usual or paper"),
        (("--data", "fi=x.tsv", "--columns", "1"), "--columns"),
        (("--data", "fi=x.tsv", "--algorithm", "wordpiece"), "unigram or bpe"),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    result = invoke(*arguments, "--out", str(tmp_path / "model"))
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)
