"""A translator as it is, with steps around it: a folder that every command takes for a model.

A translator in a folder is copied into the new one, so that it stands alone; others (the hub, Apertium, a file of
translations) are named. Commands and servers are refused: a folder must not start programs or send keys.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from babelance.backends.endpoint.elsewhere import refuse_change
from babelance.backends.training.model_folder import new_model
from babelance.backends.transformers import hashes
from babelance.backends.translation.candidates import HasCandidates
from babelance.backends.translation.steps import INSIDE, Steps, write_steps
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.model import Kind, Model, Options
from babelance.core.query import Ability
from babelance.core.registry import MODELS

RECORD = "mitigation.json"
_FOLDERS = {"seq2seq": "dir:", "ct2": "ct2:", "mitigated-translator": "dir:"}
"""Kinds whose models are folders, and the prefix of their ids."""


def wrap(name: str, model: str, out: Path, language: str, *, nbest: bool = False, **steps: Any) -> Path:
    """Write the translator with these steps around it, and the record of the mitigation."""
    kind, translator = open_translator(model)
    if nbest and not isinstance(translator, HasCandidates):
        raise InputError(
            f"'{model}' gives one translation only, so there is nothing to choose from. Use a translator in "
            "Transformers' or CTranslate2's format."
        )
    inside = _folder_of(kind, translator)
    prefix = "ct2:" if kind.name == "ct2" else ""
    with new_model(out, RECORD) as folder:
        if inside is not None:
            _copy(kind, inside, folder / INSIDE)
        around = Steps(model=INSIDE if inside else translator.id, kind=kind.name, prefix=prefix, **steps)
        write_steps(folder, around)
        record = {"mitigation": name, "model": translator.id, "language": language, "translator": True, **steps}
        write_text(folder / RECORD, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return out


def open_translator(spec: str) -> tuple[Kind, Model]:
    """The translator of a spec, and its kind; no weights are read."""
    refuse_change(spec)
    reasons = []
    prefix = spec.partition(":")[0] if ":" in spec else ""
    for kind in _kinds(prefix):
        if (reason := kind.reason_unsupported(spec)) is None:
            if kind.needs_permission:
                raise InputError(f"'{spec}' starts a program, which the folder of a model must not do.")
            return kind, kind.open(spec, Options())
        reasons.append(reason)
    raise InputError(f"'{spec}' is no translator: {'; '.join(dict.fromkeys(reasons)) or 'no kind of model takes it'}.")


def _kinds(prefix: str) -> list[Kind]:
    able = [kind for kind in MODELS.usable().values() if Ability.TRANSLATE in kind.answers and kind.name != "fake"]
    named = [kind for kind in able if prefix and prefix in kind.prefixes]
    return named or [kind for kind in able if "dir" in kind.prefixes and kind.name in _FOLDERS]


def _folder_of(kind: Kind, translator: Model) -> Path | None:
    prefix = _FOLDERS.get(kind.name, "?")
    name = translator.id.removeprefix(prefix).rpartition("#")[0]
    return Path(name) if translator.id.startswith(prefix) and Path(name).is_dir() else None


def _copy(kind: Kind, source: Path, target: Path) -> None:
    if kind.name != "seq2seq":
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(".*"))
        return
    target.mkdir()
    for file in hashes.relevant_files(source):
        copy_path = target / file.relative_to(source)
        copy_path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy_path)
