"""RIBES against its authors' script, and what follows from its definition."""

from __future__ import annotations

import pytest

from babelance.text.ribes import corpus_ribes, ribes

# Computed with RIBES.py 1.03.1 of the authors (github.com/nttcslab-nlp/RIBES, commit 7e76cf2), exponents 0.25 and 0.10.
AUTHORS = [
    ("the cat sat on the mat", "the cat sat on the mat", 1.0),
    ("on the mat sat the cat", "the cat sat on the mat", 0.266666666667),
    (
        "he was interested in world history because he read the book",
        "he read the book because he was interested in world history",
        0.345454545455,
    ),
    ("she read a book", "she has read the book and the letter", 0.842046097922),
    ("no", "no", 1.0),
    ("yes", "no", 0.0),
    ("a b a b a", "a b b a", 0.0),
]


@pytest.mark.parametrize(("translation", "reference", "wanted"), AUTHORS)
def test_a_sentence_scores_as_by_the_authors_script(translation: str, reference: str, wanted: float) -> None:
    assert ribes(translation.split(), reference.split()) == pytest.approx(wanted, abs=1e-11)


def test_a_corpus_scores_the_mean_of_its_sentences() -> None:
    pairs = [(one.split(), other.split()) for one, other, _ in AUTHORS]
    wanted = sum(score for *_, score in AUTHORS) / len(AUTHORS)
    assert corpus_ribes(*zip(*pairs, strict=True)) == pytest.approx(wanted, abs=1e-11)


def test_an_empty_translation_scores_nothing() -> None:
    assert ribes([], ["a", "word"]) == 0


def test_lists_and_tuples_are_the_same_words() -> None:
    assert ribes(("a", "b", "c"), ["a", "b", "c"]) == 1
