"""Arguments of benchmarks that time pairs of runs in several parts."""

import argparse
from collections.abc import Iterable


def parse_pair_arguments(
    description: str | None, parts: Iterable[str], *, pairs: int, of: str = ""
) -> argparse.Namespace:
    """`pairs` is how many are timed unless asked otherwise; `of` says how many there are."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--pairs", type=int, default=pairs, help=f"pairs to time (default {pairs}{of})")
    parser.add_argument("--parts", default=",".join(parts))
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()
