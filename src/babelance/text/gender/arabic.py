"""Gender in Arabic beyond lists: the shape of a noun, and what stands at the beginning of a sentence that names nobody,
a verb (كانت سعيدة, درست القانون) or what somebody has (لديها, عمرها)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from babelance.core.language import parse_words
from babelance.text.gender import arabic_verbs
from babelance.text.gender.arabic_verbs import Verb
from babelance.text.gender.marks import Gender, Marks
from babelance.text.gender.nouns import ending, listed
from babelance.text.gender.spelling import forms, plain_letters

_TRADE = re.compile(r"[^\Wا]{2}ا[^\Wاة]$")
"""Nouns of trades (حداد, نحات); adjectives of this shape are in the list of what is invariant."""
_OF_A_FIELD = re.compile(r"(?!ال)\w{3,}ي$")
"""Adjectives like *academic, legal*."""
_VERB = re.compile(r"ي\w{3,}$")
"""A verb of *he*; behind a word for a person it only agrees (أحدهم يراقبك)."""
_BEFORE_PAST = frozenset(("لقد", "قد"))
_BEFORE_PRESENT = frozenset(("لم", "لن", "سوف"))
_PARTICLES = _BEFORE_PAST | _BEFORE_PRESENT | frozenset(parse_words("لا ما ربما دائما دوما غالبا أحيانا"))
_BEFORE_VERB = _PARTICLES | frozenset(
    parse_words("عادة نادرا كثيرا أخيرا وأخيرا مؤخرا حاليا سابقا ثم بل و حتى هل بالأمس أمس البارحة اليوم الآن غدا إذن")
)
_NOBODY = frozenset(("أحد", "أحدهم"))
_EVERYBODY = frozenset(("الجميع", "جميعهم", "كلهم", "كلاهما"))
_PASSIVE = frozenset(("تم", "تمت", "يتم"))
_HE = "كان يكون يكن سيكون أصبح يصبح سيصبح صار يصير ظل يظل بات بدا بدى يبدو ليس زال يزال كاد يكاد أوشك بقي يبقى بدأ قام"
_SHE = "كانت تكون تكن ستكون أصبحت تصبح ستصبح صارت ظلت باتت بدت تبدو ليست زالت تزال كادت تكاد بقيت بدأت قامت"
_THEY = "كانا كانتا أصبحا أصبحتا كانوا يكونوا سيكونون أصبحوا صاروا ظلوا بدوا يبدون ليسوا زالوا يزالون كادوا"
_COPULAS: dict[str, Gender] = {
    **dict.fromkeys(parse_words(_HE), "male"),
    **dict.fromkeys(parse_words(_SHE), "female"),
    **dict.fromkeys(parse_words(_THEY), "neutral"),
}
_WAS = frozenset(parse_words("كان يكون أصبح يصبح صار ليس"))
_NO_PREDICATE = re.compile(r"(?:ال|هذ|تلك|ذلك|هنا?لك|هناك|بد$)")
_THIS_WOMAN = frozenset(("هذه", "تلك"))
_IT_IS = re.compile(r"(?:كان|كانت|يكون) من ال")
_OWN = re.compile(
    "(?:لدي|عند|بامكان|بوسع|باستطاعت|علي|ل|عمر|اسم|وزن|طول|شعر|شخصيت|مهنت|وظيفت|عمل|حظ|صوت|وجه|راتب|جنسيت|هوايت|حلم|منصب"
    "|تخصص|اصل|دخل|(?:يد|ذراع|عين|قدم|ساق|رجل|اذن|كتف)(?:ا|ي)?|ابتسامت|نظرت|شكل|مظهر|سلوك|تصرفات|ملابس|كلام|اسلوب|ذوق|قلب|عقل|رائحت|سمعت)"
    "(ه|ها|هم|هما|هن)$"
)
"""What somebody has, or is: *she has, her age, her profession*."""
_WITH_PRONOUN = frozenset(
    parse_words("في عن من الي علي مع عند بين امام وراء خلف حول بعد قبل تحت فوق نحو ضد دون لاجل بجانب")
)
_OF_PRONOUN: dict[str, Gender] = {"ه": "male", "ها": "female", "هم": "neutral", "هما": "neutral", "هن": "neutral"}
_PRONOUNS: dict[str, Gender] = {
    **dict.fromkeys(("هو", "وهو", "إنه"), "male"),
    **dict.fromkeys(("هي", "وهي", "إنها"), "female"),
    **dict.fromkeys(("هم", "هما", "هن", "إنهم", "إنهما", "إنهن"), "neutral"),
}
_OR = frozenset(("أو", "او"))
_CLAUSES = re.compile(
    r"^\W*(?:(?:من (?:الممكن|المحتمل|المؤكد|الواضح)|لا شك|يجب|يمكن|ينبغي|لا بد(?: من)?) أن"
    r"|(?:كاد|كادت) أن (?=يغم[يى])) ?"
)
"""What comes before the clause that tells something: *it is possible that*."""
_ADVERBIAL = re.compile(r"(?:ب|ل|ك(?!ل))\w|\w+ا$|(?:مت|مست|مبت|مسر)\w{2,}ة$")
"""Beside *with, for, like*: how somebody does it (مسرعا, متأخرة)."""
_HOW_SHE_DOES_IT = re.compile(r"(?:\wا\w{2}|(?:مت|مست|مبت|مسر)\w{2,})ة$")
_PREPOSITIONS = frozenset(
    parse_words(
        "الي في من عن علي مع عند حتي بعد قبل منذ خلال ان انه انها بين امام وراء خلف خارج داخل فوق تحت نحو دون بدون"
    )
)
_I_OR_YOU = re.compile(r"^\W*(?:لقد |قد )?\w[\w\u064b-\u0652]*ت[\u064e\u064f\u0652]?[\u064e\u064f](?:\s|\W|$)")
"""*I did, you did*, where the vowel is written."""


def by_first_words(marks: Marks, text: str, sentence: Sequence[str]) -> Gender | None:
    """None where a subject follows (كانت الغرفة باردة), or a word for a person, with which the verb agrees."""
    sentence = _main_clause(sentence)
    start = next((at for at, word in enumerate(sentence) if word[0].isalpha() and word not in _BEFORE_VERB), None)
    if start is None or not _NOBODY.isdisjoint(sentence) or _I_OR_YOU.match(text):
        return None
    spoken = [word for word in sentence[start:] if word[0].isalpha() and word not in _PARTICLES]
    if spoken[0] in _PRONOUNS:
        return _PRONOUNS[spoken[0]] if _OR.isdisjoint(spoken[1:2]) else None
    if gender := _of_what_is_had(spoken):
        return gender
    if any(form in marks.people for word in spoken[1:2] for form in forms(word, "ar")):
        return None
    if not _EVERYBODY.isdisjoint(spoken[1:2]):
        return "neutral"
    if spoken[0] in _PASSIVE and len(spoken) > 1:
        return _of_suffix(spoken[1])
    if spoken[0] in _COPULAS:
        return _of_copula(marks, spoken)
    return _of_verb(marks, sentence, start)


def _main_clause(sentence: Sequence[str]) -> Sequence[str]:
    before = _CLAUSES.match(" ".join(sentence))
    return sentence[before.group().count(" ") :] if before else sentence


def _of_what_is_had(spoken: Sequence[str]) -> Gender | None:
    """Behind *was* and *not* as well: ليس لديها مال, كان عمره, يجب عليها."""
    is_led = bool(spoken) and (spoken[0] in _COPULAS or arabic_verbs.is_impersonal(spoken[0]))
    if pronoun := arabic_verbs.of_impersonal(spoken[0]):
        return _OF_PRONOUN.get(pronoun)
    for word in spoken[: 2 if is_led else 1]:
        if possession := _OWN.match(plain_letters(word, "ar")):
            return _OF_PRONOUN[possession.group(1)]
    return None


def _of_copula(marks: Marks, spoken: Sequence[str]) -> Gender | None:
    if len(spoken) > 3 and spoken[1] == "من" and spoken[3].startswith(("أن", "ان")):
        return _of_suffix(spoken[2])  # كان من طبيعتها أنها
    is_told_of_another = _NO_PREDICATE.match(" ".join(spoken[1:2])) or _IT_IS.match(" ".join(spoken))
    if not is_told_of_another and spoken[0] in _WAS and _is_something_of_hers(marks, spoken[1:2]):
        return "female"  # كان منصبها
    return None if is_told_of_another else _COPULAS[spoken[0]]


def _is_something_of_hers(marks: Marks, behind: Sequence[str]) -> bool:
    """A noun with *her* that is no other person (زوجها)."""
    return any(
        len(word) > 4
        and word.endswith("ها")
        and not word.startswith("مت")  # متجها, on his way
        and arabic_verbs.read(word) is None
        and plain_letters(word, "ar").removesuffix("ها") not in _WITH_PRONOUN
        and listed(marks, behind, 0) is None
        for word in behind
    )


def _of_suffix(word: str) -> Gender | None:
    """Whom something was done to: تم طرده."""
    return next((_OF_PRONOUN[end] for end in ("ها", "هم", "ه") if word.endswith(end)), None)


def _of_verb(marks: Marks, sentence: Sequence[str], start: int) -> Gender | None:
    word, before, behind = sentence[start], frozenset(sentence[:start]), [*sentence[start + 1 :], "."][0]
    verb = arabic_verbs.read(
        word,
        behind_particle=not _BEFORE_PRESENT.isdisjoint(before),
        behind_has=not _BEFORE_PAST.isdisjoint(before),
    )
    if verb is None:
        return None
    if word in arabic_verbs.ALSO_PRESENT and _BEFORE_PRESENT.isdisjoint(before):
        return "male" if _is_no_subject(behind) else "female"
    is_noun = behind.endswith("ة") and not _HOW_SHE_DOES_IT.match(behind)
    if verb.object in _OF_PRONOUN and (behind.startswith("ال") or (verb.gender == "female" and is_noun)):
        return _OF_PRONOUN[verb.object]  # فاتتها الحافلة: the bus is the subject
    if plain_letters(word, "ar") in arabic_verbs.PASSIVE and (gender := _of_suffix(behind)):
        return gender
    if verb.known:
        return None if _is_its_subject(marks, verb, behind) else verb.gender
    if verb.gender == "male" and behind in _THIS_WOMAN:
        return "male"
    if behind.startswith(("ال", "هذ", "تلك", "ذلك")) or (
        verb.is_past and not _is_no_subject(behind) and _BEFORE_PAST.isdisjoint(before)
    ):
        return None
    return verb.gender


def _is_its_subject(marks: Marks, verb: Verb, behind: str) -> bool:
    """*This truth forced*, or *her film was shown*, which is written like *he showed her film*."""
    if verb.gender == "female":
        return behind in _THIS_WOMAN
    return verb.is_past and verb.gender == "male" and _is_something_of_hers(marks, [behind])


def _is_no_subject(word: str) -> bool:
    """Punctuation, a preposition, an adverb or another verb."""
    is_adverbial = (
        not word[0].isalpha()
        or word == "و"
        or plain_letters(word, "ar") in _PREPOSITIONS
        or bool(_ADVERBIAL.match(word))
    )
    return is_adverbial or arabic_verbs.read(word) is not None


def of_unlisted(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    """A woman by its ending; a noun by its shape or by the adjective behind it (محاضر جامعي); an adjective behind *not*
    (غير), or a verb, which agree with the word for a person."""
    word, behind = sentence[position], [*sentence[position + 1 :], ""][0]
    if word.startswith("ال") and not _NOBODY.isdisjoint(sentence):
        return "neutral"  # سيغلق أحدهم النافذة: what somebody does something to
    if ending(marks, word) == "she":
        return "female"
    if (position and sentence[position - 1] == "غير") or _VERB.match(word) or arabic_verbs.is_past(word):
        return "neutral"
    is_noun = any(_TRADE.match(form) for form in forms(word, "ar")) or bool(_OF_A_FIELD.match(behind))
    return "male" if is_noun else "unknown"
