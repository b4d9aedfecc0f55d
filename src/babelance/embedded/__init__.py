"""Models that ship inside the package, so that everything runs offline.

`tiny-multilingual` is a masked language model, `tiny-multilingual-nli` an inference classifier made from it,
`tiny-translator` translates into English, and `tiny-vectors` holds word vectors, one file per language. Each folder has
a card (README.md).
"""

from pathlib import Path


def path(name: str) -> Path:
    """The folder of a shipped model, with or without the `babelance/` in front of its name."""
    folder = Path(__file__).parent / name.removeprefix("babelance/")
    if folder.name not in names() or folder.parent != Path(__file__).parent:
        raise KeyError(f"No embedded model {name!r}. There are: {', '.join(names())}.")
    return folder


def names() -> list[str]:
    """The shipped models."""
    return sorted(card.parent.name for card in Path(__file__).parent.glob("*/README.md"))
