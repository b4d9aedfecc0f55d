"""The smallest served model: characters as tokens, the next one guessed from the last, over HTTP on this machine.

It answers as a server should, and is what the kind of model is tried on. Whoever writes a server can compare:

    python -m babelance.backends.endpoint.tiny
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from string import ascii_letters, digits, punctuation
from typing import Any

import numpy as np
from numpy.typing import NDArray

START = "<s>"
OTHER = "other"
TOKENS = (START, *ascii_letters, *digits, *punctuation, " ", "\n", OTHER)
_IDS = {token: number for number, token in enumerate(TOKENS)}
_OFTEN = "YMN"
"""Likely first letters, so that a yes, maybe or no is always among the likeliest."""


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    value: Any
    headers: Mapping[str, str] = field(default_factory=dict)


Respond = Callable[[str, Any, Mapping[str, str]], Response]
"""(path, what was sent, headers) → what is answered."""


class TinyModel:
    """Other seeds are other models. `reads_chats`: takes vLLM's `prompt_logprobs` in chats."""

    def __init__(self, seed: int = 0, name: str = "tiny", *, reads_chats: bool = False) -> None:
        self.name, self.reads_chats = name, reads_chats
        odds = np.random.default_rng(seed).normal(size=(len(TOKENS), len(TOKENS)))
        odds[:, [_IDS[letter] for letter in _OFTEN]] += 4
        odds[:, [_IDS[START], _IDS[OTHER], _IDS["\n"]]] -= 4
        self.table: NDArray[np.float64] = odds - np.logaddexp.reduce(odds, axis=1, keepdims=True)

    def respond(self, path: str, body: Any, headers: Mapping[str, str]) -> Response:
        """What a server of OpenAI's kind would say."""
        match path:
            case "/v1/models":
                return Response(200, {"data": [{"id": self.name, "owned_by": "babelance", "max_model_len": 4096}]})
            case "/v1/completions":
                given = body["prompt"]
                prompts = given if isinstance(given, list) and not isinstance(given[0], int) else [given]
                return self._answer([self._complete(prompt, body) for prompt in prompts])
            case "/v1/chat/completions":
                return self._answer([self._chat(body)], self._prompt(body) if self.reads_chats else {})
            case "/v1/embeddings":
                data = [{"index": index, "embedding": vector(word)} for index, word in enumerate(body["input"])]
                return Response(200, {"data": data})
            case "/tokenize" if "content" in body:
                return Response(200, {"tokens": [_piece(token) for token in split(body["content"])]})
            case "/apply-template":
                return Response(200, {"prompt": template(body["messages"])})
        return Response(404, {"error": {"message": f"there is no {path}"}})

    def _answer(self, choices: Sequence[dict[str, Any]], more: Mapping[str, Any] | None = None) -> Response:
        numbered = [{**choice, "index": index} for index, choice in enumerate(choices)]
        return Response(200, {"model": self.name, "choices": numbered, **(more or {})})

    def _complete(self, prompt: str, body: Mapping[str, Any]) -> dict[str, Any]:
        given = split(prompt) if isinstance(prompt, str) else [TOKENS[number] for number in prompt]
        new = self._go_on(given, int(body.get("max_tokens", 16)), _bias(body))
        shown = [*given, *new] if body.get("echo") else new
        first = 0 if body.get("echo") else len(given)
        tokens, numbers, top = self._numbers([*given, *new], first, int(body.get("logprobs") or 0))
        return {
            "text": "".join(shown),
            "finish_reason": "length",
            "logprobs": {"tokens": tokens, "token_logprobs": numbers, "top_logprobs": top},
        }

    def _chat(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Says the last line of the turn backwards; its first token is as likely as the model has it."""
        turn = str(body["messages"][-1]["content"])
        words = turn.rstrip(".").rpartition("\n")[2][::-1].strip()
        given = split(template(body["messages"]))
        first = self._go_on(given, 1, _bias(body))[0] if body.get("logit_bias") else words[:1] or "?"
        tokens, numbers, top = self._numbers([*given, first], len(given), int(body.get("top_logprobs") or 0))
        content = [
            {"token": token, "logprob": number, "top_logprobs": [{"token": t, "logprob": p} for t, p in best.items()]}
            for token, number, best in zip(tokens, numbers, top, strict=True)
        ]
        return {"message": {"content": words}, "finish_reason": "stop", "logprobs": {"content": content}}

    def _prompt(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The tokens of the chat itself with their log-probabilities, as vLLM writes them."""
        if body.get("prompt_logprobs") is None:
            return {}
        given = split(template(body["messages"], goes_on=bool(body.get("continue_final_message"))))
        tokens, numbers, _ = self._numbers(given, 0, 0)
        entries = [
            {str(_id(token)): {"logprob": n, "decoded_token": token}} for token, n in zip(tokens, numbers, strict=True)
        ]
        return {"prompt_logprobs": [None, *entries[1:]], "prompt_token_ids": [_id(token) for token in tokens]}

    def _go_on(self, given: Sequence[str], count: int, bias: NDArray[np.float64]) -> list[str]:
        tokens = list(given)
        for _ in range(count):
            tokens.append(TOKENS[int((self.table[_id(tokens[-1])] + bias).argmax())])
        return tokens[len(given) :]

    def _numbers(self, tokens: Sequence[str], first: int, count: int) -> tuple[list[str], list[Any], list[Any]]:
        """Tokens from the first on, their log-probabilities, and the likeliest at each place."""
        rows = [None if index == 0 else self.table[_id(tokens[index - 1])] for index in range(len(tokens))]
        numbers = [None if row is None else float(row[_id(token)]) for token, row in zip(tokens, rows, strict=True)]
        best = [row if row is None else _best(row, count) for row in rows]
        return list(tokens[first:]), numbers[first:], best[first:]


def _piece(token: str) -> dict[str, Any]:
    """Characters that the model does not know are told as bytes."""
    return {"id": _id(token), "piece": token if token in _IDS else list(token.encode())}


def _bias(body: Mapping[str, Any]) -> NDArray[np.float64]:
    """What is added to choose a token; it is no part of the number that is told."""
    bias = np.zeros(len(TOKENS))
    for token, value in (body.get("logit_bias") or {}).items():
        bias[int(token)] = value
    return bias


def split(text: str) -> list[str]:
    """Characters; a start token is one token."""
    parts = text.split(START)
    return [token for index, part in enumerate(parts) for token in ([START] if index else []) + list(part)]


def _best(row: NDArray[np.float64], count: int) -> dict[str, float]:
    return {TOKENS[number]: float(row[number]) for number in row.argsort()[::-1][:count]}


def _id(token: str) -> int:
    return _IDS.get(token, _IDS[OTHER])


def template(messages: Sequence[Mapping[str, str]], *, goes_on: bool = False) -> str:
    """Ends where the assistant's turn begins, or, if it `goes_on`, where it has got to."""
    turns = START + "".join(f"{message['role']}: {message['content']}\n" for message in messages)
    return turns.removesuffix("\n") if goes_on else turns + "assistant: "


def vector(word: str) -> list[float]:
    digest = hashlib.blake2b(word.encode(), digest_size=16).digest()
    return [byte / 128 - 1 for byte in digest]


@dataclass(frozen=True)
class Serving:
    """A server that runs in a thread of this process."""

    url: str
    _server: ThreadingHTTPServer

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def serve(respond: Respond | None = None, port: int = 0) -> Serving:
    """Answer on this machine, until it is stopped or the process ends."""
    server = _Server(("127.0.0.1", port), _handler(respond or TinyModel().respond))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return Serving(f"http://127.0.0.1:{server.server_address[1]}/v1", server)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # the usual 5 lose connections that come at once

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever hangs up before the answer has come does so on purpose."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _handler(respond: Respond) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            size = int(self.headers.get("content-length") or 0)
            content = self.rfile.read(size)
            if len(content) == size:  # else somebody has hung up
                self._send(respond(self.path, json.loads(content or b"null"), dict(self.headers)))

        def do_GET(self) -> None:
            self._send(respond(self.path, None, dict(self.headers)))

        def _send(self, response: Response) -> None:
            value = response.value
            content = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(response.status)
            for name, text in {"content-length": str(len(content)), **response.headers}.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *words: Any) -> None:
            """Nobody reads it."""

    return Handler


if __name__ == "__main__":
    sys.stdout.write(f"babelance run --model 'openai:{serve().url}#tiny' …\n")
    sys.stdout.flush()
    threading.Event().wait()
