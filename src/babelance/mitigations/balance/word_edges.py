"""Where a word of a list is that word, and not a piece of another one.

Languages that separate words: no letter and no hyphen on either side. Korean writes particles to the word: nothing of
Hangul before it, and after it particles alone. Japanese, Chinese and Thai do not show where words end, so a word is
found anywhere; that is good enough for names of countries, but not for short words (其他 has 他 in it).
"""

from __future__ import annotations

import regex as re

from babelance.core.language import Language, parse_words

LETTER = r"[\p{L}\p{M}\p{N}_]"
_HYPHEN = r"[-‐‑]"
_HANGUL = r"\p{Hangul}"
_PARTICLES = parse_words("""
    은 는 이 가 을 를 과 와 의 에 도 만 로 으로 에서 에게 한테 께 께서 까지 부터 보다 처럼 만큼 조차 마저 밖에
    하고 이랑 랑 으로부터 로부터 에게서 한테서 으로서 로서 에선 에겐 이다 다 이라고 라고 이라는 라는 이에요 예요
    이었다 였다 이었습니다 였습니다 이며 이고 이지만 입니다 인데 이야 야
""")
"""Those that stay the same after any word, or that `languages.ko.josa` puts right."""
_SECOND = parse_words("는 은 도 만 의 요")


def has_edges(language: Language) -> bool:
    """Can words be told from pieces of other words?"""
    return language.spaced or language.code == "ko"


def whole_word_pattern(word: str, language: Language, *, people: bool = False) -> str:
    """A pattern for a word given as a pattern. `people`: 인 may follow in Korean (프랑스인)."""
    if language.code == "ko":
        return rf"(?<!{_HANGUL}){word}(?={_korean_ending(people=people)}(?!{_HANGUL}))"
    if not language.spaced:
        return word
    return rf"(?<!{LETTER})(?<!{LETTER}{_HYPHEN}){word}(?!{LETTER}|{_HYPHEN}{LETTER})"


def _korean_ending(*, people: bool) -> str:
    first, second = ("|".join(sorted(map(re.escape, some), key=len, reverse=True)) for some in (_PARTICLES, _SECOND))
    return rf"{'(?:인들|인)?' if people else ''}(?:(?:{first})(?:{second})?)?"
