"""What `main` does at the edges: other encodings, brackets in names, faults of ours, numbers beyond all bounds."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from babelance.cli import app, main
from babelance.cli._streams import take_any_text

PAIRS = "more,less\nHe sings.,She sings.\nHe cooks.,She cooks.\n"


def run(monkeypatch: pytest.MonkeyPatch, *words: str, encoding: str = "utf-8") -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of a command in this process."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
    monkeypatch.setattr(sys, "argv", ["babelance", *words])
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    with pytest.raises(SystemExit) as stop:
        main()
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(encoding))
    return int(stop.value.code or 0), texts[0], texts[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


FAKE = ("run", "-m", "fake:random#3", "--measures", "cps", "-l", "en", "--draws", "100")


def test_a_mistyped_shipped_model_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("run", "-m", "babelance/tiny-multilingul", "-d", "babel-pairs", "--measures", "cps", "-l", "en")
    code, _, said = run(monkeypatch, *words)
    assert code == 2
    assert "Did you mean 'babelance/tiny-multilingual'? No measure fits it." in " ".join(said.split())


@pytest.mark.parametrize("name", ["x[/b].csv", "a" * 3000 + ".csv", "\udc80.csv", "a\nb.csv"])
def test_a_file_that_is_not_there_is_one_line_whatever_its_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    code, _, said = run(monkeypatch, *FAKE, "-d", name)
    assert code == 2
    assert "error: " in said and "Traceback" not in said
    if "[" in name:
        assert name in said


def test_brackets_in_names_are_printed_and_not_taken_for_styles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "dir[v2]").mkdir()
    (folder / "dir[v2]" / "p[b].csv").write_text(PAIRS, encoding="utf-8")
    code, out, said = run(monkeypatch, *FAKE, "-d", "dir[v2]/p[b].csv", "-o", "dir[v2]/[bold]out")
    assert code == 0
    assert "dir[v2]/p[b].csv" in out
    assert "Results are in dir[v2]/[bold]out." in said
    _, shown, _ = run(monkeypatch, "data", "show", "dir[v2]/p[b].csv")
    assert "dir[v2]/p[b].csv@1" in shown
    _, table, _ = run(monkeypatch, "report", "dir[v2]/[bold]out", "-f", "terminal")
    assert "dir[v2]/p[b].csv@1" in table


@pytest.mark.parametrize("words", [("-o", "taken"), ("--store", "taken/x.sqlite")])
def test_a_file_in_the_place_of_a_folder_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    (folder / "taken").write_text("a file", encoding="utf-8")
    (folder / "p.csv").write_text(PAIRS, encoding="utf-8")
    code, _, said = run(monkeypatch, *FAKE, "-d", "p.csv", *words)
    assert code == 2
    assert "taken" in said and (folder / "taken").read_text(encoding="utf-8") == "a file"


def test_a_latin_1_terminal_gets_json_that_is_json(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "p.csv").write_text(
        "more,less,axis\nEr singt.,Sie singt.,茶😀\nEr kocht.,Sie kocht.,b\n", encoding="utf-8"
    )
    code, out, _ = run(monkeypatch, *FAKE, "-d", "p.csv", "--json", encoding="latin-1")
    assert code == 0
    groups = [json.loads(line)["group"] for line in out.splitlines()]
    assert groups == [None, "axis=b", "axis=茶😀"]
    assert "\\u8336\\ud83d\\ude00" in out


@pytest.mark.parametrize(
    "words",
    [("--limit", "9" * 30), ("--seed", "9" * 30), ("--draws", "9999999999999"), ("--level", "nan"), ("--gpus", "inf")],
)
def test_numbers_beyond_all_bounds_are_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    code, out, said = run(monkeypatch, *FAKE, "-d", "babel-pairs", *words)
    assert (code, out) == (2, "")
    assert "Traceback" not in said and "error" in said.lower()


def test_a_signature_of_endless_draws_is_refused_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signature = "cps|fidelity:paper|m:fake:random|d:babel-pairs@1#00|l:de|n:9/9|ci:bca.9999999999999.95|seed:0|v:0.1.0"
    code, _, said = run(monkeypatch, "replay", signature)
    assert code == 2
    assert "no number of draws up to 1,000,000" in said


def test_a_fault_of_ours_is_one_line_and_a_file_to_attach(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(only: str | None = None) -> object:
        raise KeyError("dir[v2] \udc80 nobody thought of this")

    monkeypatch.setattr(app, "build_app", broken)
    code, out, said = run(monkeypatch, "run", "-d", "x")
    assert (code, out) == (70, "")
    [path] = re.findall(r"\S+babelance-error-\S+\.txt", said)
    assert "dir[v2]" in said and len(said.strip().splitlines()) == 1
    attached = Path(path).read_text(encoding="utf-8")
    assert "Traceback" in attached and "arguments: ['run', '-d', 'x']" in attached and "babelance 0." in attached


def test_a_panic_of_a_library_is_a_fault_of_ours_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Rust are no Exceptions, so that nobody takes them for something that can be gone on after."""

    def broken(only: str | None = None) -> object:
        raise type("PanicException", (BaseException,), {})("no entry found for key")

    monkeypatch.setattr(app, "build_app", broken)
    code, out, said = run(monkeypatch, "run", "-d", "x")
    assert (code, out) == (70, "")
    assert "internal error (PanicException: no entry found for key)" in said


@pytest.mark.parametrize("columns", ["0", "-3", "9" * 11, "wide"])
def test_a_terminal_of_a_strange_width_shows_results_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """0 showed nothing, and a billion took that much memory for a line."""
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = run(monkeypatch, "list", "measures")
    assert code == 0 and "cps" in out and max(map(len, out.splitlines())) <= 200


def test_a_folder_whose_name_is_no_text_is_refused_before_anything_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, said = run(monkeypatch, *FAKE, "-d", "babel-pairs", "-l", "en", "--limit", "2", "-o", "out-\udcff")
    assert (code, out) == (2, "")
    assert "is not UTF-8" in said


def test_what_the_operating_system_refuses_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(only: str | None = None) -> object:
        raise PermissionError(13, "Permission denied", "/somewhere/[x]")

    monkeypatch.setattr(app, "build_app", refused)
    assert run(monkeypatch, "run") == (2, "", "error: Permission denied: '/somewhere/[x]'.\n")


def test_too_little_memory_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def starved(only: str | None = None) -> object:
        raise MemoryError

    monkeypatch.setattr(app, "build_app", starved)
    code, _, said = run(monkeypatch, "run")
    assert code == 2 and "not enough memory" in said


def test_streams_that_are_no_text_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    take_any_text()
    assert sys.stdout is stream
