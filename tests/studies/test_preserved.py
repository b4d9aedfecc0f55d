"""Gender words on the other side of a translation."""

from __future__ import annotations

import pytest

from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import Language
from babelance.studies.preserved import preservation

LANGUAGE = Language(
    "xx", "X", "X", gender_words={"female": ("frau",), "male": ("mann",)}, gender_pairs=(("sie", "er"),)
)


def items(group: str, *texts: str) -> list[Item]:
    return [Item(f"{group}{n}", "xx", {"text": text}, {"group": group}) for n, text in enumerate(texts)]


def test_kept_swapped_both_and_none() -> None:
    female = items("female", "Eine Frau.", "SIE singt", "Ein Mann", "Frau und Mann", "Es regnet", "Frauen")
    found = preservation([*female, *items("male", "Er", "Mann")], LANGUAGE)
    assert dict(found[0].counts) == {"kept": 2, "swapped": 1, "both": 1, "none": 2}
    assert found[0].share == pytest.approx(1 / 3)
    assert found[1].share == 1 and found[1].interval.low < 1 <= found[1].interval.high


def test_words_are_found_inside_text_without_spaces() -> None:
    language = Language("ja", "J", "J", spaced=False, gender_words={"female": ("彼女",), "male": ("彼は",)})
    found = preservation([*items("female", "私の彼女です"), *items("male", "彼は医者")], language)
    assert [one.share for one in found] == [1, 1]


def test_other_groups_are_an_error() -> None:
    with pytest.raises(DataError, match="build mbe"):
        preservation(items("muslim", "…"), LANGUAGE)
