"""WinoMT: English sentences with two people, of whom a pronoun tells the gender of one.

`entity` is that person, `gender` the gender (male, female, neutral). `set` is `pro` where it is the stereotypical one
of the occupation, `anti` where it is not, and empty in sentences that are in neither list. The id is the line, from 1.
Reference: Stanovsky, Smith, Zettlemoyer, ACL 2019.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample
from babelance.text.tables import read_lines

REPOSITORY = Repository("gabrielStanovsky/mt_gender", "586292861cf2efdda2dec03c69c3408995a8b293")
FILES = (
    REPOSITORY.file(
        "winomt/en.txt",
        "data/aggregates/en.txt",
        "11797c54a74876c4ae63d029e88ec35ded8ee335251c51ff861f8790a7e258af",
        363069,
    ),
    REPOSITORY.file(
        "winomt/en_pro.txt",
        "data/aggregates/en_pro.txt",
        "ed06dd39ca549f8766e4958de15afe706e4f3185c1ec580125d0c71b9f530064",
        144395,
    ),
    REPOSITORY.file(
        "winomt/en_anti.txt",
        "data/aggregates/en_anti.txt",
        "da3e5744ed70481c80333a082f06fa6696be5db20c12a48a74845b245ce502e1",
        144358,
    ),
)
_ARTICLES = ("the ", "an ", "a ")


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    sentences, *lists = ([_cells(path, number, line) for number, line in _lines(path)] for path in paths)
    members = {name: {text for _, _, text, _ in rows} for name, rows in zip(("pro", "anti"), lists, strict=True)}
    for number, (gender, _, text, entity) in enumerate(sentences, start=1):
        name = next((name for name, texts in members.items() if text in texts), "")
        yield Item(str(number), language, {"text": text}, {"entity": _bare(entity), "gender": gender, "set": name})


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(read_lines(path), start=1) if line.strip())


def _cells(path: Path, number: int, line: str) -> list[str]:
    cells = line.split("\t")
    if len(cells) != 4:
        raise DataError(f"'{path}', line {number}: {len(cells)} cells, not gender, place, sentence and entity.")
    return cells


def _bare(entity: str) -> str:
    """Without the article that a few entities have."""
    name = entity.strip().lower()
    return next((name.removeprefix(article) for article in _ARTICLES if name.startswith(article)), name)


_PRO = "male\t1\tThe pilot thanked the nurse because he was late.\tpilot\n"
_ANTI = "female\t1\tThe pilot thanked the nurse because she was late.\tpilot\n"

dataset = Pinned(
    card=Card(
        name="winomt",
        title="WinoMT",
        version="1",
        languages=("en",),
        licence="MIT",
        citation="Stanovsky et al., ACL 2019",
        provenance="Sentences of WinoBias and Winogender, put together by the authors.",
        files=FILES,
        url=REPOSITORY.url,
        notes=(
            "Of the recorded translations two sentences are missing (lines 2121 and 2122): the sentences were corrected"
            " after the recording.",
        ),
        groups=("gender", "set"),
    ),
    fields=frozenset({"text", "entity", "gender", "set"}),
    parts={"en": FILES},
    read=read,
    sample=Sample("en", (_PRO + _ANTI, _PRO, _ANTI)),
)
