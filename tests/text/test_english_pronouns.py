"""English of she and he, rewritten with they and with the other gender."""

from __future__ import annotations

import pytest

from babelance.text.english_pronouns import neutral, plural_verb, swap_genders

SENTENCES = {
    "He is a nurse and likes his work.": "They are a nurse and like their work.",
    "Is he always late?": "Are they always late?",
    "He's been here.": "They've been here.",
    "She’s a doctor.": "They're a doctor.",
    "I saw her yesterday.": "I saw them yesterday.",
    "I saw her book.": "I saw their book.",
    "The book is his.": "The book is theirs.",
    "He goes and buys bread.": "They go and buy bread.",
    "He likes cats and dogs.": "They like cats and dogs.",
    "She never tries.": "They never try.",
    "SHE IS HERE.": "THEY ARE HERE.",
    "He himself washes it.": "They themselves wash it.",
    "That guy is a salesman.": "That person is a salesperson.",
    "They are here, and it is late.": "They are here, and it is late.",
}


@pytest.mark.parametrize(("given", "wanted"), SENTENCES.items())
def test_a_sentence_about_one_person_is_said_of_they(given: str, wanted: str) -> None:
    assert neutral(given) == wanted


def test_women_and_men_change_places_and_come_back() -> None:
    given = "She told him that she had seen his sister with her."
    assert swap_genders(given) == "He told her that he had seen her sister with him."
    assert swap_genders(swap_genders(given)) == given


@pytest.mark.parametrize(
    ("given", "wanted"), [("tries", "try"), ("dies", "die"), ("watches", "watch"), ("this", "this"), ("ran", "ran")]
)
def test_a_verb_gets_the_form_of_the_plural(given: str, wanted: str) -> None:
    assert plural_verb(given) == wanted
