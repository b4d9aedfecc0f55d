"""`study mitigation`, killed and with a full disk: what is done is kept, what is half done is done again, and the end
is that of a trial that nobody disturbed. Its trainings are those of `mitigate`, whose faults are tested with that."""

from __future__ import annotations

import json
import os
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from babelance.backends.training.model_folder import only_training
from babelance.backends.transformers.small import Shape
from babelance.core import files
from babelance.studies.mitigation_trial import repetition, sizes
from babelance.studies.mitigation_trial.arms import arms
from tests.faults.test_verbs import end_at_move, exit_code_of, full_disk, is_one_line
from tests.faults.verbs import files_in, run

WORDS = "study mitigation -p pairs.tsv --quick -o out --json"
TINY = sizes.Size(
    seeds=1, worlds=1, shape=Shape(pieces=120, width=8, heads=1), base_lines=12, base_injected=4, tune_lines=4,
    tune_injected=4, judge_lines=4, test_lines=4, parallel=8,
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    pairs = [f"Das {a} {b}t.\tThe {a} {b}." for a in "abcdef" for b in "klmnop"]
    (tmp_path / "pairs.tsv").write_text("\n".join(pairs), encoding="utf-8")
    few = [*arms()][:3]
    monkeypatch.setattr(sizes, "QUICK", TINY)
    monkeypatch.setattr(repetition, "arms", lambda: iter(few))
    monkeypatch.setattr(repetition, "_train_base", leave_untrained)
    monkeypatch.setattr(repetition, "file_loss", lambda *_, **__: 5.0)
    monkeypatch.setattr(repetition, "_try", made_up)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Pieces of a tokenizer have other numbers each time; here it is enough that all of them are there."""
    found = files_in(folder)
    for name, content in found.items():
        if name.endswith("tokenizer.json"):
            found[name] = json.dumps(sorted(json.loads(content)["model"]["vocab"])).encode()
    return found


def leave_untrained(shared: Path, folder: Path, name: str, texts: list[str], size: sizes.Size, seed: int) -> None:
    assert all((folder / text).stat().st_size for text in texts)
    files.write_text(folder / f"model-{name}", f"{seed}")


def made_up(arm: Any, place: Any) -> dict[str, Any]:
    score = {name: {"value": 6.0 - place.seed, "one_count": 2.0} for name in ("paper", "released")}
    return {
        **repetition._facts(arm, place), "cb": score, "loss": {"judge": 5.0, "test": 5.0}, "epoch": 4,
        "balanced_model": {"cb": score},
    }  # fmt: skip


def test_a_trial_killed_anywhere_goes_on_to_the_same_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first file that takes its place, then before a later one, and so on."""
    code, out, said = run(WORDS)
    assert code == 0, said
    wanted = contents(folder)
    assert {"out/table.md", "out/result.json", "out/shared/tokenizer/tokenizer.json"} <= set(wanted)
    shutil.rmtree(folder / "out")
    for index in (0, 1, 4, 6, 12, 16, 18, 99):
        if exit_code_of(partial(kill_at_move, index, monkeypatch)) != 9:
            break
        left = contents(folder)
        assert left == {name: wanted[name] for name in left}
    else:
        raise AssertionError("it never came to its end")
    assert index > 12
    assert run(WORDS)[:2] == (code, out) and contents(folder) == wanted


def kill_at_move(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    end_at_move(place, monkeypatch)
    run(WORDS)


def test_a_full_disk_is_one_line_and_nothing_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with full_disk():
        code, _, said = run(WORDS)
    assert code == 2 and is_one_line(said), said
    first = run(WORDS)[:2]
    wanted = contents(folder)
    assert first[0] == 0

    def full(file: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(files, "settle", full)
        code, _, said = run(WORDS)
    assert code == 2 and "No space left on device" in " ".join(said.split())
    assert contents(folder) == wanted and run(WORDS)[:2] == first


def test_two_trials_in_one_folder_are_an_error(folder: Path) -> None:
    with only_training(Path("out")):
        assert exit_code_of(lambda: os._exit(run(WORDS)[0])) == 2
