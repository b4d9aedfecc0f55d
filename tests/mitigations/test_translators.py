"""Ways for translators: what is chosen, rewritten, tagged and trained on, and a ledger of it all."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance import embedded
from babelance.backends.translation.candidates import Candidate, choose
from babelance.backends.translation.steps import Steps, write_steps
from babelance.backends.translation.tiny import write_ct2, write_marian
from babelance.cli.app import app
from babelance.core.errors import InputError, ModelError
from babelance.core.model import Model, Options
from babelance.core.query import Text, Translate, Unanswered
from babelance.core.registry import MODELS
from babelance.languages.reading.pronouns import classifier
from babelance.mitigations.balanced_tuning import BalancedTuning
from babelance.mitigations.gender_tags import GenderTags
from babelance.mitigations.neutral_rewriting import NeutralRewriting
from babelance.mitigations.rerank import Rerank
from babelance.text.translation_pairs import Pair


def beam(*texts: str) -> list[Candidate]:
    return [Candidate(text, -0.1 * index) for index, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("source", "language", "target", "candidates", "wanted"),
    [
        ("Ő mérnök.", "hu", "en", ("He is an engineer.", "She is one.", "They are an engineer."), 2),
        ("Ez a nő mérnök.", "hu", "en", ("He is an engineer.", "They are here.", "She is an engineer."), 2),
        ("Ez a nő ismeri ezt a férfit.", "hu", "en", ("He knows him.", "She knows him."), 0),
        ("Ő mérnök.", "hu", "en", ("He is an engineer.", "He is it."), 0),
        ("Ő mérnök.", "hu", "en", ("He is an engineer.", "That's an engineer.", "He is a girl."), 0),
        ("She is a carpenter.", "en", "fr", ("C'est un charpentier.", "C'est une charpentière."), 1),
        ("He is a nurse.", "en", "es", ("Es una enfermera.", "Es un enfermero."), 1),
        # targets that have marks of gender and no file of the language
        ("The nurse thanked him.", "en", "uk", ("Медсестра подякувала.", "Медбрат подякував."), 1),
        ("The nurse left.", "en", "uk", ("Медсестра пішла.", "Медбрат пішов."), 0),
        ("The doctor said that she was late.", "en", "he", ("הרופא איחר.", "הרופאה איחרה."), 1),
    ],
)
def test_the_first_candidate_is_taken_that_keeps_what_the_source_tells(
    source: str, language: str, target: str, candidates: tuple[str, ...], wanted: int
) -> None:
    chosen = choose(beam(*candidates), source, language, target, margin=1.0)
    assert chosen.text == candidates[wanted]


def test_a_candidate_beyond_the_margin_is_not_taken() -> None:
    candidates = beam("He is an engineer.", "They are an engineer.")
    assert choose(candidates, "Ő mérnök.", "hu", "en", margin=0.05).text == "He is an engineer."


def open_model(folder: Path) -> Model:
    return MODELS.get("mitigated-translator").open(str(folder), Options())


@pytest.mark.parametrize("format_", ["transformers", "ct2"])
def test_several_translations_come_best_first_from_both_formats(tmp_path: Path, format_: str) -> None:
    model = str(write_marian(tmp_path / "marian", source_lang="tr", target_lang="en"))
    if format_ == "ct2":
        model = f"ct2:{write_ct2(Path(model), tmp_path / 'converted')}"
    out = Rerank("tr", candidates=3).apply(model, (), tmp_path / "out")
    translator = open_model(out).translator  # type: ignore[attr-defined]
    [some] = translator.candidates(["O bir doktor."], "tr", "en", 3)
    assert 1 < len(some) <= 3
    assert [entry.score for entry in some] == sorted((entry.score for entry in some), reverse=True)
    [alone] = translator.candidates(["O bir doktor."], "tr", "en", 1)
    assert len(alone) == 1
    [answer] = open_model(out).answer([Translate("O bir doktor.", "tr", "en")])
    assert isinstance(answer, Text)


def finished(folder: Path, **translations: str) -> str:
    path = folder / "finished.tsv"
    rows = {"Ő kedves.": "He is kind.", "Ez a nő kedves.": "This woman is kind. She is.", **translations}
    path.write_text("text\ttranslation\n" + "".join(f"{a}\t{b}\n" for a, b in rows.items()), encoding="utf-8")
    return f"tsv:{path}"


def test_english_is_rewritten_only_where_the_source_is_open(tmp_path: Path) -> None:
    model = open_model(NeutralRewriting("hu").apply(finished(tmp_path), (), tmp_path / "out"))
    asked = [Translate(text, "hu", "en") for text in ("Ő kedves.", "Ez a nő kedves.", "Nincs itt.")]
    first, second, third = model.answer(asked)
    assert first == Text("They are kind.")
    assert second == Text("This woman is kind. She is.")
    assert isinstance(third, Unanswered)
    [german] = model.answer([Translate("Ő kedves.", "hu", "de")])
    assert isinstance(german, Unanswered)


def test_one_translation_leaves_nothing_to_choose(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one translation only"):
        Rerank("hu").apply(finished(tmp_path), (), tmp_path / "out")


def test_a_folder_starts_no_programs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="starts a program"):
        NeutralRewriting("hu").apply("cmd:cat", (), tmp_path / "out")
    write_steps(tmp_path, Steps(model="cmd:cat", kind="command", rewrite=True))
    with pytest.raises(ModelError, match="cannot be used inside"):
        list(open_model(tmp_path).answer([Translate("Ő kedves.", "hu", "en")]))


def test_the_hash_of_a_folder_follows_the_translator_inside(tmp_path: Path) -> None:
    model = write_marian(tmp_path / "marian", source_lang="tr", target_lang="en")
    out = Rerank("tr").apply(str(model), (), tmp_path / "out")
    before = open_model(out).id, open_model(out).fingerprint
    config = out / "model" / "generation_config.json"
    config.write_text(config.read_text() + "\n")
    after = open_model(out).id, open_model(out).fingerprint
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert json.loads((out / "mitigation.json").read_text())["model"].startswith(f"dir:{model}#")


def test_pairs_are_balanced_where_english_adds_a_gender() -> None:
    counts: Counter[str] = Counter()
    he = Pair("Ő kedves.", "He is kind.")
    she, they = Pair("Ő kedves.", "She is kind."), Pair("Ő kedves.", "They are kind.")
    assert BalancedTuning("hu").balance(he, counts) == [he, she]
    assert BalancedTuning("hu", say="they").balance(he, counts) == [they]
    assert BalancedTuning("hu", say="all").balance(he, counts) == [he, she, they]
    told = Pair("Ez a férfi kedves.", "This man is kind.")
    assert BalancedTuning("hu").balance(told, counts) == [told]
    assert counts.total() == 4


def test_tags_say_what_english_says() -> None:
    counts: Counter[str] = Counter()
    way = GenderTags("hu")
    assert way.tag_pair(Pair("Ő kedves.", "She is kind."), counts) == [
        Pair("she: Ő kedves.", "She is kind."),
        Pair("he: Ő kedves.", "He is kind."),
        Pair("open: Ő kedves.", "They are kind."),
    ]
    assert way.tag_pair(Pair("Ez a nő itt van.", "The woman is here."), counts)[0].source.startswith("she: ")
    assert way.tag_pair(Pair("Esik.", "It is raining."), counts) == [Pair("open: Esik.", "It is raining.")]


def test_a_tag_is_put_before_the_source_by_what_it_tells() -> None:
    steps = Steps("model", "seq2seq", tags={"she": "she:", "open": "open:"})
    assert steps.with_tag("Ő itt van.", "open") == "open: Ő itt van."
    assert steps.with_tag("Ez a férfi.", "he") == "Ez a férfi."


@pytest.mark.parametrize("steps", [{"candidates": 0}, {"margin": -1.0}, {"margin": float("nan")}])
def test_steps_without_sense_are_refused(steps: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Steps("model", "seq2seq", **steps)  # type: ignore[arg-type]


def test_the_ledger_pairs_a_translator_with_the_one_it_was_made_from(tmp_path: Path) -> None:
    words = ("pilot", "mérnök", "orvos", "pék", "szabó", "ács")
    rows = [f"Ő {word}.\tHe is a {word}.\n" for word in words]
    (tmp_path / "finished.tsv").write_text("text\ttranslation\n" + "".join(rows), encoding="utf-8")
    said = [f"Ő {word}.\toccupation\t{word}\n" for word in words]
    (tmp_path / "said.tsv").write_text("text\tset\tword\n" + "".join(said), encoding="utf-8")
    model = f"tsv:{tmp_path / 'finished.tsv'}"
    changed = NeutralRewriting("hu").apply(model, (), tmp_path / "they")
    run = CliRunner()
    for name, spec in (("before", model), ("after", str(changed))):
        how = f"run -m {spec} -d {tmp_path / 'said.tsv'} -l hu --measures tgbi --draws 200 -o {tmp_path / name}"
        assert run.invoke(app, how.split()).exit_code == 0
    shown = run.invoke(app, ["ledger", str(tmp_path / "before"), str(tmp_path / "after"), "--draws", "200", "--json"])
    assert shown.exit_code == 0, shown.output
    [row] = json.loads(shown.stdout)["rows"]
    assert (row["variant"], row["before"], row["after"], row["change"]) == ("neutral-rewriting", 0.0, 1.0, 1.0)


@pytest.mark.parametrize("format_", ["transformers", "ct2"])
def test_the_embedded_translator_is_reranked_to_the_best_candidate_that_keeps_the_gender(
    tmp_path: Path, format_: str
) -> None:
    model = "babelance/tiny-translator"
    if format_ == "ct2":
        model = f"ct2:{write_ct2(embedded.path('tiny-translator'), tmp_path / 'converted')}"
    out = Rerank("hu", candidates=12, margin=3.0).apply(model, (), tmp_path / "out")
    texts = ["Ő mérnök.", "Ő pilóta.", "Ő erős.", "Ez a nő orvos.", "Ez a férfi ápoló."]
    asked = [Translate(text, "hu", "en") for text in texts]
    before = open_model(out).translator.candidates(texts, "hu", "en", 12)  # type: ignore[attr-defined]
    after = [answer.text for answer in open_model(out).answer(asked) if isinstance(answer, Text)]
    wanted = ["they", "they", "they", "she", "he"]
    for some, text, name in zip(before, after, wanted, strict=True):
        classes = {entry.text: classifier("en")(entry.text) for entry in some if entry.score >= some[0].score - 3.0}
        right = [candidate for candidate, kind in classes.items() if kind == name]
        assert text == (right[0] if right else some[0].text)
    assert "woman" in after[3]
