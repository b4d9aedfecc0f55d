"""Token ids from pickles: read without unpickling, and nothing but token ids."""

from __future__ import annotations

import os
import pickle
import subprocess
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch

from babelance.core.errors import DataError
from babelance.text.token_ids import read_token_ids

IDS = [[101, 7, 8, 102], [101, 2023, 102], [101, 70_000, 5, 5, 102]]


def written(folder: Path, value: Any, protocol: int = 4) -> str:
    file = folder / "de_f.bin"
    file.write_bytes(value if isinstance(value, bytes) else pickle.dumps(value, protocol=protocol))
    return str(file)


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_tensors_of_one_row_are_read_as_the_authors_saved_them(tmp_path: Path, protocol: int) -> None:
    path = written(tmp_path, [torch.tensor([row]) for row in IDS], protocol)
    assert read_token_ids(path) == IDS == [ids.tolist()[0] for ids in pickle.loads(Path(path).read_bytes())]


def test_plain_lists_of_ids_are_read_as_well(tmp_path: Path) -> None:
    assert read_token_ids(written(tmp_path, IDS)) == IDS
    assert read_token_ids(written(tmp_path, [[row] for row in IDS])) == IDS
    assert read_token_ids(written(tmp_path, [torch.tensor(row, dtype=torch.int32) for row in IDS])) == IDS


class Hostile:
    """Writes a file when it is unpickled."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.how = function, arguments

    def __reduce__(self) -> Any:
        return self.how


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_a_pickle_that_would_run_code_is_refused_and_runs_none(tmp_path: Path, protocol: int) -> None:
    proof = tmp_path / "proof"
    for call in ((os.system, f"touch {proof}"), (subprocess.getoutput, f"touch {proof}"), (eval, "1")):
        hostile = written(tmp_path, [[1, 2], Hostile(*call)], protocol)
        with pytest.raises(DataError, match=r"de_f.bin' is not read: it (asks for|has the instruction)"):
            read_token_ids(hostile)
    assert not proof.exists()


def test_code_inside_a_tensor_is_refused_as_well(tmp_path: Path) -> None:
    """The numbers of a tensor are pickles of their own, inside the pickle."""
    inner = b"".join(pickle.dumps(one, protocol=2) for one in (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True}))
    inner += pickle.dumps(Hostile(os.system, "true"), protocol=2)
    storage = Hostile(torch.storage._load_from_bytes, inner)
    tensor = Hostile(torch._utils._rebuild_tensor_v2, storage, 0, (1, 2), (2, 1), False, OrderedDict())
    with pytest.raises(DataError, match=r"posix\.system, which could run code"):
        read_token_ids(written(tmp_path, [tensor]))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([torch.tensor([[0.5, 1.0]])], "asks for torch.FloatStorage"),
        ([torch.ones(2, 3, dtype=torch.int64)], "no row of token ids"),
        ([torch.arange(9)[::2]], "no row of token ids"),
        ([torch.tensor([[-1, 5]])], "entry 1: not a list of token ids"),
        ([[1, "two"]], "entry 1: not a list of token ids"),
        ({"a": [1]}, "no list of sentences"),
        ([], "no list of sentences"),
        ([[1, 2.5]], "it has the instruction BINFLOAT"),
        (b"\x80\x04].", "no list of sentences"),
        (b"not a pickle", "no pickle, or damaged"),
        (b"\x80\x04\x95", "no pickle, or damaged"),
        (b"(", "no pickle, or damaged"),
        (b"\x80\x04a.", "take more than there is"),
        (b"\x80\x04h\x05.", "refers to what it does not have"),
        (b"\x80\x04]]e.", "take more than there is"),
    ],
)
def test_anything_else_is_an_error_that_says_what_it_is(tmp_path: Path, value: Any, reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        read_token_ids(written(tmp_path, value))


def test_a_pickle_cannot_fill_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_READ_LIMIT", "1")
    with pytest.raises(DataError, match="of memory"):
        read_token_ids(written(tmp_path, b"\x80\x04](" + b"K\x01" * 200_000 + b"e."))
    huge = b"\x80\x04B" + (2**31).to_bytes(4, "little") + b"x."
    with pytest.raises(DataError, match="damaged"):
        read_token_ids(written(tmp_path, huge))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(DataError, match=r"There is no file .nowhere\.bin."):
        read_token_ids("nowhere.bin")
