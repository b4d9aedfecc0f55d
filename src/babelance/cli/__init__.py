"""The command line: parse, call, print. One file per verb."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `babelance` command."""
    import sys

    from babelance.cli._streams import forget_strange_width
    from babelance.cli._verbs import answer_at_once

    forget_strange_width()  # consoles ask for it as soon as they are made
    if not answer_at_once(sys.argv[1:]):
        from babelance.cli.app import main as start

        start()
