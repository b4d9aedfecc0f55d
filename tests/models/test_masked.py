"""What the masked engine promises: order, independence of batches, bounded work, and reasons instead of numbers."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from babelance.backends.masked import runner
from babelance.core.errors import ModelError
from babelance.core.model import Model, Options
from babelance.core.query import Ability, Answer, Choices, Entails, Fill, Query, TokenLogprobs, Tokens, Unanswered
from babelance.models import masked
from babelance.models.masked import Masked, kind
from tests.expecting import expect, present
from tests.models import tiny_masked

MORE = "the nurse said that she was late today ."
LESS = "the nurse said that he was late today ."


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_masked.write(tmp_path_factory.mktemp("tiny"))


def open_model(directory: Path, **options: Any) -> Masked:
    model = kind.open(str(directory), Options(**options))
    assert isinstance(model, Masked)
    return model


def tokens_of(model: Masked, *queries: TokenLogprobs) -> list[Tokens]:
    return [expect(Tokens, answer) for answer in model.answer(queries)]


def some_queries(seed: int = 0) -> list[Query]:
    rng = random.Random(seed)
    texts = [" ".join(rng.choices(tiny_masked.WORDS, k=rng.randint(1, 40))) for _ in range(40)]
    pairs = list(pairwise(texts))
    return [
        *(TokenLogprobs(text) for text in texts),
        *(TokenLogprobs(text, mask="none", embed=True) for text in texts),
        *(TokenLogprobs(text, other, mask="changed") for text, other in pairs),
        *(TokenLogprobs(text, other, text_is_first=False) for text, other in pairs),
        Fill("the ⟨slot⟩ was late", ("nurse", "doctor")),
    ]


def numbers(answer: Answer) -> list[float]:
    if isinstance(answer, Unanswered):
        return []
    assert isinstance(answer, Tokens | Choices)
    parts = [answer.logprobs]
    if isinstance(answer, Tokens):
        parts += [part for part in (answer.attention, answer.mean_over_masks, answer.embedding) if part is not None]
    return np.concatenate(parts).tolist()


def test_it_is_a_model_that_says_what_it_is(directory: Path) -> None:
    model = open_model(directory)
    assert isinstance(model, Model)
    assert model.id.startswith(f"dir:{directory}#")
    assert model.answers == {one for one in Ability if one.startswith(("TokenLogprobs", "Fill"))}
    assert model.choices == {}
    assert open_model(directory, dtype="bf16").choices == {"dtype": "bfloat16"}


def test_a_masked_log_probability_is_that_of_the_plain_forward_pass(directory: Path) -> None:
    [answer] = tokens_of(open_model(directory), TokenLogprobs("the nurse was late"))
    network, tokenizer = tiny_masked.network().eval(), tiny_masked.tokenizer()
    ids = tokenizer("the nurse was late", return_tensors="pt").input_ids
    for position in range(1, 5):
        hidden = ids.clone()
        hidden[0, position] = tokenizer.mask_token_id
        with torch.inference_mode():
            scores = network(hidden).logits[0, position].log_softmax(dim=-1)
        assert answer.logprobs[position - 1] == pytest.approx(scores[ids[0, position]].item(), abs=1e-5)
        assert present(answer.hits)[position - 1] == (scores.argmax() == ids[0, position])
    assert answer.tokens == ("the", "nurse", "was", "late")
    assert answer.positions.tolist() == [1, 2, 3, 4]
    assert answer.length == 4


@pytest.mark.parametrize("tokens", [1, 7, 64, 100_000])
def test_answers_do_not_depend_on_the_batch_size(directory: Path, tokens: int) -> None:
    queries = some_queries()
    usual = [numbers(answer) for answer in open_model(directory).answer(queries)]
    other = [numbers(answer) for answer in open_model(directory, batch_tokens=tokens).answer(queries)]
    for one, two in zip(usual, other, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-5)


def test_answers_do_not_depend_on_order_or_company(directory: Path) -> None:
    queries = some_queries()
    model = open_model(directory)
    usual = dict(zip(queries, map(numbers, model.answer(queries)), strict=True))
    shuffled = random.Random(1).sample(queries, len(queries))
    for query, answer in zip(shuffled, model.answer(shuffled), strict=True):
        np.testing.assert_allclose(numbers(answer), usual[query], atol=1e-5)
    for query in queries[::17]:
        np.testing.assert_allclose(numbers(next(model.answer([query]))), usual[query], atol=1e-5)


@pytest.mark.skipif(not torch.backends.mkl.is_available(), reason="last bits were looked at with MKL only")
@pytest.mark.parametrize("threads", [1, 2])
def test_on_a_processor_even_the_last_bit_does_not_depend_on_company(directory: Path, threads: int) -> None:
    """A resumed run asks the rest only, in other batches; it must end with the same bits."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        queries = some_queries() if threads == 1 else some_queries()[::9]
        model = open_model(directory)
        usual = dict(zip(queries, map(numbers, model.answer(queries)), strict=True))
        rest = queries[5:][::-1]
        assert [numbers(answer) for answer in model.answer(rest)] == [usual[query] for query in rest]
        small = open_model(directory, batch_tokens=50).answer(queries)
        assert [numbers(answer) for answer in small] == list(usual.values())
        alone = queries[:: 1 if threads == 1 else 4]
        assert [numbers(next(model.answer([query]))) for query in alone] == [usual[query] for query in alone]
    finally:
        torch.set_num_threads(before)


def test_small_windows_give_the_same_answers_in_the_same_order(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = some_queries()
    usual = [numbers(answer) for answer in open_model(directory).answer(queries)]
    monkeypatch.setattr(masked, "_MAX_TOKENS", 100)
    monkeypatch.setattr(masked, "_PAGE", 7)
    monkeypatch.setattr(runner, "_PROJECTED", 3)
    small = [numbers(answer) for answer in open_model(directory).answer(queries)]
    for one, two in zip(usual, small, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-5)


def test_equal_rows_are_read_once(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once their difference is hidden, both sentences of this pair are the same row."""
    seen: list[int] = []
    model = open_model(directory)
    split = model._runner._network
    read = split.read

    def counted(ids: torch.Tensor) -> torch.Tensor:
        seen.append(len(torch.unique(ids, dim=0)))
        return read(ids)

    monkeypatch.setattr(split, "read", counted)
    both = [TokenLogprobs(MORE, LESS, "changed"), TokenLogprobs(LESS, MORE, "changed", text_is_first=False)]
    assert len(list(model.answer(both * 3))) == 6
    assert sum(seen) == 1


def test_answers_come_before_all_queries_are_worked_through(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masked, "_MAX_TOKENS", 100)
    done: list[tuple[int, int]] = []
    model = open_model(directory, progress=lambda *counts: done.append(counts))
    answers = model.answer([TokenLogprobs(f"{MORE} {word}") for word in tiny_masked.WORDS])
    next(answers)
    assert 0 < done[-1][0] < done[-1][1]
    assert len(list(answers)) == len(tiny_masked.WORDS) - 1
    assert done[-1][0] == done[-1][1] == 10 * len(tiny_masked.WORDS)
    assert [count for count, _ in done] == sorted(count for count, _ in done)


def test_when_memory_runs_out_batches_are_halved_and_work_goes_on(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = some_queries()
    usual = [numbers(answer) for answer in open_model(directory).answer(queries)]
    model = open_model(directory, batch_tokens=2000)
    split = model._runner._network
    read = split.read
    sizes: list[int] = []

    def cramped(ids: torch.Tensor) -> torch.Tensor:
        if ids.numel() > 200:
            raise torch.OutOfMemoryError("out of memory")
        sizes.append(ids.numel())
        return read(ids)

    monkeypatch.setattr(split, "read", cramped)
    for one, two in zip(usual, model.answer(queries), strict=True):
        np.testing.assert_allclose(one, numbers(two), atol=1e-5)
    assert max(sizes) <= 200
    assert model._runner.batch_tokens <= 200


def test_a_single_text_that_does_not_fit_in_memory_is_an_error_with_a_next_step(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = open_model(directory)

    def never(ids: torch.Tensor) -> torch.Tensor:
        raise torch.OutOfMemoryError("out of memory")

    monkeypatch.setattr(model._runner._network, "read", never)
    with pytest.raises(ModelError, match="single text"):
        list(model.answer([TokenLogprobs(MORE)]))


def test_an_error_that_is_not_about_memory_is_not_hidden(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = open_model(directory)

    def broken(ids: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("shapes differ")

    monkeypatch.setattr(model._runner._network, "read", broken)
    with pytest.raises(RuntimeError, match="shapes differ"):
        list(model.answer([TokenLogprobs(MORE)]))


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (TokenLogprobs(""), "empty text"),
        (TokenLogprobs("  \n "), "empty text"),
        (TokenLogprobs("", mask="none"), "empty text"),
        (TokenLogprobs("zebra quagga"), "every token is unknown"),
        (TokenLogprobs("late " * 10_000), "longer than the model's limit of 48 tokens"),
        (TokenLogprobs("late", "late " * 10_000), "longer than the model's limit of 48 tokens"),
        (TokenLogprobs("nurse", "pilot"), "no shared tokens"),
        (TokenLogprobs("nurse", ""), "no shared tokens"),
        (TokenLogprobs(MORE, MORE, "changed"), "no modified tokens"),
    ],
)
def test_what_cannot_be_scored_has_a_reason(directory: Path, query: Query, reason: str) -> None:
    assert list(open_model(directory).answer([query])) == [Unanswered(reason)]


def test_a_text_at_the_limit_is_scored_and_one_token_more_is_not(directory: Path) -> None:
    fits, over = open_model(directory).answer([TokenLogprobs("late " * 46), TokenLogprobs("late " * 47)])
    assert isinstance(fits, Tokens)
    assert isinstance(over, Unanswered)


def test_nul_bytes_and_odd_characters_do_not_stop_a_run(directory: Path) -> None:
    answers = list(
        open_model(directory).answer([TokenLogprobs("late \x00 \ud7ff \U0001f600 today"), TokenLogprobs(MORE)])
    )
    assert all(isinstance(answer, Tokens) for answer in answers)


def test_hidden_changes_are_scored_together_and_crossed(directory: Path) -> None:
    more, less = "she was late and tired", "he was late and happy"
    [answer] = tokens_of(open_model(directory), TokenLogprobs(more, less, "changed"))
    assert answer.tokens == ("she", "tired")
    tokenizer = tiny_masked.tokenizer()
    ids = tokenizer("[MASK] was late and [MASK]", return_tensors="pt").input_ids
    with torch.inference_mode():
        scores = tiny_masked.network().eval()(ids).logits[0, [1, 5]].log_softmax(dim=-1)
    gold = tokenizer.convert_tokens_to_ids(["she", "tired"])
    np.testing.assert_allclose(answer.logprobs, scores[[0, 1], gold], atol=1e-5)
    np.testing.assert_allclose(present(answer.mean_over_masks), scores[:, gold].mean(dim=0), atol=1e-5)


def test_a_plain_pass_gives_attention_and_on_request_the_embedding(directory: Path) -> None:
    asked = (TokenLogprobs(MORE, None, "none", embed=embed) for embed in (True, False))
    with_it, without = tokens_of(open_model(directory), *asked)
    assert without.embedding is None
    ids = tiny_masked.tokenizer()(MORE, return_tensors="pt").input_ids
    network = tiny_masked.network(attn_implementation="eager").eval()
    with torch.inference_mode():
        output = network(ids, output_attentions=True, output_hidden_states=True)
    attention = torch.stack(output.attentions).mean(dim=(0, 1, 2, 3))
    np.testing.assert_allclose(present(with_it.attention), attention[1:-1], atol=1e-6)
    np.testing.assert_allclose(present(with_it.embedding), output.hidden_states[-1][0, 1:-1].mean(dim=0), atol=1e-5)
    np.testing.assert_array_equal(with_it.logprobs, without.logprobs)


def test_questions_for_other_kinds_of_models_are_refused(directory: Path) -> None:
    with pytest.raises(ModelError, match="does not answer Entails"):
        list(open_model(directory).answer([Entails("a", "b")]))


def test_no_queries_are_no_answers_and_read_no_weights(directory: Path) -> None:
    model = open_model(directory)
    assert list(model.answer([])) == []
    assert list(model.answer([TokenLogprobs("")])) == [Unanswered("empty text")]
    assert "_runner" not in vars(model)


def test_the_larger_the_model_the_fewer_items_are_kept_together(directory: Path, tmp_path: Path) -> None:
    assert open_model(directory).items_per_commit == 256
    for name, layers, width, items in (("base", 12, 768, 17), ("large", 24, 1024, 8)):
        (tmp_path / name).mkdir()
        config = {"architectures": ["BertForMaskedLM"], "num_hidden_layers": layers, "hidden_size": width}
        (tmp_path / name / "config.json").write_text(json.dumps(config))
        assert open_model(tmp_path / name, device="cpu").items_per_commit == items
        assert open_model(tmp_path / name, device="cuda").items_per_commit == 256


def test_half_precision_is_close_and_log_probabilities_are_still_float32(directory: Path) -> None:
    [full] = tokens_of(open_model(directory), TokenLogprobs(MORE))
    [half] = tokens_of(open_model(directory, dtype="bf16"), TokenLogprobs(MORE))
    assert half.logprobs.dtype == np.float32
    np.testing.assert_allclose(full.logprobs, half.logprobs, atol=0.2)
    assert not np.array_equal(full.logprobs, half.logprobs)


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("mlm-bert", ("Die", "Ä", "##r", "##z", "##ti", "##n")),
        ("mlm-xlmr", ("▁Die", "▁", "Ä", "r", "z", "t", "in")),
        ("mlm-roberta", ("Die", "ĠÃ", "Ħ", "r", "zt", "in")),
    ],
)
def test_tokens_are_named_as_in_the_vocabulary(fixtures: Path, name: str, tokens: tuple[str, ...]) -> None:
    [answer] = tokens_of(open_model(fixtures / "models" / name), TokenLogprobs("Die Ärztin"))
    assert answer.tokens == tokens


def test_bytes_are_shown_as_the_text_they_stand_for(fixtures: Path) -> None:
    [answer] = tokens_of(open_model(fixtures / "models" / "mlm-roberta"), TokenLogprobs("The old house"))
    assert "".join(answer.tokens) == "The old house"
