"""Rows come out as they stand in the file, and a bad file is named with what is wrong and where."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from babelance.core.errors import DataError
from babelance.text.tables import parse_csv, read_lines, read_table

ROWS = [
    {"more": "She, the nurse, slept. ", "less": 'He said "no".\nThen he left.'},
    {"more": "بائع", "less": "ผู้ขาย\u2028"},
]


def write_file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def write_rows(folder: Path, ending: str) -> Path:
    import csv

    path = folder / f"rows{ending}"
    if ending in (".csv", ".tsv"):
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, ["more", "less"], delimiter="," if ending == ".csv" else "\t")
            writer.writeheader()
            writer.writerows(ROWS)
    elif ending == ".jsonl":
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    elif ending == ".json":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist(ROWS), path)
    return path


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".jsonl", ".json", ".parquet"])
def test_every_format_gives_back_the_exact_text(tmp_path: Path, ending: str) -> None:
    table = read_table(write_rows(tmp_path, ending))
    assert table.columns == ("more", "less")
    assert [dict(row.cells) for row in table.rows] == ROWS


def test_byte_order_mark_is_not_part_of_the_first_column(tmp_path: Path) -> None:
    table = read_table(write_file(tmp_path, "a.csv", b"\xef\xbb\xbfmore,less\r\na,b\r\n"))
    assert table.columns == ("more", "less")


def test_semicolons_of_spreadsheets_are_understood(tmp_path: Path) -> None:
    table = read_table(write_file(tmp_path, "a.csv", "more;less\nyes, sir;no, sir\n"))
    assert table.rows[0].cells == {"more": "yes, sir", "less": "no, sir"}


def test_sentence_of_ten_thousand_words_is_read(tmp_path: Path) -> None:
    long = "Donaudampfschifffahrtsgesellschaft " * 10_000
    table = read_table(write_file(tmp_path, "a.csv", f"more,less\n{long},b\n"))
    assert table.rows[0].cells["more"] == long


def test_card_in_the_first_line_is_not_a_row(tmp_path: Path) -> None:
    table = read_table(write_file(tmp_path, "a.jsonl", '{"card": {"title": "Mine"}}\n{"more": "a", "less": "b"}\n'))
    assert table.card == {"title": "Mine"}
    assert len(table.rows) == 1


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.txt", "one\u2028still one\r\n\ntwo \n")
    assert read_lines(path) == ["one\u2028still one", "", "two "]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.parquet"])
def test_empty_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=rf"{name}' is empty"):
        read_table(write_file(tmp_path, name, b""))


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json"])
def test_a_file_of_nothing_but_a_byte_order_mark_is_empty(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=rf"{name}' is empty"):
        read_table(write_file(tmp_path, name, codecs.BOM_UTF8))


@pytest.mark.parametrize(("name", "content"), [("a.csv", "more,less\n"), ("a.json", "[]"), ("a.jsonl", '{"card": {}}')])
def test_file_without_rows_is_named(tmp_path: Path, name: str, content: str) -> None:
    with pytest.raises(DataError, match="has no rows"):
        read_table(write_file(tmp_path, name, content))


def test_parquet_without_rows_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"more": pa.array([], pa.string()), "less": pa.array([], pa.string())}), path)
    with pytest.raises(DataError, match=r"has no rows\. Found columns: more, less"):
        read_table(path)


def test_wrong_encoding_is_named_with_byte_and_offset(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.csv", "more,less\ncafé,bar\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"not UTF-8: byte 0xe9 at offset 13. Save it as UTF-8"):
        read_table(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_recognised(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(DataError, match=rf"is {encoding.upper()}\. Save it as UTF-8, e\.g\. iconv -f {encoding} "):
        read_table(write_file(tmp_path, "a.csv", "more,less\na,b\n".encode(encoding)))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"more": "a", "less": "b"}\n{"more": "a", "less": "b", "more": "c"}\n'),
        ("a.json", '[{"more": "a", "more": "c", "less": "b"}]'),
    ],
)
def test_a_key_that_stands_twice_is_an_error_as_a_column_is(tmp_path: Path, name: str, content: str) -> None:
    with pytest.raises(DataError, match="the key 'more' stands twice in one object"):
        read_table(write_file(tmp_path, name, content.encode()))


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json"])
def test_nul_byte_is_named_with_its_offset(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="NUL byte at offset 5"):
        read_table(write_file(tmp_path, name, b"more,\0less\na,b\n"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", '{"more": "a", "less": "b"}\n{"more": "a"\n', "line 2: not JSON"),
        ("a.jsonl", '{"more": "a", "less": "b"}\n\n["a", "b"]\n', "line 3: a JSON list where an object"),
        ("a.json", '[\n{"more": "a",}\n]', "line 2: not JSON"),
        ("a.json", '{"more": "a"}', "holds a JSON object. Write a list"),
        ("a.json", '[{"more": "a"}, 3]', "entry 1: a JSON number"),
        ("a.csv", "more,less\na,b,c\n", "line 2: 3 cells, but the header has 2"),
        ("a.csv", "more,less\na\n", "line 2: 1 cells, but the header has 2"),
        ("a.csv", 'more,less\n"a,b\n', "double quote left open"),
        ("a.csv", "more,more\na,b\n", "the column 'more' more than once"),
        ("a.parquet", "no parquet", "not a Parquet file"),
        ("a.xlsx", "PK", "the ending '.xlsx' is none of .csv"),
    ],
)
def test_broken_file_is_named_with_the_place(tmp_path: Path, name: str, content: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_table(write_file(tmp_path, name, content))
    assert message in str(caught.value)
    assert name in str(caught.value)


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read_table(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match=r"folder\.csv"):
        read_table(tmp_path / "folder.csv")


def test_other_delimiters_can_be_asked_for() -> None:
    assert parse_csv("a|b\n1|2\n", delimiter="|").rows[0].cells == {"a": "1", "b": "2"}


def test_a_raw_quote_in_a_tsv_is_data(tmp_path: Path) -> None:
    file = tmp_path / "t.tsv"
    file.write_text('id\ttext\n1\tShe said "no.\n2\t"Yes" was "it"\n', encoding="utf-8")
    assert [row.cells["text"] for row in read_table(file).rows] == ['She said "no.', '"Yes" was "it"']
    file.write_text('id\ttext\n1\t"a ""quoted"" cell"\n', encoding="utf-8")
    assert [row.cells["text"] for row in read_table(file).rows] == ['a "quoted" cell']
    file.write_text('id\ttext\n1\t"two\nlines"\n', encoding="utf-8")
    assert [row.cells["text"] for row in read_table(file).rows] == ["two\nlines"]


def test_a_file_of_millions_of_short_lines_is_refused_beyond_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line takes a hundred bytes of memory, however short it is."""
    monkeypatch.setenv("BABELANCE_READ_LIMIT", "8")
    path = write_file(tmp_path, "words.txt", b"a\n" * 100_000)
    with pytest.raises(DataError, match=r"takes more than 8\.0 MiB of memory"):
        read_lines(path)
    assert len(read_lines(write_file(tmp_path, "few.txt", b"a\n" * 10_000))) == 10_000
