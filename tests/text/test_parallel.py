"""Parallel corpora in every form, whole and broken."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from pathlib import Path
from zipfile import ZipFile

import pytest
import zstandard

from babelance.core.errors import DataError
from babelance.text import streams
from babelance.text.parallel import blocks

ENGLISH, GERMAN = ["She sings.", "He sings.", "They sing."], ["Sie singt.", "Er singt.", "Alle singen."]
TSV = "".join(f"{first}\t{second}\n" for first, second in zip(ENGLISH, GERMAN, strict=True))
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en-GB"><seg>She <bpt i="1">{{b}}</bpt>sings<ept i="1">{{/b}}</ept>.</seg></tuv>
    <tuv xml:lang="de"><seg>Sie
 singt.</seg></tuv></tu>
<tu><tuv lang="EN"><seg>He sings.</seg></tuv>{second}</tu>
</body></tmx>
"""


def pairs(*paths: Path | str, columns: tuple[int, int] = (0, 1)) -> list[tuple[str | None, str | None]]:
    found: list[tuple[str | None, str | None]] = []
    for block in blocks([str(path) for path in paths], source="en", target="de", columns=columns):
        assert block.first == len(found) + 1
        sides = block.sides()
        found += zip(sides.source.to_pylist(), sides.target.to_pylist(), strict=True)
    return [(a if a is None else a.rstrip("\n"), b if b is None else b.rstrip("\n")) for a, b in found]


def write_file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


EXPECTED = list(zip(ENGLISH, GERMAN, strict=True))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_a_table_plain_or_compressed(tmp_path: Path, pack: object) -> None:
    assert pairs(write_file(tmp_path, "corpus", pack(TSV.encode()))) == EXPECTED  # type: ignore[operator]


def test_two_compressed_parts_one_after_the_other(tmp_path: Path) -> None:
    parts = [gzip.compress(TSV.encode()), gzip.compress(TSV.encode())]
    assert pairs(write_file(tmp_path, "corpus.gz", b"".join(parts))) == EXPECTED * 2


def test_other_columns_of_a_table(tmp_path: Path) -> None:
    assert pairs(write_file(tmp_path, "t.tsv", "7\tSie singt.\tShe sings.\n"), columns=(2, 1)) == [EXPECTED[0]]


def test_a_row_without_the_column_has_no_side(tmp_path: Path) -> None:
    assert pairs(write_file(tmp_path, "t.tsv", "She sings.\nHe sings.\tEr singt.\n")) == [
        ("She sings.", None),
        ("He sings.", "Er singt."),
    ]


def test_windows_line_ends_byte_order_mark_and_no_last_line_feed(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + TSV.replace("\n", "\r\n").encode().removesuffix(b"\r\n")
    assert pairs(write_file(tmp_path, "t.tsv", content)) == EXPECTED


def test_two_files_line_by_line(tmp_path: Path) -> None:
    first, second = (
        write_file(tmp_path, name, "\n".join(lines)) for name, lines in (("c.en", ENGLISH), ("c.de", GERMAN))
    )
    assert pairs(first, second) == EXPECTED


def test_lines_stay_together_whatever_the_size_of_a_chunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHUNK", 7)
    first = write_file(tmp_path, "c.en", "\r\n".join(ENGLISH * 9))
    second = write_file(tmp_path, "c.de", "\n".join(GERMAN * 9) + "\n")
    assert pairs(first, second) == EXPECTED * 9


def test_files_of_different_length_are_not_parallel(tmp_path: Path) -> None:
    first, second = write_file(tmp_path, "c.en", "a\nb\nc\n"), write_file(tmp_path, "c.de", "a\nb")
    with pytest.raises(DataError, match=r"c\.en' has 3 lines and .*c\.de' 2"):
        pairs(first, second)


def test_undecodable_lines_are_null_and_counted(tmp_path: Path) -> None:
    path = write_file(tmp_path, "t.tsv", b"She\tSie\nHe\t\xff\xfe\nThey\talle\n")
    [block] = blocks([str(path)], source="en", target="de")
    sides = block.sides()
    assert sides.undecodable.tolist() == [False, True, False]
    assert sides.source.to_pylist() == ["She", None, "They"]


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-32"])
def test_wide_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(DataError, match=encoding):
        pairs(write_file(tmp_path, "t.tsv", TSV.encode(encoding)))


def test_of_an_endless_line_only_the_beginning_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHUNK", 100)
    monkeypatch.setattr(streams, "LONGEST", 50)
    pairs_found = pairs(write_file(tmp_path, "t.tsv", "é" * 100_000 + "\ty\nShe\tSie\n"))
    assert pairs_found == [("é" * 25, None), ("She", "Sie")]


def test_tmx_without_formatting_codes_on_one_line(tmp_path: Path) -> None:
    content = TMX.format(second='<tuv xml:lang="de"><seg>Er singt.</seg></tuv>')
    assert pairs(write_file(tmp_path, "c.tmx", content)) == EXPECTED[:2]
    assert pairs(write_file(tmp_path, "c.tmx.gz", gzip.compress(content.encode()))) == EXPECTED[:2]


def test_a_tmx_unit_without_the_language_has_an_empty_side(tmp_path: Path) -> None:
    path = write_file(tmp_path, "c.tmx", TMX.format(second='<tuv xml:lang="fr"><seg>Il chante.</seg></tuv>'))
    assert pairs(path) == [EXPECTED[0], ("He sings.", "")]


def test_a_tmx_that_lacks_a_language_names_those_it_has(tmp_path: Path) -> None:
    path = write_file(tmp_path, "c.tmx", TMX.format(second="").replace('"de"', '"fr"'))
    with pytest.raises(DataError, match=r"no 'de'\. Its languages: (en-gb, fr|fr, en-gb), en"):
        pairs(path)


def test_a_broken_tmx_says_where(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 3"):
        pairs(write_file(tmp_path, "c.tmx", "<?xml version='1.0'?>\n<tmx><body>\n<tu></body></tmx>"))


def test_tmx_memory_does_not_grow(tmp_path: Path) -> None:
    import tracemalloc

    unit = '<tu><tuv xml:lang="en"><seg>She sings.</seg></tuv><tuv xml:lang="de"><seg>Sie singt.</seg></tuv></tu>'
    path = write_file(tmp_path, "c.tmx", f"<tmx><body>{unit * 60_000}</body></tmx>")
    tracemalloc.start()
    assert sum(block.source.count(b"\n") for block in blocks([str(path)], source="en", target="de")) == 60_000
    assert tracemalloc.get_traced_memory()[1] < 25_000_000
    tracemalloc.stop()


def zip_files(folder: Path, files: dict[str, str]) -> Path:
    with ZipFile(folder / "opus.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return folder / "opus.zip"


def test_opus_zip_with_two_files(tmp_path: Path) -> None:
    files = {"README": "…", "X.de-en.en": "\n".join(ENGLISH), "X.de-en.de": "\n".join(GERMAN), "X.de-en.ids": "1"}
    assert pairs(zip_files(tmp_path, files)) == EXPECTED


def test_zip_with_a_table(tmp_path: Path) -> None:
    assert pairs(zip_files(tmp_path, {"corpus.tsv": TSV})) == EXPECTED


def test_a_zip_without_the_languages_lists_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"X\.fr"):
        pairs(zip_files(tmp_path, {"X.fr": "a", "X.en": "b"}))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(gzip.compress(TSV.encode()))

    monkeypatch.setattr("sys.stdin", Input())
    assert pairs("-") == EXPECTED


def test_a_file_that_is_not_there_and_one_that_is_cut_off(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        pairs(tmp_path / "nothing.tsv")
    for pack in (gzip.compress, zstandard.compress):
        whole = pack((TSV * 5000).encode())
        with pytest.raises(DataError, match="damaged or cut off"):
            pairs(write_file(tmp_path, "cut", whole[: len(whole) // 2]))


def test_three_files_are_too_many() -> None:
    with pytest.raises(DataError, match="not 3"):
        pairs("a", "b", "c")
