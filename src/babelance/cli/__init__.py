"""The command line: parse, call, print. One file per verb."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `babelance` command."""
    import sys

    from babelance.cli._verbs import answered

    if not answered(sys.argv[1:]):
        from babelance.cli.app import main as start

        start()
