"""Plain HTTP to one server: a bound on what is asked at once, patience with faults, and a key that goes nowhere else.

429, 503 with `Retry-After`     the server asks for patience: everybody waits as long as it says (if it says 0, as long
                                as after a fault), until it has answered nobody for ten minutes and the longest wait
                                that it asked for
other 5xx, timeouts, dropped    a fault: the same is asked again after 0.5, 1, 2, 4 … seconds, for two minutes
or cut answers
other 4xx                       an answer: the server does not want this, and will not want it again
3xx                             followed on the same host only, since the key would go along

Certificates are verified. The key is taken out of everything that a server says, since some repeat it.
"""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from babelance.backends.endpoint.address import Address
from babelance.backends.endpoint.reply import Fault, Overloaded, Reply, ServerAway, judge
from babelance.backends.endpoint.turns import Turns
from babelance.backends.endpoint.wire import LONGEST_ANSWER, PACKINGS, Key, Lines, TooLarge, read_bounded
from babelance.core.errors import InputError, ModelError
from babelance.core.extras import require

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 16
PATIENCE = 120.0
"""Seconds for which faults are borne: a server may be started again meanwhile."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 20.0
LIMITED_PATIENCE = 5
"""Times the patience with faults."""
_APART = 0.005
"""Seconds between first requests: small servers lose connections that all come at one moment."""
_AHEAD = 4
"""Answers may come out of order; so many times more are asked than can be on their way."""
READ_TIMEOUT = 300.0
_REDIRECTS = 3


class Client:
    """One per model. Threads may share it."""

    def __init__(self, address: Address, key: str | None, *, at_once: int = AT_ONCE, most: int | None = None) -> None:
        require("httpx2")
        import httpx2

        self.address, self.at_once, self.most = address, at_once, most
        self.requests = 0
        self.patience = PATIENCE
        self.outages = 0
        """How often the server was not there, or failed; who it is then is worth another look."""
        self.turns = Turns()
        self._key, self._lines = Key(key), Lines()
        self._lock, self._stopped = threading.Lock(), threading.Event()
        self._not_before = 0.0
        self._opened = 0
        """Connections, at least."""
        self._lacking: set[str] | None = None
        """Addresses at which faults were given up; None outside an examination."""
        self._limits_borne = 0.0
        """Limits get the patience of so many seconds, whatever faults get."""
        self._answered = 0.0
        """When anybody last got an answer: a server that is slow on purpose is borne as long as it serves."""
        self._http = httpx2.Client(
            headers={"accept-encoding": ", ".join(PACKINGS)} | ({"authorization": f"Bearer {key}"} if key else {}),
            timeout=httpx2.Timeout(READ_TIMEOUT, connect=5.0),
            limits=httpx2.Limits(max_connections=at_once, max_keepalive_connections=at_once),
            trust_env=not address.is_local,
        )

    def post(
        self,
        path: str,
        body: Any,
        *,
        patience: float | None = None,
        at_root: bool = False,
        kind: type[Any] | None = None,
    ) -> Reply:
        """What the server says; as `kind` (a msgspec type), if it is one, else as plain JSON."""
        patience = self.patience if patience is None else patience
        return self._send("POST", self._url(path, at_root), body, patience, kind)

    def get(self, path: str, *, patience: float | None = None, at_root: bool = False) -> Reply:
        return self._send("GET", self._url(path, at_root), None, self.patience if patience is None else patience)

    @contextmanager
    def examining(self, patience: float) -> Iterator[None]:
        """Faults are borne for so long, and at each address once: what a server lacks is no fault that goes away.
        Limits of the rate are borne as ever."""
        usual = self.patience
        self.patience, self._limits_borne, self._lacking = min(usual, patience), usual, set()
        try:
            yield
        finally:
            self.patience, self._limits_borne, self._lacking = usual, 0.0, None

    def stream(self, function: Callable[[T], R], arguments: Sequence[T]) -> Iterator[R]:
        """`function` of each thing, so many at once, in order as they come; the first error stops the rest."""
        if len(arguments) <= 1 or self.at_once == 1:
            yield from map(function, arguments)
            return
        with ThreadPoolExecutor(min(self.at_once, len(arguments))) as pool:
            waiting: deque[Future[R]] = deque()
            try:
                for argument in arguments:
                    waiting.append(pool.submit(function, argument))
                    if self._opened < self.at_once:
                        self._opened += 1
                        time.sleep(_APART)
                    if len(waiting) >= _AHEAD * self.at_once:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:
                self.stop(pool, waiting)
                raise

    def stop(self, pool: ThreadPoolExecutor, waiting: Iterable[Future[R]]) -> None:
        """Whoever waits for an answer or for better times wakes up, and what was not begun is not asked."""
        self._stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in waiting):
            self._lines.hang_up()  # again and again: somebody may just have got through
            time.sleep(0.02)
        self._stopped.clear()

    def _url(self, path: str, at_root: bool) -> str:
        return f"{self.address.root if at_root else self.address.url}/{path}"

    def _send(self, method: str, url: str, body: Any, patience: float, kind: type[Any] | None = None) -> Reply:
        began, pause, asked_for = time.monotonic(), FIRST_WAIT, 0.0
        patience = 0.0 if self._lacking and url in self._lacking else patience
        while True:
            self._wait_turn()
            with self.turns.one_of_many():
                outcome = self._try(method, url, body, kind)
            if isinstance(outcome, Reply):
                self._answered = time.monotonic()
                if self._lacking and outcome.ok:
                    self._lacking.discard(url)
                return outcome
            usual = pause * (1 + random.random() / 4)  # not all at one moment
            wait = outcome.pause if outcome.pause is not None and outcome.pause >= FIRST_WAIT else usual
            asked_for = max(asked_for, outcome.pause or 0.0)
            if outcome.limited:
                borne = LIMITED_PATIENCE * max(patience, self._limits_borne)
                until = max(began, self._answered) + borne + asked_for
            else:
                until = began + patience + asked_for
            if outcome.hopeless or time.monotonic() + wait > until:
                if self._lacking is not None and not outcome.limited:
                    self._lacking.add(url)
                kind = Overloaded if outcome.limited else ServerAway if outcome.away else ModelError
                raise kind(self._without_answer(outcome, time.monotonic() - began))
            self._delay(outcome, wait)
            pause = min(2 * pause, LONGEST_WAIT)

    def _delay(self, fault: Fault, seconds: float) -> None:
        """A limit concerns everybody, a fault whoever met it."""
        with self._lock:
            self.outages += not fault.limited
            if fault.limited:
                self._not_before = max(self._not_before, time.monotonic() + seconds)
        if not fault.limited:
            self._sleep(seconds)

    def _wait_turn(self) -> None:
        self._sleep(0)
        while (left := self._not_before - time.monotonic()) > 0:
            self._sleep(left)
        with self._lock:
            if self.most is not None and self.requests >= self.most:
                raise InputError(f"--max-requests {self.most} are used up{self._what_helps()}")
            self.requests += 1

    def _what_helps(self) -> str:
        if self._lacking is not None:
            return " by the examination of the server, which comes before any answer: allow more."
        return ". What was answered is stored: the same command goes on from there."

    def _sleep(self, seconds: float) -> None:
        if self._stopped.wait(seconds):
            raise ModelError("Stopped, because another request failed.")

    def _try(self, method: str, url: str, body: Any, kind: type[Any] | None) -> Reply | Fault:
        import httpx2

        try:
            for _ in range(_REDIRECTS + 1):
                tracing = {"trace": self._lines.trace}
                self._lines.wait_at_most(READ_TIMEOUT)
                with self._http.stream(method, url, json=body, extensions=tracing) as response:
                    self._lines.wait_at_most(LONGEST_ANSWER + 1)
                    content = self._key.out_of_bytes(read_bounded(response, str(self.address)))
                if not 300 <= response.status_code < 400:
                    return judge(response, content, kind, str(self.address))
                url = self._same_host(url, response.headers.get("location", ""))
        except TooLarge as error:
            raise ServerAway(str(error)) from None
        except httpx2.TimeoutException:
            return Fault("it did not answer in time", away=True)
        except httpx2.HTTPError as error:
            words = self._key.out_of(str(error)) or type(error).__name__
            return Fault(words, hopeless="CERTIFICATE" in words.upper(), away=True)
        raise ModelError(f"{self.address} sends requests round and round ({_REDIRECTS} redirects).")

    def _same_host(self, url: str, location: str) -> str:
        shown_location = self._key.out_of(location)
        try:
            there = urljoin(url, location)
            here, wanted = urlsplit(url), urlsplit(there)
            shown = urlsplit(urljoin(url, shown_location)).netloc.rpartition("@")[2]
        except ValueError:
            raise ServerAway(f"{self.address} redirects to {shown_location[:80]!r}, which is no address.") from None
        if (here.scheme, here.netloc) == (wanted.scheme, wanted.netloc):
            return there
        raise ServerAway(
            f"{self.address} redirects to another host, {wanted.scheme}://{shown}: what is asked, and the key, would "
            "go there. Name that address if you trust it."
        )

    def _without_answer(self, fault: Fault, waited: float) -> str:
        often = f", for {waited:.0f} seconds" if fault.limited and waited >= 1 else ""
        return (
            f"{self.address} does not answer: {fault.words.rstrip('.')}{often}. What was answered is stored: the same "
            "command goes on from there once the server does."
        )
