"""The process that renders chat templates: a request in a line of JSON, an answer in a line of JSON.

Before each rendering its processor time is limited, so that it ends by itself when nobody is left to stop it.
A prompt is the same on every day and in every run: templates that ask for the date or for luck are told the same.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

TODAY = datetime(2025, 1, 1)
"""For templates with a date in them (Llama 3): answers are kept, and signatures replayed, on other days."""


class _Clock(datetime):
    @classmethod
    def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
        return TODAY


def main(mebibytes: int) -> None:
    from transformers.utils import chat_template_utils

    chat_template_utils.datetime = _Clock
    render_jinja_template = chat_template_utils.render_jinja_template
    limit_memory(mebibytes << 20)
    _tell({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        limit_time(request.pop("seconds"))
        _tell(_answer(render_jinja_template, request))


def _answer(render: Any, request: dict[str, Any]) -> dict[str, Any]:
    most = request.pop("most")
    special = request.pop("special")
    random.seed(0)
    try:
        [text], _ = render(**request, add_generation_prompt=True, **special)
    except MemoryError:
        return {"beyond": "memory"}
    except Exception as error:  # templates are programs, and raise whatever they like
        return {"error": str(error).split("\n")[0][:500] if str(error) else type(error).__name__}
    return {"text": text} if len(text) <= most else {"beyond": "length"}


def limit_memory(more: int) -> None:
    """Linux alone counts the address space of a process."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def limit_time(seconds: int) -> None:
    if os.name != "posix":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard < 0 else min(wanted, hard), hard))


def _tell(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
