"""The study of injected bias is a script beside the package: its modules are imported from there."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "training"))
