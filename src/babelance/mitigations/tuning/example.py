"""The smallest model and corpus that show a mitigation at work: two hundred sentences, a second of training."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from babelance.backends.transformers.tiny import write_causal, write_masked
from babelance.core.mitigation import Example, Mitigation
from babelance.core.query import TokenLogprobs
from babelance.mitigations.alignment.links import Parallel
from babelance.mitigations.tuning.settings import Tuning

QUICK = Tuning(epochs=1, batch=32, length=16, held_out=2)
_PARTS = {
    "en": (
        ("the woman", "the man", "my mother", "my father", "the baker", "a pilot"),
        ("sees", "likes", "draws", "buys", "paints", "carries"),
        ("a house", "a tree", "the bread", "a book", "the ship", "a lamp"),
    ),
    "de": (
        ("die Frau", "der Mann", "meine Mutter", "mein Vater", "der Bäcker", "ein Pilot"),
        ("sieht", "mag", "zeichnet", "kauft", "malt", "trägt"),
        ("ein Haus", "einen Baum", "das Brot", "ein Buch", "das Schiff", "eine Lampe"),
    ),
}


def sentences(language: str) -> list[str]:
    """The n-th of one language translates the n-th of the other, word by word."""
    return [f"{' '.join(parts)} ." for parts in product(*_PARTS[language])]


def small_example(way: Mitigation, folder: Path) -> Example:
    corpus = _write(folder / "corpus.txt", sentences("en"))
    return Example(way, write_model(folder / "model"), (corpus,))


def write_model(folder: Path, *, seed: int = 0) -> str:
    """A masked language model that knows the words of both languages."""
    return write_masked(folder, [*sentences("en"), *sentences("de")], seed=seed)


def write_parallel(folder: Path) -> Parallel:
    """The sentences of both languages with their alignment, so that no aligner is needed."""
    links = [" ".join(f"{index}-{index}" for index in range(len(text.split()))) for text in sentences("en")]
    paths = tuple(_write(folder / f"{language}.txt", sentences(language)) for language in ("en", "de"))
    return Parallel(paths, "en", "de", pharaoh=_write(folder / "links.txt", links))


def _write(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def small_causal_example(way: Mitigation, folder: Path) -> Example:
    corpus = _write(folder / "corpus.txt", sentences("en"))
    query = TokenLogprobs("the woman sees a house .")
    return Example(way, write_causal(folder / "model"), (corpus,), kind="causal", query=query)
