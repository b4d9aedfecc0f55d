"""Everything that decides an answer is in the fingerprint: each file of each kind of model is changed in turn."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from babelance.backends.transformers import hashes
from babelance.core.model import ONE_RUN, Model, Options
from babelance.core.query import Text, Translate
from babelance.core.registry import MODELS
from tests.models import tiny_masked, tiny_translator

IRRELEVANT = {
    "README.md",
    "optimizer.pt",
    "trainer_state.json",
    "training_args.bin",
    "mitigation.json",
    "held-out.jsonl",
}


def masked(folder: Path) -> Model:
    tiny_masked.write(folder)
    (folder / "generation_config.json").write_text("{}")
    (folder / "vocab.txt").write_text("a\nb\n")
    (folder / "chat_template.jinja").write_text("{{ messages }}")
    (folder / "modeling_own.py").write_text("x = 1\n")
    (folder / "parts").mkdir()
    (folder / "parts" / "layers.py").write_text("y = 1\n")
    return MODELS.get("masked").open(str(folder), Options())


def adapter(folder: Path) -> Model:
    tiny_masked.write(folder / "base")
    (folder / "lora").mkdir()
    (folder / "lora" / "adapter_config.json").write_text('{"peft_type": "LORA", "r": 2}')
    (folder / "lora" / "adapter_model.safetensors").write_text("content")
    return MODELS.get("masked").open(f"dir:{folder / 'base'}+{folder / 'lora'}", Options())


def seq2seq(folder: Path) -> Model:
    tiny_translator.write_marian(folder)
    (folder / "generation_config.json").touch()
    return MODELS.get("seq2seq").open(str(folder), Options())


def ct2(folder: Path) -> Model:
    folder.mkdir()
    for name in ("model.bin", "config.json", "shared_vocabulary.json", "source.spm", "target.spm"):
        (folder / name).write_text("content")
    return MODELS.get("ct2").open(f"ct2:{folder}", Options())


def arrays(folder: Path) -> Model:
    folder.mkdir()
    (folder / "words.txt").write_text("a\nb\n")
    np.save(folder / "vectors.npy", np.ones((2, 3), dtype=np.float32))
    return MODELS.get("vectors").open(f"vec:{folder}", Options())


def text_vectors(folder: Path) -> Model:
    folder.mkdir()
    (folder / "v.vec").write_text("2 2\na 1 2\nb 3 4\n")
    return MODELS.get("vectors").open(f"vec:{folder / 'v.vec'}", Options())


def translations(folder: Path) -> Model:
    folder.mkdir()
    (folder / "done.tsv").write_text("a\tb\n")
    return MODELS.get("translations").open(f"tsv:{folder / 'done.tsv'}", Options())


def recorded(folder: Path) -> Model:
    folder.mkdir()
    (folder / "answers.jsonl").write_text("{}\n")
    return MODELS.get("recorded").open(f"json:{folder / 'answers.jsonl'}", Options())


def command(folder: Path) -> Model:
    folder.mkdir()
    for name in ("decode.sh", "decoder.yml", "inner.txt"):
        (folder / name).write_text("#!/bin/sh\ncat\n")
        (folder / name).chmod(0o755)
    (folder / "model").mkdir()
    (folder / "model" / "weights.npz").write_text("content")
    inner = f"sh -c 'cat {folder / 'inner.txt'}'"
    words = f"{folder / 'decode.sh'} --config={folder / 'decoder.yml'} -m {folder / 'model'} {inner}"
    return MODELS.get("command").open(f"cmd:{words}#v=1", Options())


KINDS: list[Callable[[Path], Model]] = [
    masked, adapter, seq2seq, ct2, arrays, text_vectors, translations, recorded, command,
]  # fmt: skip


def reopened(name: str, make: Callable[[Path], Model]) -> Model:
    """As a later run would open it: by its name without the hash."""
    kind = {"adapter": "masked", "arrays": "vectors", "text_vectors": "vectors"}.get(make.__name__, make.__name__)
    return MODELS.get(kind).open(name, Options())


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_change_of_any_file_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], Model]
) -> None:
    """Also one of the same size and the same time of modification, as `cp -p`, rsync and tar leave it."""
    monkeypatch.setattr(hashes, "_memory", lambda: tmp_path / "hashes.json")
    monkeypatch.setattr(hashes, "_UNSETTLED", -1.0)  # everything is remembered, as if it had been there for long
    name = make(tmp_path / "model").id.rpartition("#")[0]
    before = reopened(name, make).fingerprint
    assert reopened(name, make).fingerprint == before
    files = [file for file in (tmp_path / "model").rglob("*") if file.is_file()]
    assert files
    for file in files:
        original = shutil.copy2(file, tmp_path / "original")
        _swap(file)
        assert reopened(name, make).fingerprint != before, f"{file.name} decides answers"
        shutil.copy2(original, file)
        assert reopened(name, make).fingerprint == before


def _swap(file: Path) -> None:
    status = file.stat()
    content = bytearray(file.read_bytes() or b"\n")
    # A byte of text that stays text: the last character of a word.
    place = max((index for index, byte in enumerate(content) if chr(byte).isalnum()), default=0)
    content[place] = ord("7") if content[place] != ord("7") else ord("8")
    file.write_bytes(bytes(content))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_notes_and_states_of_training_beside_a_model_do_not_change_its_fingerprint(tmp_path: Path) -> None:
    before = masked(tmp_path / "model").fingerprint
    for name in IRRELEVANT:
        (tmp_path / "model" / name).write_text("anything")
    (tmp_path / "model" / "checkpoint-5").mkdir()
    (tmp_path / "model" / "checkpoint-5" / "model.safetensors").write_text("anything")
    assert MODELS.get("masked").open(str(tmp_path / "model"), Options()).fingerprint == before


def test_weights_in_the_older_format_count_where_no_others_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    masked(folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    (folder / "stray.safetensors").write_text("never read")
    before = hashes.hash_of_folder(folder)
    (folder / "pytorch_model.bin").write_text("other weights")
    assert hashes.hash_of_folder(folder) != before


def test_a_hash_of_a_file_that_just_changed_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could change again before the clock ticks."""
    monkeypatch.setattr(hashes, "_memory", lambda: tmp_path / "hashes.json")
    file = tmp_path / "file"
    file.write_text("a")
    hashes.hash_of_files(file)
    assert not (tmp_path / "hashes.json").exists()
    monkeypatch.setattr("babelance.backends.transformers.hashes.time.time", lambda: time.time_ns() / 1e9 + 60)
    hashes.hash_of_files(file)
    assert (tmp_path / "hashes.json").is_file()


def test_the_programs_of_apertium_are_in_its_fingerprint_not_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babelance.models.apertium import Apertium

    program = tmp_path / "lt-proc"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    rules = tmp_path / "rules.bin"
    rules.write_text("rules")
    mode = tmp_path / "xx-yy.mode"
    mode.write_text(f"lt-proc -e '{rules}'|apertium-pretransfer\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    one = Apertium("xx-yy", mode)
    before = one.fingerprint
    program.write_text("#!/bin/sh\n# newer\n")
    other = Apertium("xx-yy", mode)
    assert one.id == other.id
    assert other.fingerprint != before
    rules.write_text("other rules")
    assert Apertium("xx-yy", mode).id != one.id


ASK = """
import sys
from babelance.core.model import Options
from babelance.core.registry import MODELS
print(MODELS.get("command").open(sys.argv[1], Options()).fingerprint)
"""


def test_answers_of_a_command_without_a_version_are_for_one_run_alone(tmp_path: Path) -> None:
    """What its program loads cannot be seen; a version of the user's says that answers may be kept."""

    def fingerprint(spec: str) -> str:
        return subprocess.run([sys.executable, "-c", ASK, spec], check=True, capture_output=True, text=True).stdout

    assert fingerprint("cmd:cat").startswith(ONE_RUN)
    assert fingerprint("cmd:cat") != fingerprint("cmd:cat")
    assert fingerprint("cmd:cat#v=1") == fingerprint("cmd:cat#v=1") != fingerprint("cmd:cat#v=2")


def test_a_version_of_a_command_is_part_of_its_name(tmp_path: Path) -> None:
    model = MODELS.get("command").open("cmd:cat#v=2024-05", Options())
    assert model.id.startswith("cmd:cat#v=2024-05#")
    again = MODELS.get("command").open(model.id, Options())
    assert (again.id, again.fingerprint) == (model.id, model.fingerprint)
    assert list(again.answer([Translate("x", "de", "en")])) == [Text("x")]
