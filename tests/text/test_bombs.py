"""Small files that would fill the machine or keep it busy: refused with clear words, within a small limit."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import resource
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from babelance.backends.vectors.file import VectorFile
from babelance.core.errors import DataError, InputError, ModelError
from babelance.core.limits import READ_LIMIT
from babelance.text.parallel import blocks
from babelance.text.streams import open_stream
from babelance.text.tables import read_table

LIMIT = 4
"""MiB that a reader may take here."""
SLACK = 150
"""MiB that the process itself may need beside it: buffers, Arrow's pools."""


@pytest.fixture(autouse=True)
def within_memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(READ_LIMIT, str(LIMIT))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < (LIMIT + SLACK) * 1024


def read(*names: Path) -> int:
    return sum(len(block.sides().source) for block in blocks([str(name) for name in names], source="en", target="de"))


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_a_packed_corpus_out_of_proportion_is_refused(tmp_path: Path, ending: str, pack: object) -> None:
    bomb = tmp_path / f"c.{ending}"
    bomb.write_bytes(pack(b"a\tb\n" * (3 << 19)))  # type: ignore[operator]
    with pytest.raises(DataError, match=r"unpacks to more than [\d,]+\..*BABELANCE_READ_LIMIT"):
        read(bomb)


def test_a_zip_out_of_proportion_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for side in ("en", "de"):
            archive.writestr(f"x.en-de.{side}", b"a\n" * (3 << 20))
    with pytest.raises(DataError, match=r"unpacks to more than [\d,]+\."):
        read(tmp_path / "c.zip")


def test_a_zip_is_refused_by_what_its_directory_says_before_anything_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """28 MB that unpack to 5 GB took minutes."""
    with zipfile.ZipFile(tmp_path / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for side in ("en", "de"):
            archive.writestr(f"x.en-de.{side}", b"a\n" * (2 << 20))
    monkeypatch.setattr(zipfile.ZipExtFile, "read", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(DataError, match=r"c\.zip' has [\d,]+ bytes and unpacks to more than"):
        read(tmp_path / "c.zip")


TMX = '<?xml version="1.0"?><tmx><body>{}</body></tmx>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<tu><tuv lang='en'><seg>" + "a" * (2 << 20) + "</seg></tuv></tu>", "without the end of a <tu>"),
        ("<x/>" * (1 << 19), "without the end of a <tu>"),
        ("<a>" * 3000, "nested more than 100 levels"),
        ("<tu><tuv lang='en'><seg>" + "<hi>" * 3000, "nested more than 100 levels"),
        ("<tu>" + "".join(f"<tuv lang='x{n}'/>" for n in range(1100)) + "</tu>", "more than 1,000 languages"),
    ],
    ids=["segment", "elements", "depth", "depth-inside", "languages"],
)
def test_tmx_without_end_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "c.tmx").write_text(TMX.format(content), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read(tmp_path / "c.tmx")


def test_a_line_of_fifty_megabytes_is_cut_and_counts_as_one(tmp_path: Path) -> None:
    (tmp_path / "c.tsv").write_bytes(b"a\tb\n" + b"x" * (50 << 20) + b"\nc\td\n")
    assert read(tmp_path / "c.tsv") == 3


def test_a_stream_out_of_proportion_is_refused_long_before_the_limit_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a few megabytes are held, but two gigabytes of lines keep the machine busy for minutes."""
    monkeypatch.delenv(READ_LIMIT)
    monkeypatch.setattr("babelance.core.limits.STREAMED", 8)
    (tmp_path / "c.bz2").write_bytes(bz2.compress(b"a\tb\n" * (1 << 20)) * 5)
    with pytest.raises(DataError, match=r"unpacks to more than [\d,]+\."):
        read(tmp_path / "c.bz2")


def test_parquet_that_writes_one_value_out_a_hundred_thousand_times_is_refused(tmp_path: Path) -> None:
    zeros = pa.array(np.zeros(100_000, np.int32))
    columns = {name: pa.DictionaryArray.from_arrays(zeros, pa.array(["tea " * 500])) for name in ("more", "less")}
    parquet.write_table(pa.table(columns), tmp_path / "p.parquet")
    assert (tmp_path / "p.parquet").stat().st_size < 1 << 20
    with pytest.raises(DataError, match=r"takes more than 4\.0 MiB of memory"):
        read_table(tmp_path / "p.parquet")


def test_parquet_that_unpacks_out_of_proportion_is_refused(tmp_path: Path) -> None:
    table = pa.table({"more": ["x" * (8 << 20)], "less": ["y"]})
    parquet.write_table(table, tmp_path / "p.parquet", compression="zstd", use_dictionary=False)
    with pytest.raises(DataError, match=r"takes more than 4\.0 MiB of memory"):
        read_table(tmp_path / "p.parquet")


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.large_string()])
@pytest.mark.parametrize("told", [True, False])
def test_parquet_that_writes_out_bytes_is_refused_as_texts_are(tmp_path: Path, kind: pa.DataType, told: bool) -> None:
    """`told`: the file has Arrow's own note of the types."""
    once = pa.DictionaryArray.from_arrays(pa.array(np.zeros(4_000, np.int32)), pa.array(["t" * 100_000]).cast(kind))
    table = pa.table({"more": once, "less": once})
    parquet.write_table(table, tmp_path / "p.parquet", store_schema=told)
    with pytest.raises(DataError, match=r"takes more than 4\.0 MiB of memory"):
        read_table(tmp_path / "p.parquet")


@pytest.mark.parametrize("value", [[["x"]], {"a": "x"}])
def test_parquet_with_lists_or_objects_is_refused(tmp_path: Path, value: object) -> None:
    """One row may hold any number of values, and Arrow writes all of them out at once."""
    parquet.write_table(pa.table({"more": pa.array([value]), "less": ["b"]}), tmp_path / "p.parquet")
    with pytest.raises(DataError, match="the column 'more' holds lists or objects"):
        read_table(tmp_path / "p.parquet")


def test_parquet_of_wide_values_is_refused(tmp_path: Path) -> None:
    wide = pa.array([b"x" * 20_000] * 5_000, pa.binary(20_000)).dictionary_encode()
    parquet.write_table(pa.table({"more": wide, "less": ["b"] * 5_000}), tmp_path / "p.parquet", store_schema=False)
    with pytest.raises(DataError, match="the column 'more' holds values of more than 10,000 bytes each"):
        read_table(tmp_path / "p.parquet")


def test_parquet_of_empty_rows_counts_the_rows(tmp_path: Path) -> None:
    nothing = pa.nulls(20_000, pa.string())
    parquet.write_table(pa.table({"more": nothing, "less": nothing}), tmp_path / "p.parquet")
    with pytest.raises(DataError, match=r"takes more than 4\.0 MiB of memory"):
        read_table(tmp_path / "p.parquet")


@pytest.mark.parametrize(
    ("kind", "value"), [(pa.timestamp("us"), 2**62), (pa.date32(), 2**30), (pa.date32(), -(2**30))]
)
def test_dates_that_python_does_not_know_are_named(tmp_path: Path, kind: pa.DataType, value: int) -> None:
    table = pa.table({"more": ["a"], "less": ["b"], "day": pa.array([value], pa.int64()).cast(pa.int32()).cast(kind)
                      if kind == pa.date32() else pa.array([value], kind)})  # fmt: skip
    parquet.write_table(table, tmp_path / "p.parquet")
    with pytest.raises(DataError, match="the column 'day' has values that cannot be read"):
        read_table(tmp_path / "p.parquet")


def test_a_table_of_empty_cells_stays_within_the_limit(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("more,less\n" + ",\n" * 20_000, encoding="utf-8")
    with pytest.raises(DataError, match=r"takes more than 4\.0 MiB of memory"):
        read_table(tmp_path / "p.csv")


def test_lines_of_other_columns_each_are_refused(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text("".join(f'{{"more{n}": ""}}\n' for n in range(1100)), encoding="utf-8")
    with pytest.raises(DataError, match="1,100 columns; at most 1,000"):
        read_table(tmp_path / "p.jsonl")


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz", "zst"])
def test_a_name_that_promises_a_packed_file_is_believed(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"c.{ending}").write_bytes(b"a\tb\n")
    with pytest.raises(DataError, match=rf"is called \.{ending} but does not begin"):
        read(tmp_path / f"c.{ending}")


def test_damaged_bz2_says_so(tmp_path: Path) -> None:
    whole = bz2.compress(b"a\tb\n" * 1000)
    (tmp_path / "c.bz2").write_bytes(whole[:20] + b"\0" * 10 + whole[30:])
    with pytest.raises(DataError, match="damaged or cut off"):
        read(tmp_path / "c.bz2")


def test_a_zip_whose_content_does_not_fit_its_checksum_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("x.en-de.en", b"tea\n")
        archive.writestr("x.en-de.de", b"Tee\n")
    (tmp_path / "c.zip").write_bytes(out.getvalue().replace(b"Tee\n", b"Tea\n"))
    with pytest.raises(DataError, match="damaged or cut off"):
        read(tmp_path / "c.zip")


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".json"])
def test_a_pipe_that_nobody_writes_to_is_no_table(ending: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"pipe{ending}")
    with pytest.raises(InputError, match="it is a pipe or a device"):
        read_table(tmp_path / f"pipe{ending}")


def test_a_pipe_that_nobody_writes_to_is_no_corpus(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = "from babelance.text.streams import open_stream; import sys; open_stream(sys.argv[1])"
    for name in (f"{tmp_path}/pipe", f"/dev/fd/../../..{tmp_path}/pipe"):
        words = [sys.executable, "-c", command, name]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert "it is a pipe, which may never begin" in done.stderr


def test_a_pipe_that_is_open_already_is_a_corpus() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"tea\n")
    os.close(writing)
    with open_stream(f"/dev/fd/{reading}") as stream:
        assert stream.read() == b"tea\n"
    os.close(reading)


def test_a_device_is_neither_a_corpus_nor_word_vectors() -> None:
    with pytest.raises(DataError, match="it is a device"):
        list(blocks(["/dev/zero"], source="en", target="de"))
    with pytest.raises(ModelError, match="No word vectors at '/dev/zero'"):
        VectorFile.of("/dev/zero")
