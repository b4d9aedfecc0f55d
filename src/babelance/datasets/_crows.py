"""What the files in CrowS-Pairs format have in common: `sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babelance.core.item import Item
from babelance.text.tables import parse_csv, read_text

FIELDS = frozenset({"more", "less", "axis", "direction"})

PITFALLS = (
    "Many pairs do not test what they seem to: unclear stereotypes, several changes at once, mismatched groups, names "
    "standing for ethnicity, spelling errors (Blodgett et al., ACL 2021). Read differences, not single pairs."
)


def sample_text(id_column: str) -> str:
    """A file of two pairs of our own."""
    return (
        f"{id_column},sent_more,sent_less,stereo_antistereo,bias_type\n"
        "0,She baked a cake.,He baked a cake.,stereo,gender\n"
        '1,"He, too, fixed the car.","She, too, fixed the car.",antistereo,gender\n'
    )


def read_file(language: str, path: Path, *, id_column: str) -> Iterator[Item]:
    return read_text_of(language, read_text(path), id_column=id_column, name=str(path))


def read_text_of(language: str, text: str, *, id_column: str, name: str) -> Iterator[Item]:
    """A file without ids is numbered by its rows, from 0."""
    for number, row in enumerate(parse_csv(text, name=name).rows):
        cells = row.cells
        tags = {"axis": cells["bias_type"], "direction": cells["stereo_antistereo"]}
        yield Item(
            cells.get(id_column, str(number)), language, {"more": cells["sent_more"], "less": cells["sent_less"]}, tags
        )
