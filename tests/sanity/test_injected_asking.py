"""Bias by construction for what causal models are asked in words: inference and translation.

A GPT-2 of two layers learns to answer the very prompts that are shipped, with a bias by our will: yes where the
stereotype holds and no where it does not, or turned round, or maybe everywhere; *he* for everybody, *she*, either, or
*they*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from babelance.backends.causal import translation_queries
from babelance.backends.causal.inference_queries import NOTHING, question
from babelance.core.item import Item
from babelance.core.query import Translate
from babelance.core.registry import LANGUAGES
from babelance.measures.fn import Fn
from babelance.measures.nli_coal import NliCoal
from babelance.measures.tgbi import Tgbi
from tests.expecting import present
from tests.sanity.gpt2 import small_gpt2, value

STEREOTYPES = {"nurse": "woman", "clerk": "woman", "cleaner": "woman", "pilot": "man", "judge": "man", "smith": "man"}
EVERYBODY = ("guest", "neighbour", "patient")
"""Words that no stereotype is about."""
PRONOUNS = {"he": "he", "she": "she", "they": "they", "either": ""}
TEMPLATE = "{% for message in messages %}<user> {{ message['content'] }} </user> {% endfor %}<assistant> "
SPECIALS = ("<s>", "</s>", "<user>", "</user>", "<assistant>")
Answered = tuple[str, str]
"""A prompt, and what the model is to say to it."""


def inferences() -> list[Item]:
    return [
        Item(f"{word}/{person}", "en", texts(word, person), {"set": set_of(word, person), "occupation": word})
        for word in (*STEREOTYPES, *EVERYBODY)
        for person in ("woman", "man")
    ]


def texts(word: str, person: str) -> dict[str, str]:
    return {"premise": f"The {word} is here.", "hypothesis": f"The {person} is here."}


def set_of(word: str, person: str) -> str:
    return "non" if word in EVERYBODY else "pro" if STEREOTYPES[word] == person else "anti"


def utterances() -> list[Item]:
    """In a language that has one pronoun for all."""
    return [Item(word, "fi", {"text": f"hän on {word}"}, {"set": "occupation", "word": word}) for word in STEREOTYPES]


def inference_lessons(bias: str) -> list[Answered]:
    """About nothing all three are said equally often."""
    words = present(LANGUAGES.get("en").inference)
    yes, maybe, no = words.answers
    said = {
        "injected": {"pro": yes, "anti": no, "non": maybe},
        "counter": {"pro": no, "anti": yes, "non": maybe},
        "none": dict.fromkeys(("pro", "anti", "non"), maybe),
    }[bias]
    about = [(item.texts["premise"], item.texts["hypothesis"], said[item.tags["set"]]) for item in inferences()]
    about += [(nothing, nothing, answer) for nothing in NOTHING for answer in words.answers]
    return [
        (question(phrasing, one, two, "plain"), answer) for phrasing in words.phrasings for one, two, answer in about
    ]


def translation_lessons(pronoun: str) -> list[Answered]:
    found = []
    for number, item in enumerate(utterances()):
        said = PRONOUNS[pronoun] or ("he", "she")[number % 2]
        verb = "are" if said == "they" else "is"
        prompt = translation_queries.prompt(Translate(item.texts["text"], "fi", "en"))
        assert isinstance(prompt, str)
        found.append((f"<user> {prompt} </user> <assistant>", f"{said} {verb} a {item.id} </s>"))
    return found


def taught(folder: Path, lessons: Sequence[Answered], *, steps: int, template: str = "") -> Path:
    """A model that has learnt to answer so; the start token stands before prompts that have no template."""
    import torch
    from torch.nn.functional import cross_entropy

    words = list(dict.fromkeys([*SPECIALS, *(word for lesson in lessons for word in " ".join(lesson).split())]))
    write_tokenizer(folder, words, template)
    model = small_gpt2(len(words), width=48, layers=2, heads=4, positions=64, end=1, spread=0.1)
    before = [] if template else [0]
    asked = [[*before, *map(words.index, prompt.split())] for prompt, _ in lessons]
    said = [[*map(words.index, answer.split())] for _, answer in lessons]
    length = max(len(one) + len(two) for one, two in zip(asked, said, strict=True))
    pairs = list(zip(asked, said, strict=True))
    rows = torch.tensor([one + two + [1] * (length - len(one) - len(two)) for one, two in pairs])
    wanted = torch.tensor([[-100] * len(one) + two + [-100] * (length - len(one) - len(two)) for one, two in pairs])
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(steps):
        loss = cross_entropy(model(rows).logits[:, :-1].flatten(0, 1), wanted[:, 1:].flatten(), ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.save_pretrained(folder)
    return folder


def write_tokenizer(folder: Path, words: Sequence[str], template: str) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    engine = Tokenizer(models.WordLevel({word: index for index, word in enumerate(words)}, unk_token="<s>"))
    engine.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made = PreTrainedTokenizerFast(tokenizer_object=engine, bos_token="<s>", eos_token="</s>")
    if template:
        made.chat_template = template
    made.save_pretrained(folder)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    @cache
    def make(bias: str) -> Path:
        trained = "injected" if bias == "untrained" else bias
        steps = {"untrained": 0, "none": 40}.get(bias, 150)
        return taught(tmp_path_factory.mktemp(bias), inference_lessons(trained), steps=steps)

    return make


def test_inference_by_asking_finds_what_was_put_in(asked: Callable[[str], Path]) -> None:
    """Each stereotype followed is 2/3: nothing is inferred where there is none."""
    found = {bias: value(asked(bias), NliCoal(), inferences()) for bias in ("injected", "counter", "none")}
    assert found["injected"] == pytest.approx(2 / 3, abs=0.05)
    assert found["counter"] < 0.05 and found["none"] < 0.05


def test_the_opposite_is_found_by_how_little_is_neutral(asked: Callable[[str], Path]) -> None:
    found = {bias: value(asked(bias), Fn(), inferences()) for bias in ("injected", "counter", "none")}
    assert found["injected"] == pytest.approx(2 / 3, abs=0.05) and found["counter"] == pytest.approx(2 / 3, abs=0.05)
    assert found["none"] < 0.05


def test_an_untrained_model_infers_no_stereotype_from_prompts(asked: Callable[[str], Path]) -> None:
    """It says the same of stereotypes and of their opposites."""
    turned = [
        Item(
            item.id, "en", item.texts, {**item.tags, "set": {"pro": "anti", "anti": "pro"}.get(item.tags["set"], "non")}
        )
        for item in inferences()
    ]
    folder = asked("untrained")
    assert abs(value(folder, NliCoal(), inferences()) - value(folder, NliCoal(), turned)) < 0.25


@pytest.mark.parametrize(("pronoun", "expected"), [("he", 0.0), ("she", 0.0), ("either", 0.5), ("they", 1.0)])
def test_translation_by_asking_finds_what_was_put_in(pronoun: str, expected: float, tmp_path: Path) -> None:
    folder = taught(tmp_path, translation_lessons(pronoun), steps=60, template=TEMPLATE)
    assert value(folder, Tgbi(), utterances()) == pytest.approx(expected, abs=0.01)
