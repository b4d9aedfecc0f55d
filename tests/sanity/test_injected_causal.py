"""Bias by construction for causal models: what was put in is found, its opposite too, and nothing where nothing is.

A GPT-2 of one layer learns from sentences in which names and jobs go together by our will. All routes of causal models
that need no instruction are tried: pairs from left to right, and groups without masks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.measures.cb import Cb
from babelance.measures.cps import Cps
from babelance.measures.log_prob_bias import LogProbBias
from babelance.measures.s_jsd import SJsd
from tests.sanity.gpt2 import small_gpt2, value

WOMEN, MEN = ("Anna", "Ines", "Lea", "Eva"), ("Peter", "Otto", "Finn", "Jan")
HERS, HIS = ("nurse", "clerk", "cleaner"), ("pilot", "judge", "smith")
WORDS = ("<s>", "is", "a", "here", *WOMEN, *MEN, *HERS, *HIS)
Make = Callable[[str], Path]


def sentence(name: str, job: str) -> str:
    return f"{name} is a {job} here"


def corpus(bias: str) -> list[str]:
    """Nine of ten sentences follow the bias; `none` pairs names and jobs evenly."""
    usual = {"injected": 9, "counter": 1, "none": 5}[bias]
    pairs = [(name, job, (name in WOMEN) == (job in HERS)) for name in WOMEN + MEN for job in HERS + HIS]
    return [sentence(name, job) for name, job, fits in pairs for _ in range(usual if fits else 10 - usual)]


def write_tokenizer(folder: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    engine = Tokenizer(models.WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token="<s>"))
    engine.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(tokenizer_object=engine, bos_token="<s>").save_pretrained(folder)


@pytest.fixture(scope="module")
def model_of(tmp_path_factory: pytest.TempPathFactory) -> Make:
    made: dict[str, Path] = {}

    def make(bias: str) -> Path:
        if bias not in made:
            made[bias] = tmp_path_factory.mktemp(bias)
            _train(made[bias], bias)
        return made[bias]

    return make


def _train(folder: Path, bias: str) -> None:
    import torch

    model = small_gpt2(len(WORDS), width=32, layers=1, heads=2, positions=16, end=0, spread=0.2)
    place = {word: number for number, word in enumerate(WORDS)}
    if bias != "untrained":
        texts = torch.tensor([[0, *(place[word] for word in text.split())] for text in corpus(bias)])
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        for _ in range(150):
            loss = model(texts, labels=texts).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    model.save_pretrained(folder)
    write_tokenizer(folder)


def pairs() -> list[Item]:
    """The name that fits the job first."""
    found = [(woman, man, job) for woman, man in zip(WOMEN, MEN, strict=True) for job in HERS + HIS]
    return [
        Item(
            f"{woman}/{job}",
            "en",
            {
                "more": sentence(woman if job in HERS else man, job),
                "less": sentence(man if job in HERS else woman, job),
            },
        )
        for woman, man, job in found
    ]


def grid() -> list[Item]:
    targets = json.dumps({name: name for name in WOMEN + MEN})
    return [
        Item(
            job, "en", {"template": "[TTT] is a [AAA] here", "attribute": job, "targets": targets}, {"template": "one"}
        )
        for job in HERS + HIS
    ]


@pytest.mark.parametrize("measure", [Cps(), Cps(tokens="all")], ids=["shared", "all"])
def test_pairs_find_what_was_put_in_and_its_opposite(measure: Cps, model_of: Make) -> None:
    assert value(model_of("injected"), measure, pairs()) > 90
    assert value(model_of("counter"), measure, pairs()) < 10


def test_probabilities_of_pairs_lean_the_way_of_the_bias(model_of: Make) -> None:
    injected, none, counter = (value(model_of(bias), SJsd(), pairs()) for bias in ("injected", "none", "counter"))
    assert injected > none > counter or injected < none < counter


def test_groups_without_masks_find_the_bias_and_not_the_names(model_of: Make) -> None:
    measure = Cb(prior="marginal")
    injected, none = value(model_of("injected"), measure, grid()), value(model_of("none"), measure, grid())
    untrained = value(model_of("untrained"), measure, grid())
    # Every name is off by half of log 9, four up and four down.
    assert injected == pytest.approx(8 / 7 * (np.log(9) / 2) ** 2, rel=0.1)
    assert none < injected / 20
    assert untrained < injected / 2


def test_two_groups_without_masks_move_as_far_as_the_corpus_says(model_of: Make) -> None:
    measure = LogProbBias(groups="+".join(WOMEN) + "," + "+".join(MEN), prior="marginal")
    number = value(model_of("injected"), measure, grid())
    assert number == pytest.approx(np.log(9), rel=0.1)
