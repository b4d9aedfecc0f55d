"""Make one kind of expected values again: `python -m tests.golden.making NAME [PATH]`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NAMES = ("probes", "s-jsd", "aul", "crows", "stereoset", "mbe", "cb", "nli", "words", "tgbi")


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        sys.exit(f"Name one of {', '.join(NAMES)}, and the checkout of the authors' repository if it has one.")
    module = import_module(f"tests.golden.making.{sys.argv[1].replace('-', '_')}")
    paths = [Path(word).resolve() for word in sys.argv[2:]]
    module.make(*paths)


main()
