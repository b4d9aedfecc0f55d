"""Word alignments: Pharaoh files and aligners, one-to-one links only, and what is wrong with a file."""

from __future__ import annotations

import builtins
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babelance.core.errors import DataError, InputError, MissingExtra
from babelance.mitigations.alignment.diagonal import align_words
from babelance.mitigations.alignment.links import Parallel, align, linked_sentences, spans
from tests.mitigations.small import sentences


def corpus(tmp_path: Path, source: str, target: str, links: str | None = None, **options: Any) -> Parallel:
    paths = []
    for name, text in (("a", source), ("b", target), ("links", links)):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8")
            paths.append(str(tmp_path / name))
    pharaoh = paths.pop() if links is not None else None
    return Parallel(tuple(paths), "de", "en", pharaoh=pharaoh, **options)


def words(found: Any) -> list[list[tuple[str, str]]]:
    return [[(entry.source[slice(*a)], entry.target[slice(*b)]) for a, b in entry.links] for entry in found]


def test_links_of_a_pharaoh_file_name_words_between_blanks(tmp_path: Path) -> None:
    text = corpus(
        tmp_path, "Das Haus brennt .\nJa !\n", "The house is burning .\nYes !\n", "0-0 1-1 2-3 3-4\n0-0 1-1\n"
    )
    assert words(linked_sentences(text, tmp_path / "links")) == [
        [("Das", "The"), ("Haus", "house"), ("brennt", "burning"), (".", ".")],
        [("Ja", "Yes"), ("!", "!")],
    ]


def test_a_word_with_two_links_is_no_anchor(tmp_path: Path) -> None:
    text = corpus(tmp_path, "er brennt ab\n", "it burns down\n", "0-0 1-1 1-2 2-2\n")
    assert words(linked_sentences(text, tmp_path / "links")) == [[("er", "it")]]


def test_sentences_without_links_are_passed_over(tmp_path: Path) -> None:
    text = corpus(tmp_path, "a b\n\nc\n", "x y\n\nz\n", "0-0\n\n0-0\n")
    assert words(linked_sentences(text, tmp_path / "links")) == [[("a", "x")], [("c", "z")]]


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ("0-0\n0-5\n", r"line 2: the link 0-5 points outside of sentences of 1 and 1 words"),
        ("0-0\n0:0\n", r"line 2: '0:0' is not a link like 0-2"),
        ("0-0\n", "the file of alignments ends at line 1, the corpus not yet"),
        ("0-0\n0-0\n0-0\n", "the corpus ends at line 2, the alignments not yet"),
    ],
)
def test_a_wrong_alignment_file_is_told_with_its_line(tmp_path: Path, links: str, message: str) -> None:
    text = corpus(tmp_path, "a\nb\n", "x\ny\n", links)
    with pytest.raises(DataError, match=message):
        list(linked_sentences(text, tmp_path / "links"))


def test_a_limit_ends_both_but_does_not_hide_a_corpus_that_is_too_short(tmp_path: Path) -> None:
    text = corpus(tmp_path, "a\nb\n", "x\ny\n", "0-0\n0-0\n0-0\n", limit=1)
    assert words(linked_sentences(text, tmp_path / "links")) == [[("a", "x")]]
    with pytest.raises(DataError, match="the corpus ends at line 2, the alignments not yet"):
        list(linked_sentences(replace(text, limit=100_000), tmp_path / "links"))


def test_corpora_of_unequal_length_are_refused(tmp_path: Path) -> None:
    text = corpus(tmp_path, "a\nb\nc\n", "x\ny\n", "0-0\n0-0\n0-0\n")
    with pytest.raises(DataError, match=r"3 lines and .* 2"):
        list(linked_sentences(text, tmp_path / "links"))


def test_columns_of_a_table_may_be_in_the_other_order(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("house\tHaus\ntree\tBaum\n")
    text = Parallel((str(tmp_path / "t.tsv"),), "de", "en", (1, 0), limit=1)
    assert list(text.pairs()) == [("Haus", "house")]


def test_words_keep_apostrophes_and_combining_signs_and_unspaced_languages_are_cut_into_characters() -> None:
    assert [text[a:b] for text in ["It's a well-known नमस्ते!"] for a, b in spans(text, "words")] == [
        "It's", "a", "well-known", "नमस्ते", "!",
    ]  # fmt: skip
    assert [a for a, _ in spans("東京 だ", "characters")] == [0, 1, 3]
    assert Parallel((), "ja", "en").cuts() == ("characters", "words")


PARTNERS = {"Haus": "house", "Arzt": "doctor", "Baum": "tree", "Brot": "bread", "Schiff": "ship"}


def test_our_aligner_finds_the_words_of_a_small_regular_corpus_the_same_every_time(tmp_path: Path) -> None:
    text = corpus(tmp_path, "\n".join(sentences("de")), "\n".join(sentences("en")))
    for name in ("once", "twice"):
        align(text, tmp_path / name)
    assert (tmp_path / "once").read_bytes() == (tmp_path / "twice").read_bytes()
    found = [pair for some in words(linked_sentences(text, tmp_path / "once")) for pair in some]
    known = [pair for pair in found if pair[0] in PARTNERS]
    assert {("sieht", "sees"), ("Lampe", "lamp")} <= set(found)
    assert sum(PARTNERS[one] == other for one, other in known) > 0.9 * len(known) > 100


def test_crossed_words_are_found_in_spite_of_the_diagonal() -> None:
    sources = [["a", "b"], *[["a"], ["b"]] * 10, []]
    targets = [["Y", "X"], *[["X"], ["Y"]] * 10, ["Z"]]
    assert align_words(sources, targets) == [{(0, 1), (1, 0)}, *[{(0, 0)}] * 20, set()]


def test_eflomal_finds_the_words_of_a_small_regular_corpus(tmp_path: Path) -> None:
    """It draws at random, takes no seed, and now and then settles on a wrong partner for a word: one of three runs must
    be right in everything."""
    pytest.importorskip("eflomal")
    text = replace(corpus(tmp_path, "\n".join(sentences("de")), "\n".join(sentences("en"))), aligner="eflomal")
    wanted = {("sieht", "sees"), ("Lampe", "lamp"), *list(PARTNERS.items())[:2]}

    def is_right(run: int) -> bool:
        align(text, tmp_path / f"links-{run}")
        found = [pair for some in words(linked_sentences(text, tmp_path / f"links-{run}")) for pair in some]
        known = [pair for pair in found if pair[0] in PARTNERS]
        right = sum(PARTNERS[one] == other for one, other in known)
        return wanted <= set(found) and right > 0.9 * len(known) > 100

    assert any(is_right(run) for run in range(3))


def test_a_corpus_without_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sentence pair with words"):
        align(corpus(tmp_path, "\n\n", "\n\n"), tmp_path / "links")


def test_without_eflomal_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *given: Any, **more: Any) -> Any:
        if name == "eflomal":
            raise ImportError(name)
        return real(name, *given, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"babelance\[align\]"):
        align(replace(corpus(tmp_path, "a\n", "b\n"), aligner="eflomal"), tmp_path / "links")
