"""Gender in Arabic beyond lists: the shape of a noun, and a verb at the beginning, which has the gender of a subject
that nobody names (كانت سعيدة). A past tense in -ت is read behind *has* alone (لقد): elsewhere it may be *I* or
a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence

from babelance.core.language import parse_words
from babelance.text.gender.marks import Gender, Marks
from babelance.text.gender.nouns import ending
from babelance.text.gender.spelling import forms

_TRADE = re.compile(r"[^\Wا]{2}ا[^\Wاة]$")
"""Nouns of trades (حداد, نحات); adjectives of this shape are in the list of what is invariant."""
_OF_A_FIELD = re.compile(r"(?!ال)\w{3,}ي$")
"""Adjectives like *academic, legal*."""
_VERB = re.compile(r"ي\w{3,}$")
"""A verb of *he*; behind a word for a person it only agrees (أحدهم يراقبك)."""
_BEFORE_PAST = frozenset(("لقد", "قد"))
_BEFORE_VERB = _BEFORE_PAST | frozenset(parse_words("لم لن لا ما سوف ربما دائما دوما غالبا أحيانا"))
_NOBODY = frozenset(("أحد", "أحدهم"))
_PASSIVE = frozenset(("تم", "تمت", "يتم"))
_HE = "كان يكون يكن سيكون أصبح يصبح صار يصير ظل يظل بات بدا يبدو ليس زال يزال كاد يكاد أوشك عنده لديه"
_SHE = "كانت تكون تكن ستكون أصبحت تصبح صارت ظلت باتت بدت تبدو ليست زالت تزال كادت تكاد عندها لديها"
_THEY = "كانا كانتا أصبحا أصبحتا كانوا يكونوا سيكونون أصبحوا صاروا ظلوا بدوا يبدون ليسوا زالوا يزالون كادوا عندهم لديهم"
_COPULAS: dict[str, Gender] = {
    **dict.fromkeys(parse_words(_HE), "male"),
    **dict.fromkeys(parse_words(_SHE), "female"),
    **dict.fromkeys(parse_words(_THEY), "neutral"),
}
_NO_PREDICATE = re.compile(r"(?:ال|هذ|تلك|ذلك|هنا)")
_IT_IS = re.compile(r"(?:كان|كانت|يكون) من ال")


def by_verb(marks: Marks, sentence: Sequence[str]) -> Gender | None:
    """None where a subject follows (كانت الغرفة باردة), or a word for a person, with which the verb agrees."""
    spoken = [word for word in sentence if word[0].isalpha() and word not in _BEFORE_VERB]
    if not spoken or _NO_PREDICATE.match(" ".join(spoken[1:2])) or _IT_IS.match(" ".join(spoken)):
        return None
    if not _NOBODY.isdisjoint(spoken) or any(
        form in marks.people for word in spoken[1:2] for form in forms(word, "ar")
    ):
        return None
    if spoken[0].endswith("وا"):
        return "neutral"
    if spoken[0] in _PASSIVE and len(spoken) > 1:
        return _of_suffix(spoken[1])
    by_verb = _COPULAS.get(spoken[0]) or ("male" if _VERB.match(spoken[0]) else None)
    return by_verb or (_past(spoken[0]) if not _BEFORE_PAST.isdisjoint(sentence[:1]) else None)


def _of_suffix(word: str) -> Gender | None:
    """Whom something was done to: تم طرده."""
    return (
        "female"
        if word.endswith("ها")
        else "neutral"
        if word.endswith("هم")
        else "male"
        if word.endswith("ه")
        else None
    )


def _past(verb: str) -> Gender:
    return "female" if verb.endswith("ت") else "male"


def of_unlisted(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    """A woman by its ending; a noun by its shape or by the adjective behind it (محاضر جامعي); an adjective behind *not*
    (غير), or a verb, which agree with the word for a person."""
    word, behind = sentence[position], [*sentence[position + 1 :], ""][0]
    if ending(marks, word) == "she":
        return "female"
    if (position and sentence[position - 1] == "غير") or _VERB.match(word):
        return "neutral"
    is_noun = any(_TRADE.match(form) for form in forms(word, "ar")) or bool(_OF_A_FIELD.match(behind))
    return "male" if is_noun else "unknown"
