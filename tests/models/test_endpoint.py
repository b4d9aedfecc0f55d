"""Served models: the numbers of the same model in this process, stored, resumed, told apart; keys nowhere."""

from __future__ import annotations

import json
import os
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from babelance.backends.endpoint.tiny import Response
from babelance.cli.app import app
from babelance.core.errors import ModelError
from babelance.core.model import Model, Options
from babelance.core.query import EXAMPLES, Ability, Answer, Choices, Entails, Query, TokenLogprobs, Tokens, Unanswered
from babelance.core.registry import MODELS
from babelance.models.endpoint import Endpoint
from babelance.run.executors.local import answer_all
from babelance.run.plan import make_plan
from babelance.run.store import Store
from tests.backends.endpoint.faults import Faulty, of_echoes, on_a_clock, serving

KEY = "sk-very-secret-0123456789"
PAIRS = "more,less\n" + "".join(f"The aunt sang {n} songs.,The uncle sang {n} songs.\n" for n in range(30))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    on_a_clock(monkeypatch)
    monkeypatch.setenv("BABELANCE_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.csv").write_text(PAIRS)


def open_model(spec: str, **extra: str) -> Model:
    return MODELS.get("endpoint").open(spec, Options(extra=extra))


def run(spec: str, *more: str, measures: str = "cps", verb: str = "run") -> Result:
    words = [verb, "-m", spec, "-d", "pairs.csv", "-l", "en", "--measures", measures, *more]
    return CliRunner().invoke(app, [*words, *(["--draws", "100", "--json"] if verb == "run" else [])])


def value_of(result: Result) -> float:
    return float(json.loads(result.stdout.splitlines()[0])["value"])


def requests_of_an_examination(spec: str, server: Faulty) -> int:
    before = len(server.asked)
    assert open_model(spec).fingerprint
    return len(server.asked) - before


class Served:
    """A causal model of Transformers behind OpenAI's requests, as vLLM would serve it."""

    def __init__(self, folder: Path) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.tokenizer, self._torch = AutoTokenizer.from_pretrained(folder), torch
        self.model = AutoModelForCausalLM.from_pretrained(folder).eval()

    def respond(self, path: str, body: Any, headers: Mapping[str, str]) -> Response:
        if path == "/v1/completions":
            prompts = body["prompt"] if isinstance(body["prompt"], list) else [body["prompt"]]
            choices = [{**self._complete(prompt, body), "index": index} for index, prompt in enumerate(prompts)]
            return Response(200, {"choices": choices})
        if path == "/apply-template":
            text = self.tokenizer.apply_chat_template(body["messages"], tokenize=False, add_generation_prompt=True)
            return Response(200, {"prompt": text})
        if path == "/v1/chat/completions":
            return Response(200, {"choices": [{"message": {"content": "Paris"}, "finish_reason": "stop"}]})
        return Response(404, {})

    def _complete(self, prompt: str, body: Any) -> dict[str, Any]:
        given = self.tokenizer.encode(prompt, add_special_tokens=False)
        ids = list(given)
        for _ in range(body["max_tokens"]):
            ids.append(int(self._table(ids)[-1].argmax()))
        table, first = self._table(ids), 0 if body.get("echo") else len(given)
        numbers = [None, *(float(table[n, ids[n + 1]]) for n in range(len(ids) - 1))]
        best = [None, *({"": float(table[n].max())} for n in range(len(ids) - 1))]
        tokens = [self.tokenizer.decode([token]) for token in ids]
        logprobs = {"tokens": tokens[first:], "token_logprobs": numbers[first:], "top_logprobs": best[first:]}
        told = given if body.get("return_token_ids") else None
        text = self.tokenizer.decode(ids[first:])
        return {"text": text, "logprobs": logprobs, "finish_reason": "length", "prompt_token_ids": told}

    def _table(self, ids: Sequence[int]) -> Any:
        with self._torch.inference_mode():
            return self.model(self._torch.tensor([list(ids)])).logits[0].log_softmax(-1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from babelance.backends.transformers.tiny import write_causal

    return Path(write_causal(tmp_path_factory.mktemp("causal")))


@pytest.fixture(scope="module")
def both(folder: Path) -> Iterator[Callable[[Query], tuple[Any, Any]]]:
    """The answers of a server and of this process."""
    from babelance.backends.endpoint.tiny import serve

    server = serve(Served(folder).respond)
    models = [open_model(f"openai:{server.url}#m"), MODELS.get("causal").open(str(folder), Options())]

    def ask(query: Query) -> tuple[Any, Any]:
        served, local = (next(iter(model.answer([query]))) for model in models)
        return served, local

    yield ask
    server.stop()


@pytest.mark.parametrize(
    "ability",
    [
        Ability.TOKENS_EACH, Ability.TOKENS_NONE, Ability.TOKENS_CHANGED, Ability.FILL_SENTENCE,
        Ability.FILL_LEFT_TO_RIGHT, Ability.FILL_STEREOSET, Ability.ENTAILS,
    ],
)  # fmt: skip
def test_numbers_are_those_of_the_same_model_in_this_process(both: Callable[[Query], Any], ability: Ability) -> None:
    served, local = both(EXAMPLES[ability])
    assert isinstance(served, Tokens | Choices) and type(served) is type(local)
    np.testing.assert_allclose(served.logprobs, local.logprobs, atol=2e-5)
    if isinstance(served, Tokens) and isinstance(local, Tokens):
        np.testing.assert_array_equal(served.positions, local.positions)
        np.testing.assert_array_equal(served.hits, local.hits)
        assert served.causal and served.length == local.length


def test_texts_whose_tokens_are_parts_of_characters_are_read_alike(both: Callable[[Query], Any]) -> None:
    served, local = both(TokenLogprobs("Größe ไทย 寿司", contrast="Größe ไม 寿司"))
    np.testing.assert_allclose(served.logprobs, local.logprobs, atol=2e-5)
    np.testing.assert_array_equal(served.positions, local.positions)


def test_an_empty_text_is_unanswered(both: Callable[[Query], Any]) -> None:
    assert both(TokenLogprobs(" ")) == (Unanswered("empty text"),) * 2
    assert isinstance(both(Entails("", "x"))[0], Unanswered)


def test_sums_of_a_run_are_those_of_the_server(tmp_path: Path) -> None:
    import pandas

    server = Faulty()
    with serving(server) as spec:
        result = run(spec, "--set", "tokens=all", "-o", "out")
    assert result.exit_code == 0, result.output
    table = pandas.read_parquet(tmp_path / "out" / "scored.parquet")
    text = "<s>The aunt sang 0 songs."
    asked = server.model.respond("/v1/completions", {"prompt": text, "max_tokens": 0, "echo": True, "logprobs": 1}, {})
    expected = sum(asked.value["choices"][0]["logprobs"]["token_logprobs"][1:])
    assert table["more"].iloc[0] == pytest.approx(expected, abs=1e-4)
    signature = json.loads(result.stdout.splitlines()[0])["signature"]
    assert "|@reads:left-to-right|@server:babelance|@start:<s>|" in signature
    assert re.search(r"\|m:openai:http://127\.0\.0\.1:\d+/v1#tiny#[0-9a-f]{8}\|", signature)


def test_an_endpoint_that_fails_an_examination_ends_the_run_before_any_result(tmp_path: Path) -> None:
    server = Faulty(of_echoes(lambda choice, body: choice.update(logprobs=None)))
    with serving(server) as spec:
        result = run(spec, "-o", "out")
        assert isinstance(result.exception, ModelError)
        assert "examination 'echo'" in str(result.exception) and "What still works: Embed, Entails, Translate" in str(
            result.exception
        )
        assert not result.stdout and not (tmp_path / "out").exists()
        assert isinstance(run(spec, verb="check").exception, ModelError)
        translated = list(open_model(spec).answer([EXAMPLES[Ability.TRANSLATE]]))
        with pytest.raises(ModelError, match="examination 'echo'"):
            list(open_model(spec).answer([EXAMPLES[Ability.TOKENS_EACH]]))
    assert not isinstance(translated[0], Unanswered), "others go on"


def test_an_audit_leaves_out_what_the_endpoint_failed_at_and_goes_on() -> None:
    (Path("nli.csv")).write_text("premise,hypothesis,set\n" + "A man sings.,A person sings.,pro\n" * 3)
    server = Faulty(of_echoes(lambda choice, body: choice.update(logprobs=None)))
    with serving(server) as spec:
        words = ["audit", "-m", spec, "-d", "nli.csv", "-d", "pairs.csv", "-l", "en", "--draws", "100", "--no-report"]
        result = CliRunner().invoke(app, words)
    assert result.exit_code in (0, 3), result.output
    told = " ".join(result.output.split())
    assert "examination 'echo'" in told and "nli-coal" not in told.partition("More:")[0], told


def test_what_was_answered_is_not_asked_again_and_a_limit_of_requests_is_gone_on_from() -> None:
    server = Faulty()
    with serving(server) as spec:
        most = requests_of_an_examination(spec, server) + 3
        stopped = run(spec, "--max-requests", str(most), "--concurrency", "1")
        assert f"--max-requests {most} are used up. What was answered is stored" in str(stopped.exception)
        assert run(spec).exit_code == 0
        before = server.count("/v1/completions")
        assert run(spec).exit_code == 0
        again = server.count("/v1/completions") - before
    assert again <= 30, "the examination alone"


def test_too_few_requests_for_the_examination_are_not_said_to_lead_anywhere() -> None:
    with serving(Faulty()) as spec:
        stopped = run(spec, "--max-requests", "3")
    assert stopped.exit_code != 0
    said = str(stopped.exception)
    assert "used up by the examination of the server" in said and "goes on" not in said


def test_a_run_whose_server_is_killed_goes_on_with_the_next_one() -> None:
    """The window that failed is kept up to the failure, and the numbers are those of a run without one."""
    server = Faulty()

    def die(path: str, body: Any, answer: Response) -> Response:
        """At a text of the second half, whichever of the requests that are under way comes first."""
        return Response(500, {}) if re.search(r"sang (1[5-9]|2\d) songs", json.dumps(body)) else answer

    with serving(server) as spec:
        whole = run(spec, "--store", "other.sqlite")
        asked_by_whole = server.count("/v1/completions")
        server.change = die
        assert "does not answer" in str(run(spec, "--concurrency", "2").exception)
        server.change = None
        server.asked.clear()
        assert value_of(run(spec)) == value_of(whole)
        assert server.count("/v1/completions") < asked_by_whole


def test_answers_of_a_server_are_stored_while_others_are_still_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends the process, little is lost."""
    count = Endpoint.answers_per_commit + 1
    queries = [TokenLogprobs(f"Number {number}.") for number in range(count)]
    stored: list[int] = []
    with serving(Faulty()) as spec, Store(tmp_path / "store.sqlite") as store:
        [job] = make_plan(models=[spec], data=["pairs.csv"], measures=["cps"], languages=["en"]).jobs
        whole = Endpoint.answer

        def watched(model: Endpoint, asked: Sequence[Query]) -> Iterator[Answer]:
            for answer in whole(model, asked):
                stored.append(len(store.get(model.fingerprint, queries)))
                yield answer

        monkeypatch.setattr(Endpoint, "answer", watched)
        assert len(answer_all(job, store, queries)) == len(store.get(job.model.fingerprint, queries)) == count
    assert stored == [0] * (count - 1) + [count - 1]


def test_another_model_under_the_same_name_is_not_given_the_answers_of_the_first(tmp_path: Path) -> None:
    server = Faulty()
    with serving(server) as spec:
        first = json.loads(run(spec, "--set", "tokens=all").stdout.splitlines()[0])
        server.model = type(server.model)(seed=1)
        second = json.loads(run(spec, "--set", "tokens=all").stdout.splitlines()[0])
        assert first["model"] != second["model"]
        with pytest.raises(ModelError, match="now has the fingerprint"):
            open_model(first["model"]).fingerprint  # noqa: B018 (asks the server)


def test_another_model_that_takes_over_during_a_run_is_noticed() -> None:
    server = Faulty()
    with serving(server) as spec:
        model = open_model(spec)
        assert model.fingerprint
        failing = iter([Response(503, {})])

        def swap(path: str, body: Any, answer: Response) -> Response:
            server.model = type(server.model)(seed=1)
            return next(failing, answer)

        server.change = swap
        with pytest.raises(ModelError, match=r"Another model answers at|now fails"):
            list(model.answer([TokenLogprobs(f"Number {n}.") for n in range(40)]))


def test_a_key_is_sent_to_the_server_and_written_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    server = Faulty()
    with serving(server) as spec:
        result = run(spec, "--api-key-env", "MY_KEY", "-o", "out")
        assert result.exit_code == 0, result.output
        assert all(headers.get("authorization") == f"Bearer {KEY}" for _, _, headers in server.asked)
        server.change = lambda path, body, answer: Response(401, {"error": {"message": f"bad key {KEY}"}})
        refused = run(spec, "--api-key-env", "MY_KEY")
    assert "--api-key-env" in str(refused.exception) and KEY not in str(refused.exception)
    assert KEY not in result.output + refused.output
    for file in (file for file in tmp_path.rglob("*") if file.is_file()):
        assert KEY.encode() not in file.read_bytes(), file


def repeat_in_answers(headers: Mapping[str, str], path: str, answer: Response) -> Response:
    told = headers.get("authorization", "")
    if path == "/v1/models":
        answer.value["data"][0]["owned_by"] = told
    if path == "/v1/chat/completions":
        answer.value["choices"][0]["message"]["content"] = told
    return Response(answer.status, {**answer.value, "system_fingerprint": told, "model": told})


def repeat_in_errors(headers: Mapping[str, str], path: str, answer: Response) -> Response:
    return Response(500, {"error": {"message": f"cannot use {headers.get('authorization')}"}})


@pytest.mark.parametrize("repeat", [repeat_in_answers, repeat_in_errors], ids=lambda one: one.__name__)
def test_a_key_that_a_server_repeats_is_in_no_file_and_no_traceback(
    repeat: Callable[[Mapping[str, str], str, Response], Response], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    server = Faulty()
    with serving(server) as spec:
        quiet = requests_of_an_examination(spec, server) + 2
        server.asked.clear()

        def change(path: str, body: Any, answer: Response) -> Response:
            late = repeat is repeat_in_answers or len(server.asked) > quiet
            return repeat(server.asked[-1][2], path, answer) if late else answer

        server.change = change
        result = run(spec, "--api-key-env", "MY_KEY", "-o", "out", "--concurrency", "1")
    assert (result.exit_code == 0) == (repeat is repeat_in_answers), result.output
    told = "".join(traceback.format_exception(result.exception)) if result.exception else ""
    assert ("[key]" in told) == (repeat is repeat_in_errors), told
    assert KEY not in result.output + told
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert written and all(KEY.encode() not in file.read_bytes() for file in written)


def test_check_says_what_a_run_takes_and_costs_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "prices.json").write_text('{"tiny": {"input": 1000, "output": 0, "currency": "EUR"}}')
    refusing = Faulty(of_echoes(lambda choice, body: choice.update(logprobs=None)))
    with serving(refusing) as spec:
        result = run(spec, "--prices", "prices.json", verb="check")
    told = re.search(r"at most about ([\d,]+) requests, ([\d,]+) tokens in, ([\d,]+) out, ([\d.]+) EUR", result.stdout)
    assert told and isinstance(result.exception, ModelError), result.output
    requests, tokens = (int(told[n].replace(",", "")) for n in (1, 2))
    server = Faulty()
    with serving(server) as spec:
        assert run(spec).exit_code == 0
        assert float(told[4]) == pytest.approx(tokens / 1000, rel=0.01)
    assert len(server.asked) <= requests


def test_check_adds_up_several_datasets_and_says_which_model_has_no_price(tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text(PAIRS)
    (tmp_path / "prices.json").write_text('{"tiny": {"input": 1, "output": 1}}')
    words = ["-d", "more.csv", "--prices", "prices.json"]
    with serving(Faulty()) as spec:
        both = run(spec, *words, verb="check").stdout
    requests = [int(count.replace(",", "")) for count in re.findall(r"about ([\d,]+) requests", both)]
    assert len(requests) == 3 and requests[0] + requests[1] == requests[2] and both.count("USD") == 3
    other = run("openai:http://127.0.0.1:9/v1#huge", *words, verb="check").stdout
    assert "USD" not in other and "the file of prices has none for openai:http://127.0.0.1:9/v1#huge" in other


TWO_PRICES = '{"tiny": {"input": 1, "input": 2, "output": 1}}'


@pytest.mark.parametrize(
    "text", ["[]", '{"tiny": {"input": "much", "output": 1}}', '{"tiny": {"input": -1, "output": 1}}', "{", TWO_PRICES]
)
def test_a_file_of_prices_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "prices.json").write_text(text)
    assert "prices.json" in str(
        run("openai:http://127.0.0.1:9/v1#tiny", "--prices", "prices.json", verb="check").exception
    )


def test_data_that_names_a_server_does_not_get_the_users_key() -> None:
    signature = "cps|fidelity:paper|m:openai:http://evil.example/v1#m|d:pairs.csv@1#00000000|l:en|n:3/3|ci:wilson.95|seed:0|v:0.1.0"
    refused = CliRunner().invoke(app, ["replay", signature])
    assert "or a server to ask" in str(refused.exception) and "--allow-command" in str(refused.exception)


def test_a_served_number_is_replayed_with_permission_and_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    server = Faulty()
    with serving(server) as spec:
        first = json.loads(run(spec).stdout.splitlines()[0])
        server.asked.clear()
        words = ["replay", first["signature"], "--allow-command", spec, "--api-key-env", "MY_KEY", "--json"]
        again = CliRunner().invoke(app, words)
        assert json.loads(again.stdout.splitlines()[0])["value"] == first["value"], again.output
    assert all(headers.get("authorization") == f"Bearer {KEY}" for _, _, headers in server.asked)
    assert os.environ.get("OPENAI_API_KEY") is None


def test_a_study_of_tokens_leaves_out_start_tokens_that_the_server_does_not_read() -> None:
    with serving(Faulty()) as spec:
        words = ["study", "tokens", "-m", spec, "-d", "pairs.csv", "-l", "en", "--measure", "cps", "--draws", "100"]
        result = CliRunner().invoke(app, words)
    assert result.exit_code in (0, 3), result.output
    assert "start=none" in result.output and "start=eos" not in result.output
