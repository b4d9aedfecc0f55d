"""What `main` does with an error that nobody foresaw: one line, a file to attach to a report, and exit code 70.

Such an error is a fault of ours, or of a package that adds a measure, a kind of model or the like: it is told which. It
never prints a number, and results that were computed before it are written.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import EntryPoint, entry_points

from babelance._version import __version__
from babelance.core.extras import installed_version

EXIT = 70
"""As in sysexits.h: an internal software error."""
_PACKAGES = ("numpy", "pandas", "pyarrow", "scipy", "tokenizers", "torch", "transformers", "typer")


def describe(error: BaseException) -> str:
    """One line that says what happened and where the rest is."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    path = _write(error)
    package = _package_of(error)
    whose = f"of the package '{package}'" if package else "of babelance"
    attach = f"Please report it{' there' if package else ''}{f' with the file {path}' if path else ''}"
    return f"internal error ({what}). This is a fault {whose}, not of yours. {attach} (look through it first)."


def _package_of(error: BaseException) -> str | None:
    """The package that adds something to babelance and in whose code the error arose; None if it was ours."""
    points = [point for group in entry_points().groups if group.startswith("babelance.") for point in _points(group)]
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == "babelance":
            return None
        for point in points:
            if module.partition(".")[0] == point.module.partition(".")[0]:
                return point.dist.name if point.dist else point.module
    return None


def _points(group: str) -> Iterable[EntryPoint]:
    return entry_points(group=group)


def unreadable(error: OSError) -> str:
    """What the operating system said no to."""
    names = " → ".join(f"'{os.fsdecode(name)}'" for name in (error.filename, error.filename2) if name is not None)
    return f"{error.strerror or error}{': ' if names else ''}{names}."


def _write(error: BaseException) -> str | None:
    try:
        handle, path = tempfile.mkstemp(prefix="babelance-error-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(_report(error))
    except OSError:  # no room even for that
        return None
    return path


def _report(error: BaseException) -> str:
    facts = [
        f"babelance {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        " ".join(f"{name} {version}" for name in _PACKAGES if (version := installed_version(name))),
        f"arguments: {sys.argv[1:]!r}",
    ]
    return "\n".join([*facts, "", *traceback.format_exception(error)])
