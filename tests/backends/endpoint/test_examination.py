"""A server is examined before it is believed: each fault is found, by name, and spoils only what hangs on it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from babelance.backends.endpoint import answer_checks
from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import ALL, READING, Examination, examine
from babelance.core.query import Ability
from tests.backends.endpoint.faults import Change, Faulty, of_echoes, of_path, serving


def examined(server: Faulty, *, start: str = "auto", prompt: str = "auto") -> Examination:
    with serving(server) as spec:
        return examine(Client(parse_spec(spec), None), start=start, prompt=prompt)


def numbers(choice: dict[str, Any]) -> list[Any]:
    return choice["logprobs"]["token_logprobs"]


def set_numbers(choice: dict[str, Any], values: list[Any]) -> None:
    choice["logprobs"]["token_logprobs"] = values


def drop(choice: dict[str, Any], body: Any) -> None:
    choice["logprobs"] = None


def one_too_few(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, numbers(choice)[:-1])


def one_missing(choice: dict[str, Any], body: Any) -> None:
    numbers(choice)[3] = None


def not_a_number(choice: dict[str, Any], body: Any) -> None:
    numbers(choice)[3] = float("nan")


def last_not_finite(choice: dict[str, Any], body: Any) -> None:
    """Must not be got round by asking for one more token."""
    numbers(choice)[-1] = float("-inf")


def last_above_zero(choice: dict[str, Any], body: Any) -> None:
    numbers(choice)[-1] = 0.7


def last_cut(choice: dict[str, Any], body: Any) -> None:
    for name in ("tokens", "token_logprobs", "top_logprobs"):
        choice["logprobs"][name].pop()


def start_twice(choice: dict[str, Any], body: Any) -> None:
    """A tokenizer and a server each put a start token there, whatever they are asked for."""
    had = choice["logprobs"]
    tokens = [token for token in had["tokens"] if token != "<s>"]
    known = [-2.0 if number is None else number for number in numbers(choice)][-len(tokens) :]
    choice["logprobs"] = {"tokens": ["<s>", "<s>", *tokens], "token_logprobs": [None, -3.0, *known]}


def as_text(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, [None if number is None else str(number) for number in numbers(choice)])


def all_certain(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, [None if number is None else 0.0 for number in numbers(choice)])


def in_bits(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, [None if number is None else number / 0.6931 for number in numbers(choice)])


def above_zero(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, [None if number is None else -number for number in numbers(choice)])


def shift(choice: dict[str, Any], body: Any) -> None:
    """Each token has the number of the next one."""
    set_numbers(choice, [*numbers(choice)[1:], -1.0])


def hot(choice: dict[str, Any], body: Any) -> None:
    set_numbers(choice, [None if number is None else number / 1.5 for number in numbers(choice)])


def lower(choice: dict[str, Any], body: Any) -> None:
    choice["text"] = choice["text"].lower()
    choice["logprobs"]["tokens"] = [token.lower() for token in choice["logprobs"]["tokens"]]


def cut(choice: dict[str, Any], body: Any) -> None:
    """The text is cut as by a server with a small context."""
    for name in ("tokens", "token_logprobs", "top_logprobs"):
        choice["logprobs"][name] = choice["logprobs"][name][:12]
    choice["text"] = "".join(choice["logprobs"]["tokens"])


def by_length(choice: dict[str, Any], body: Any) -> None:
    """Long texts have numbers of another kind: everything is likelier, the longer the text is."""
    length = len(numbers(choice))
    set_numbers(choice, [None if number is None else number * min(1, 48 / length) ** 3 for number in numbers(choice)])


def by_batch(choice: dict[str, Any], body: Any) -> None:
    if isinstance(body["prompt"], list):
        set_numbers(choice, [None if number is None else number - 0.3 for number in numbers(choice)])


_calls = itertools.count()


def by_time(choice: dict[str, Any], body: Any) -> None:
    """A little noise, of another size each time."""
    noise = 0.05 * (next(_calls) % 7)
    set_numbers(choice, [None if number is None else number - noise for number in numbers(choice)])


FAULTS = [
    (drop, "echo"),
    (one_too_few, "echo"),
    (one_missing, "echo"),
    (not_a_number, "echo"),
    (above_zero, "echo"),
    (last_not_finite, "echo"),
    (last_above_zero, "echo"),
    (last_cut, "round trip"),
    (start_twice, "start"),
    (shift, "greedy"),
    (hot, "greedy"),
    (lower, "round trip"),
    (cut, "round trip"),
    (as_text, "echo"),
    (all_certain, "greedy"),
    (in_bits, "greedy"),
    (by_length, "beginning"),
    (by_batch, "order"),
    (by_time, "order"),
]


def test_a_server_without_fault_can_be_asked_everything() -> None:
    examination = examined(Faulty())
    assert examination.abilities == ALL and not examination.failures
    assert examination.reader is not None and examination.reader.name == "<s>" and examination.together


@pytest.mark.parametrize(("fault", "name"), FAULTS, ids=lambda one: getattr(one, "__name__", one))
def test_a_fault_of_echoes_is_found_by_name_and_refuses_likelihoods_alone(fault: Any, name: str) -> None:
    examination = examined(Faulty(of_echoes(fault)))
    assert {examination.failures[ability].name for ability in READING} == {name}
    assert examination.abilities == ALL - READING, "labels, chats and embeddings do not hang on it"


def test_an_echo_that_is_ignored_with_status_200_is_found() -> None:
    def ignore(path: str, body: Any, answer: Any) -> Any:
        plain = {**body, "echo": False, "max_tokens": 1} if path == "/v1/completions" else body
        return server.model.respond(path, plain, {})

    server = Faulty(ignore)
    failures = examined(server).failures
    assert {failures[ability].name for ability in READING} == {"echo"}
    assert "ignores echo" in str(failures[Ability.TOKENS_EACH])


def test_every_examination_that_failed_is_named() -> None:
    failure = examined(Faulty(of_echoes(shift))).failures[Ability.TOKENS_EACH]
    assert (failure.name, failure.others) == ("greedy", ("beginning",))
    assert str(failure).startswith("examination 'greedy'") and str(failure).endswith("(so did 'beginning')")


def test_two_tokens_that_differ_may_stand_before_every_text_and_are_signed() -> None:
    def add(choice: dict[str, Any], body: Any) -> None:
        start_twice(choice, body)
        choice["logprobs"]["tokens"][:2] = ["[gMASK]", "<sop>"]

    reader = examined(Faulty(of_echoes(add))).reader
    assert reader is not None and (reader.name, reader.before, reader.start) == ("[gMASK]<sop>", 2, "")


def of_batches(change: Any) -> Change:
    """A fault of answers to several prompts: changes the list of choices."""

    def changed(value: Any, body: Any) -> Any:
        if len(value["choices"]) > 1:
            value["choices"] = change(value["choices"])
        return value

    return of_path("/v1/completions", changed)


@pytest.mark.parametrize(
    "change",
    [
        lambda some: some[1:], lambda some: [*some, some[0]], lambda some: [one | {"index": 0} for one in some],
        lambda some: [one | {"index": index + 1} for index, one in enumerate(some)],
        lambda some: [{**some[0], "index": None}, *some[1:]],
    ],
    ids=["one too few", "one too many", "numbered alike", "numbered from 1", "one without a number"],
)  # fmt: skip
def test_a_server_that_mixes_up_several_texts_is_asked_for_one_at_a_time(change: Any) -> None:
    examination = examined(Faulty(of_batches(change)))
    assert examination.abilities == ALL and not examination.together


def test_answers_in_another_order_are_put_right_by_their_numbers() -> None:
    examination = examined(Faulty(of_batches(lambda some: some[::-1])))
    assert examination.abilities == ALL and examination.together


@pytest.mark.parametrize("keep", [("text", "logprobs"), ("text", "logprobs", "index")])
def test_texts_that_come_back_in_each_others_place_are_found(keep: tuple[str, ...]) -> None:
    def swap(some: list[dict[str, Any]]) -> list[dict[str, Any]]:
        renumbered = [one | {"index": index} for index, one in enumerate(some[::-1])]
        return [{name: one[name] for name in keep} for one in renumbered]

    examination = examined(Faulty(of_batches(swap)))
    assert {examination.failures[ability].name for ability in READING} == {"round trip"}


OTHERS: list[tuple[Change, str, Ability]] = [
    (of_path("/v1/embeddings", lambda value, body: {"data": [one | {"index": 0} for one in value["data"]]}),
     "embeddings", Ability.EMBED),
    (of_path("/v1/embeddings", lambda value, body: {"data": [one | {"embedding": "AAAA"} for one in value["data"]]}),
     "embeddings", Ability.EMBED),
    (of_path("/v1/embeddings", lambda value, body: {"data": [{"embedding": [1.0, 2.0]}] * len(body["input"])}),
     "embeddings", Ability.EMBED),
    (of_path("/v1/embeddings", lambda value, body: {"data": value["data"][:1] * 3}), "embeddings", Ability.EMBED),
    (of_path("/v1/chat/completions", lambda value, body: {"choices": [{"message": {"content": str(next(_calls))}}]}),
     "chat", Ability.TRANSLATE),
    (of_path("/v1/chat/completions", lambda value, body: {"choices": [{"message": {"content": " "}}]}),
     "chat", Ability.TRANSLATE),
]  # fmt: skip


@pytest.mark.parametrize(("change", "name", "ability"), OTHERS)
def test_other_faults_refuse_what_they_spoil(change: Change, name: str, ability: Ability) -> None:
    examination = examined(Faulty(change))
    assert examination.failures[ability].name == name
    assert examination.abilities >= READING


def heat(*, chosen: bool) -> Change:
    """Numbers of a chat depend on the temperature: of the likeliest tokens, and of the one that is chosen."""

    def heated(path: str, body: Any, answer: Any) -> Any:
        if path == "/apply-template":
            return type(answer)(404, {})
        if path == "/v1/chat/completions" and body["temperature"]:
            for index in answer.value["choices"][0]["logprobs"]["content"]:
                index["logprob"] /= 2 if chosen else 1
                for entry in index["top_logprobs"]:
                    entry["logprob"] /= 2
        return answer

    return heated


def test_a_number_that_depends_on_the_temperature_is_no_label() -> None:
    examination = examined(Faulty(heat(chosen=True)))
    assert (
        examination.failures[Ability.ENTAILS].name == "labels"
        and "temperature" in examination.failures[Ability.ENTAILS].words
    )


def test_where_only_the_likeliest_are_wrong_labels_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_checks, "OTHERS", ("b", "7", "t"))
    examination = examined(Faulty(heat(chosen=False)))
    assert examination.labels is not None and examination.labels.name == "forced"


def test_what_the_server_puts_before_a_text_is_found() -> None:
    def add(path: str, body: Any, answer: Any) -> Any:
        if path != "/v1/completions":
            return answer
        prompts = body["prompt"] if isinstance(body["prompt"], list) else [body["prompt"]]
        given = server.model.respond(path, {**body, "prompt": [f"<s>{prompt}" for prompt in prompts]}, {})
        for choice in given.value["choices"]:
            choice["text"] = choice["text"].removeprefix("<s>")
        return given

    server = Faulty(add)
    examination = examined(server)
    assert examination.reader is not None and (examination.reader.name, examination.reader.start) == ("<s>", "")
    assert examination.readings[0].logprobs[0] == pytest.approx(examined(Faulty()).readings[0].logprobs[0])


def test_without_a_start_token_the_first_token_is_not_scored() -> None:
    examination = examined(Faulty(), start="none")
    assert examination.reader is not None and examination.reader.name == "none"
    assert examination.readings[0].scored[0] == 1


def test_another_model_under_the_same_name_has_other_evidence() -> None:
    same, other = examined(Faulty()), examined(Faulty(seed=1))
    assert same.evidence == examined(Faulty()).evidence != other.evidence
