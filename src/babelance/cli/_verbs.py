"""Which verbs there are, without importing any of them: `babelance --help` must not wait for what it only names.

A verb is a file or a folder beside this one whose first line says what it does, and whose `register(app)` adds it:

    \"\"\"`babelance run`: chosen measures of chosen models on chosen data.\"\"\"

Another package adds a verb through the entry-point group `babelance.cli`; it names such a `register` function.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from babelance._version import __version__
from babelance.core.errors import InputError

GROUP = "babelance.cli"
LAST = 100
"""Where a verb stands in the overview that does not say it."""
_FIRST_LINE = re.compile(r'"""(?P<names>`babelance [a-z-]+.*?`): (?P<summary>.+?)(?:\.?"""|\. |\.?$)', re.MULTILINE)
_NAME = re.compile(r"`babelance ([a-z-]+)")
_ORDER = re.compile(r"^ORDER = (\d+)$", re.MULTILINE)


class Verb(NamedTuple):
    """`module` has the function `register`; a verb of another package has an entry point instead."""

    name: str
    summary: str
    order: int
    module: str = ""
    point: Any = None

    def register(self, app: Any) -> None:
        if not self.point:
            import_module(self.module).register(app)
            return
        try:
            self.point.load()(app)
        except Exception as error:
            raise InputError(
                f"The verb '{self.name}' {self.summary} cannot be used ({type(error).__name__}: {error}). "
                "Update or uninstall the package."
            ) from error


def verbs() -> dict[str, Verb]:
    """All verbs by name, in the order of the overview. Our own come first where names clash."""
    by_name = {verb.name: verb for verb in (*_foreign(), *_own_verbs())}
    return dict(sorted(by_name.items(), key=lambda pair: (pair[1].order, pair[0])))


def _own_verbs() -> Iterator[Verb]:
    for entry in sorted(Path(__file__).parent.iterdir()):
        file = entry if entry.suffix == ".py" else entry / "__init__.py"
        if entry.name.startswith("_") or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        if first := _FIRST_LINE.match(text):
            order = _ORDER.search(text)
            module = f"{GROUP}.{entry.stem}"
            for name in dict.fromkeys(_NAME.findall(first["names"])):
                yield Verb(name, first["summary"], int(order[1]) if order else LAST, module)


def _foreign() -> Iterator[Verb]:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist else point.module
        yield Verb(point.name, f"from the package {package}", LAST, point=point)


def overview() -> str:
    """What `babelance --help` prints."""
    import textwrap

    known = verbs()
    indent = max(map(len, known)) + 4
    width = max(60, min(100, _columns()))
    lines = [
        textwrap.fill(
            f"{f'  {verb.name}':<{indent}}{verb.summary[0].upper()}{verb.summary[1:]}.", width,
            subsequent_indent=" " * indent,
        )
        for verb in known.values()
    ]  # fmt: skip
    about = "Measure social bias of language models in many languages, say how sure you are, and mitigate it."
    return "\n".join(
        [
            "Usage: babelance VERB [OPTIONS]\n",
            textwrap.fill(about, width) + "\n",
            *lines,
            "\n`babelance VERB --help` shows the options of a verb and an example,",
            "`babelance --version` the version.",
        ]
    )


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 80


def answer_at_once(words: list[str]) -> bool:
    """Was this all that was asked for? Nothing but the standard library is needed to answer it."""
    if "_BABELANCE_COMPLETE" in os.environ:  # a shell asks for completions, with no words at all
        return False
    if words in ([], ["--help"], ["-h"]):
        sys.stdout.write(f"{overview()}\n")
        return True
    if words == ["--version"]:
        sys.stdout.write(f"babelance {__version__}\n")
        return True
    return False
