"""The words in which the two texts of a pair differ."""

from __future__ import annotations

import pytest

from babelance.text.changed import changed_words, differing_parts


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Anna repaired the engine.", "Peter repaired the engine.", (("anna",), ("peter",))),
        ("Ida lost her keys", "Ole lost his keys", (("ida", "her"), ("ole", "his"))),
        ("Anna Lena sings.", "Jan Ole sings.", (("anna lena",), ("jan ole",))),
        ("Then she sings", "Then sings", (("she",), ())),
        ("the same", "The same", ((), ())),
        ("他每天喝茶。", "她每天喝茶。", (("他",), ("她",))),
        ("เขาชอบดื่มชา", "เธอชอบดื่มชา", (("ข า",), ("ธ อ",))),
        ("लड़का चाय पीता है", "लड़की चाय पीती है", (("लड़का", "पीता"), ("लड़की", "पीती"))),
    ],
)
def test_only_what_differs_is_named(first: str, second: str, expected: tuple[tuple[str, ...], ...]) -> None:
    assert changed_words(first, second) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("A tall nurse sits here.", "A woman sits here.", ("tall nurse", "woman")),
        ("the cameraman runs", "the man runs", ("cameraman", "man")),
        ("一个护士在跑步。", "一个女人在跑步。", ("护士", "女人")),
        ("The same.", "the same", ("", "")),
        ("One more word", "One word", ("more", "")),
    ],
)
def test_what_stands_between_the_common_words(first: str, second: str, expected: tuple[str, str]) -> None:
    assert differing_parts(first, second) == expected
