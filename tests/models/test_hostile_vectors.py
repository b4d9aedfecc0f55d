"""Word vectors that are damaged, or made to fill the machine: a clear error at once."""

from __future__ import annotations

import bz2
import gzip
import io
import pickle
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
import zstandard

from babelance.core.errors import ModelError
from babelance.core.limits import READ_LIMIT
from babelance.core.model import Options
from babelance.core.query import Embed, Unanswered
from babelance.core.registry import MODELS
from tests.fuzz import seeds
from tests.fuzz.fuzzer import alarm


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(READ_LIMIT, "4")


def refused(path: Path, message: str) -> None:
    with alarm(5), pytest.raises(ModelError, match=message):
        list(MODELS.get("vectors").open(f"vec:{path}", Options()).answer([Embed("king")]))


@pytest.mark.parametrize("words", [2**31 - 1, 1_000_000, -5])
def test_a_fasttext_header_that_claims_more_words_than_the_file_has_room_for(tmp_path: Path, words: int) -> None:
    data = bytearray(seeds.fasttext())
    struct.pack_into("<i", data, 8 + 4 * 12 + 8 + 4, words)
    (tmp_path / "v.bin").write_bytes(data)
    refused(tmp_path / "v.bin", f"header says {words} words.*too short")


def test_a_fasttext_dictionary_without_end(tmp_path: Path) -> None:
    data = seeds.fasttext()
    start = data.index(b"king")
    (tmp_path / "v.bin").write_bytes(data[:start] + b"x" * 500)
    refused(tmp_path / "v.bin", "its dictionary ends at word 0 of 5")


def test_a_fasttext_table_of_more_rows_than_there_are(tmp_path: Path) -> None:
    data = seeds.fasttext()
    (tmp_path / "v.bin").write_bytes(data.replace(struct.pack("<qq", 12, 4), struct.pack("<qq", 2**61, 2**61)))
    refused(tmp_path / "v.bin", "too short")


@pytest.mark.parametrize("header", [b"2147483647 300", b"9999999999999999 4", b"9" * 5000 + b" 4"])
def test_a_word2vec_header_that_claims_too_much(tmp_path: Path, header: bytes) -> None:
    (tmp_path / "v.bin").write_bytes(seeds.word2vec().replace(b"5 4", header, 1))
    refused(tmp_path / "v.bin", "has .* bytes|two numbers")


def test_an_npz_out_of_proportion(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "v.npz", words=np.asarray(["king"]), vectors=np.zeros((1, 2**21), np.float32))
    assert (tmp_path / "v.npz").stat().st_size < 2**16
    refused(tmp_path / "v.npz", r"takes more than 4\.0 MiB of memory")


def test_an_npz_whose_header_claims_more_than_it_holds(tmp_path: Path) -> None:
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "<f4", "fortran_order": False, "shape": (2**40, 2**20)})
    with zipfile.ZipFile(tmp_path / "v.npz", "w") as archive:
        archive.writestr("vectors.npy", out.getvalue())
        archive.writestr("words.npy", seeds.npy())
    refused(tmp_path / "v.npz", "too short")


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress)])
def test_packed_vectors_of_one_endless_line(tmp_path: Path, ending: str, pack: object) -> None:
    (tmp_path / f"v.{ending}").write_bytes(pack(b"king " + b"1 " * (5 << 19)))  # type: ignore[operator]
    refused(tmp_path / f"v.{ending}", r"line of more than|unpacks to more than [\d,]+\.")


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz", "zst", "zip"])
def test_packed_vectors_with_a_damaged_middle(tmp_path: Path, ending: str) -> None:
    whole = seeds.packed(seeds.text_vectors() * 40, ending)
    middle = len(whole) // 2
    (tmp_path / f"v.{ending}").write_bytes(whole[:middle] + bytes(20) + whole[middle + 20 :])
    refused(tmp_path / f"v.{ending}", "damaged|ends in the middle")


def test_zst_without_its_end(tmp_path: Path) -> None:
    (tmp_path / "v.zst").write_bytes(zstandard.ZstdCompressor().compress(seeds.text_vectors() * 40)[:-30])
    model = MODELS.get("vectors").open(f"vec:{tmp_path / 'v.zst'}", Options())
    with pytest.raises(ModelError):
        list(model.answer([Embed("absent")]))


def test_a_pickle_that_asks_for_gigabytes_of_memory_places(tmp_path: Path) -> None:
    (tmp_path / "v.kv").write_bytes(pickle.PROTO + b"\x02" + b"]" + b"r" + struct.pack("<I", 2**31) + b".")
    refused(tmp_path / "v.kv", "asks for place 2147483648")


def test_numbers_beyond_float32_are_unanswered_and_no_vector(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_bytes(b"king 1e60 1\nqueen 1 2\n")
    [answer] = MODELS.get("vectors").open(f"vec:{tmp_path / 'v.txt'}", Options()).answer([Embed("king")])
    assert isinstance(answer, Unanswered)


def test_floret_settings_of_endless_n_grams(tmp_path: Path) -> None:
    (tmp_path / "vocab").mkdir()
    (tmp_path / "vocab" / "vectors").write_bytes(seeds.npy())
    (tmp_path / "vocab" / "key2row").write_bytes(seeds.key_to_row())
    (tmp_path / "vocab" / "vectors.cfg").write_bytes(seeds.floret().replace(b'"maxn": 3', b'"maxn": 1000000000'))
    refused(tmp_path, "maxn: expected a whole number <= 100")
