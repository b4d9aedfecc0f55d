"""BLEU, chrF and RIBES of translations, by sacreBLEU and our RIBES, on the words of sacreBLEU's tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from babelance.core.errors import MissingExtra
from babelance.text.bleu_words import tokenizer_name
from babelance.text.ribes import corpus_ribes


@dataclass(frozen=True, slots=True)
class TranslationScores:
    """All from 0 to 100. `signature` is sacreBLEU's, of BLEU and of chrF."""

    bleu: float
    chrf: float
    ribes: float
    sentences: int
    signature: str

    def facts(self) -> dict[str, Any]:
        return asdict(self)


def scores(translations: Sequence[str], references: Sequence[str], *, language: str) -> TranslationScores:
    """Of translations into a language."""
    metrics = _sacrebleu().metrics
    bleu, chrf = metrics.BLEU(tokenize=tokenizer_name(language)), metrics.CHRF()
    given, wanted = list(translations), [list(references)]
    words, letters = bleu.corpus_score(given, wanted).score, chrf.corpus_score(given, wanted).score
    order = 100 * corpus_ribes(_words(bleu, given), _words(bleu, references))
    return TranslationScores(words, letters, order, len(given), f"{bleu.get_signature()} {chrf.get_signature()}")


def chrf(translations: Sequence[str], references: Sequence[str]) -> float:
    """chrF alone, from 0 to 100."""
    return float(_sacrebleu().metrics.CHRF().corpus_score(list(translations), [list(references)]).score)


def _words(bleu: Any, texts: Sequence[str]) -> list[list[str]]:
    return [bleu.tokenizer(text).split() for text in texts]


def _sacrebleu() -> Any:
    try:
        import sacrebleu
    except ImportError as error:
        raise MissingExtra("sacrebleu", "mt") from error
    return sacrebleu
