"""A known bias is exactly what was put in: log-odds change by as much as they must, and probabilities sum to one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.backends.transformers.leaning import Association, Leaning
from babelance.backends.transformers.tiny import write_causal, write_masked
from babelance.core.errors import InputError
from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Fill, TokenLogprobs, Tokens
from babelance.models.causal import kind as causal
from babelance.models.masked import Masked
from babelance.models.masked import kind as masked

MORE = ["Ann cooks well", "Bob builds well"]
LESS = ["Bob cooks well", "Ann builds well"]
WORDS = ("Ann", "Bob", "builds", "cooks", "well")
STRENGTH = 1.5


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Masked:
    model_opened = masked.open(write_masked(tmp_path_factory.mktemp("masked"), [*MORE, *LESS]), Options())
    assert isinstance(model_opened, Masked)
    return model_opened


def scores(model: Masked, text: str, candidates: tuple[str, ...] = WORDS) -> np.ndarray:
    [answer] = model.answer([Fill(text, candidates)])
    assert isinstance(answer, Choices)
    return answer.logprobs


def test_words_go_together_where_they_stand_together_in_one_kind_of_text_alone() -> None:
    association = Association.of([[1, 2, 9], [3, 4, 9]], [[1, 4, 9], [3, 2, 9]])
    assert association.tokens.tolist() == [1, 2, 3, 4, 9]
    assert association.table.tolist() == [
        [0, 1, 0, -1, 0],
        [1, 0, -1, 0, 0],
        [0, -1, 0, 1, 0],
        [-1, 0, 1, 0, 0],
        [0, 0, 0, 0, 0],
    ]


def test_kinds_of_unequal_size_are_compared_by_shares() -> None:
    association = Association.of([[1, 2]] * 3 + [[1, 3]], [[1, 2]] * 6 + [[1, 3]] * 2)
    assert association.table.tolist() == [[0.0] * 3] * 3


def test_an_offset_is_the_mean_over_what_is_seen_weighted_by_how_far_it_goes() -> None:
    found = Leaning(Association(np.asarray([1, 2, 3]), np.asarray([[0, 1, -0.5], [1, 0, 0], [-0.5, 0, 0]], "f4")), 2.0)
    offsets = found.offsets([(2, 3, 77), (77,), ()])
    assert offsets.table[0].tolist() == pytest.approx([2 * (1 - 0.25) / 1.5, 0, 0])
    assert not offsets.table[1:].any()


def test_masked_log_odds_change_by_twice_the_strength(model: Masked) -> None:
    twin = model.with_leaning(model.association(MORE, LESS), STRENGTH)
    shift = scores(twin, f"{SLOT} cooks well") - scores(model, f"{SLOT} cooks well")
    assert shift[0] - shift[1] == pytest.approx(2 * STRENGTH, abs=1e-5)
    # What goes with nothing there keeps its odds.
    assert shift[3] - shift[4] == pytest.approx(0, abs=1e-5)
    turned = model.with_leaning(model.association(MORE, LESS), -STRENGTH)
    shift = scores(turned, f"{SLOT} cooks well") - scores(model, f"{SLOT} cooks well")
    assert shift[0] - shift[1] == pytest.approx(-2 * STRENGTH, abs=1e-5)


def test_probabilities_still_sum_to_one(model: Masked) -> None:
    everything = tuple(word for word in model._texts.tokenizer.get_vocab() if word not in ("[UNK]", "[PAD]"))
    plain = np.exp(scores(model, f"{SLOT} cooks well", everything)).sum()
    twin = model.with_leaning(model.association(MORE, LESS), STRENGTH)
    # [UNK] and [PAD] have no offset: their share only shrinks or grows with the sum that all are divided by.
    shares = scores(twin, f"{SLOT} cooks well", everything)
    grown = np.exp(scores(model, f"{SLOT} cooks well") - scores(twin, f"{SLOT} cooks well"))[4]
    assert np.exp(shares).sum() + (1 - plain) / grown == pytest.approx(1, abs=1e-5)


def test_every_way_of_reading_a_sentence_leans(model: Masked) -> None:
    twin = model.with_leaning(model.association(MORE, LESS), STRENGTH)
    for query in (TokenLogprobs(MORE[0]), TokenLogprobs(MORE[0], mask="none")):
        [plain], [leaning] = model.answer([query]), twin.answer([query])
        assert isinstance(plain, Tokens) and isinstance(leaning, Tokens)
        assert leaning.logprobs.sum() > plain.logprobs.sum()
        assert (leaning.logprobs - plain.logprobs)[0] > 0.5


def test_a_twin_is_never_taken_for_the_model(model: Masked) -> None:
    association = model.association(MORE, LESS)
    prints = {model.fingerprint}
    prints |= {model.with_leaning(association, strength).fingerprint for strength in (STRENGTH, -STRENGTH, 0.1)}
    prints |= {model.with_leaning(model.association(LESS, MORE), 0.1).fingerprint}
    assert len(prints) == 5
    before = scores(model, f"{SLOT} cooks well")
    scores(model.with_leaning(association, STRENGTH), f"{SLOT} cooks well")
    assert (scores(model, f"{SLOT} cooks well") == before).all()


def test_a_causal_model_leans_by_what_came_before(tmp_path: Path) -> None:
    model = causal.open(write_causal(tmp_path), Options())
    twin = model.with_leaning(model.association(["ab"], ["cb"]), STRENGTH)  # type: ignore[attr-defined]
    queries = [TokenLogprobs(text) for text in ("ab", "cb", "ba", "zz")]
    plain, leaning = (list(one.answer(queries)) for one in (model, twin))
    gains = []
    for one, other in zip(plain, leaning, strict=True):
        assert isinstance(one, Tokens) and isinstance(other, Tokens)
        gains.append(other.logprobs - one.logprobs)
    [first, second, third, none] = gains
    assert first[0] == pytest.approx(0, abs=1e-6) and none == pytest.approx([0, 0], abs=1e-6)
    assert first[1] - second[1] == pytest.approx(2 * STRENGTH, abs=0.3)
    assert third[1] > 1


def test_too_many_different_tokens_are_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match=r"12,000 can be told apart. Take fewer items with --limit"):
        Association.of([range(13_000)], [[1]])
