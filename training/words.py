"""Sentences cut into words, for the word vectors.

Most languages: runs of letters (with their marks, inner apostrophes, hyphens and Persian joiners), each in its usual
spelling, i.e. the commonest one away from the start of a sentence: German keeps `Mann`, English gets `she`.
Chinese is cut by jieba, Japanese by janome, Korean by kiwipiepy (particles and endings apart, so that a noun is one
word whatever follows it; verbs and adjectives appear as stems).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import regex

# French and Italian words lose their vowel to the next one: l'homme is two words.
ELIDING = {"fr", "it"}
SHORT_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*")
WORD = regex.compile(r"\p{L}[\p{L}\p{M}\u200c]*(?:['’-]\p{L}[\p{L}\p{M}\u200c]*)*")


def cut(language: str, sentences: Sequence[str]) -> list[list[str]]:
    """The words of each sentence."""
    segment = SEGMENTERS.get(language)
    if segment:
        return [[word for word in words if WORD.fullmatch(word)] for words in segment(sentences)]
    word = SHORT_WORD if language in ELIDING else WORD
    return usual_spelling([word.findall(sentence) for sentence in sentences], lower_case(language))


def lower_case(language: str) -> Callable[[str], str]:
    """Lower case; Turkish pairs I with ı."""
    if language == "tr":
        return lambda word: word.replace("I", "ı").replace("İ", "i").lower()
    return str.lower


def usual_spelling(sentences: list[list[str]], lower: Callable[[str], str]) -> list[list[str]]:
    """Every word in the spelling it mostly has inside sentences."""
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for words in sentences:
        for word in words[1:]:
            spellings[lower(word)][word] += 1
    usual = {key: counts.most_common(1)[0][0] for key, counts in spellings.items()}
    return [[usual.get(lower(word), lower(word)) for word in words] for words in sentences]


def chinese(sentences: Iterable[str]) -> Iterable[list[str]]:
    import jieba

    return map(jieba.lcut, sentences)


def japanese(sentences: Iterable[str]) -> Iterable[list[str]]:
    from janome.tokenizer import Tokenizer

    tokenizer = Tokenizer()
    return (list(tokenizer.tokenize(sentence, wakati=True)) for sentence in sentences)


def korean(sentences: Iterable[str]) -> Iterable[list[str]]:
    from kiwipiepy import Kiwi

    return ([token.form for token in tokens] for tokens in Kiwi(num_workers=1).tokenize(sentences))


SEGMENTERS: dict[str, Callable[[Iterable[str]], Iterable[list[str]]]] = {
    "zh": chinese,
    "ja": japanese,
    "ko": korean,
}
