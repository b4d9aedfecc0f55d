"""Log-probabilities by forcing tokens: equal to echoed ones, and refused where the bias is part of the number."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from babelance.backends.endpoint import answer_checks, client
from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.cost import cost_of
from babelance.backends.endpoint.forcing import Forcer
from babelance.backends.endpoint.tiny import Response
from babelance.core.errors import InputError, UnhealthyModel
from babelance.core.model import Options
from babelance.core.query import Ability, Choices, Entails, TokenLogprobs, Tokens, Unanswered
from babelance.models.endpoint import Endpoint
from babelance.models.endpoint import kind as endpoint
from tests.backends.endpoint.faults import Change, Faulty, serving

TEXTS = ("The old clock was late.", "Yes.", "a b c")
PAIR = Entails("A woman is teaching.", "A person is teaching.")


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of the tiny model are characters."""
    monkeypatch.setattr(answer_checks, "OTHERS", ("b", "7", "t"))


def opened(spec: str, **extra: str) -> Endpoint:
    model_opened = endpoint.open(spec, Options(extra=extra))
    assert isinstance(model_opened, Endpoint)
    return model_opened


def no_echo(path: str, body: Any, answer: Response) -> Response:
    """As llama.cpp: echo is dropped, and nobody is told."""
    if path != "/v1/completions" or not body.get("echo"):
        return answer
    value = copy.deepcopy(answer.value)
    for choice in value["choices"]:
        choice["logprobs"] = {name: some[-1:] for name, some in choice["logprobs"].items()}
    return Response(200, value)


def biased(path: str, body: Any, answer: Response) -> Response:
    """The number is told after the bias: whatever is forced is certain."""
    if not isinstance(body, dict) or not body.get("logit_bias"):
        return no_echo(path, body, answer)
    value = copy.deepcopy(answer.value)
    for choice in value["choices"]:
        if "content" in choice["logprobs"]:
            choice["logprobs"]["content"][0]["logprob"] = -1e-6
        else:
            choice["logprobs"]["token_logprobs"] = [-1e-6]
    return Response(200, value)


def unforced(path: str, body: Any, answer: Response) -> Response:
    """`logit_bias` is taken and ignored."""
    if path == "/v1/completions" and body.get("logit_bias"):
        value = copy.deepcopy(answer.value)
        value["choices"][0]["logprobs"]["tokens"] = ["Y"]
        return Response(200, value)
    return no_echo(path, body, answer)


def half(path: str, body: Any, answer: Response) -> Response:
    """Half of the bias is in the number."""
    answers_back = no_echo(path, body, answer)
    if path == "/v1/completions" and body.get("logit_bias"):
        value = copy.deepcopy(answers_back.value)
        numbers = value["choices"][0]["logprobs"]["token_logprobs"]
        value["choices"][0]["logprobs"]["token_logprobs"] = [
            number - 0.01 * max(body["logit_bias"].values()) for number in numbers
        ]
        return Response(200, value)
    return answers_back


def test_forced_texts_have_the_numbers_of_echoed_ones() -> None:
    queries = [TokenLogprobs(text) for text in TEXTS]
    with serving(Faulty()) as spec:
        echoed = list(opened(spec).answer(queries))
    with serving(Faulty(no_echo)) as spec:
        assert Ability.TOKENS_EACH not in opened(spec).answers
        model = opened(spec, likelihoods="forced")
        forced = list(model.answer(queries))
        assert model.choices["likelihoods"] == "forced"
    for one, other in zip(echoed, forced, strict=True):
        assert isinstance(one, Tokens) and isinstance(other, Tokens)
        assert one.tokens == other.tokens
        np.testing.assert_allclose(one.logprobs, other.logprobs, atol=1e-6)


def test_a_server_that_is_away_while_tokens_are_asked_for_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    server = Faulty(no_echo)
    with serving(server) as spec:
        model = opened(spec, likelihoods="forced")
        assert model.fingerprint
        away = iter([Response(502, {}), Response(502, {})])
        server.change = lambda path, body, answer: (
            next(away, answer) if path == "/tokenize" else no_echo(path, body, answer)
        )
        [answer] = model.answer([TokenLogprobs("Yes.")])
        assert isinstance(answer, Tokens) and next(away, None) is None


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (biased, "the bias is part of the number"),
        (unforced, "was forced, and 'Y' came"),
        (half, "the bias is part of the number|changes with how hard it is forced"),
    ],
)
def test_a_server_that_tells_other_numbers_is_refused_by_name(fault: Change, words: str) -> None:
    with serving(Faulty(fault)) as spec:
        model = opened(spec, likelihoods="forced")
        failure = model.examination.failures[Ability.TOKENS_EACH]
        assert failure.name == "forcing"
        with pytest.raises(UnhealthyModel, match="examination 'forcing'"):
            list(model.answer([TokenLogprobs("Yes.")]))
    import re

    assert re.search(words, failure.words)


def test_a_refusal_of_echo_names_the_other_way() -> None:
    with serving(Faulty(no_echo)) as spec:
        reason = opened(spec).reason_refused(frozenset({Ability.TOKENS_EACH}))
    assert reason is not None and "examination '" in reason and "--likelihoods forced" in reason


def few_tops(path: str, body: Any, answer: Response) -> Response:
    """At most two of the likeliest tokens are told, and more are refused: no label is among them."""
    if isinstance(body, dict) and max(int(body.get("top_logprobs") or 0), int(body.get("logprobs") or 0)) > 20:
        return Response(400, {"error": {"message": "at most 20 logprobs"}})
    answers_back = no_echo(path, body, answer)
    if path != "/v1/chat/completions":
        return answers_back
    value = copy.deepcopy(answers_back.value)
    for place in value["choices"][0]["logprobs"]["content"]:
        place["top_logprobs"] = [entry for entry in place["top_logprobs"] if entry["token"] not in "YMN"][:2]
    return Response(200, value)


def test_labels_are_forced_where_they_are_not_among_the_likeliest() -> None:
    with serving(Faulty(no_echo)) as spec:
        model = opened(spec)
        [told] = model.answer([PAIR])
        assert model.choices["labels"] == "first-token"
    with serving(Faulty(few_tops)) as spec:
        model = opened(spec)
        assert model.choices["labels"] == "forced"
        [forced] = model.answer([PAIR])
    assert isinstance(told, Choices) and isinstance(forced, Choices)
    np.testing.assert_allclose(told.logprobs, forced.logprobs, atol=1e-6)


def test_texts_whose_tokens_are_parts_of_characters_are_unanswered() -> None:
    with serving(Faulty(no_echo)) as spec:
        model = opened(spec, likelihoods="forced")
        [whole, broken] = model.answer([TokenLogprobs("so."), TokenLogprobs("sö.")])
    assert isinstance(whole, Tokens) and isinstance(broken, Unanswered) and "part of a character" in broken.reason


def test_a_request_for_each_token_is_in_the_cost() -> None:
    queries = [TokenLogprobs("The old clock was late.")]
    usual, forced = cost_of(queries), cost_of(queries, forced=True)
    assert forced.requests > usual.requests + 5 and forced.tokens_in > usual.tokens_in


def test_an_unknown_way_to_read_is_refused() -> None:
    with pytest.raises(InputError, match="Choose echo, forced"):
        endpoint.open("openai:http://127.0.0.1:1/v1#x", Options(extra={"likelihoods": "magic"}))


def test_other_tokens_than_asked_for_are_noticed() -> None:
    with serving(Faulty()) as spec:
        address = parse_spec(spec)
        forcer = Forcer(Client(address, None), address.model)
        assert answer_checks.forcing(forcer) is None
        assert [piece.text for piece in forcer.pieces("ab")] == ["a", "b"]
