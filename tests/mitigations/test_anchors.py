"""Anchors: which links are used, and whose vectors they stand for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from babelance.backends.transformers import source
from babelance.core.errors import InputError
from babelance.core.model import Options
from babelance.mitigations.alignment.anchors import Limits, WordEncoder, choose, vectors
from babelance.mitigations.alignment.links import LinkedSentence, spans
from babelance.mitigations.tuning.corpus import part_of
from tests.mitigations.small import sentences, write_model


def link_words(source: str, target: str) -> LinkedSentence:
    """Word by word."""
    return LinkedSentence(source, target, tuple(zip(spans(source, "blanks"), spans(target, "blanks"), strict=False)))


PAIRS = [link_words(f"eins zwei {number}", f"one two {number}") for number in range(30)]


def test_rare_pairs_are_left_out_and_frequent_ones_used_only_so_often() -> None:
    more = [link_words("selten zwei", "rare two"), *PAIRS]
    chosen = choose(lambda: iter(more), Limits(least=2, most=5), seed=0)
    used = [pair.source[slice(*a)] for pair in chosen.train for a, _ in pair.links]
    assert used.count("eins") == used.count("zwei") == 5 and "selten" not in used
    assert chosen.kinds == 2 and chosen.count == 10


def test_numbers_and_punctuation_are_no_anchors() -> None:
    chosen = choose(lambda: iter([link_words("7 . a", "7 . b")] * 4), Limits(), seed=0)
    assert {one.source[slice(*a)] for one in chosen.train + chosen.test for a, _ in one.links} == {"a"}


def test_held_out_sentences_are_not_trained_on() -> None:
    chosen = choose(lambda: iter(PAIRS), Limits(), seed=0)
    assert chosen.test and {pair.source for pair in chosen.test} == {
        pair.source for pair in PAIRS if part_of(pair.source, 0) == "test"
    }
    assert not {pair.source for pair in chosen.train} & {pair.source for pair in chosen.test}


def test_limits_below_one_are_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        Limits(least=0)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("m"), "en")


def test_a_vector_is_the_last_hidden_state_of_the_first_sub_word(model: Path) -> None:
    texts = [sentences("en")[0], "my neighbour paints the ship ."]
    places = [spans(text, "blanks") for text in texts]
    found = WordEncoder(source.find(str(model)), Options(device="cpu")).read(texts, places)
    tokens = AutoTokenizer.from_pretrained(model)
    plain = AutoModelForMaskedLM.from_pretrained(model).eval()
    for text, (states, usable) in zip(texts, found, strict=True):
        with torch.no_grad():
            wanted = plain.base_model(**tokens(text, return_tensors="pt"))[0][0, 1:-1].numpy()
        assert usable.all()
        np.testing.assert_allclose(states, wanted, atol=1e-5)


def test_unknown_words_and_words_beyond_the_length_have_no_vector(model: Path) -> None:
    text = "the baker sees qwertz house ."
    reader = WordEncoder(source.find(str(model)), Options(device="cpu"), length=7)
    [(_, usable)] = reader.read([text], [spans(text, "blanks")])
    assert usable.tolist() == [True, True, True, False, True, False]


def test_a_tokenizer_without_a_fast_implementation_gives_the_same_vectors(model: Path) -> None:
    texts = [sentences("en")[5], "a painter , the pilot carries the bread ."]
    places = [spans(text, "blanks")[1:4] for text in texts]
    reader = WordEncoder(source.find(str(model)), Options(device="cpu"))
    fast = reader.read(texts, places)
    kind = type("Slow", (type(reader.tokenizer),), {"is_fast": False})
    reader.tokenizer.__class__ = kind
    slow = reader.read(texts, places)
    assert not reader.tokenizer.is_fast
    for (states, usable), (other, known) in zip(fast, slow, strict=True):
        np.testing.assert_allclose(states, other, atol=1e-6)
        assert (usable == known).all()


def test_batches_of_vectors_come_with_their_words(model: Path) -> None:
    reader = WordEncoder(source.find(str(model)), Options(device="cpu"))
    some = [link_words(text, text) for text in sentences("en")[:5]] + [link_words("qwertz", "qwertz")]
    batches = list(vectors(some, reader, reader, batch=2))
    assert len(batches) == 3
    for x, y, named in batches:
        assert len(x) == len(y) == len(named)
        np.testing.assert_array_equal(x, y)
    assert ("qwertz", "qwertz") not in [pair for _, _, named in batches for pair in named]
