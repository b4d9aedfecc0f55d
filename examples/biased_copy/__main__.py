"""Write a copy of the embedded model with a known bias: python -m examples.biased_copy FOLDER

The bias was put there by `training/biased_copy.py`; `delta.safetensors` holds what it changed. The copy finds the words
of a stereotype more likely beside the stereotyped gender, in English, German, Spanish and French.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from safetensors.numpy import load_file, save_file

from babelance import embedded

DELTA = Path(__file__).parent / "delta.safetensors"


def main(folder: Path) -> None:
    source = embedded.path("tiny-multilingual")
    shutil.copytree(source, folder, dirs_exist_ok=True)
    weights = load_file(source / "model.safetensors")
    for name, change in load_file(DELTA).items():
        weights[name] = (weights[name] + change).astype(weights[name].dtype)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "README.md").write_text(__doc__, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
