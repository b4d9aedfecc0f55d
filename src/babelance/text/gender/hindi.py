"""Gender in Hindi. Its pronouns leave gender open; verbs, some adjectives and some nouns tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from babelance.core.language import parse_words
from babelance.text.gender.marks import Gender, Marks
from babelance.text.gender.nouns import ending, listed

_FEMALE_OR_MALE: dict[str, Gender] = {"she": "female", "he": "male"}
_HINDI_VOWELS = {"ी": "she", "ा": "he", "े": "he"}
_POSTPOSITIONS = frozenset(("में", "पर", "साथ", "बिना"))
_THIRD_PERSON = frozenset(("वह", "वो", "यह", "वे", "ये"))
_ADJECTIVE = re.compile("(?:ल|ड़|ड़|ट|ठ|ढ़|ढ़|ख|ध)[ाी]$")
"""Hindi adjectives that change with gender (भोला, फुर्तीली); those in -ी that do not are listed."""
_AUXILIARIES = frozenset(
    ["है", "हैं", "हूँ", "हो", "था", "थी", "थे", "थीं", "हुआ", "हुई", "हुए", "रहता", "रहती", "रहते", "होगा", "होगी", "नहीं"]
)
_OBLIQUE = frozenset(
    parse_words("""
        उसपर उनपर उसमें उनमें उससे उनसे उन्हे
        उन्हें उसे उसको उनको इन्हें इसे इसको इनको उन्होंने उसने इन्होंने इसने ने
        उनकी उनका उनके उसकी उसका उसके इनकी इनका इनके इसकी इसका इसके
    """)
)
"""Whoever is not in the nominative is not who the verb agrees with: उन्हें सम्मानित किया गया."""
_CLAUSE_ENDS = frozenset(
    parse_words("""
        , ; | । जो जिसे जिसने जिसके जिसकी जिसका जिसमें जिन्हें जिन्होंने जिनके जिनकी जिनका
        कि क्योंकि लेकिन मगर जब जहाँ तो और
    """)
)
_EVERYBODY = frozenset(("सब", "सभी", "दोनों"))
_GENITIVES: dict[str, Gender] = {"का": "male", "की": "female"}
_MARKED = frozenset(("ने", "को", "का", "की", "के", "से", "में", "पर", "द्वारा"))
_HINDI_WORD = re.compile("[\u0900-\u097f]{2,}")


def of_predicate(marks: Marks, sentence: Sequence[str], people: Set[str | None]) -> Iterator[Gender]:
    """Verbs and adjectives agree with the person; the last that does decides (खाना बनाती है: the meal is masculine).
    `people` are the genders of grammar of the words for a person in the sentence."""
    if "पास" in sentence:
        return  # who has something is no subject: व्यक्ति के पास विकल्प है
    sentence = _clause_of_subject(marks, sentence)
    if not sentence:
        return
    if gender := _by_genitive(marks, sentence):
        yield gender
        return
    before_noun = False
    for position in reversed(range(len(sentence))):
        word = sentence[position]
        if word in marks.skipped or not word[0].isalpha():
            continue
        if listed(marks, sentence, position):
            before_noun = before_noun or _is_predicate(sentence, position)
            continue
        if word in marks.things:
            return
        if before_noun and word[:-1] not in marks.adjectives:
            continue  # याचिका अधिकारी: a petition is no woman
        kind = _hindi_kind(marks, "रही" if word == "रहीं" else word) if _may_be_verb(sentence, position) else None
        if kind in ("she", "he"):
            is_open = kind in people or (kind == "he" and not _EVERYBODY.isdisjoint(sentence))
            yield "neutral" if is_open else _FEMALE_OR_MALE[kind]
            return
        vowel = word.removesuffix("ं")[-1]  # वह अध्यक्ष बनीं
        if kind is None and vowel in "ीाे" and _is_last_verb(sentence, position):
            yield _FEMALE_OR_MALE[_HINDI_VOWELS[vowel]]
            return
        if kind is None and _is_predicate(sentence, position):
            about_somebody = bool(people) or not _THIRD_PERSON.isdisjoint(sentence)
            may_change = about_somebody and _ADJECTIVE.search(word)
            changed = _FEMALE_OR_MALE[_HINDI_VOWELS[word[-1]]] if may_change else "unknown"
            is_open = about_somebody and (word in _POSTPOSITIONS or _is_unmarked(word, people))
            if is_open and sentence[position - 1] == "और":
                continue  # लम्बा और ताकतवर
            yield "neutral" if is_open else changed
            return


def _clause_of_subject(marks: Marks, sentence: Sequence[str]) -> Sequence[str]:
    """As far as the verb of a pronoun or a word for a person in the nominative; nothing where the person is in another
    case, and all where nobody is named."""
    starts = [position for position, word in enumerate(sentence) if word in _THIRD_PERSON or word in marks.people]
    subjects = [position for position in starts if _MARKED.isdisjoint(sentence[position + 1 : position + 2])]
    if not subjects:
        return () if not _OBLIQUE.isdisjoint(sentence) or starts else sentence
    start = subjects[0] if sentence[subjects[0] - 1 : subjects[0]] == ["कि"] else 0
    for position in range(subjects[0] + 1, len(sentence)):
        if sentence[position] in _CLAUSE_ENDS and sentence[position - 1] in _AUXILIARIES:
            return sentence[start:position]
    return sentence[start:]


def _by_genitive(marks: Marks, sentence: Sequence[str]) -> Gender | None:
    """का and की agree with who somebody is said to be: वह पाँच साल की है, वह स्कूल की प्रिंसिपल है."""
    spoken = [word for word in sentence if word[0].isalpha()]
    if _THIRD_PERSON.isdisjoint(spoken[:1]) or not spoken or spoken[-1] not in ("है", "हैं"):
        return None
    *_, genitive, noun = ["", "", *(word for word in spoken[:-1] if word not in ("बहुत", "बड़ा", "बड़ी", "एक", "नहीं"))]
    if noun in _GENITIVES:
        return _GENITIVES[noun]
    is_somebody = listed(marks, [noun], 0) is not None or noun in marks.invariant or ending(marks, noun) == "open"
    return _GENITIVES.get(genitive) if is_somebody and noun not in marks.things else None


def _may_be_verb(sentence: Sequence[str], position: int) -> bool:
    """*-ता, -ती, -ते* are verbs before *is* or at the end; elsewhere nouns (वास्तविकता, reality)."""
    behind = sentence[position + 1] if position + 1 < len(sentence) else "."
    return sentence[position][-2:] not in ("ता", "ती", "ते") or not behind[0].isalpha() or behind in _AUXILIARIES


def _hindi_kind(marks: Marks, word: str) -> str | None:
    if word in marks.invariant:
        return "open"
    return _HINDI_VOWELS.get(word[-1]) if word[:-1] in marks.adjectives else ending(marks, word)


def _is_unmarked(word: str, people: Set[str | None]) -> bool:
    """A predicate that ends neither in -ा nor in -ी has one form for both. Behind a masculine word for a person -ा only
    agrees, and what ends in -ी does not change, or it would end in -ा."""
    if not _HINDI_WORD.fullmatch(word) or (word[-1] == "ी" and _ADJECTIVE.search(word)):
        return False
    return word[-1] not in "ाीे" or (word[-1] != "े" and "he" in people)


def _is_predicate(sentence: Sequence[str], position: int) -> bool:
    return next((word for word in sentence[position + 1 :] if word != "नहीं"), "") in ("है", "हैं")


def _is_last_verb(sentence: Sequence[str], position: int) -> bool:
    """A Hindi sentence ends with its verb, which agrees with the subject unless that has ने: वह जज बनी।"""
    rest = [word for word in sentence[position + 1 :] if word[0].isalpha()]
    return position > 1 and not rest and not {"ने", "उसने", "उन्होंने", "इसने"} & set(sentence)
