"""Causal models: every token given the ones before it, StereoSet's released way, start tokens, refusals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from babelance.backends.causal.start import start_of
from babelance.core.answer_check import NOT_FINITE
from babelance.core.errors import InputError, ModelError
from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Entails, Fill, TokenLogprobs, Tokens, Unanswered
from babelance.core.registry import DATASETS
from babelance.models.causal import Causal, kind
from tests.expecting import present

TEXTS = ("The weather was calm.", "Nobody came to the door today, not even the cat.", "Yes")
PAIR = Entails("The cat sleeps on the chair.", "The cat is on the chair.", "en")
MORE, LESS = "The weather was calm in the north.", "The weather was loud in the north."


def ids_of(folder: Path, text: str) -> list[int]:
    from transformers import AutoTokenizer

    return list(AutoTokenizer.from_pretrained(folder).encode(text, add_special_tokens=False))


def by_hand(folder: Path, text: str, *, start: bool) -> np.ndarray:
    """One text, one pass, full softmax."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = ([tokenizer.bos_token_id] if start else []) + tokenizer.encode(text, add_special_tokens=False)
    with torch.inference_mode():
        table = torch.log_softmax(model(torch.tensor([ids])).logits[0].float(), dim=-1)
    return np.asarray([table[i, ids[i + 1]] for i in range(len(ids) - 1)])


@pytest.fixture(scope="module")
def folder(fixtures: Path) -> Path:
    return fixtures / "models" / "causal-gpt2"


@pytest.fixture(scope="module")
def model(folder: Path) -> Causal:
    return kind.open(str(folder), Options())  # type: ignore[return-value]


@pytest.fixture(scope="module")
def opened(folder: Path) -> Callable[..., Causal]:
    return lambda start="auto", **options: kind.open(  # type: ignore[return-value]
        str(folder), Options(extra={"start": start}, **options)
    )


def tokens(model: Causal, query: TokenLogprobs) -> Tokens:
    [answer] = model.answer([query])
    assert isinstance(answer, Tokens)
    return answer


def test_a_token_is_scored_given_the_ones_before_it(folder: Path, model: Causal) -> None:
    for text, answer in zip(TEXTS, model.answer([TokenLogprobs(text) for text in TEXTS]), strict=True):
        expected = by_hand(folder, text, start=True)
        assert isinstance(answer, Tokens) and answer.causal and answer.attention is None
        np.testing.assert_allclose(answer.logprobs, expected, atol=1e-5)
        assert answer.length == len(expected)


def test_an_empty_or_too_long_text_is_unanswered_with_the_reason(model: Causal) -> None:
    empty, long = model.answer([TokenLogprobs(""), TokenLogprobs("word " * 2000)])
    assert empty == Unanswered("empty text")
    assert isinstance(long, Unanswered) and "longer than the model's limit" in long.reason


def test_with_a_contrast_the_shared_tokens_are_scored_or_the_others(folder: Path, model: Causal) -> None:
    everything = by_hand(folder, MORE, start=True)
    ids, other = ids_of(folder, MORE), ids_of(folder, LESS)
    common = [index for index, (one, two) in enumerate(zip(ids, other, strict=False)) if one == two]
    common = [index for index in common if index < 3] + list(range(len(ids) - 4, len(ids)))
    shared = tokens(model, TokenLogprobs(MORE, contrast=LESS))
    changed = tokens(model, TokenLogprobs(MORE, contrast=LESS, mask="changed"))
    assert sorted([*shared.positions, *changed.positions]) == list(range(1, len(ids) + 1))
    np.testing.assert_allclose(shared.logprobs, everything[shared.positions - 1], atol=1e-5)
    np.testing.assert_allclose(changed.logprobs, everything[changed.positions - 1], atol=1e-5)
    assert {int(place) - 1 for place in shared.positions} >= set(common)


def test_the_embedding_is_the_mean_of_the_last_hidden_states_without_the_start_token(
    folder: Path, model: Causal
) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, whole = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = [tokenizer.bos_token_id, *ids_of(folder, MORE)]
    with torch.inference_mode():
        states = whole(torch.tensor([ids]), output_hidden_states=True).hidden_states[-1][0, 1:]
    answer = tokens(model, TokenLogprobs(MORE, mask="none", embed=True))
    np.testing.assert_allclose(present(answer.embedding), states.mean(dim=0).numpy(), atol=1e-5)


def test_without_a_start_token_the_first_token_is_not_scored(folder: Path, opened: Callable[..., Causal]) -> None:
    answer = tokens(opened("none"), TokenLogprobs(MORE))
    np.testing.assert_allclose(answer.logprobs, by_hand(folder, MORE, start=False), atol=1e-5)
    assert answer.length == len(answer.logprobs) + 1


def test_the_start_token_is_signed_and_stored_answers_are_not_mixed(opened: Callable[..., Causal]) -> None:
    usual, none = opened(), opened("none")
    assert (usual.choices["start"], none.choices["start"]) == ("<|endoftext|>", "none")
    assert usual.choices["reads"] == "left-to-right"
    assert usual.fingerprint != none.fingerprint


def test_a_start_token_that_the_vocabulary_does_not_have_is_refused_by_name(opened: Callable[..., Causal]) -> None:
    with pytest.raises(InputError, match=r"no start token '<s>'.*--start"):
        list(opened("<s>").answer([TokenLogprobs("Yes")]))


def test_a_tokenizer_without_an_end_token_does_not_offer_it_as_a_start() -> None:
    bare = SimpleNamespace(bos_token_id=None, eos_token_id=None, get_vocab=lambda: {"<s>": 1})
    with pytest.raises(InputError, match=r"no start token 'eos'\. Choose --start '<s>' or none, or another token"):
        start_of(bare, "eos", "the model")


@pytest.mark.parametrize("size", [1, 64, None])
def test_an_answer_does_not_depend_on_the_batch_or_on_what_else_is_asked(
    size: int | None, opened: Callable[..., Causal], model: Causal
) -> None:
    texts = [f"{beginning} {end}" for beginning in (MORE, LESS, *TEXTS) for end in ("Yes", "No", "Perhaps we will go.")]
    together = list(opened(batch_tokens=size).answer([TokenLogprobs(text) for text in texts]))
    alone = [tokens(model, TokenLogprobs(text)) for text in texts]
    for one, other in zip(together, alone, strict=True):
        assert isinstance(one, Tokens)
        np.testing.assert_allclose(one.logprobs, other.logprobs, atol=1e-5)


@pytest.mark.skipif(not torch.backends.mkl.is_available(), reason="last bits were looked at with MKL only")
def test_on_a_processor_even_the_last_bit_does_not_depend_on_company(model: Causal) -> None:
    """Workers of a cluster get other shards than one process. Short texts by themselves are what was rounded apart."""
    items = DATASETS.get("babel-pairs").items("en")
    texts = list(dict.fromkeys(text for item in items for text in (item.texts["more"], item.texts["less"])))[:200]
    queries = [TokenLogprobs(text) for text in texts]
    pair, other = PAIR, Entails("Nobody sleeps.", "Somebody is awake.", "en")
    usual = dict(zip([*queries, pair, other], map(bits, model.answer([*queries, pair, other])), strict=True))
    for size in (1, 5, 16):
        for start in range(0, len(queries), 3 * size):
            some = queries[start : start + size]
            assert list(map(bits, model.answer(some))) == [usual[query] for query in some]
    for query in (pair, other):
        assert bits(next(model.answer([query]))) == usual[query]


def bits(answer: object) -> bytes:
    assert isinstance(answer, Tokens | Choices)
    return answer.logprobs.tobytes()


def test_a_slot_is_filled_and_the_whole_sentence_is_read(folder: Path, model: Causal) -> None:
    words = ("calm", "loud")
    mean, whole = model.answer([Fill(f"The weather was {SLOT}.", words, how) for how in ("left-to-right", "sentence")])
    assert isinstance(mean, Choices) and isinstance(whole, Choices)
    expected = [by_hand(folder, f"The weather was {word}.", start=True) for word in words]
    np.testing.assert_allclose(mean.logprobs, [entry.mean() for entry in expected], atol=1e-4)
    np.testing.assert_allclose(whole.logprobs, [entry.sum() for entry in expected], atol=1e-4)


def test_the_released_stereoset_code_forgets_the_start_token_after_the_first_word(folder: Path, model: Causal) -> None:
    text = "The weather was calm."
    [choices] = model.answer([Fill(SLOT, (text,), "stereoset")])
    assert isinstance(choices, Choices)
    first, others = by_hand(folder, text, start=True)[:1], by_hand(folder, text, start=False)
    np.testing.assert_allclose(choices.logprobs, [np.concatenate([first, others]).mean()], atol=1e-4)


def test_a_slot_that_needs_both_sides_is_unanswered(model: Causal) -> None:
    [answer] = model.answer([Fill(f"The {SLOT} was calm.", ("cat", "dog"), "together")])
    assert isinstance(answer, Unanswered)


def test_a_masked_model_is_refused_with_what_it_is(fixtures: Path) -> None:
    reason = kind.reason_unsupported(str(fixtures / "models" / "mlm-bert"))
    assert reason and "a masked language model, not a causal" in reason


def test_half_precision_reads_the_same_text_roughly_alike(opened: Callable[..., Causal], model: Causal) -> None:
    exact = tokens(model, TokenLogprobs(MORE)).logprobs
    rounded = tokens(opened(dtype="bfloat16"), TokenLogprobs(MORE)).logprobs
    np.testing.assert_allclose(rounded, exact, atol=1.0)
    assert opened(dtype="bfloat16").choices["dtype"] == "bfloat16"


@pytest.mark.parametrize(("factor", "dtype"), [(1e30, "float32"), (1e7, "float16")])
def test_numbers_that_are_not_finite_are_unanswered_as_those_of_any_model(
    factor: float, dtype: str, folder: Path, tmp_path: Path
) -> None:
    from transformers import AutoModelForCausalLM

    target = tmp_path / "overflowing"
    shutil.copytree(folder, target)
    network = AutoModelForCausalLM.from_pretrained(folder)
    network.transformer.wte.weight.data.mul_(factor)
    network.save_pretrained(target)
    [answer] = kind.open(str(target), Options(dtype=dtype)).answer([TokenLogprobs(MORE)])
    assert answer == Unanswered(NOT_FINITE)
    if dtype == "float16":
        tokens(kind.open(str(target), Options()), TokenLogprobs(MORE))  # type: ignore[arg-type]


def test_without_a_start_token_the_end_token_precedes_and_without_both_the_user_is_asked(
    folder: Path, tmp_path: Path
) -> None:
    def without(*names: str) -> Path:
        target = tmp_path / "_".join(names)
        shutil.copytree(folder, target)
        path = target / "tokenizer_config.json"
        kept = {key: value for key, value in json.loads(path.read_text()).items() if key not in names}
        # GPT-2's own class has these tokens whatever the file says.
        path.write_text(json.dumps(kept | {"tokenizer_class": "PreTrainedTokenizerFast"}))
        return target

    assert kind.open(str(without("bos_token")), Options()).choices["start"] == "<|endoftext|>"
    neither = str(without("bos_token", "eos_token"))
    with pytest.raises(ModelError, match=r"neither a start nor an end token.*--start none"):
        list(kind.open(neither, Options()).answer([TokenLogprobs(MORE)]))
    answer = tokens(kind.open(neither, Options(extra={"start": "none"})), TokenLogprobs(MORE))  # type: ignore[arg-type]
    np.testing.assert_allclose(answer.logprobs, by_hand(folder, MORE, start=False), atol=1e-5)


def test_what_does_not_fit_into_memory_is_read_in_halves(
    opened: Callable[..., Causal], monkeypatch: pytest.MonkeyPatch
) -> None:
    from babelance.backends.causal.decoder import Decoder

    small, read = opened(), Decoder.read
    texts = [f"{text} {number}" for text in TEXTS for number in range(40)]
    expected = [tokens(small, TokenLogprobs(text)).logprobs for text in texts[:3]]

    def with_little_memory(self: Decoder, ids: object, *rest: object) -> object:
        if len(ids) > 128:  # type: ignore[arg-type]
            raise MemoryError
        return read(self, ids, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Decoder, "read", with_little_memory)
    answers = list(small.answer([TokenLogprobs(text) for text in texts]))
    for answer, one in zip(answers, expected, strict=False):
        assert isinstance(answer, Tokens)
        np.testing.assert_allclose(answer.logprobs, one, atol=1e-5)
