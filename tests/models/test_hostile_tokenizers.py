"""Tokenizers whose files hold what libraries take and stumble over later: an error of the model's, in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from babelance.backends.causal.prompts import in_chat
from babelance.backends.translation.tiny import write_ct2, write_marian
from babelance.core.errors import ModelError
from babelance.core.limits import READ_LIMIT
from babelance.core.model import Options
from babelance.core.query import EXAMPLES, Ability, Embed, Unanswered
from babelance.core.registry import MODELS
from tests.fuzz.model_readers import SENTENCE, _write_masked, _write_nli, _write_tagger


def change(file: Path, edit: Callable[[Any], object]) -> None:
    content = json.loads(file.read_bytes())
    edit(content)
    file.write_text(json.dumps(content), encoding="utf-8")


def ask(kind: str, spec: str, ability: Ability) -> None:
    model = MODELS.get(kind).open(spec, Options(device="cpu"))
    model.health(SENTENCE)
    list(model.answer([EXAMPLES[ability]]))


def test_a_frame_of_unknown_tokens_is_no_panic(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Rust panics, which is no Exception, and tells all of its calls on standard error."""
    _write_masked(tmp_path)
    change(
        tmp_path / "tokenizer.json", lambda whole: whole["post_processor"]["single"][0]["SpecialToken"].update(id="x")
    )
    capfd.readouterr()
    with pytest.raises(ModelError, match=r"The tokenizer of .* cannot read texts: no entry found for key"):
        ask("masked", str(tmp_path), Ability.TOKENS_EACH)
    assert "panicked" not in capfd.readouterr().err


def test_an_unknown_token_that_is_not_there_is_named(tmp_path: Path) -> None:
    _write_nli(tmp_path)
    change(tmp_path / "tokenizer.json", lambda whole: whole["model"].update(unk_token="x"))
    with pytest.raises(ModelError, match=r"cannot read texts: WordLevel error"):
        ask("nli", str(tmp_path), Ability.ENTAILS)


@pytest.mark.parametrize("number", [None, "x", "7", True, -1, 0.5, 2**31, 2**70, float("inf"), float("nan")])
def test_an_id_that_is_no_row_is_refused(tmp_path: Path, number: object) -> None:
    """-1 would have been the last row, without a word."""
    write_marian(tmp_path / "marian")
    write_ct2(tmp_path / "marian", tmp_path / "ct2")
    for folder, kind, spec in (("marian", "seq2seq", ""), ("ct2", "ct2", "ct2:")):
        change(tmp_path / folder / "vocab.json", lambda whole: whole.update(o=number))
        with pytest.raises(ModelError, match=r"the vocabulary gives 'o' the id|cannot be loaded"):
            ask(kind, f"{spec}{tmp_path / folder}", Ability.TRANSLATE)


@pytest.mark.parametrize("edit", [("vocab.json", "<unk>"), ("tokenizer_config.json", "eos_token")])
def test_a_special_token_that_is_none_is_refused_beside_converted_models_too(
    tmp_path: Path, edit: tuple[str, str]
) -> None:
    file, name = edit
    write_ct2(write_marian(tmp_path / "marian"), tmp_path / "ct2")
    change(tmp_path / "ct2" / file, lambda whole: whole.update({name: None}))
    with pytest.raises(ModelError, match=r"cannot read texts|cannot be loaded|the vocabulary gives"):
        ask("ct2", f"ct2:{tmp_path / 'ct2'}", Ability.TRANSLATE)


def test_a_frame_that_leaves_nothing_is_no_answer(tmp_path: Path) -> None:
    _write_nli(tmp_path)
    change(tmp_path / "tokenizer.json", lambda whole: whole["post_processor"].update(pair=[]))
    model = MODELS.get("nli").open(str(tmp_path), Options(device="cpu"))
    [answer] = model.answer([EXAMPLES[Ability.ENTAILS]])
    assert answer == Unanswered("no token of it is left by the tokenizer")


def test_a_longest_text_that_is_no_number_is_refused_beside_converted_models_too(tmp_path: Path) -> None:
    write_ct2(write_marian(tmp_path / "marian"), tmp_path / "ct2")
    change(tmp_path / "ct2" / "tokenizer_config.json", lambda whole: whole.update(model_max_length="²"))
    with pytest.raises(ModelError, match=r"model_max_length of tokenizer_config\.json is '²'"):
        ask("ct2", f"ct2:{tmp_path / 'ct2'}", Ability.TRANSLATE)


def test_a_word_beyond_the_table_is_refused(tmp_path: Path) -> None:
    _write_masked(tmp_path)
    change(tmp_path / "tokenizer.json", lambda whole: whole["model"]["vocab"].update(woman=2**31))
    model = MODELS.get("vectors").open(f"emb:{tmp_path}", Options())
    with pytest.raises(ModelError, match=r"names row 2147483648 of .*, which has"):
        list(model.answer([Embed("woman")]))


def test_an_unknown_token_that_is_not_there_is_named_for_word_vectors_and_taggers_too(tmp_path: Path) -> None:
    from babelance.backends.training.ner import load

    _write_tagger(tmp_path)
    change(tmp_path / "tagger" / "tokenizer.json", lambda whole: whole["model"].update(unk_token="x"))
    model = MODELS.get("vectors").open(f"emb:{tmp_path / 'tagger'}", Options())
    with pytest.raises(ModelError, match=r"cannot read texts: WordLevel error"):
        list(model.answer([Embed("nobody")]))
    _, words, _ = load(str(tmp_path / "tagger"), Options(device="cpu"))
    with pytest.raises(ModelError, match=r"cannot read texts: WordLevel error"):
        words.encode(["nobody"])


def test_a_tagger_needs_a_padding_token(tmp_path: Path) -> None:
    from babelance.backends.training.ner import load

    _write_tagger(tmp_path)
    change(tmp_path / "tagger" / "tokenizer_config.json", lambda whole: whole.pop("pad_token"))
    with pytest.raises(ModelError, match="has no padding token"):
        load(str(tmp_path / "tagger"), Options(device="cpu"))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [("pad_token", "²", "they do not belong together"), ("unk_token", "", "cannot read texts: maximum recursion")],
)
def test_a_special_token_that_is_not_in_the_vocabulary_is_told(
    tmp_path: Path, name: str, value: str, message: str
) -> None:
    from babelance.backends.training.ner import load

    _write_tagger(tmp_path)
    change(tmp_path / "tagger" / "tokenizer_config.json", lambda whole: whole.update({name: value}))
    with pytest.raises(ModelError, match=message):
        load(str(tmp_path / "tagger"), Options(device="cpu"))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1, 2])
def test_a_dropout_that_is_no_share_is_refused(tmp_path: Path, value: float) -> None:
    _write_masked(tmp_path)
    change(tmp_path / "config.json", lambda whole: whole.update(hidden_dropout_prob=value, classifier_dropout=value))
    with pytest.raises(ModelError, match="which is no share between 0 and 1"):
        ask("masked", str(tmp_path), Ability.TOKENS_EACH)


def test_a_chat_template_that_reaches_for_the_machine_is_refused_in_one_sentence() -> None:
    template = ImmutableSandboxedEnvironment().from_string("{{ ''.__class__.__mro__ }}")
    tokenizer = SimpleNamespace(apply_chat_template=lambda *_, **__: template.render())
    with pytest.raises(ModelError, match=r"is unsafe\. Use --prompt plain, or correct it\.$"):
        in_chat(tokenizer, "hello", "m")


def test_a_vocabulary_that_would_fill_the_machine_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_masked(tmp_path)
    with (tmp_path / "tokenizer.json").open("a") as file:
        file.write(" " * (1 << 20))
    monkeypatch.setenv(READ_LIMIT, "16")
    with pytest.raises(ModelError, match=r"tokenizer.json' has 1.0 MiB and takes more than 16.0 MiB"):
        MODELS.get("masked").open(str(tmp_path), Options(device="cpu")).health(["a b"])
