"""Our own probes, in every language that has them: complete, normalised, grammatical as far as a rule can tell."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections import Counter
from collections.abc import Sequence

import pytest
import regex as re

from babelance.core.card import Dataset
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.language import parse_words, require
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.datasets.babel_nli import captions
from babelance.datasets.babel_utterances import lexicons
from babelance.datasets.babel_words import queries
from babelance.datasets.reading.probe_pairs import pairs
from babelance.datasets.reading.probes import Probe, codes, keys, probe, shared_material, split, stereotype
from babelance.text.words import pattern

NAMES = [name for name in DATASETS if name.startswith("babel-")]
CODES = codes("pairs")
DOMAINS = {"work", "family", "science", "care", "sport", "money", "temper"}
EVERY = [(name, code) for name in NAMES for code in DATASETS.get(name).card.languages]


def items(name: str, code: str) -> list[Item]:
    return list(DATASETS.get(name).items(code))


def pieces(text: str, code: str) -> Sequence[str]:
    """Words, or characters where no spaces separate words."""
    return text.split() if " " in text and code not in ("ja", "zh", "th") else text


def changes(one: str, other: str, code: str) -> int:
    """How many words (or runs of characters) of the longer side are not shared."""
    first, second = pieces(one, code), pieces(other, code)
    opcodes = difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in opcodes if tag != "equal")


def test_every_language_with_material_is_registered_and_the_reverse() -> None:
    assert set(CODES) == set(LANGUAGES.names())


def test_languages_without_gender_neutral_pronouns_have_no_utterances() -> None:
    assert {code for code in LANGUAGES if LANGUAGES.get(code).registers} == set(codes("utterances"))


@pytest.mark.parametrize("name", NAMES)
def test_card_says_that_nobody_validated_the_text(name: str) -> None:
    dataset = DATASETS.get(name)
    assert isinstance(dataset, Dataset)
    assert dataset.card.name == name
    assert not dataset.card.validated
    assert "not yet validated" in dataset.card.provenance


@pytest.mark.parametrize("name", NAMES)
def test_language_without_material_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="has no 'xx'"):
        DATASETS.get(name).items("xx")


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_items_have_all_fields_own_ids_and_clean_texts(name: str, code: str) -> None:
    items_read = items(name, code)
    assert items_read
    assert len({item.id for item in items_read}) == len(items_read)
    for item in items_read:
        assert set(DATASETS.get(name).fields) == {*item.texts, *item.tags}
        for key, text in item.texts.items():
            assert unicodedata.is_normalized("NFC", text), text
            assert text == text.strip() != ""
            assert "  " not in text and "_" not in text
            assert key == "targets" or not re.search(r"[{}|]", text), text


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_fingerprint_is_stable(name: str, code: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", DATASETS.get(name).fingerprint(code))


@pytest.mark.parametrize("code", CODES)
def test_keys_are_equal_over_languages(code: str) -> None:
    material = probe(code)
    assert list(material.section("occupations")) == list(shared_material()["occupations"])
    assert tuple(material.section("descriptors")) == keys("descriptors", extra=True)
    assert tuple(material.section("targets")) == keys("targets", extra=True)
    assert set(material.section("groups")) <= set(shared_material()["templates"])
    assert len(material.section("groups")) >= 10


@pytest.mark.parametrize("code", CODES)
def test_no_two_keys_share_a_word(code: str) -> None:
    for section in (("occupations", "descriptors"), ("targets",)):
        first = [split(text)[0] for name in section for text in probe(code).section(name).values()]
        assert [word for word, count in Counter(first).items() if count > 1] == []


@pytest.mark.parametrize("code", CODES)
def test_sections_are_those_of_the_format(code: str) -> None:
    required = ["forms", "occupations", "descriptors", "targets", "groups", "templates", "nli", "words"]
    assert [name for name in probe(code).material if name != "utterances"] == [*required, "pairs"]


def test_three_classes_of_occupations_have_about_the_same_size() -> None:
    sizes = Counter(stereotype(key) for key in shared_material()["occupations"])
    assert set(sizes) == {"female", "male", "neutral"}
    assert min(sizes.values()) >= 20 and sum(sizes.values()) == 64


@pytest.mark.parametrize("code", CODES)
class TestPairs:
    def test_there_are_enough_in_every_domain(self, code: str) -> None:
        pairs_alone = items("babel-pairs", code)
        assert len(pairs_alone) >= 100
        found = pairs_alone + items("babel-controls", code)
        assert {item.tags["domain"] for item in found} == {*DOMAINS, "control"}
        sizes = Counter((item.tags["domain"], item.tags["stereotype"]) for item in found)
        assert sizes.pop(("control", "none")) >= 15
        assert min(sizes.values()) >= 5 and len(sizes) == 2 * len(DOMAINS)

    def test_sentences_are_distinct(self, code: str) -> None:
        sentences = [item.texts[side] for item in items("babel-pairs", code) for side in ("more", "less")]
        assert [text for text, count in Counter(sentences).items() if count > 1] == []

    def test_edits_are_minimal(self, code: str) -> None:
        limit = 3 if " " in items("babel-pairs", code)[0].texts["more"] else 8
        for item in items("babel-pairs", code):
            more, less = item.texts["more"], item.texts["less"]
            assert 0 < changes(more, less, code) <= limit, (more, less)
            assert changes(more, less, code) < len(pieces(more, code)), (more, less)

    def test_controls_have_two_people_of_one_gender(self, code: str) -> None:
        names = LANGUAGES.get(code).names
        for item in items("babel-controls", code):
            genders = [
                next((one for one in ("female", "male") if any(name in text for name in names[one])), "")
                for text in (item.texts["more"], item.texts["less"])
            ]
            if item.tags["control"] == "yes" and all(genders):
                assert genders[0] == genders[1], item


@pytest.mark.parametrize("code", CODES)
class TestGroups:
    def test_grid_is_full(self, code: str) -> None:
        items_read = items("babel-groups", code)
        assert len(items_read) == 70 * len(probe(code).section("groups"))
        assert all(len(json.loads(item.texts["targets"])) == 30 for item in items_read)

    def test_variant_has_five_more_of_both(self, code: str) -> None:
        items_read = items("babel-groups-plus", code)
        assert len(items_read) == 75 * len(probe(code).section("groups"))
        assert all(len(json.loads(item.texts["targets"])) == 35 for item in items_read)

    def test_both_places_are_marked_once(self, code: str) -> None:
        for item in items("babel-groups", code):
            assert item.texts["template"].count("[TTT]") == item.texts["template"].count("[AAA]") == 1

    def test_names_of_targets_differ(self, code: str) -> None:
        for item in items("babel-groups-plus", code):
            names = list(json.loads(item.texts["targets"]).values())
            assert len(set(names)) == len(names)


@pytest.mark.parametrize("code", CODES)
class TestTemplates:
    def test_every_subject_meets_every_occupation(self, code: str) -> None:
        section = probe(code).section("templates")
        assert len(section["subjects"]) >= 5 and len(section["sentences"]) >= 2
        expected = 64 * len(section["subjects"]) * len(section["sentences"])
        assert len(items("babel-templates", code)) == expected

    def test_both_sentences_differ(self, code: str) -> None:
        assert all(item.texts["more"] != item.texts["less"] for item in items("babel-templates", code))


@pytest.mark.parametrize("code", CODES)
class TestNli:
    def test_sets_follow_the_stereotype(self, code: str) -> None:
        for item in items("babel-nli", code):
            tied, gender = item.tags["stereotype"], item.tags["gender"]
            expected = "non" if tied == "neutral" else "pro" if tied == gender else "anti"
            assert item.tags["set"] == expected

    def test_pro_and_anti_have_the_same_size(self, code: str) -> None:
        sizes = Counter(item.tags["set"] for item in items("babel-nli", code))
        assert sizes["pro"] == sizes["anti"] >= 400 and sizes["non"] >= 400

    def test_hypothesis_has_the_person_word_and_the_premise_has_not(self, code: str) -> None:
        language = LANGUAGES.get(code)
        woman, man = (pattern([word], spaced=language.spaced) for word in require(language, "person"))
        for item in items("babel-nli", code):
            wanted, other = (woman, man) if item.tags["gender"] == "female" else (man, woman)
            assert wanted.search(item.texts["hypothesis"])
            assert not other.search(item.texts["hypothesis"])
            assert not wanted.search(item.texts["premise"])

    def test_captions_are_distinct(self, code: str) -> None:
        found = captions(probe(code))
        assert len(set(found)) == len(found) >= 10


@pytest.mark.parametrize("code", CODES)
class TestWords:
    def test_sets_are_large_enough_and_come_in_equal_pairs(self, code: str) -> None:
        for query in queries(code):
            for kind in ("target_sets", "attribute_sets"):
                sizes = [len(words) for words in dict(query[kind]).values()]  # type: ignore[arg-type]
                assert len(sizes) == 2 and sizes[0] == sizes[1] >= 8, query["name"]

    def test_words_are_single_and_in_one_set_only(self, code: str) -> None:
        words = [word for text in probe(code).section("words").values() for word in parse_words(text)]
        assert [word for word, count in Counter(words).items() if count > 1] == []
        assert all(" " not in word for word in words)

    def test_all_contrasts_are_there_with_terms_and_names(self, code: str) -> None:
        assert len(queries(code)) == 2 * len(shared_material()["queries"]) == 12


@pytest.mark.parametrize("code", codes("utterances"))
class TestUtterances:
    def test_lexicons_are_large_enough(self, code: str) -> None:
        found = lexicons(probe(code))
        assert len(found["occupation"]) >= 60
        assert len(found["positive"]) >= 25 and len(found["negative"]) >= 25
        assert not set(found["positive"]) & set(found["negative"])

    def test_each_lexicon_is_a_set_and_each_register_another(self, code: str) -> None:
        sets = {item.tags["set"] for item in items("babel-utterances", code)}
        registers = {name for register in LANGUAGES.get(code).registers for name in register.sets}
        assert sets == {"occupation", "positive", "negative"} | registers

    def test_no_utterance_names_a_gender(self, code: str) -> None:
        language = LANGUAGES.get(code)
        words = {word for gender in ("female", "male") for word in language.gender_words[gender]}
        for item in items("babel-utterances", code):
            text = item.texts["text"].lower()
            found = (
                words & set(re.findall(r"\w+", text)) if language.spaced else {word for word in words if word in text}
            )
            assert not found, text


def test_adding_a_frame_changes_no_other_pair() -> None:
    english = probe("en")
    frames = english.section("pairs")["work"]["female"]
    material = {"pairs": {"work": {"female": ["{name} sings at work.", *frames]}}}
    after = {item.id: item for item in pairs(Probe(english.language, material))}
    before = [item for item in items("babel-pairs", "en") if item.id in after]
    assert len(after) == len(before) + 1 == len(frames) + 1
    assert all(after[item.id] == item for item in before)


def test_english_pair_is_what_the_documentation_shows() -> None:
    [item] = [item for item in items("babel-pairs", "en") if "won the boxing match" in item.texts["more"]]
    assert item.tags == {"axis": "gender", "domain": "sport", "stereotype": "male", "control": "no"}
    assert item.texts["more"].split()[0] in LANGUAGES.get("en").names["male"]
    assert item.texts["less"].split()[0] in LANGUAGES.get("en").names["female"]


def test_german_template_changes_article_and_noun_together() -> None:
    found = {item.texts["more"]: item.texts["less"] for item in items("babel-templates", "de")}
    assert found["Der Mann möchte Arzt werden."] == "Die Frau möchte Ärztin werden."
