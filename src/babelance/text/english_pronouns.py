"""English sentences about one person, said of *they*, or of the other gender.

    neutral("He is a nurse and likes his work.")     They are a nurse and like their work.
    swap_genders("She told him that she was tired.")      He told her that he was tired.

Rules, no parser: pronouns by their place (*her book*, *saw her*), the verb behind *he* or *she* and before it in
questions, and a verb joined by *and* right behind it or before *the, his, to …* (*cats and dogs* stay). Nouns for
women and men become *person*, titles of work lose their gender (*policewoman*, police officer).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from babelance.core.language import parse_words

_TOKEN = re.compile(r"\w+(?:['’]\w+)*|\s+|.", re.DOTALL)
_FUNCTION = frozenset(
    parse_words(
        """a an the and or but nor in on at for with from to of by as that than because when if while before after until
        again today yesterday tomorrow now then there here too very so is was are were has had have does did do will
        would can could should may might must not never always often alone away back home up down out off over about
        into"""
    )
)
_ADVERBS = frozenset(
    parse_words(
        """not never always often also just really usually still already even only probably sometimes almost now then
        ever himself herself"""
    )
)
_SUBJECTS = frozenset(parse_words("i you he she it we they who"))
_BEHIND_VERBS = frozenset(parse_words("a an the his her their my your our its it him them me us to that very not"))
_PLURAL = {
    "is": "are", "was": "were", "has": "have", "does": "do", "goes": "go",
    "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't",
}  # fmt: skip
_INVERTED = frozenset(_PLURAL) - {"goes"}
_NO_VERBS = frozenset(
    parse_words(
        """as this his its us perhaps besides less yes thus plus across always sometimes afterwards towards hers ours
        theirs yours themselves ourselves"""
    )
)
_AFTER_HAVE = frozenset(
    parse_words(
        """been got had gone done seen taken given made become lost lived known come written eaten spent bought"""
    )
)
_SWAPPED = {
    "he": "she", "she": "he", "he's": "she's", "she's": "he's", "he'll": "she'll", "she'll": "he'll", "he'd": "she'd",
    "she'd": "he'd", "him": "her", "hers": "his", "himself": "herself", "herself": "himself",
}  # fmt: skip
_NEUTRAL = {
    "he": "they", "she": "they", "he'll": "they'll", "she'll": "they'll", "he'd": "they'd", "she'd": "they'd",
    "him": "them", "hers": "theirs", "himself": "themselves", "herself": "themselves",
}  # fmt: skip
_NOUNS = (
    ("woman", "man"), ("women", "men"), ("girl", "boy"), ("girls", "boys"), ("lady", "gentleman"),
    ("ladies", "gentlemen"), ("actress", "actor"), ("waitress", "waiter"), ("policewoman", "policeman"),
    ("saleswoman", "salesman"), ("chairwoman", "chairman"), ("businesswoman", "businessman"),
    ("spokeswoman", "spokesman"), ("stewardess", "steward"),
)  # fmt: skip
_OTHER_NOUN = {word: other for pair in _NOUNS for word, other in (pair, pair[::-1])}
_NEUTRAL_NOUN = {
    "woman": "person", "man": "person", "women": "people", "men": "people", "lady": "person", "gentleman": "person",
    "guy": "person", "guys": "people", "girl": "person", "boy": "person", "actress": "actor", "waitress": "server",
    "waiter": "server", "policewoman": "police officer", "policeman": "police officer", "saleswoman": "salesperson",
    "salesman": "salesperson", "chairwoman": "chair", "chairman": "chair", "businesswoman": "businessperson",
    "businessman": "businessperson", "spokeswoman": "spokesperson", "spokesman": "spokesperson",
    "stewardess": "flight attendant", "steward": "flight attendant",
}  # fmt: skip


def neutral(text: str) -> str:
    """The sentence with *they* for *she* and *he*, and nouns that tell no gender."""
    tokens, words, lower = _split(text)
    changed = dict(zip(words, lower, strict=True))
    for number, word in enumerate(lower):
        if word in ("he", "she"):
            _agree(lower, number, changed, words)
        elif word in ("he's", "she's"):
            rest = _next_verb(lower, number + 1)
            has = rest is not None and lower[rest] in _AFTER_HAVE
            changed[words[number]] = "they've" if has else "they're"
            continue
        changed[words[number]] = _neutral_word(word, _follower(tokens, words, number)) or changed[words[number]]
    return _join_in_case(tokens, words, lower, changed)


def swap_genders(text: str) -> str:
    """The sentence with women and men exchanged; nouns by pairs, so that a word without a pair stays."""
    tokens, words, lower = _split(text)
    changed = dict(zip(words, lower, strict=True))
    for number, word in enumerate(lower):
        owns = _owns(_follower(tokens, words, number))
        by_place = {"her": "his" if owns else "him", "his": "her" if owns else "hers"}
        changed[words[number]] = by_place.get(word) or _SWAPPED.get(word) or _OTHER_NOUN.get(word, word)
    return _join_in_case(tokens, words, lower, changed)


def _split(text: str) -> tuple[list[str], list[int], list[str]]:
    """All tokens, at which of them the words stand, and these in lower case with straight apostrophes."""
    tokens = _TOKEN.findall(text)
    words = [number for number, token in enumerate(tokens) if token[0].isalnum()]
    return tokens, words, [tokens[number].lower().replace("’", "'") for number in words]


def _neutral_word(word: str, follower: str) -> str | None:
    if word == "her":
        return "their" if _owns(follower) else "them"
    if word == "his":
        return "their" if _owns(follower) else "theirs"
    return _NEUTRAL.get(word) or _NEUTRAL_NOUN.get(word)


def _owns(follower: str) -> bool:
    """Does *her* stand before what is hers? A noun or adjective follows, no small word and no end."""
    return bool(follower) and follower not in _FUNCTION


def _follower(tokens: Sequence[str], words: Sequence[int], number: int) -> str:
    """The word right behind; empty if a sign stands between."""
    if number + 1 == len(words) or any(not token.isspace() for token in tokens[words[number] + 1 : words[number + 1]]):
        return ""
    return tokens[words[number + 1]].lower()


def _agree(lower: Sequence[str], number: int, changed: dict[int, str], words: Sequence[int]) -> None:
    """The verb of *he* or *she* as *they* has it: before it in a question, else behind it and its adverbs."""
    if number and lower[number - 1] in _INVERTED:
        changed[words[number - 1]] = _PLURAL[lower[number - 1]]
        return
    verb = _next_verb(lower, number + 1)
    if verb is None:
        return
    changed[words[verb]] = plural_verb(lower[verb])
    if changed[words[verb]] == lower[verb]:
        return
    for joined in range(verb + 2, len(lower)):
        follower = lower[joined + 1] if joined + 1 < len(lower) else ""
        if lower[joined] in _SUBJECTS:
            return
        if lower[joined - 1] in ("and", "or", "but") and (joined == verb + 2 or follower in _BEHIND_VERBS):
            changed[words[joined]] = plural_verb(lower[joined])


def _next_verb(lower: Sequence[str], start: int) -> int | None:
    for index in range(start, len(lower)):
        if lower[index] not in _ADVERBS and not lower[index].endswith("ly"):
            return index
    return None


def plural_verb(word: str) -> str:
    """goes → go, tries → try, watches → watch; what is no such form stays."""
    if word in _PLURAL:
        return _PLURAL[word]
    if not word.endswith("s") or word.endswith(("ss", "us", "'s")) or word in _NO_VERBS or len(word) < 3:
        return word
    if word.endswith("ies"):
        return word[:-1] if len(word) <= 4 else f"{word[:-3]}y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else word[:-1]


def _join_in_case(tokens: Sequence[str], words: Sequence[int], lower: Sequence[str], changed: dict[int, str]) -> str:
    parts = list(tokens)
    for index, before in zip(words, lower, strict=True):
        if changed[index] != before:
            given = tokens[index]
            new = changed[index].upper() if len(given) > 1 and given.isupper() else changed[index]
            parts[index] = new[:1].upper() + new[1:] if given[:1].isupper() else new
    return "".join(parts)
