"""How a study with known bias ends: its table, what is wrong with it, and an exit code that says so."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn


def finish(out: Path, table: Sequence[str], faults: Sequence[str]) -> NoReturn:
    (out / "table.md").write_text("\n".join(table) + "\n", encoding="utf-8")
    print(*table, sep="\n")
    print(*faults, sep="\n", file=sys.stderr)
    sys.exit(bool(faults))
