"""`babelance build mbe` as a user meets it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import DataError, InputError

TSV = "She sings.\tSie singt.\nHe sings.\tEr singt.\nIt rains.\tEs regnet.\n"


def run(*arguments: str, stdin: str | None = None) -> str:
    result = CliRunner().invoke(app, ["build", "mbe", *arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_counts_are_printed_for_people_and_machines(tmp_path: Path) -> None:
    (tmp_path / "c.tsv").write_text(TSV, encoding="utf-8")
    arguments = (str(tmp_path / "c.tsv"), "-l", "de", "-o", str(tmp_path / "de.jsonl"))
    assert "female: 1 sentences (she 1)" in run(*arguments)
    facts = json.loads(run(*arguments, "--json"))
    assert facts["sentences"] == {"female": 1, "male": 1}
    assert facts["left"]["no word of any group"] == 1


def test_standard_input_and_other_columns(tmp_path: Path) -> None:
    swapped = "".join("\t".join(reversed(line.split("\t"))) + "\n" for line in TSV.splitlines())
    out = tmp_path / "de.jsonl"
    run("-", "-l", "de", "-o", str(out), "--columns", "2,1", stdin=swapped)
    assert json.loads(out.read_text(encoding="utf-8").splitlines()[0])["text"] == "Sie singt."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--columns", "1"], "two different numbers"),
        (["--match", "words"], "none or length"),
        (["--most", "0"], "At least 1"),
    ],
)
def test_bad_options_are_named(tmp_path: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("x.tsv", "-l", "de", "-o", str(tmp_path / "de.jsonl"), *arguments)


def test_from_corpus_to_a_number(tmp_path: Path) -> None:
    """Build, then run with a model that knows nothing."""
    lines = [f"{'She' if n % 2 else 'He'} saw {n}.\t{'Sie' if n % 2 else 'Er'} sah {n}." for n in range(60)]
    (tmp_path / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "de.jsonl"
    run(str(tmp_path / "c.tsv"), "-l", "de", "-o", str(out))
    result = CliRunner().invoke(app, ["run", "-m", "fake:random", "-d", str(out), "--measures", "mbe", "--json"])
    assert result.exit_code == 0
    [line] = result.stdout.strip().splitlines()
    record = json.loads(line)
    assert record["measure"] == "mbe" and record["n"] == 60
    assert set(record["nulls"]) == {"random", "length", "shuffled"}
    assert record["low"] <= 50 <= record["high"]


def test_two_corpora_are_no_paired_comparison_and_the_message_says_where_to_go(tmp_path: Path) -> None:
    for name in ("talks", "news"):
        rows = [f'{{"text": "{name} {n}", "group": "{("male", "female")[n % 2]}"}}' for n in range(40)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(rows), encoding="utf-8")
        words = ["run", "-m", "fake:random", "-d", str(tmp_path / f"{name}.jsonl"), "-l", "en", "--measures", "mbe"]
        assert CliRunner().invoke(app, [*words, "--out", str(tmp_path / name)]).exit_code == 0
    with pytest.raises(InputError, match=r"mbe on .*talks.jsonl@1.*repro mbe-table-2 --corpus A=RUN"):
        CliRunner().invoke(app, ["compare", str(tmp_path / "talks"), str(tmp_path / "news")], catch_exceptions=False)


def test_an_english_corpus_needs_one_side_only(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("She reads.\nHe reads.\nIt rains.\n", encoding="utf-8")
    words = ["build", "mbe", str(tmp_path / "en.txt"), "-l", "en", "-o", str(tmp_path / "en.jsonl")]
    assert CliRunner().invoke(app, words, catch_exceptions=False).exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "en.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["text"], row["group"]) for row in rows] == [("She reads.", "female"), ("He reads.", "male")]


def test_the_word_lists_of_the_paper_are_those_of_its_dataset(tmp_path: Path, mirror: Path) -> None:
    (tmp_path / "c.tsv").write_text("The heiress left.\tA\nThe king left.\tB\nIt left.\tC\n", encoding="utf-8")
    words = ["build", "mbe", str(tmp_path / "c.tsv"), "-l", "de", "--words", "paper", "-o", str(tmp_path / "p.jsonl")]
    shown = CliRunner().invoke(app, words, catch_exceptions=False)
    assert shown.exit_code == 0 and "heiress" in shown.stdout


def test_a_corpus_of_opus_is_named_and_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_mirror(tmp_path / "mirror", "TED2020", "de-en", "de", "Sie singt.\nEr singt.\n")
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))
    out = tmp_path / "ted.jsonl"
    assert "female: 1 sentences" in run("--from", "opus:TED2020", "-l", "de", "-o", str(out))
    card = json.loads((tmp_path / "ted.card.json").read_text(encoding="utf-8"))
    assert card["licence"].startswith("CC BY-NC-ND") and len(card["extra"]["sha256"]) == 64
    assert card["extra"]["address"] == "https://object.pouta.csc.fi/OPUS-TED2020/v1/moses/de-en.txt.zip"
    with pytest.raises(InputError, match="TED2020"):
        run("--from", "opus:TED2021", "-l", "de", "-o", str(out))
    with pytest.raises(InputError, match="either files or a corpus"):
        run("-l", "de", "-o", str(out))


def test_a_corpus_of_opus_is_found_under_the_codes_that_it_has_for_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GlobalVoices calls Japanese `jp` and simplified Chinese `zhs`: its archives and the files in them, too."""
    write_mirror(tmp_path / "mirror", "GlobalVoices", "en-jp", "jp", "彼女は歌う。\n彼は歌う。\n")
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))
    out = tmp_path / "news.jsonl"
    assert "male: 1 sentences" in run("--from", "opus:GlobalVoices", "-l", "ja", "-o", str(out))
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {row["language"] for row in rows} == {"ja"} and rows[0]["text"] == "彼女は歌う。"
    address = json.loads((tmp_path / "news.card.json").read_text(encoding="utf-8"))["extra"]["address"]
    assert address.endswith("/OPUS-GlobalVoices/v2017q3/moses/en-jp.txt.zip")
    with pytest.raises(InputError, match="GlobalVoices v2017q3 has no 'th' beside English"):
        run("--from", "opus:GlobalVoices", "-l", "th", "-o", str(out))


def write_mirror(mirror: Path, corpus: str, pair: str, code: str, text: str) -> None:
    """A corpus of OPUS as a mirror has it: `text` beside two English sentences."""
    folder = mirror / "opus" / corpus
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / f"{pair}.txt.zip", "w") as archive:
        archive.writestr(f"{corpus}.{pair}.{code}", text)
        archive.writestr(f"{corpus}.{pair}.en", "She sings.\nHe sings.\n")


def groups(*words: str) -> str:
    shown = CliRunner().invoke(app, ["build", "groups", *words], catch_exceptions=False)
    assert shown.exit_code == 0
    return shown.stdout


def test_words_of_the_language_itself_make_groups_without_any_english(tmp_path: Path) -> None:
    lines = "Die Frau liest.\nDer Mann liest.\nEs regnet.\nFrau und Mann lesen.\nDie Frau liest.\n"
    (tmp_path / "de.txt").write_text(lines, encoding="utf-8")
    out = tmp_path / "de.jsonl"
    shown = groups("--monolingual", str(tmp_path / "de.txt"), "-l", "de", "-o", str(out))
    assert "no word of any group: 1" in shown and "words of several groups: 1" in shown and "duplicate" in shown
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(row["text"], row["group"], row["word"]) for row in rows] == [
        ("Die Frau liest.", "female", "frau"), ("Der Mann liest.", "male", "mann"),
    ]  # fmt: skip
    card = json.loads((tmp_path / "de.card.json").read_text(encoding="utf-8"))
    assert "a word in the sentence" in card["made"] and "parallel" not in card["made"]


def test_a_language_without_a_file_takes_the_words_of_the_user_and_a_column_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "c.tsv").write_text("1\tŽena čte.\n2\tMuž čte.\n", encoding="utf-8")
    for name, word in (("f", "žena"), ("m", "muž")):
        (tmp_path / name).write_text(word, encoding="utf-8")
    words = ["--words", f"female={tmp_path / 'f'}", "--words", f"male={tmp_path / 'm'}", "--column", "2"]
    groups("--monolingual", str(tmp_path / "c.tsv"), "-l", "cs", *words, "-o", str(tmp_path / "cs.jsonl"))
    assert len((tmp_path / "cs.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    with pytest.raises(InputError, match="known in 'cs'"):
        groups("--monolingual", str(tmp_path / "c.tsv"), "-l", "cs", "-o", str(tmp_path / "cs.jsonl"))
    for both in ([], ["-d", "babel-pairs", "--monolingual", "x.txt"]):
        with pytest.raises(InputError, match="either sentence pairs"):
            groups(*both, "-l", "de", "-o", str(tmp_path / "x.jsonl"))


def test_a_rare_group_is_left_out_before_it_cuts_all_others_to_its_size(tmp_path: Path) -> None:
    lines = [f"The {who} met {n}.\tsatz {who} {n}" for who, count in (("teenager", 4), ("adult", 1), ("pensioner", 5))
             for n in range(count)]  # fmt: skip
    (tmp_path / "c.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = [str(tmp_path / "c.tsv"), "-l", "de", "--groups", "age", "-o", str(tmp_path / "a.jsonl")]
    assert "young: 1 sentences" in run(*words)
    shown = run(*words, "--fewest", "3")
    assert "young: 4 sentences" in shown and "old: 4 sentences" in shown and "middle-aged" not in shown
    assert "its group has too few sentences: 1" in shown
    with pytest.raises(DataError, match=r"only one has 5 sentences .*young: 4, middle-aged: 1, old: 5"):
        run(*words, "--fewest", "5")
