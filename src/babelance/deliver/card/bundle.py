"""An evidence pack: everything about some runs in one zip file, with hashes and environment.

For the technical documentation that regulations ask for (Article 11 and Annex IV of the EU AI Act, say): what was
measured, with what, how sure it is, what was left out, and how anybody gets the same numbers again.
"""

from __future__ import annotations

import hashlib
import json
import platform
import zipfile
from collections.abc import Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from babelance._version import __version__
from babelance.core.files import replace_file
from babelance.deliver.card.entries import Runs, file_name

RUN_FILES = ("results.jsonl", "scored.parquet", "run.json")
MANIFEST = "manifest.json"
_README = """\
# Evidence pack of babelance {version}

| file | what |
|---|---|
| `card.md` | the section of a model card: what was found, nulls, intervals, limits, sources |
| `results.csv`, `results.tex` | all results as tables |
| `formats/` | the same results as other tools read them |
| `runs/` | the files of the runs: every result with its signature, every item with its score or why it has none |
| `reports/` | one page for each run, which works offline |
| `environment.json` | versions of everything that was installed where this pack was written |
| `manifest.json` | sha256 and size of every file here |

To check it: `sha256sum` of a file is what the manifest says. To get a number again: `babelance replay 'SIGNATURE'`.
What a number does not say is in `card.md`; no pack says that a model is fair.
"""


def write_bundle(path: Path, runs: Runs, files: Mapping[str, bytes]) -> Path:
    """The zip file, with the files of the runs, these files, and what belongs to all of them. The same input gives the
    same bytes."""
    content = {**files, **_run_files(runs), "environment.json": _json(environment())}
    content["README.md"] = _README.format(version=__version__).encode()
    content[MANIFEST] = _json(manifest(content))
    with replace_file(path) as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in sorted(content.items()):
            # No clock: a pack that was written twice is the same file.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, data)
    return path


def manifest(content: Mapping[str, bytes]) -> dict[str, Any]:
    files = {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)} for name, data in sorted(content.items())
    }
    return {"babelance": __version__, "files": files}


def environment() -> dict[str, Any]:
    packages = {distribution.metadata["Name"]: distribution.version for distribution in distributions()}
    return {
        "babelance": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": dict(sorted(packages.items(), key=lambda pair: pair[0].lower())),
    }


def _run_files(runs: Runs) -> dict[str, bytes]:
    contents = {}
    for number, run in enumerate(runs.folders, start=1):
        folder = f"runs/{number}-{file_name(run.directory.resolve().name)}"
        for name in RUN_FILES:
            if (run.directory / name).is_file():
                contents[f"{folder}/{name}"] = (run.directory / name).read_bytes()
    return contents


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
