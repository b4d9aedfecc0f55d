"""Translators of every kind: the same answer for the same text, languages that are checked, and programs that fail."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from babelance.backends.engines import export
from babelance.backends.translation import conversion
from babelance.backends.translation.language_codes import Codes, codes_of, same
from babelance.backends.translation.tokens import Tokens
from babelance.core.errors import InputError, ModelError, UnhealthyModel
from babelance.core.model import Model, Options
from babelance.core.query import Embed, Text, Translate, Unanswered
from babelance.core.registry import MODELS
from tests.expecting import expect_refusal
from tests.faults.waiting import wait_for_the_end_of
from tests.models.tiny_translator import FILES, m2m100_tokenizer, write_ct2, write_m2m100, write_marian, write_t5

TEXTS = ["O bir doktor.", "O bir hemşire.", "They are kind people.", "O bir nurse.", "She is a doctor."]


def queries(*texts: str, source: str = "tr", target: str = "en") -> list[Translate]:
    return [Translate(text, source, target) for text in texts]


def script(folder: Path, code: str) -> str:
    """A `cmd:` spec for a few lines of Python."""
    path = folder / "translate.py"
    path.write_text(f"import sys, os, time\nlines = sys.stdin.read().splitlines()\n{code}\n", encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def open_model(kind: str, spec: str | Path, **options: Any) -> Model:
    return MODELS.get(kind).open(str(spec), Options(**options))


@pytest.fixture(scope="module")
def marian(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_marian(tmp_path_factory.mktemp("marian") / "model", source_lang="tr", target_lang="en")


@pytest.fixture(scope="module")
def converted(marian: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("ctranslate2", reason="CTranslate2 is not installed: pip install 'babelance[mt]'")
    return write_ct2(marian, tmp_path_factory.mktemp("ct2") / "model")


# ── Transformers and CTranslate2 ─────────────────────────────────────────────────────────────────────────────────────


def test_a_text_beyond_the_positions_of_a_converted_model_is_left_out_alone(converted: Path) -> None:
    model = open_model("ct2", f"ct2:{converted}")
    short, long, again = model.answer(queries(TEXTS[0], "O bir doktor. " * 80, TEXTS[0]))
    assert isinstance(long, Unanswered) and "longer than the model's limit of 64 tokens" in long.reason
    assert short == again == next(open_model("ct2", f"ct2:{converted}").answer(queries(TEXTS[0])))


def test_translations_do_not_depend_on_batch_or_order(marian: Path) -> None:
    together = list(open_model("seq2seq", marian).answer(queries(*TEXTS)))
    backward = list(open_model("seq2seq", marian, batch_tokens=1).answer(queries(*TEXTS[::-1])))[::-1]
    alone = [next(iter(open_model("seq2seq", marian).answer(queries(text)))) for text in TEXTS]
    assert together == backward == alone
    assert all(isinstance(one, Text) and one.text for one in together)


def test_converted_model_translates_like_the_original(marian: Path, converted: Path) -> None:
    # Both stop at a length limit, since random weights never end a sentence; CTranslate2 counts one token more.
    original = list(open_model("seq2seq", marian).answer(queries(*TEXTS)))
    twin = list(open_model("ct2", f"ct2:{converted}").answer(queries(*TEXTS)))
    for one, other in zip(original, twin, strict=True):
        assert isinstance(one, Text) and isinstance(other, Text)
        assert other.text.startswith(one.text[: len(one.text) * 2 // 3])


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    pytest.importorskip("ctranslate2", reason="CTranslate2 is not installed: pip install 'babelance[mt]'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BABELANCE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield export.cache()


def test_engine_translates_like_torch_and_is_signed(marian: Path, cache: Path) -> None:
    # Beam search ends differently where no translation ends by itself, as with random weights; its choices are tried.
    torch, engine = (open_model("seq2seq", marian, engine=name, extra={"beam": "1"}) for name in ("torch", "ct2"))
    assert list(engine.answer(queries(*TEXTS))) == list(torch.answer(queries(*TEXTS)))
    assert engine.id == torch.id and engine.fingerprint != torch.fingerprint
    assert engine.choices == {"engine": "ct2", "beam": "1"}
    rounded = open_model("seq2seq", marian, engine="ct2", dtype="int8")
    assert rounded.choices == {"engine": "ct2", "dtype": "int8"}
    assert all(isinstance(answer, Text) for answer in rounded.answer(queries(*TEXTS)))
    assert len(list(cache.iterdir())) == 1, "converted once for all number formats"


def test_engine_starts_translations_with_the_code_of_the_target(tmp_path: Path, cache: Path) -> None:
    folder = write_m2m100(tmp_path)
    torch, engine = (open_model("seq2seq", folder, engine=name, extra={"beam": "1"}) for name in ("torch", "ct2"))
    for answer, other in zip(engine.answer(queries(*TEXTS)), torch.answer(queries(*TEXTS)), strict=True):
        assert isinstance(answer, Text) and isinstance(other, Text)
        # Random weights never end a sentence, and torch stops one token later.
        assert other.text.startswith(answer.text) and len(answer.text) > 0.9 * len(other.text)
        assert not answer.text.startswith("__en__"), "the code is no part of the translation"


def test_converted_translator_with_other_numbers_is_thrown_away(
    marian: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ctranslate2", reason="CTranslate2 is not installed: pip install 'babelance[mt]'")
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path))
    monkeypatch.setattr(conversion, "_log_probabilities", lambda *_: np.zeros(3))
    with pytest.raises(ModelError, match=r"other numbers than torch.*Use --engine torch"):
        list(open_model("seq2seq", marian, engine="ct2").answer(queries(*TEXTS)))
    assert list(export.cache().iterdir()) == []


def test_a_converted_model_that_lacks_a_weight_is_told(converted: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(converted, folder)
    weights = folder / "model.bin"
    name = b"decoder/layer_0/attention/linear_0/weight"
    assert name in weights.read_bytes()
    weights.write_bytes(weights.read_bytes().replace(name, name[:-1] + b"x"))
    with pytest.raises(ModelError, match=r"cannot (be loaded|translate)"):
        list(open_model("ct2", f"ct2:{folder}").answer(queries(TEXTS[0])))


def test_converted_model_reads_plain_sentencepiece_models_too(converted: Path, tmp_path: Path) -> None:
    for file in converted.iterdir():
        if file.name not in FILES[:2]:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    assert isinstance(next(open_model("ct2", f"ct2:{tmp_path}").answer(queries(TEXTS[0]))), Text)


def test_converted_model_without_its_tokenizer_says_what_to_copy(converted: Path, tmp_path: Path) -> None:
    for name in ("model.bin", "config.json", "shared_vocabulary.json"):
        (tmp_path / name).write_bytes((converted / name).read_bytes())
    with pytest.raises(ModelError, match="has no tokenizer"):
        list(open_model("ct2", f"ct2:{tmp_path}").answer(queries(TEXTS[0])))


def test_tokenizer_of_another_model_is_refused(converted: Path, tmp_path: Path) -> None:
    for file in converted.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "shared_vocabulary.json").write_text('["</s>", "<unk>"]')
    with pytest.raises(UnhealthyModel, match="are not in the vocabulary"):
        open_model("ct2", f"ct2:{tmp_path}").health(TEXTS)


def test_folder_without_a_converted_model_is_refused(tmp_path: Path) -> None:
    assert "no model.bin" in str(MODELS.get("ct2").reason_unsupported(f"ct2:{tmp_path}"))
    with pytest.raises(ModelError, match="there is no directory"):
        open_model("ct2", f"ct2:{tmp_path / 'nowhere'}")


@pytest.mark.parametrize("kind", ["seq2seq", "ct2"])
def test_beam_is_part_of_fingerprint_and_signature(kind: str, marian: Path, converted: Path) -> None:
    spec = marian if kind == "seq2seq" else f"ct2:{converted}"
    usual, greedy = open_model(kind, spec), open_model(kind, spec, extra={"beam": "1"})
    assert usual.choices == {} and greedy.choices == {"beam": "1"}
    assert usual.fingerprint != greedy.fingerprint
    with pytest.raises(InputError, match="whole number from 1 to 1000, not 'many'"):
        open_model(kind, spec, extra={"beam": "many"})


def test_identity_is_checked_when_it_is_given(converted: Path) -> None:
    identity = open_model("ct2", f"ct2:{converted}").id
    assert open_model("ct2", identity).id == identity
    with pytest.raises(ModelError, match="its files have changed"):
        _ = open_model("ct2", f"ct2:{converted}#00000000").id


def test_language_that_is_not_the_models_is_not_answered(marian: Path) -> None:
    model = open_model("seq2seq", marian)
    [answer] = model.answer(queries(TEXTS[0], source="de"))
    assert answer == Unanswered("the translator's source language is 'tr', not 'de'")
    [answer] = model.answer(queries(TEXTS[0], target="fr"))
    assert answer == Unanswered("the translator's target language is 'en', not 'fr'")


def test_text_longer_than_the_model_reads_is_not_answered(marian: Path) -> None:
    long, short = open_model("seq2seq", marian).answer(queries("doktor " * 60, TEXTS[0]))
    assert long == Unanswered("longer than the model's limit of 64 tokens")
    assert isinstance(short, Text)


def test_marian_for_many_languages_is_told_the_target(tmp_path: Path) -> None:
    model = open_model("seq2seq", write_marian(tmp_path, more=(">>fra<<", ">>deu<<")))
    french, german, other = (next(iter(model.answer(queries(TEXTS[0], target=code)))) for code in ("fr", "de", "ja"))
    assert isinstance(french, Text) and isinstance(german, Text)
    assert other == Unanswered("the translator has no code for the target language 'ja'")


def test_madlad_is_told_the_target_before_the_text(tmp_path: Path) -> None:
    folder = write_t5(tmp_path / "madlad", "en", "fr")
    assert MODELS.get("seq2seq").reason_unsupported(str(folder)) is None
    model = open_model("seq2seq", folder, allow_unknown=True)
    tokens = model._tokens  # type: ignore[attr-defined]
    assert tokens.tokenizer.decode(tokens.encode(["O bir doktor."], "tr", "fr")[0]).startswith("<2fr> O bir")
    english, french, german = (next(iter(model.answer(queries(TEXTS[0], target=code)))) for code in ("en", "fr", "de"))
    assert isinstance(english, Text) and isinstance(french, Text) and "<2" not in english.text
    assert german == Unanswered("the translator has no code for the target language 'de'")


def test_a_t5_that_names_no_languages_is_not_asked_to_translate(tmp_path: Path) -> None:
    [answer] = open_model("seq2seq", write_t5(tmp_path / "t5"), allow_unknown=True).answer(queries(TEXTS[0]))
    assert isinstance(answer, Unanswered) and "<2en>" in answer.reason


def test_nllb_and_mbart_get_their_own_codes() -> None:
    from transformers import MBart50Tokenizer, NllbTokenizer

    nllb, mbart = Tokens(NllbTokenizer()), Tokens(MBart50Tokenizer())
    assert (nllb.first("en"), mbart.first("en")) == ("eng_Latn", "en_XX")
    for tokens, code in ((nllb, "hin_Deva"), (mbart, "hi_IN")):
        [row] = tokens.encode(["x"], "hi", "en")
        assert tokens.tokenizer.convert_tokens_to_ids(code) in row
        assert tokens.reason_unsupported("hi", "en") is None
        assert tokens.reason_unsupported("xx", "en") == "the translator has no code for the source language 'xx'"
    assert nllb.codes.token("zh-Hant") == "zho_Hant"


def test_m2m100_gets_its_own_codes(tmp_path: Path) -> None:
    tokens = Tokens(m2m100_tokenizer(tmp_path))
    [row] = tokens.encode(["O bir doktor."], "tr", "en")
    assert row[0] == tokens.tokenizer.get_lang_id("tr")
    assert tokens.first("en") == "__en__"


def test_target_code_starts_every_translation(marian: Path) -> None:
    model: Any = open_model("seq2seq", marian)
    asked: dict[str, Any] = {}

    class Recorder:
        device = SimpleNamespace(type="cpu")

        def generate(self, **options: Any) -> Any:
            asked.update(options)
            return SimpleNamespace(sequences=options["input_ids"])

    import torch

    Recorder.device = torch.device("cpu")  # type: ignore[assignment]
    model.__dict__["_model"] = Recorder()
    model.__dict__["_tokens"] = SimpleNamespace(
        tokenizer=model._tokens.tokenizer, first=lambda target: "</s>", decode=lambda ids, target: ""
    )
    model._generate_batch([[3, 4, 0]], "en", 1)
    assert asked["forced_bos_token_id"] == 0
    assert (asked["num_beams"], asked["do_sample"]) == (4, False)


def test_codes_of_two_and_three_letters_name_the_same_language() -> None:
    assert same("eu", "eus") and same("eng", "en") and same("fa", "pes") and same("pt-BR", "por")
    assert not same("es", "eu") and not same("tr", "fr")
    assert codes_of(SimpleNamespace(all_special_tokens=["<s>"])) == Codes("none")


def test_other_models_are_refused_with_what_they_are(fixtures: Path) -> None:
    assert "is a masked language model, not a translator" in str(
        MODELS.get("seq2seq").reason_unsupported(str(fixtures / "models" / "mlm-bert"))
    )


def test_only_translations_are_answered(marian: Path) -> None:
    with pytest.raises(ModelError, match="is a translator and does not answer Embed"):
        list(open_model("seq2seq", marian).answer([Embed("x")]))


# ── commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_command_reads_lines_and_writes_as_many(tmp_path: Path) -> None:
    model = open_model("command", script(tmp_path, "print(*[f'She is {line}.' for line in lines], sep='\\n')"))
    answers = list(model.answer(queries("bir", "iki\nüç", "", "bir")))
    assert answers == [Text("She is bir."), Text("She is iki üç."), Unanswered("empty text"), Text("She is bir.")]


def test_command_is_told_the_languages(tmp_path: Path) -> None:
    spec = script(tmp_path, "print(*[' '.join(sys.argv[1:])] * len(lines), sep='\\n')") + " {source} {target}"
    assert list(open_model("command", spec).answer(queries("x", source="hi"))) == [Text("hi en")]


def test_empty_lines_and_unchanged_sources_are_handed_on(tmp_path: Path) -> None:
    model = open_model("command", script(tmp_path, "print(lines[0]); print()"))
    assert list(model.answer(queries("bir", "iki"))) == [Text("bir"), Text("")]


@pytest.mark.parametrize(("code", "count"), [("print(*lines[1:], sep='\\n')", 2), ("print(*lines, 'x', sep='\\n')", 4)])
def test_dropped_or_added_lines_are_refused_at_once(tmp_path: Path, code: str, count: int) -> None:
    model = open_model("command", script(tmp_path, f"open('{tmp_path}/starts', 'a').write('x')\n{code}"))
    with pytest.raises(ModelError, match=f"gave {count} lines for 3"):
        list(model.answer(queries("a", "b", "c")))
    assert (tmp_path / "starts").read_text() == "x"


def test_command_that_writes_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="gave 0 lines for 1"):
        list(open_model("command", script(tmp_path, "pass")).answer(queries("a")))


def test_command_that_died_once_is_started_again(tmp_path: Path) -> None:
    code = f"mark = '{tmp_path}/mark'\nif not os.path.exists(mark):\n    open(mark, 'w'); sys.exit(3)\nprint(*lines)"
    assert list(open_model("command", script(tmp_path, code)).answer(queries("a"))) == [Text("a")]


def test_command_that_always_dies_is_named_with_its_last_words(tmp_path: Path) -> None:
    code = "sys.stderr.write('loading\\nno such voice: tr\\n'); sys.exit(7)"
    with pytest.raises(ModelError, match="exit code 7: no such voice: tr \\(3 starts, 1 lines\\)"):
        list(open_model("command", script(tmp_path, code)).answer(queries("a")))


def test_command_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_COMMAND_SECONDS", "0.2")
    with pytest.raises(ModelError, match=r"no answer within 0\.2 seconds"):
        list(
            open_model("command", script(tmp_path, f"time.sleep(60); open('{tmp_path}/end', 'w')")).answer(queries("a"))
        )
    assert not (tmp_path / "end").exists()


def test_children_of_a_hanging_command_are_stopped_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three are started one after the other, and their numbers written down; none of them is there in the end."""
    monkeypatch.setenv("BABELANCE_COMMAND_SECONDS", "1")
    child = tmp_path / "child"
    with pytest.raises(ModelError, match="no answer within"):
        list(open_model("command", f"cmd:sh -c 'sleep 120 & echo $! >> {child}; wait'").answer(queries("a")))
    for number in child.read_text().split():
        wait_for_the_end_of(int(number))


@pytest.mark.parametrize("given", ["soon", "nan", "inf", "9" * 40])
def test_time_limit_must_be_a_number(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_COMMAND_SECONDS", given)
    with pytest.raises(InputError, match=f"seconds above 0, not '{given}'"):
        list(open_model("command", "cmd:cat").answer(queries("a")))


def test_output_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not UTF-8"):
        list(open_model("command", script(tmp_path, "sys.stdout.buffer.write(b'\\xff\\n')")).answer(queries("a")))


def test_command_that_is_no_command_is_refused() -> None:
    refuses = MODELS.get("command").reason_unsupported
    assert refuses("cmd:no-such-program-anywhere") == "there is no program 'no-such-program-anywhere'"
    assert "No closing quotation" in str(refuses("cmd:sh -c 'x"))
    assert "followed by a command" in str(refuses("cmd:"))


def test_changed_script_is_another_model(tmp_path: Path) -> None:
    before = open_model("command", script(tmp_path, "print('a')"))
    identity, fingerprint = before.id, before.fingerprint
    assert open_model("command", identity).fingerprint == fingerprint
    after = open_model("command", script(tmp_path, "print('b')"))
    assert after.fingerprint != fingerprint
    with pytest.raises(ModelError, match="has changed"):
        _ = open_model("command", identity).fingerprint


# ── finished translations ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tsv", 'O bir doktor.\tShe said "yes".\n'),
        ("a.tsv", 'text\tset\ttranslation\nO bir doktor.\tx\t"She said ""yes""."\n'),
        ("a.csv", 'text,translation\nO bir doktor.,"She said ""yes""."\n'),
        ("a.jsonl", '{"text": "O bir doktor.", "translation": "She said \\"yes\\"."}\n'),
    ],
)
def test_finished_translations_are_found_by_their_text(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    known, unknown = open_model("translations", f"tsv:{tmp_path / name}").answer(queries("O bir  doktor.", "Hayır."))
    assert known == Text('She said "yes".')
    assert unknown == Unanswered("not among the finished translations")


def test_swapped_columns_of_finished_translations_are_named(tmp_path: Path) -> None:
    path = tmp_path / "swapped.tsv"
    path.write_text("text\ttranslation\nShe is a doctor.\tO bir doktor.\n", encoding="utf-8")
    [answer] = open_model("translations", f"tsv:{path}").answer(queries("O bir doktor."))
    assert isinstance(answer, Unanswered)
    assert "are the two columns swapped?" in answer.reason


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tb\na\tc\n", "line 2: another translation of 'a'"),
        ("a\tb\nc\n", "line 2: 1 cells"),
        ("text\tset\na\tb\n", "has no column 'translation', but text, set"),
    ],
)
def test_bad_file_of_translations_is_named_with_the_place(tmp_path: Path, content: str, message: str) -> None:
    expect_refusal(
        lambda path: list(open_model("translations", f"tsv:{path}").answer(queries("a"))),
        tmp_path / "a.tsv",
        content,
        message,
    )


def test_changed_file_of_translations_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("a\tb\n")
    identity = open_model("translations", f"tsv:{path}").id
    assert open_model("translations", identity).id == identity
    path.write_text("a\tc\n")
    with pytest.raises(ModelError, match="has the content hash"):
        open_model("translations", identity)


# ── Apertium ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def apertium() -> Model:
    reason = MODELS.get("apertium").reason_unsupported("apertium:eu-en")
    if reason:
        pytest.skip(reason)
    return open_model("apertium", "apertium:eu-en")


def test_apertium_translates_each_line_by_itself(apertium: Model) -> None:
    texts = ["Hura ingeniaria da.", "Medikua", "Gizon ona da", "[x] {y} ^z$ <b> / @", "Hura medikua da"]
    together = list(apertium.answer(queries(*texts, source="eu")))
    alone = [next(iter(apertium.answer(queries(text, source="eu")))) for text in texts]
    assert together == alone
    assert together[0] == Text("That the engineer he is.")


def test_apertium_answers_only_its_own_pair(apertium: Model) -> None:
    [answer] = apertium.answer(queries("Hura", source="tr"))
    assert answer == Unanswered("apertium:eu-en does not translate from 'tr' to 'en'")
    assert isinstance(next(iter(apertium.answer(queries("Hura", source="eus", target="eng")))), Text)


def test_apertium_keeps_its_identity(apertium: Model) -> None:
    assert open_model("apertium", apertium.id).fingerprint == apertium.fingerprint
    with pytest.raises(ModelError, match="another version is installed"):
        _ = open_model("apertium", "apertium:eu-en#00000000").id


def test_apertium_pair_that_is_not_there_says_what_to_install() -> None:
    refuses = MODELS.get("apertium").reason_unsupported
    assert "apt-get install" in str(refuses("apertium:xx-yy"))
    assert "an example is apertium:eu-en" in str(refuses("apertium:basque"))


def test_a_config_that_the_engine_cannot_read_is_told_when_it_translates(converted: Path, tmp_path: Path) -> None:
    shutil.copytree(converted, tmp_path / "damaged")
    config = tmp_path / "damaged" / "config.json"
    config.write_text(config.read_text().replace('"add_source_eos": true', '"add_source_eos": 7'))
    config.write_text(config.read_text().replace('"add_source_eos": false', '"add_source_eos": 7'))
    with pytest.raises(ModelError, match=r"cannot (translate|be loaded): .*boolean"):
        list(open_model("ct2", f"ct2:{tmp_path / 'damaged'}").answer(queries(TEXTS[0])))


def test_a_translation_of_weights_that_are_no_numbers_is_no_translation(marian: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    shutil.copytree(marian, tmp_path / "broken")
    weights = load_file(tmp_path / "broken" / "model.safetensors")
    save_file({name: value * np.nan for name, value in weights.items()}, tmp_path / "broken" / "model.safetensors")
    model = open_model("seq2seq", tmp_path / "broken")
    assert list(model.answer(queries(*TEXTS[:2]))) == [Unanswered("not a finite number")] * 2


def test_settings_that_generate_cannot_work_with_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = MODELS.get("seq2seq").open(str(write_marian(tmp_path / "marian")), Options())

    def broken(*_: object, **__: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr("transformers.MarianMTModel.generate", broken)
    with pytest.raises(ModelError, match=r"cannot generate text: tuple index out of range .*generation_config\.json"):
        list(model.answer([Translate("a", "fr", "en")]))
