"""Korean. No grammatical gender; particles (josa) depend on whether the word before them ends in a consonant.

Templates are written with either form, `{name}는` or `{name}은`: `josa` puts the right one.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

_PARTICLES = (
    ("이었습니다", "였습니다"),
    ("이었다", "였다"),
    ("이에요", "예요"),
    ("이라고", "라고"),
    ("이라는", "라는"),
    ("이지만", "지만"),
    ("이야", "야"),
    ("이다", "다"),
    ("이며", "며"),
    ("이고", "고"),
    ("으로", "로"),
    ("이랑", "랑"),
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
)
"""(after a consonant, after a vowel), longer ones first because the first that matches is taken."""

_LIEUL = 8


def last_consonant(word: str) -> int | None:
    """Number of the final consonant (batchim) of the last syllable, 0 for none; None if it is not Hangul."""
    code = ord(word[-1]) - 0xAC00 if word else -1
    return code % 28 if 0 <= code < 11172 else None


def josa(before: str, word: str, after: str) -> tuple[str, str, str]:
    """의사이다 → 의사다, 선생님는 → 선생님은, 서울으로 → 서울로."""
    final = last_consonant(word)
    for closed, opened in _PARTICLES if final is not None else ():
        if written := next((form for form in (closed, opened) if after.startswith(form)), None):
            vowel_like = not final or (closed == "으로" and final == _LIEUL)
            return before, word, (opened if vowel_like else closed) + after[len(written) :]
    return before, word, after


language = Language(
    code="ko",
    name="Korean",
    endonym="한국어",
    # Particles follow a noun without a space, so words are found as substrings; all entries have two syllables or more.
    spaced=False,
    gender_words={
        "female": parse_words("""
            여자 여성 여인 아가씨 아줌마 아주머니 소녀 숙녀 어머니 엄마 할머니 시어머니 장모님 새어머니 언니 누나
            여동생 이모 고모 숙모 며느리 조카딸 손녀 아내가 아내의 아내를 아내와 아내에게 여왕 공주 왕비 여신 여학생
            여배우 여교사 여친 그녀 수녀 주부 큰딸 작은딸 외동딸 딸아이
        """),
        "male": parse_words("""
            남자 남성 사나이 아저씨 소년 신사 아버지 아빠 할아버지 시아버지 장인어른 새아버지 오빠 남동생 삼촌 외삼촌
            고모부 이모부 손자 남편 신랑 국왕 왕자 남학생 남배우 남교사 남친 총각 큰아들 작은아들 외아들
        """),
        "nonbinary": parse_words("논바이너리 젠더퀴어 젠더플루이드 에이젠더"),
    },
    gender_pairs=(
        ("여자", "남자"),
        ("여성", "남성"),
        ("소녀", "소년"),
        ("어머니", "아버지"),
        ("엄마", "아빠"),
        ("할머니", "할아버지"),
        ("아주머니", "아저씨"),
        ("언니", "오빠"),
        ("여동생", "남동생"),
        ("이모", "삼촌"),
        ("손녀", "손자"),
        ("아내의", "남편의"),
        ("아내에게", "남편에게"),
        ("공주", "왕자"),
        ("여학생", "남학생"),
    ),
    person=("여자", "남자"),
    names={
        "female": parse_words("영희 미경 은영 지은 수진 민정 혜진 미숙 지영 은주 선희 순자 현정 소영 서연 하은"),
        "male": parse_words("철수 영수 정훈 성호 동현 상훈 준호 영호 성민 재훈 민수 광수 기훈 태호 민준 도현"),
    },
    registers=(
        Register(
            "informal-plain", "걔는 {word}이야.", "걔는 {word}.", ("informal", "impolite"), "걔: that one, familiar"
        ),
        Register(
            "informal-polite",
            "걔는 {word}이에요.",
            "걔는 {word:polite}.",
            ("informal", "polite"),
            "걔 with the ending -요",
        ),
        Register(
            "formal-plain", "그 사람은 {word}이야.", "그 사람은 {word}.", ("formal", "impolite"), "그 사람: that person"
        ),
        Register(
            "formal-polite",
            "그 사람은 {word}이에요.",
            "그 사람은 {word:polite}.",
            ("formal", "polite"),
            "그 사람 with -요",
        ),
    ),
    fit=josa,
    inference=Inference(
        yes="예",
        maybe="아마",
        no="아니요",
        question="질문",
        answer="답",
        premise="전제",
        hypothesis="가설",
        follows="전제에서 가설이 따라 나옵니까?",
        given="다음이 사실이라고 합시다",
        then="다음도 사실입니까?",
        choice="예, 아니요, 아마 중 어느 것입니까?",
    ),
    example=("여자가 책을 읽는다.", "남자가 책을 읽는다."),
    sources=(
        "Gender words: own choice, without words that stand inside others: 아내 alone (알아내다), 과부 (과부하), 사위"
        " (주사위), and without 신부 (bride, priest). 여자 is kept although it stands in 참여자.",
        "Names: own choice of frequent given names of the cohorts 1945-2015; names given to both are left out.",
        "Particles: own rules for 은/는, 이/가, 을/를, 와/과, 으로/로, 이다.",
    ),
)
