"""WikiANN named entities (persons, places, organisations) in de, en, fr and pt, for the utility of a mitigated model.

`sentences(language, split)` gives tokens with IOB2 labels; an item has both as text, separated by blanks.
Reference: Rahimi, Li, Cohn, ACL 2019 (splits of the data of Pan et al., ACL 2017).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Literal

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import read_lines

Split = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = ("train", "dev", "test")

REPOSITORY = Repository("davidsbatista/NER-datasets", "db7ff3ca4ba1df39907f8bdc036a556fed5ecde7")

PINS = {
    "pt/dev": (
        "Portuguese/WikiANN/dev",
        "4d861a5b8fcaf5795ec66a5ba7fe15211080c0f020555e5acbccab4039c4c09e",
        845105,
    ),
    "pt/test": (
        "Portuguese/WikiANN/test",
        "76434c36654c0111e9cac4227584db9ea94f883b81406e6d5d548067a25dbcb9",
        837409,
    ),
    "pt/train": (
        "Portuguese/WikiANN/train",
        "373a48751ec64a10d384da3b7b942203f60757d14d3ee945847c44bbaad45ba3",
        1686319,
    ),
    "de/dev": (
        "WikiANN/de/dev",
        "82e9136e6fd8b78170a4150277e084fd57555a251f45800ff196823febf6b837",
        1212877,
    ),
    "de/test": (
        "WikiANN/de/test",
        "f681708294c1620d54af2a7bf3a408e4c7e18b156ee1f08dca931bfb07c0723a",
        1211835,
    ),
    "de/train": (
        "WikiANN/de/train",
        "3ce85fb69bf38dc62dae27e08884ed951424d2c8955636f11ad137b07fd9968d",
        2429076,
    ),
    "en/dev": (
        "WikiANN/en/dev",
        "e9e42f79be5eba498ac86b7b81612da5ec5ad3d194df25c2e474514434957cf4",
        1002261,
    ),
    "en/test": (
        "WikiANN/en/test",
        "798706360692e56b9ce72fe37033c581cc9801b18f22091100b8266e0dc7fccb",
        1000256,
    ),
    "en/train": (
        "WikiANN/en/train",
        "ca569a937f536cfc7e94291fbf631d394ce0c171af4523d96f366a50bd18b388",
        1994834,
    ),
    "fr/dev": (
        "WikiANN/fr/dev",
        "d970aa72d52889c3dca8ee455ce451b948f4bacc3c6a5dbf4b700b375e90e56e",
        879742,
    ),
    "fr/test": (
        "WikiANN/fr/test",
        "d553810a89994583011afd1f7357c329648d4f112dc21734e5b5b2d8a069a7b5",
        885285,
    ),
    "fr/train": (
        "WikiANN/fr/train",
        "2acc675a8521d9e49da87ad17de158bc8860f227559d71a766ffea253ebcee3a",
        1759912,
    ),
}
FILES = {name: REPOSITORY.file(f"ner/{name}", path, sha256, size) for name, (path, sha256, size) in PINS.items()}
PARTS = {language: tuple(FILES[f"{language}/{split}"] for split in SPLITS) for language in ("de", "en", "fr", "pt")}


def sentences(language: str, split: Split) -> Iterator[list[tuple[str, str]]]:
    """Lists of (token, label)."""
    dataset.card.require(language)
    return _sentences(dataset.path(f"{language}/{split}"))


def _sentences(path: Path) -> Iterator[list[tuple[str, str]]]:
    for filled, lines in groupby(read_lines(path), key=bool):
        if filled:
            yield [_token(line) for line in lines]


def _token(line: str) -> tuple[str, str]:
    """`en:Paris\tB-LOC` → (`Paris`, `B-LOC`)."""
    token, _, label = line.rpartition("\t")
    return token.partition(":")[2], label


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for split, path in zip(SPLITS, paths, strict=True):
        for number, sentence in enumerate(_sentences(path)):
            tokens, labels = (" ".join(part) for part in zip(*sentence, strict=True))
            yield Item(f"{split}-{number}", language, {"tokens": tokens, "labels": labels}, {"split": split})


dataset = Pinned(
    card=Card(
        name="ner",
        title="WikiANN named entities",
        version="1",
        languages=tuple(PARTS),
        licence="as WikiANN (Wikipedia text, CC BY-SA)",
        citation="Rahimi et al., ACL 2019",
        provenance="Wikipedia text, labelled automatically from links; 20,000 / 10,000 / 10,000 sentences per "
        "language.",
        files=every(PARTS),
        url=REPOSITORY.url,
        validated=False,
        notes=("Silver labels. Many sentences are titles or fragments.",),
    ),
    fields=frozenset({"tokens", "labels", "split"}),
    parts=PARTS,
    read=read,
    sample=Sample("en", ("en:Anna\tB-PER\nen:sings\tO\n\nen:Paris\tB-LOC\n",) * len(SPLITS)),
)
