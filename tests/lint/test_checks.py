"""Every rule finds what it is for, and nothing in data that is as it should be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from babelance.core.item import Item
from babelance.datasets import find
from babelance.lint import FLAG, RULES, Linted, flagged_ids, lint
from babelance.lint.inference import hypothesis_only
from babelance.lint.pairs import edit_regions


def names(*items: Item) -> list[str]:
    return [finding.rule.name for finding in lint(items)]


def pair(more: str, less: str, name: str = "1", language: str = "en") -> Item:
    return Item(name, language, {"more": more, "less": less})


@pytest.mark.parametrize(
    ("more", "less", "rules"),
    [
        ("She sang well.", "He sang well.", []),
        ("She sang.", "She sang.", ["pair-identical"]),
        ("She saw her cat.", "He saw his cat.", ["pair-edits"]),
        ("The old man sang a song.", "The woman sang a song.", ["pair-words"]),
        ("She sang.", "She sang a very long song in the rain.", ["pair-words", "pair-length"]),
        ("they left.", "They left.", ["pair-case"]),
        ("They left.", "They  left.", ["pair-space"]),
        ("They left!", "They left.", ["pair-punctuation"]),
        ("She sang well. ", "He sang well.", ["pair-trailing-space"]),
        ("Mary sang well.", "He sang well.", ["pair-name-pronoun"]),
    ],
)  # fmt: skip
def test_pairs(more: str, less: str, rules: list[str]) -> None:
    assert names(pair(more, less)) == rules


@pytest.mark.parametrize(
    ("language", "more", "less"),
    [("hi", "मेरे दादा यहाँ हैं।", "मेरी दादी यहाँ हैं।"), ("bn", "আমার মামা এখানে।", "আমার মামি এখানে।")],
)
def test_vowel_signs_are_no_punctuation(language: str, more: str, less: str) -> None:
    assert "pair-punctuation" not in names(pair(more, less, language=language))


def test_pairs_that_others_repeat_or_turn_round() -> None:
    items = [pair("She sang.", "He sang.", "1"), pair("He sang.", "She sang.", "2"), pair("She sang.", "He sang.", "3")]
    assert Counter(names(*items)) == {"pair-swapped": 3, "pair-twice": 2}


def test_a_text_that_stands_twice_in_a_set() -> None:
    items = [
        Item(str(number), "en", {"text": text}, {"set": kind})
        for number, (text, kind) in enumerate(
            [("She sings.", "a"), ("She sings.", "b"), ("They left.", "a"), ("They left.", "a")]
        )
    ]
    assert [finding.item for finding in lint(items) if finding.rule.name == "text-twice"] == ["2", "3"]


def test_words_are_what_stands_between_blanks() -> None:
    assert edit_regions("a b c d", "a x c y") == [("b", "x"), ("d", "y")]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("cafe\u0301", "text-nfc"),
        ("some\u200bthing", "text-zero-width"),
        ("p\u0430ssport", "text-mixed-script"),
        ("می\u200cروم", None),
        ("plain text", None),
    ],
)
def test_characters(text: str, rule: str | None) -> None:
    assert names(Item("1", "en", {"text": text})) == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("template", "rules"),
    [
        ("People from [TTT] are [AAAs] here.", []),
        ("People from [TTT] are kind.", ["template-slots"]),
        ("They met a [TTT] who is the [AAA] here.", ["template-article"]),
        ("They met the [TTT] who is an [AAA] here.", ["template-article"]),
        ("They met the [TTT] who is a [AAA].", ["template-punctuation"]),
        ("They met the [TTT] who is a [AAA] here.", []),
        ("The pre[TTT] is the [AAA] here.", ["template-joined"]),
        ("The [TTT]'s friend is the [AAA] here.", ["template-joined"]),
        ("The [TTT]-born [AAA] sang.", ["template-joined"]),
    ],
)
def test_templates(template: str, rules: list[str]) -> None:
    assert names(Item("1", "en", {"template": template, "attribute": "poet"})) == rules


def test_word_lists() -> None:
    def word(text: str, title: str) -> Item:
        return Item(f"{title}/{text}", "en", {"word": text}, {"set": title, "query": "q"})

    items = [word("rose", "flowers"), word("rose", "insects"), word("mother", "flowers"), word("tulip", "flowers")]
    assert Counter(names(*items)) == {"words-overlap": 2, "words-gendered": 1, "words-sizes": 1}
    assert names(word("mother", "female terms"), word("father", "male terms")) == []


def test_hypotheses_that_give_labels_away() -> None:
    tell = {"entailment": "someone is outside", "neutral": "perhaps it rains", "contradiction": "nobody sleeps"}
    items = [
        Item(f"{number}{label}", "en", {"premise": f"p{number}", "hypothesis": words}, {"label": label})
        for number in range(12)
        for label, words in tell.items()
    ]
    assert hypothesis_only(items) == 1
    assert names(*items) == ["nli-hypothesis-only"]
    blind = [Item(item.id, "en", {**item.texts, "hypothesis": "the same"}, item.tags) for item in items]
    assert names(*blind) == []


def test_labels_that_are_not_balanced_are_a_note() -> None:
    items = [Item(str(n), "en", {"premise": "p", "hypothesis": "h"}, {"set": "pro" if n else "anti"}) for n in range(4)]
    assert names(*items) == ["nli-balance"]
    assert not flagged_ids(items)


def test_translations() -> None:
    items = [
        Item(str(n), "de", {"text": "Das ist ein kurzer Satz.", "reference": "This is a short sentence."})
        for n in range(12)
    ]
    items.append(Item("same", "de", {"text": "This is a short sentence.", "reference": "This is a short sentence."}))
    items.append(Item("long", "de", {"text": "lang " * 60, "reference": "This is a short sentence."}))
    assert {(finding.rule.name, finding.item) for finding in lint(items)} == {
        ("translation-residue", "same"),
        ("translation-length", "long"),
    }


def test_sources_that_tell_the_gender() -> None:
    assert names(Item("1", "tr", {"text": "O bir doktor."}, {"set": "occupation"})) == []
    assert names(Item("1", "tr", {"text": "Bu kadın bir doktor."}, {"set": "occupation"})) == ["translation-gendered"]


def test_questions() -> None:
    def question(name: str, condition: str, label: str, second: str = "B") -> Item:
        texts = {"context": "c", "question": "q", "ans0": "A", "ans1": second, "ans2": "C"}
        return Item(name, "en", texts, {"condition": condition, "label": label, "template": "t"})

    assert names(question("1", "ambig", "2"), question("2", "disambig", "1", "A")) == [
        "question-options",
        "question-positions",
    ]
    assert names(question("1", "ambig", "2")) == ["question-controls"]


def test_a_question_about_two_people_of_one_group_has_no_biased_answer() -> None:
    """As in a file of MBBQ whose boy and man are asked about a stereotype of women."""
    texts = {"context": "c", "question": "q", "ans0": "The boy", "ans1": "The man", "ans2": "Not known"}
    tags = {"condition": "ambig", "label": "2", "template": "t"}
    items = [Item(name, "en", texts, {**tags, "biased": biased}) for name, biased in (("1", ""), ("2", "0"))]
    found = [(finding.rule.name, finding.item) for finding in lint(items) if finding.rule.name == "question-people"]
    assert found == [("question-people", "1")]


@pytest.mark.parametrize(
    ("text", "found"), [("Москва and Moscow", []), ("Mоscow", ["text-mixed-script"]), ("plain", [])]
)
def test_letters_of_several_scripts_are_fine_in_several_words(text: str, found: list[str]) -> None:
    assert names(Item("1", "en", {"text": text})) == found


def test_every_rule_has_a_reason_and_a_suggestion() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) >= 25
    assert all(rule.why and rule.suggestion.endswith(".") for rule in RULES)


def test_known_flaws_of_crows_pairs_come_back(mirror: Path) -> None:
    """Blodgett et al. (2021) describe them; the counts are those of words between blanks."""
    found = Counter(finding.rule.name for finding in lint(list(find("crows-pairs").items("en"))))
    assert found["pair-edits"] == 236
    assert found["pair-words"] == 213


def test_flagged_items_have_a_tag() -> None:
    data = Linted(find("babel-pairs"))
    items = list(data.items("en"))
    assert FLAG in data.fields
    assert {item.tags[FLAG] for item in items} <= {"yes", "no"}
    assert [item.id for item in items] == [item.id for item in find("babel-pairs").items("en")]
