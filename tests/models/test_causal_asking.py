"""Inference and translation by asking: prompts, calibration, phrasings, and what is no answer."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from babelance.backends.causal import template_process, translation_queries
from babelance.backends.causal.prompts import fill, in_chat
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.query import LABELS, Choices, Entails, Text, Translate, Unanswered
from babelance.core.registry import LANGUAGES
from babelance.models.causal import Causal, kind
from tests.expecting import present

PAIR = Entails("The cat sleeps on the chair.", "The cat is on the chair.", "en")
TEMPLATE = "{% for message in messages %}<user>{{ message['content'] }}</user>{% endfor %}<assistant>"


@pytest.fixture(scope="module")
def folder(fixtures: Path) -> Path:
    return fixtures / "models" / "causal-gpt2"


@pytest.fixture
def with_template(folder: Path, tmp_path: Path) -> Callable[[str], Path]:
    def copy(template: str) -> Path:
        target = tmp_path / "instruct"
        shutil.copytree(folder, target)
        (target / "chat_template.jinja").write_text(template, encoding="utf-8")
        return target

    return copy


def opened(folder: Path, **extra: str) -> Causal:
    return kind.open(str(folder), Options(extra=extra))  # type: ignore[return-value]


def likelihood(folder: Path, text: str, answer: str) -> float:
    """log P(answer | text) by one plain pass."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    before = [tokenizer.bos_token_id, *tokenizer.encode(text, add_special_tokens=False)]
    ids = before + tokenizer.encode(answer, add_special_tokens=False)
    with torch.inference_mode():
        table = torch.log_softmax(model(torch.tensor([ids])).logits[0].double(), dim=-1)
    return float(sum(table[index - 1, ids[index]] for index in range(len(before), len(ids))))


def softmax(scores: Any) -> np.ndarray:
    return np.asarray(scores - np.logaddexp.reduce(scores))


def test_a_label_is_scored_by_its_word_beyond_what_would_be_said_about_nothing(folder: Path) -> None:
    [answer] = opened(folder).answer([PAIR])
    words = present(LANGUAGES.get("en").inference)
    assert isinstance(answer, Choices) and answer.variants is not None and answer.names == LABELS
    phrasing = words.phrasings[1]

    def scores(premise: str, hypothesis: str) -> np.ndarray:
        text = phrasing.format(premise=premise, hypothesis=hypothesis)
        return softmax([likelihood(folder, text, f" {word}") for word in words.answers])

    usual = np.logaddexp(scores("N/A", "N/A"), scores("…", "…")) - np.log(2)
    expected = softmax(scores(PAIR.premise, PAIR.hypothesis) - usual)
    np.testing.assert_allclose(answer.variants[1], expected, atol=1e-4)
    np.testing.assert_allclose(answer.logprobs, softmax(answer.variants.mean(axis=0)), atol=1e-9)


def test_every_shipped_language_can_be_asked_in() -> None:
    for code in LANGUAGES.names():
        words = LANGUAGES.get(code).inference
        assert words is not None, code
        assert len(set(words.answers)) == 3
        assert all(phrasing.count("{premise}") == phrasing.count("{hypothesis}") == 1 for phrasing in words.phrasings)


def test_a_pair_that_looks_like_a_slot_stays_as_it_is() -> None:
    assert fill("{premise} / {hypothesis}", {"premise": "{hypothesis}", "hypothesis": "b"}) == "{hypothesis} / b"


def test_a_language_without_prompts_says_what_to_add(folder: Path) -> None:
    [answer] = opened(folder).answer([Entails("Un.", "Deux.", "xx")])
    assert answer == Unanswered("there are no prompts in 'xx': add them to languages/xx.py")


def test_words_that_begin_with_the_same_token_cannot_be_asked_for(folder: Path) -> None:
    [answer] = opened(folder).answer([Entails("一。", "二。", "th")])
    assert isinstance(answer, Unanswered) and "begin with the same token" in answer.reason


def test_a_prompt_longer_than_the_context_is_unanswered(folder: Path) -> None:
    [answer] = opened(folder).answer([Entails("word " * 1500, "Yes.", "en")])
    assert isinstance(answer, Unanswered) and "longer than the model's limit" in answer.reason


def test_an_instruct_model_is_asked_in_its_chat(with_template: Callable[[str], Path]) -> None:
    instruct = with_template(TEMPLATE)
    [chat], [plain] = opened(instruct).answer([PAIR]), opened(instruct, prompt="plain").answer([PAIR])
    assert isinstance(chat, Choices) and isinstance(plain, Choices)
    assert not np.allclose(chat.logprobs, plain.logprobs)
    assert opened(instruct, prompt="plain").choices["prompt"] == "plain"


def test_a_chat_template_that_fails_is_told_with_the_way_out(with_template: Callable[[str], Path]) -> None:
    broken = opened(with_template("{{ raise_exception('roles must alternate') }}"))
    with pytest.raises(ModelError, match=r"roles must alternate.*--prompt plain"):
        list(broken.answer([PAIR]))


@pytest.mark.parametrize(
    ("template", "beyond"),
    [
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "takes more than 1 seconds"),
        ("{{ 9 ** (9 ** 9) }}", "takes more than 1 seconds"),
        ("{{ 'x' * 10**10 }}", "of memory"),
        ("{{ '%10000000000d' % 1 }}", "of memory"),
        ("{{ '{:>10000000000}'.format(1) }}", "of memory"),
        ("{{ 'x'|center(10**10) }}", "of memory"),
        ("{{ 'x'|indent(10**10, true) }}", "of memory"),
        ("{{ ['x', 'y']|join('x' * 10**8) * 9 }}", "of memory"),
        (
            "{% set n = namespace(x='xx') %}{% for _ in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}{{ n.x }}",
            "of memory",
        ),
        ("{{ 'x' * 10**6 }}", r"makes more than 100,\d+ characters"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process is counted by Linux alone")
def test_a_chat_template_without_bounds_is_stopped_and_the_next_one_is_not(
    template: str, beyond: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "seconds" in beyond:
        monkeypatch.setattr(template_process, "SECONDS", 1)
    messages = [{"role": "user", "content": "hello"}]
    with pytest.raises(template_process.BeyondBounds, match=beyond):
        template_process.render(template, {}, messages)
    assert template_process.render(TEMPLATE, {}, messages) == "<user>hello</user><assistant>"


def test_a_chat_template_that_grows_is_told_with_the_way_out(with_template: Callable[[str], Path]) -> None:
    broken = opened(with_template("{{ 'x' * 10**7 }}"))
    with pytest.raises(ModelError, match=r"^The chat template of .* makes more than .*--prompt plain"):
        list(broken.answer([PAIR]))


@pytest.mark.parametrize("template", ["", "{{ none }}", "{{ messages[0].content[:9] }}"])
def test_a_chat_template_that_leaves_the_question_out_is_refused(
    template: str, with_template: Callable[[str], Path]
) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(with_template(template or "{# nothing #}"))
    with pytest.raises(ModelError, match=r"leaves out what the user says \('.*--prompt plain"):
        in_chat(tokenizer, "A cook sings in the kitchen.", "m")


def test_a_chat_is_the_same_tomorrow_and_in_another_process() -> None:
    template = (
        "{{ strftime_now('%Y-%m-%d') }} {{ range(1000)|random }} {{ lipsum(n=1) }}"
        "{{ dict(a=1, b=1, c=1, d=1).keys() - dict(e=1).keys() }}"
    )
    messages = [{"role": "user", "content": "hello"}]
    texts = set()
    for _ in range(3):
        texts |= {template_process.render(template, {}, messages) for _ in range(2)}
        template_process._renderer_of(os.getpid()).stop()
    [text] = texts
    assert text.startswith("2025-01-01 ")


def test_an_interrupted_chat_does_not_answer_the_next_question() -> None:
    messages = [{"role": "user", "content": "hello"}]
    assert template_process.render(TEMPLATE, {}, messages) == "<user>hello</user><assistant>"
    slow = "{% for a in range(99999) %}{% for b in range(30) %}{% endfor %}{% endfor %}late"
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    with pytest.raises(KeyboardInterrupt):
        template_process.render(slow, {}, messages)
    assert template_process.render(TEMPLATE, {}, messages) == "<user>hello</user><assistant>"


def test_chats_are_as_transformers_renders_them(with_template: Callable[[str], Path]) -> None:
    from transformers import AutoTokenizer

    template = "{{ bos_token }}{% for m in messages %}\n  [{{ m.content | trim | tojson }}]{% endfor %}{{ m }}\n"
    tokenizer = AutoTokenizer.from_pretrained(with_template(template))
    for prompt in ("tea", " x\u2028\n\ud800", "日本 😀 <s>"):
        messages = [{"role": "user", "content": prompt}]
        direct = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        assert in_chat(tokenizer, prompt, "m") == direct


def test_a_base_model_is_not_asked_to_chat(folder: Path) -> None:
    with pytest.raises(ModelError, match=r"no chat template.*--prompt plain"):
        list(opened(folder, prompt="chat").answer([PAIR]))
    [answer] = opened(folder).answer([Translate("Kaixo.", "eu", "en")])
    assert isinstance(answer, Unanswered) and "only instruct models" in answer.reason


@pytest.mark.parametrize(
    ("said", "complete", "expected"),
    [
        ("She is a nurse.", True, Text("She is a nurse.")),
        (' "She is a nurse." ', True, Text("She is a nurse.")),
        ("I'm sorry, but I cannot do that.", True, Unanswered("the model refused to translate")),
        ("Sure! Here is the translation: She …", True, Unanswered("the model chatted instead of translating")),
        ("She is a nurse.\n\nNote: neutral.", True, Unanswered("the model chatted instead of translating")),
        ("She is a nurse and and and", False, Unanswered("the model did not come to an end")),
        ("Erizaina da.", True, Unanswered("the model gave the source back")),
        ("  ", True, Unanswered("the model said nothing")),
    ],
)
def test_refusals_chatter_and_copies_are_told_from_translations(said: str, complete: bool, expected: object) -> None:
    query = Translate("Erizaina da.", "eu", "en")
    assert translation_queries.answer(query, said, complete=complete) == expected


def test_an_instruct_model_translates_and_what_it_reads_afterwards_is_unchanged(
    with_template: Callable[[str], Path],
) -> None:
    instruct = opened(with_template(TEMPLATE))
    [before] = instruct.answer([PAIR])
    [translated] = instruct.answer([Translate("Erizaina da.", "eu", "en")])
    [after] = instruct.answer([PAIR])
    assert isinstance(translated, Text | Unanswered)
    assert isinstance(before, Choices) and isinstance(after, Choices)
    np.testing.assert_array_equal(before.logprobs, after.logprobs)


def test_a_text_in_the_target_language_is_not_translated() -> None:
    found = translation_queries.prompt(Translate("She is a nurse.", "en", "en"))
    assert isinstance(found, Unanswered) and "in the language that it would be translated into" in found.reason


def test_settings_that_generate_cannot_work_with_are_told(
    with_template: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever error they end in."""

    def broken(*_: object, **__: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr("transformers.GPT2LMHeadModel.generate", broken)
    with pytest.raises(ModelError, match=r"cannot generate text: tuple index out of range .*generation_config\.json"):
        list(opened(with_template(TEMPLATE)).answer([Translate("The cat sleeps.", "en", "de")]))


@pytest.mark.parametrize(
    ("setting", "value"),
    [("bad_words_ids", []), ("sequence_bias", "x"), ("forced_eos_token_id", 10**9), ("cache_implementation", "x")],
)
def test_damaged_settings_of_generation_are_told(
    with_template: Callable[[str], Path], setting: str, value: object
) -> None:
    target = with_template(TEMPLATE)
    (target / "generation_config.json").write_text(json.dumps({setting: value}))
    with pytest.raises(ModelError, match=r"cannot (generate text|be loaded)"):
        list(opened(target).answer([Translate("The cat sleeps.", "en", "de")]))


def test_a_translation_of_weights_that_are_no_numbers_is_no_translation(with_template: Callable[[str], Path]) -> None:
    target = with_template(TEMPLATE)
    weights = load_file(target / "model.safetensors")
    weights["transformer.ln_f.weight"] = weights["transformer.ln_f.weight"] * np.nan
    save_file(weights, target / "model.safetensors", metadata={"format": "pt"})
    listed = list(opened(target).answer([Translate("The cat sleeps.", "en", "de")]))
    assert listed == [Unanswered("not a finite number")]
