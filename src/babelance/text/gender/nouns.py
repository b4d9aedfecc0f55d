"""The gender that a noun of a sentence tells: by its own form, its article, and what agrees with it."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.language import parse_words
from babelance.text.gender import slavic
from babelance.text.gender.marks import Form, Gender, Marks
from babelance.text.gender.spelling import compound_heads, forms, is_feminine_arabic

_REACH = 3
"""So many words before a noun its article is looked for: le très jeune médecin."""
PREPOSITIONS = frozenset(
    parse_words("""
        de en con por para sin di in per senza à pour avec chez sans em com sem von mit für aus bei auf unter ohne
        van met voor op zonder в на с без из под за في على من بلا بدون مع
        tra fra
        qui qua lì là sotto sopra fuori aquí ahí allí allá acá bajo sobre aqui ali aí lá cá sob ici sous sur dans
        hier dort drüben daar thuis هنا هناك
    """)
)
"""What stands before them belongs to another noun: la respuesta de médico. Where somebody is (*è qui*) says nothing."""
WITH_ARTICLE = frozenset(
    parse_words("""
        nel nella nello nell' sul sulla sullo sull' dal dalla dallo dall' al alla allo all' del della dello dell'
        au aux no na ao à pelo pela num numa
    """)
)
"""Prepositions with an article inside: *è nel furgone*."""
_SLAVIC = ("ru", "uk")
_FORM_FIRST = ("de", "nl", "he", "ar")
"""Languages where the ending of an unknown noun says more than its article (der Kundin)."""
_GENDERS: dict[str, Gender] = {"she": "female", "he": "male", "open": "neutral"}


def holds_article(marks: Marks, word: str) -> bool:
    """A preposition with an article inside; Dutch *al* is *already*."""
    return word in WITH_ARTICLE and (word != "al" or marks.language != "nl")


def listed(marks: Marks, sentence: Sequence[str], position: int) -> tuple[Form, int] | None:
    """What the list says about the noun that begins at this position, and how many words it has."""
    if marks.language == "de" and _is_no_german_noun(sentence, position):
        return None
    for length in range(min(marks.longest, len(sentence) - position), 0, -1):
        if form := _look_up(marks, sentence[position : position + length]):
            return form, length
    for head in compound_heads(sentence[position], marks.language):
        if (head,) in marks.nouns:
            return marks.nouns[(head,)], 1
    return None


def _is_no_german_noun(sentence: Sequence[str], position: int) -> bool:
    """Written small in a sentence that writes nouns with a capital: *überzeugen* has no witness (*Zeuge*) in it."""
    small = sentence[position][0].islower() and not sentence[position].startswith("jemand")
    return small and any(word[0].isupper() for word in sentence[1:])


def is_thing(marks: Marks, word: str) -> bool:
    """A word that may name no person: *Computer*, Arabic مساعدة (an assistant, or help) and موسيقى (music)."""
    return word.endswith("موسيقى") or any(form in marks.things for form in forms(word, marks.language))


def _look_up(marks: Marks, phrase: Sequence[str]) -> Form | None:
    rest = tuple(word.lower() for word in phrase[1:])
    for head in _heads(marks, phrase[0]):
        if form := marks.nouns.get((head, *rest)):
            return form
    return None


def _heads(marks: Marks, word: str) -> Sequence[str]:
    """Forms of a word, the likeliest first. Where Arabic writes ه for ة, an occupation is that of a woman (مدبره);
    of other people *his* is likelier (عمه, his uncle)."""
    heads = forms(word, marks.language)
    if marks.language != "ar" or not word.endswith("ه"):
        return heads
    return sorted(heads, key=lambda head: not (head.endswith("ة") and (head,) in marks.trades))


def determiner(marks: Marks, sentence: Sequence[str], position: int) -> str | None:
    """`she`, `he` or `open`: what the article before a noun says; None without one."""
    for word in reversed(sentence[max(0, position - _REACH) : position]):
        kind = marks.determiners.get(word.lower())
        if kind == "declined":
            return "she" if sentence[position].lower().endswith("n") else "he"
        if kind or not word[0].isalpha() or word.lower() in marks.copulas or word.lower() in PREPOSITIONS:
            return kind
        if word.lower() in marks.people:
            return None  # cette personne tombe malade: the article is that of another noun
    return None


def ending(marks: Marks, word: str) -> str | None:
    """`she`, `he` or `open`: what the longest known ending of a word says."""
    if marks.language == "ar":
        return "she" if is_feminine_arabic(word) else None
    for form in forms(word, marks.language):
        for suffix, kind in marks.endings:
            if form.endswith(suffix) and (len(form) > len(suffix) or marks.language == "hi"):
                return kind
    return None


def gender_at(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    """The gender of the person that the noun at this position names; `unknown` is not `neutral`."""
    known = listed(marks, sentence, position)
    form = known[0] if known else None
    if form == "open":
        by_agreement = (
            slavic.agreement_of_indeclinable(sentence, position, marks.language) if marks.language in _SLAVIC else None
        )
        return _as_gender(by_agreement or "neutral")
    if marks.language in _SLAVIC:
        if _qualifies_open_noun(marks, sentence, position):
            return "neutral"
        kind = slavic.noun_gender(sentence, position, marks.language, marks.nouns)
        return _as_gender(kind) if kind else "unknown"
    if form == "she":
        return "female"
    article = determiner(marks, sentence, position)
    if form == "he":
        return "female" if article == "she" and marks.language not in _FORM_FIRST else "male"
    if form == "common":
        return _of_article(article) or agreement(marks, sentence, position + (known[1] if known else 1)) or "neutral"
    return _of_unlisted(marks, sentence, position, article)


def _qualifies_open_noun(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    """A participle before a word for anybody: с сопровождающим лицом."""
    behind = listed(marks, sentence, position + 1) if position + 1 < len(sentence) else None
    return behind is not None and behind[0] == "open" and slavic.is_adjective(sentence[position], marks.language)


def _of_unlisted(marks: Marks, sentence: Sequence[str], position: int, article: str | None) -> Gender:
    by_ending = ending(marks, sentence[position])
    signs = (by_ending, article) if marks.language in _FORM_FIRST else (article, by_ending)
    for sign in signs:
        if sign in ("she", "he"):
            return _GENDERS[sign]
    if marks.language in ("he", "ar"):
        return "male"  # where a woman is meant, the noun has an ending
    return agreement(marks, sentence, position + 1) or ("neutral" if by_ending == "open" else "unknown")


def _of_article(article: str | None) -> Gender | None:
    return _GENDERS[article] if article in ("she", "he") else None


def agreement(marks: Marks, sentence: Sequence[str], start: int) -> Gender | None:
    """What a predicate behind *is* or *was* says, if it starts here: l'analyste est arrivée."""
    if marks.language == "he":
        return _hebrew_verb(sentence, start)
    if start >= len(sentence) or sentence[start].lower() not in marks.copulas or not marks.endings:
        return None
    predicate = next((word for word in sentence[start + 1 :] if word.lower() not in marks.skipped), "")
    if not predicate or marks.determiners.get(predicate.lower()) or marks.language in _FORM_FIRST:
        return None
    kind = ending(marks, predicate)
    return _GENDERS[kind] if kind in ("she", "he") else None


def _hebrew_verb(sentence: Sequence[str], start: int) -> Gender | None:
    """After a noun that opens a sentence stands its verb: המורה אמרה."""
    if start != 1 or start >= len(sentence) or len(sentence[start]) < 3:
        return None
    return "female" if sentence[start].endswith(("ה", "ת")) else "male"


def _as_gender(name: str) -> Gender:
    return {"female": "female", "male": "male"}.get(name, "neutral")  # type: ignore[return-value]
