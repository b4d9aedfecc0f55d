"""From a parallel corpus to sentences by group: what is kept, what leaves and why, and that nothing depends on luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from babelance.build.material.groups import groups_for, shipped_lists
from babelance.build.material.matching import SCHEMA
from babelance.build.material.sample import Sample, same_lengths
from babelance.build.mbe import GroupSentences, Recipe, build
from babelance.core.errors import DataError, InputError
from babelance.datasets import find
from babelance.text import streams

GROUPS = {"female": ("she", "woman"), "male": ("he", "man")}


def corpus(folder: Path, *lines: str | bytes) -> str:
    path = folder / "corpus.tsv"
    path.write_bytes(b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines))
    return str(path)


def build_groups(
    folder: Path, *lines: str | bytes, jobs: int = 1, **options: Any
) -> tuple[GroupSentences, list[dict[str, Any]]]:
    recipe = Recipe(language="de", **({"groups": GROUPS} | options))
    result = build([corpus(folder, *lines)], folder / "out.jsonl", recipe, jobs=jobs)
    rows = [json.loads(line) for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    return result, rows


def many(count: int) -> list[str]:
    return [f"{'She' if n % 3 else 'He'} saw {n}.\t{'Sie' if n % 3 else 'Er'} sah {n}." for n in range(count)]


def test_a_line_goes_to_the_group_of_its_word_and_keeps_where_it_came_from(tmp_path: Path) -> None:
    result, rows = build_groups(tmp_path, "She sings.\tSie singt.", "It rains.\tEs regnet.", "A MAN, tall.\tEin Mann.")
    assert rows == [
        {"id": "1", "language": "de", "text": "Sie singt.", "group": "female", "word": "she", "source": "She sings.",
         "line": 1},
        {"id": "3", "language": "de", "text": "Ein Mann.", "group": "male", "word": "man", "source": "A MAN, tall.",
         "line": 3},
    ]  # fmt: skip
    assert result.lines == 3 and result.left["no word of any group"] == 1


def test_words_of_several_groups_drop_the_line(tmp_path: Path) -> None:
    result, rows = build_groups(tmp_path, "She\tS", "He\tE", "She and he\tS und E")
    assert result.left["words of several groups"] == 1
    assert len(rows) == 2


def test_every_line_is_kept_or_left_for_one_reason(tmp_path: Path) -> None:
    lines: list[str | bytes] = [
        *many(40), "She\tSie sah 1.", "He\t ", "He without a tab", b"He\t\xff", "She\t" + "x" * 3000, "he, she\tb",
        "Nothing\thier", *many(5),
    ]  # fmt: skip
    result, rows = build_groups(tmp_path, *lines)
    assert sum(result.left.values()) + len(rows) == result.lines == len(lines)
    assert {name: result.left[name] for name in ("the other side is empty", "not UTF-8", "too long")} == {
        "the other side is empty": 1, "not UTF-8": 1, "too long": 1,
    }  # fmt: skip
    assert result.left["a column is missing"] == 1
    assert result.left["duplicate of a kept sentence"] == 6


def test_groups_are_cut_to_equal_size_and_the_seed_chooses(tmp_path: Path) -> None:
    _, rows = build_groups(tmp_path, *many(90), seed=1)
    _, others = build_groups(tmp_path, *many(90), seed=2)
    groups = [row["group"] for row in rows]
    assert groups.count("female") == groups.count("male") == 30
    assert rows != others
    assert rows == build_groups(tmp_path, *many(90), seed=1)[1]


def test_all_sentences_on_request(tmp_path: Path) -> None:
    _, rows = build_groups(tmp_path, *many(90), equal=False)
    assert len(rows) == 90


def test_the_sample_does_not_depend_on_order_blocks_or_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = many(3000)
    _, rows = build_groups(tmp_path, *lines, most=100)
    texts = {row["text"] for row in rows}
    _, backward = build_groups(tmp_path, *reversed(lines), most=100)
    assert {row["text"] for row in backward} == texts
    monkeypatch.setattr(streams, "CHUNK", 1000)
    assert build_groups(tmp_path, *lines, most=100)[1] == rows
    assert build_groups(tmp_path, *lines, most=100, jobs=2)[1] == rows


def table(*rows: tuple[int, int, str]) -> pa.Table:
    """(priority, line, text)"""
    return pa.Table.from_pylist(
        [{"priority": one, "line": line, "text": text, "source": ""} for one, line, text in rows], schema=SCHEMA
    )


def test_memory_holds_twice_the_sample_at_most() -> None:
    sample = Sample(most=10)
    for start in range(0, 5000, 5):
        sample.add("female", table(*((n * 7919 % 5003, n, str(n)) for n in range(start, start + 5))))
        assert sample.count("female") <= 20
    best = sample.groups()["female"]["priority"].to_pylist()
    assert best == sorted(n * 7919 % 5003 for n in range(5000))[:10]
    assert sum(sample.left.values()) == 4990


def test_of_equal_sentences_the_first_line_stays() -> None:
    sample = Sample(most=10)
    sample.add("a", table((5, 30, "x"), (7, 31, "y")))
    sample.add("a", table((5, 2, "x"), (5, 99, "x")))
    assert sample.groups()["a"]["line"].to_pylist() == [2, 31]
    assert sample.left["duplicate of a kept sentence"] == 2


def test_equal_lengths_on_request(tmp_path: Path) -> None:
    lines = [f"She {n}\t{'s' * (10 + n)}" for n in range(20)] + [f"He {n}\t{'e' * (15 + n)}" for n in range(20)]
    _, rows = build_groups(tmp_path, *lines, match="length")
    means = {name: _mean([len(row["text"]) for row in rows if row["group"] == name]) for name in GROUPS}
    assert abs(means["female"] - means["male"]) < 1.5
    assert 10 < len(rows) < 40


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def test_bands_of_lengths_have_as_many_of_each_group() -> None:
    groups = {"a": table((1, 1, "x" * 10), (2, 2, "y" * 10), (3, 3, "y" * 20)), "b": table((4, 4, "z" * 10))}
    assert {group: rows["line"].to_pylist() for group, rows in same_lengths(groups).items()} == {"a": [1], "b": [4]}


def test_no_length_in_common_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="same length"):
        build_groups(tmp_path, "She\tkurz", "He\t" + "lang" * 20, match="length")


def test_no_match_at_all_names_what_to_check(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"None of 1 lines .* pivot language"):
        build_groups(tmp_path, "Es regnet.\tIt rains.")
    assert not (tmp_path / "out.jsonl").exists()


def test_one_empty_group_is_an_error_with_counts(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="female: 1, male: 0"):
        build_groups(tmp_path, "She\tSie")


def test_of_three_groups_one_may_be_empty(tmp_path: Path) -> None:
    groups = {"a": ("ant",), "b": ("bee",), "c": ("cow",)}
    result, _ = build_groups(tmp_path, "An ant.\tx", "A bee.\ty", groups=groups)
    assert list(result.groups) == ["a", "b"]


def test_sentences_that_the_language_does_not_tell_apart_are_counted(tmp_path: Path) -> None:
    result, _ = build_groups(tmp_path, "She sings.\tHän laulaa.", "He sings.\tHän laulaa.")
    assert result.shared == 1


def test_the_file_is_a_dataset_with_a_card(tmp_path: Path) -> None:
    build_groups(tmp_path, *many(30))
    dataset = find(str(tmp_path / "out.jsonl"))
    items = list(dataset.items("de"))
    assert {item.tags["group"] for item in items} == {"female", "male"}
    assert set(items[0].texts) == {"text"} and items[0].tags["word"] in ("she", "he")
    assert dataset.card.languages == ("de",) and dataset.card.groups == ()
    counts = json.loads(dataset.card.extra["counts"])
    assert counts["lines"] == 30
    assert json.loads(dataset.card.extra["words"]) == {"female": {"she": 10}, "male": {"he": 10}}


def test_only_jsonl_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.jsonl"):
        build([], tmp_path / "x.csv", Recipe(language="de"))


def test_english_gender_lists_do_not_overlap_and_have_the_usual_words() -> None:
    groups = groups_for()
    assert list(groups) == ["female", "male"]
    assert {"she", "her", "mother", "daughter"} <= set(groups["female"])
    assert {"he", "his", "father", "son"} <= set(groups["male"])
    assert set(groups_for("gender-nonbinary")) == {"female", "male", "nonbinary"}


def test_guys_who_are_addressed_may_be_anybody(tmp_path: Path) -> None:
    """In Dutch Tatoeba 88 of 90 sentences with the word were *jullie*; so it tells no gender."""
    lines = ["Are you guys free?\tZijn jullie vrij?", "He is free.\tHij is vrij.", "She is free.\tZe is vrij."]
    result, rows = build_groups(tmp_path, *lines, groups=groups_for())
    assert [row["source"] for row in rows] == ["He is free.", "She is free."]
    assert result.left["no word of any group"] == 1


@pytest.mark.parametrize("name", shipped_lists("en"))
def test_shipped_lists_are_sound(name: str) -> None:
    groups = groups_for(name)
    assert len(groups) >= 2
    assert all(len(words) >= 3 for words in groups.values())


def test_another_pivot_language() -> None:
    assert "frau" in groups_for(pivot="de")["female"]


def test_own_lists(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# first\nAnt\n\nbee hive\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("cow", encoding="utf-8")
    own = {"a": str(tmp_path / "a.txt"), "b": str(tmp_path / "b.txt")}
    assert groups_for(own=own) == {"a": ("ant", "bee hive"), "b": ("cow",)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('a = ["x", "Y"]\nb = ["y"]', "'y' is in the groups 'a' and 'b'"),
        ('a = ["x"]', "two or more"),
        ('a = ["x"]\nb = []', "'b' has no words"),
        ('a = "x"\nb = ["y"]', "write a ="),
        ("a = [", "not TOML"),
    ],
)
def test_a_bad_list_is_named(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "g.toml").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        groups_for(str(tmp_path / "g.toml"))


def test_unknown_lists_are_named() -> None:
    with pytest.raises(InputError, match="Did you mean 'religion'"):
        groups_for("religon")
    with pytest.raises(InputError, match="No file"):
        groups_for(own={"a": "/nowhere/a.txt"})


def test_a_language_without_a_file_asks_for_words() -> None:
    with pytest.raises(InputError, match="in 'cs'"):
        groups_for("gender", pivot="cs")
