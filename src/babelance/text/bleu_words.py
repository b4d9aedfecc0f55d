"""Which of sacreBLEU's tokenizers cuts a language into words, for BLEU and RIBES."""

from __future__ import annotations

UNSPACED = {"zh": "zh", "ja": "char", "th": "char", "km": "char", "lo": "char", "my": "char"}
"""Languages without spaces between words; `13a` for all others."""


def tokenizer_name(language: str) -> str:
    return UNSPACED.get(language.partition("-")[0], "13a")
