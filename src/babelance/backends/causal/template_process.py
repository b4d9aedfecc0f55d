"""Chat templates are programs of strangers: they are rendered in a process of their own, with bounds.

One process serves all models, and is started anew after a template that went beyond a bound. Time is bounded
everywhere, memory where the system counts it (Linux).
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from functools import cache
from typing import Any

from babelance.core.limits import LONGEST_TEXT

SECONDS = 10
"""For one prompt; honest templates take less than a thousandth of that."""
MEBIBYTES = 512
"""Beyond what the process has when it starts."""
STARTING = 300
"""Seconds until the process has imported what it needs, on a busy machine."""


class BeyondBounds(Exception):
    """What the template did, in words that follow its name."""


class TemplateFailed(Exception):
    """The template's own error."""


def render(template: str, special: dict[str, Any], messages: list[dict[str, str]]) -> str:
    """The conversation as text, as transformers renders it."""
    most = LONGEST_TEXT + 4 * sum(len(message["content"]) for message in messages)
    bounds = {"seconds": SECONDS, "most": most}
    request = {"chat_template": template, "special": special, "conversations": [messages], **bounds}
    answer = _renderer_of(os.getpid()).ask(request)
    if "text" in answer:
        return str(answer["text"])
    if "error" in answer:
        raise TemplateFailed(str(answer["error"]))
    raise BeyondBounds(_WORDS[answer["beyond"]].format(seconds=SECONDS, mebibytes=MEBIBYTES, most=most))


_WORDS = {
    "time": "takes more than {seconds} seconds for one prompt",
    "memory": "takes more than {mebibytes} MiB of memory for one prompt",
    "length": "makes more than {most:,} characters of one prompt",
    "end": "ends the process that renders it, most often for want of memory",
}


class _Renderer:
    """The process, started when it is needed; one request at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        atexit.register(self.stop)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self.stop()
                self._process = _start()
                if not _exchange(self._process, "", STARTING)[0]:
                    self.stop()
                    raise BeyondBounds("cannot be rendered, since the process for it did not start")
            try:
                line, late = _exchange(self._process, json.dumps(request) + "\n", SECONDS)
            except BaseException:  # Ctrl-C: what nobody waited for would be taken for the next answer
                self.stop()
                raise
            if not line.endswith("\n"):
                late = late or self._process.wait() == -24  # SIGXCPU
                self.stop()
                return {"beyond": "time" if late else "end"}
            answer: dict[str, Any] = json.loads(line)
            return answer

    def stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError), self._process as process:
                process.kill()
        self._process = None


@cache
def _renderer_of(process: int) -> _Renderer:
    """Of this process: a fork does not share pipes with its parent."""
    return _Renderer()


def _start() -> subprocess.Popen[str]:
    # The same packages as here, and none that lies in the current folder.
    code = (
        f"import sys; sys.path[:] = {[str(entry) for entry in sys.path if entry]!r}; "
        f"from babelance.backends.causal.template_worker import main; main({MEBIBYTES})"
    )
    settings = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    settings["PYTHONHASHSEED"] = "0"  # of sets, which templates make of keys
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="ascii",
        env={**os.environ, **settings},
        start_new_session=True,
    )


def _exchange(process: subprocess.Popen[str], line: str, seconds: float) -> tuple[str, bool]:
    """The answer, empty if the process ended; and whether it was stopped for being late."""
    assert process.stdin is not None and process.stdout is not None
    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, stop)
    timer.start()
    try:
        process.stdin.write(line)
        process.stdin.flush()
        return process.stdout.readline(), late.is_set()
    except OSError:
        return "", late.is_set()
    finally:
        timer.cancel()
