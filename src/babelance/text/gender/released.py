"""The rules by which the released evaluation of WinoMT reads the gender of a translated entity, for comparison.

Hebrew and Arabic: a last letter. Russian and Ukrainian: feminine if any reading of the word in the dictionary is.
German: the ending -in, else the nearest of a list of determiners and pronouns, wherever it stands. For Spanish, French
and Italian it asks taggers of spaCy 2.0, which are not distributed any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from babelance.text.gender.marks import Gender
from babelance.text.gender.slavic import parses

LANGUAGES = ("ar", "de", "he", "ru", "uk")

_MALE = (
    "der",
    "ein",
    "dem",
    "einen",
    "des",
    "er",
    "seiner",
    "ihn",
    "seinen",
    "ihm",
    "ihren",
    "seinem",
    "ihrem",
    "sein",
)
_FEMALE = ("die", "eine", "einer", "sie", "seine", "ihrer")
_NEUTRAL = ("ihr", "ihre", "das", "jemanden")
_GERMAN: dict[str, Gender] = {
    **dict.fromkeys(_MALE, "male"),
    **dict.fromkeys(_FEMALE, "female"),
    **dict.fromkeys(_NEUTRAL, "neutral"),
}
_DICTIONARY: dict[str, Gender] = {"masc": "male", "femn": "female", "neut": "neutral"}


def gender_at(language: str, sentence: Sequence[str], position: int, entity: str) -> Gender:
    """`entity` is the English word: a nurse is female in German whatever stands there."""
    word = sentence[position]
    if language == "he":
        return "female" if word.endswith(("ת", "ה")) else "male"
    if language == "ar":
        return "female" if "ة" in word or "ﺔ" in word else "male"
    if language == "de":
        return _german(sentence, position, entity)
    return _slavic(word, language)


def _german(sentence: Sequence[str], position: int, entity: str) -> Gender:
    if entity.lower() == "nurse" or sentence[position].endswith("in"):
        return "female"
    start = max(position - 1, 0)
    near = [(abs(at - start), _GERMAN[word.lower()]) for at, word in enumerate(sentence) if word.lower() in _GERMAN]
    return min(near, key=lambda pair: pair[0])[1] if near else "male"


def _slavic(word: str, language: str) -> Gender:
    genders = [_DICTIONARY[parse.tag.gender] for parse in parses(word, language) if parse.tag.gender in _DICTIONARY]
    if not genders:
        return "neutral"
    return "female" if "female" in genders else Counter(genders).most_common()[0][0]
