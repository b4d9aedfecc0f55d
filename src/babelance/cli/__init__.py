"""The command line: parse, call, print. One file per verb."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `babelance` command."""
    from babelance.cli.app import main as start

    start()
