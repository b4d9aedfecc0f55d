"""What came back from a server: an answer, a refusal, a wish to be asked less, or a fault."""

from __future__ import annotations

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from babelance.backends.endpoint.wire import as_kind
from babelance.core.errors import ModelError
from babelance.core.untrusted import parse_json

if TYPE_CHECKING:
    import httpx2

LONGEST_RETRY_AFTER = 900.0
_NO_HOPE = ("insufficient_quota", "billing")
"""429 with such words is no matter of patience."""


@dataclass(frozen=True, slots=True)
class Reply:
    """`value` is the JSON of the answer; None where there is none."""

    status: int
    value: Any

    @property
    def ok(self) -> bool:
        return self.status == 200

    @property
    def words(self) -> str:
        """What the server says about its refusal, on one line."""
        value = self.value
        for name in ("error", "message", "detail"):
            value = value.get(name, value) if isinstance(value, dict) else value
        return " ".join(str(value or f"status {self.status}").split())[:300]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no reply. `limited`: the server is well, and wants to be asked less; `pause` seconds, if it says."""

    words: str
    limited: bool = False
    pause: float | None = None
    hopeless: bool = False
    away: bool = False


class ServerAway(ModelError):
    """Nobody is there, or nobody who finishes an answer."""


class Overloaded(ServerAway):
    """The server is well, and has allowed nothing for too long."""


def judge(response: httpx2.Response, content: bytes, kind: type[Any] | None, server: str) -> Reply | Fault:
    """The content as `kind` (a msgspec type), if it is one, else as plain JSON; or why it is no reply."""
    status = response.status_code
    if status == 200 and kind is not None and (value := as_kind(content, kind)) is not None:
        return Reply(status, value)
    text = content.decode("utf-8", "replace")
    limited = status == 429 or (status == 503 and "retry-after" in response.headers)
    if limited:
        pause = seconds_asked_for(response.headers.get("retry-after", ""))
        hopeless = any(word in text for word in _NO_HOPE) or (pause or 0) > LONGEST_RETRY_AFTER
        words = f"it allows no more for now (status {status}): {' '.join(text.split())[:200]}"
        return Fault(words, True, pause, hopeless)
    if status >= 500 and status != 501:
        return Fault(f"status {status}: {' '.join(text.split())[:200]}")
    try:
        reply = Reply(status, parse_json(text, server, error=ModelError))
    except ModelError as error:
        return Fault(f"its answer is cut, or no JSON ({error})") if status == 200 else Reply(status, text[:300])
    if reply.ok and isinstance(reply.value, dict) and reply.value.get("error"):  # as some gateways do
        return Fault(f"status 200 with an error: {reply.words}")
    return reply


def seconds_asked_for(header: str) -> float | None:
    """Seconds that `Retry-After` asks for: a number, or a date; None if it says nothing."""
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
