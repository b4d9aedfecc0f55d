"""Who a server says it is: its name and version, the model, how weights are rounded, what it says about its tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.reply import Overloaded, ServerAway
from babelance.backends.endpoint.requests import Refused
from babelance.core.errors import ModelError

MARK = "4711 marks"
"""A user's turn that is found again in what a template makes of it."""
LLAMA_CPP_PYTHON = "llama-cpp-python"
_OWNERS = {"llamacpp": "llama.cpp", "me": LLAMA_CPP_PYTHON}
_PROBED = 1.0
"""Seconds for which a fault is borne where most servers have nothing: one more try."""
_SIMPLE = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True, slots=True)
class Template:
    """What a server's chat template puts round one user's turn; the assistant's turn begins after it."""

    before: str
    after: str

    def fill(self, turn: str) -> str:
        return f"{self.before}{turn}{self.after}"


@dataclass(frozen=True, slots=True)
class Identity:
    """As far as the server tells; empty where it does not."""

    server: str = ""
    quantisation: str = ""
    listed: tuple[str, ...] = ()
    limit: int | None = None
    """Tokens that the model can read."""
    tokens: dict[str, str] = field(default_factory=dict)
    """`bos` and `eos`, as they are written."""
    template: Template | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """What a fingerprint is made of, with the model's answers."""
        return (self.server, self.quantisation)


def ask_identity(client: Client) -> Identity:
    """From `/models`, `/version` (vLLM), `/props` (llama.cpp), `/tokenizer_info` (vLLM, where it is enabled)."""
    models = _models(client)
    mine = models.get(client.address.model, {})
    meta = mine.get("meta") if isinstance(mine.get("meta"), dict) else {}
    owner = str(mine.get("owned_by") or "")
    version, props, tokenizer = (_object(client, path) for path in ("version", "props", "tokenizer_info"))
    return Identity(
        server=_server(owner, version, props),
        quantisation=_short(props.get("model_ftype") or (meta or {}).get("ftype") or mine.get("quantization")),
        listed=tuple(models),
        limit=_whole(mine.get("max_model_len")) or _whole((meta or {}).get("n_ctx")),
        tokens={
            name: token
            for name in ("bos", "eos")
            if isinstance(token := props.get(f"{name}_token") or tokenizer.get(f"{name}_token"), str) and token
        },
        template=ask_template(client),
    )


def ask_template(client: Client) -> Template | None:
    """llama.cpp renders a chat; vLLM gives its tokens, and the text of tokens."""
    messages = [{"role": "user", "content": MARK}]
    rendered = _post(client, "apply-template", {"messages": messages}).get("prompt")
    if not isinstance(rendered, str):
        model = client.address.model
        wanted = {"model": model, "messages": messages, "add_generation_prompt": True}
        tokens = _post(client, "tokenize", wanted).get("tokens")
        known = _post(client, "detokenize", {"model": model, "tokens": tokens}) if tokens else {}
        rendered = known.get("prompt")
    if not isinstance(rendered, str) or rendered.count(MARK) != 1:
        return None
    before, _, after = rendered.partition(MARK)
    return Template(before, after)


def _models(client: Client) -> dict[str, dict[str, Any]]:
    """Name → what the server lists about it. This first request finds out whether there is a server, and a key fits."""
    try:
        reply = client.get("models")
    except ServerAway:
        raise
    except ModelError:  # `transformers serve` fails here, and answers all the same
        return {}
    if reply.status in (401, 403):
        raise Refused(reply)
    listed = reply.value.get("data") if reply.ok and isinstance(reply.value, dict) else None
    return (
        {str(entry.get("id")): entry for entry in listed if isinstance(entry, dict)} if isinstance(listed, list) else {}
    )


def _server(owner: str, version: dict[str, Any], props: dict[str, Any]) -> str:
    """`vllm-0.32.0`, `llama.cpp-b4711`."""
    if props:
        return _short(f"llama.cpp-{props['build_info']}" if props.get("build_info") else "llama.cpp")
    number = _short(version.get("version"))
    name = _OWNERS.get(owner, _short(owner))
    return f"{name or 'server'}-{number}" if number else name


def _object(client: Client, path: str) -> dict[str, Any]:
    """Empty where the server has no such thing."""
    try:
        reply = client.get(path, patience=_PROBED, at_root=True)
    except Overloaded:
        raise
    except ModelError:
        return {}
    return reply.value if reply.ok and isinstance(reply.value, dict) else {}


def _post(client: Client, path: str, body: Any) -> dict[str, Any]:
    try:
        reply = client.post(path, body, patience=_PROBED, at_root=True)
    except Overloaded:
        raise
    except ModelError:
        return {}
    return reply.value if reply.ok and isinstance(reply.value, dict) else {}


def _short(value: Any) -> str:
    return _SIMPLE.sub("-", value).strip("-")[:60] if isinstance(value, str) else ""


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None
