"""Models that load without an error and would still give worthless numbers."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from babelance.core.errors import InputError, ModelError, UnhealthyModel
from babelance.core.model import Health, Options
from babelance.models.masked import kind
from tests.models import tiny_masked

TEXTS = ["the nurse was late today .", "the doctor said that he was very happy ."]
STRANGE = ["zebra quagga okapi", "the nurse was late today ."]


def examine_texts(directory: Path, texts: list[str] = TEXTS, **options: Any) -> Health:
    return kind.open(str(directory), Options(**options)).health(texts)


def change_config(directory: Path, **changes: object) -> None:
    file = directory / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_a_healthy_model_has_facts_and_nothing_to_note(tmp_path: Path) -> None:
    health = examine_texts(tiny_masked.write(tmp_path))
    assert health.unknown == 0
    assert health.notes == ()
    assert health.facts["vocabulary"] == health.facts["embeddings"] == len(tiny_masked.tokenizer())
    assert health.facts["limit"] == 48


def test_health_needs_no_weights(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path)
    (directory / "model.safetensors").unlink()
    assert examine_texts(directory).unknown == 0


def test_a_tokenizer_of_five_tokens_is_refused_even_if_unknown_tokens_are_allowed(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path, tokens=tiny_masked.tokenizer(words=[]))
    with pytest.raises(UnhealthyModel, match="loads with 5 tokens where the model has 27"):
        examine_texts(directory, allow_unknown=True)


def test_a_tokenizer_larger_than_the_embedding_is_refused(tmp_path: Path) -> None:
    larger = tiny_masked.tokenizer(words=[*tiny_masked.WORDS, "zebra"])
    with pytest.raises(UnhealthyModel, match="has 28 tokens, the model embeddings for 27"):
        examine_texts(tiny_masked.write(tmp_path, tokens=larger))


def test_spare_embeddings_are_noted(tmp_path: Path) -> None:
    health = examine_texts(tiny_masked.write(tmp_path, vocab_size=32))
    assert health.notes == ("5 embeddings have no token",)


def test_too_many_unknown_tokens_are_refused_unless_allowed_and_always_told(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path)
    with pytest.raises(UnhealthyModel, match=r"33% of the tokens.*--allow-unknown"):
        examine_texts(directory, STRANGE)
    assert examine_texts(directory, STRANGE, allow_unknown=True).unknown == pytest.approx(3 / 9)
    assert examine_texts(directory, [*STRANGE, *TEXTS]).unknown == pytest.approx(3 / 24)


def test_a_padding_id_that_the_tokenizer_does_not_share_is_refused(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path)
    change_config(directory, pad_token_id=4)
    with pytest.raises(UnhealthyModel, match="pad_token_id 4, the tokenizer 0"):
        examine_texts(directory)


def test_other_special_tokens_that_differ_are_noted(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path)
    change_config(directory, sep_token_id=9)
    assert examine_texts(directory).notes == ("sep_token_id differs between configuration and tokenizer",)


def test_a_model_without_a_mask_token_is_refused(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path, tokens=tiny_masked.tokenizer(mask=None))
    with pytest.raises(ModelError, match="no mask token"):
        examine_texts(directory)


def test_texts_that_change_on_the_way_are_noted(tmp_path: Path) -> None:
    """This tokenizer reads every digit as the word `very`."""
    tokens = tiny_masked.tokenizer()
    replace = {"type": "Replace", "pattern": {"Regex": "[0-9]"}, "content": "very"}
    health = examine_texts(with_normalizer(tmp_path, tokens, replace), [*TEXTS, "she was late 7"])
    assert health.notes == ("1 of 3 texts change when encoded and decoded",)


def test_a_tokenizer_that_loses_most_of_the_text_is_refused(tmp_path: Path) -> None:
    replace = {"type": "Replace", "pattern": {"Regex": "(?<=.{4}).*"}, "content": ""}
    with pytest.raises(UnhealthyModel, match="loses most of 2 of 2 texts"):
        examine_texts(with_normalizer(tmp_path, tiny_masked.tokenizer(), replace))


def with_normalizer(directory: Path, tokens: Any, normalizer: dict[str, Any]) -> Path:
    tiny_masked.write(directory, tokens=tokens)
    file = directory / "tokenizer.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"normalizer": normalizer}))
    return directory


def test_case_accents_and_spaces_are_no_change(tmp_path: Path) -> None:
    directory = with_normalizer(tmp_path, tiny_masked.tokenizer(), {"type": "Sequence", "normalizers": [
        {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]})  # fmt: skip
    assert examine_texts(directory, ["The  Nürse was LATE,today."]).notes == ()


@pytest.mark.parametrize("name", ["mlm-bert", "mlm-roberta", "mlm-xlmr"])
def test_the_fixture_models_are_healthy(fixtures: Path, name: str) -> None:
    health = examine_texts(fixtures / "models" / name, ["The nurse said that she was late.", "Die Ärztin war müde."])
    assert health.unknown < 0.2
    assert health.facts["limit"] == 512


def test_every_examination_may_be_waived_by_name_and_the_waiver_is_signed(tmp_path: Path) -> None:
    directory = tiny_masked.write(tmp_path / "pad")
    change_config(directory, pad_token_id=4)
    [note] = examine_texts(directory, allow=frozenset({"special"})).notes
    assert note.startswith("allowed by --allow special:")
    assert kind.open(str(directory), Options(allow=frozenset({"special", "unknown"}))).choices == {
        "allow": "special,unknown"
    }
    small = tiny_masked.write(tmp_path / "small", tokens=tiny_masked.tokenizer(words=[]))
    assert any(
        "loads with 5 tokens" in note for note in examine_texts(small, allow=frozenset({"size", "unknown"})).notes
    )
    with pytest.raises(InputError, match="No examination is called 'nothing'"):
        Options(allow=frozenset({"nothing"}))


def test_an_id_that_nobody_chose_is_no_reason_to_refuse() -> None:
    """ConvBERT's own default for padding is 1 and XLM's for the mask 0; the published models use other ids."""
    from transformers import ConvBertConfig, RobertaConfig, XLMConfig

    from babelance.backends.transformers.health import _check_special

    tokens = SimpleNamespace(pad_token_id=0, mask_token_id=5)
    assert _check_special("c", ConvBertConfig(), tokens, ()) == [
        "pad_token_id differs between configuration and tokenizer"
    ]
    padded = SimpleNamespace(pad_token_id=2, mask_token_id=5)
    assert not [note for note in _check_special("x", XLMConfig(mask_index=5), padded, ()) if "mask" in note]
    with pytest.raises(UnhealthyModel, match="pad_token_id 1, the tokenizer 0"):
        _check_special("r", RobertaConfig(), tokens, ())
    with pytest.raises(UnhealthyModel, match="mask_token_id 7, the tokenizer 5"):
        _check_special("x", XLMConfig(mask_index=7), padded, ())


def test_a_japanese_tokenizer_names_the_extra_that_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = tiny_masked.write(tmp_path)
    for name in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
        (directory / name).unlink(missing_ok=True)
    (directory / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n彼女\nは\n", encoding="utf-8")
    (directory / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "BertJapaneseTokenizer", "word_tokenizer_type": "mecab"})
    )
    monkeypatch.setitem(sys.modules, "fugashi", None)
    with pytest.raises(ModelError, match=r"pip install 'babelance\[ja\]'"):
        examine_texts(directory, ["彼女は"])


def test_a_tokenizer_that_does_not_know_its_own_words_is_told_by_its_class(tmp_path: Path) -> None:
    """Pieces of SentencePiece, read by a class that cuts at spaces and knows no such signs."""
    pieces = [f"▁{word}" for word in tiny_masked.WORDS]
    directory = tiny_masked.write(tmp_path, tokens=tiny_masked.tokenizer(words=pieces))
    with pytest.raises(UnhealthyModel, match=r"loaded as \w*Tokenizer\w*, does not even know .*tokenizer_class"):
        examine_texts(directory)
    sound = tiny_masked.write(tmp_path / "sound")
    with pytest.raises(UnhealthyModel, match="not made for this language") as refused:
        examine_texts(sound, ["zebra quagga okapi"])
    assert "tokenizer_class" not in str(refused.value)
