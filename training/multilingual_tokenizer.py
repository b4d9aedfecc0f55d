"""The tokenizer of the embedded model: one unigram vocabulary for all languages, with bytes for anything rare.

SentencePiece conventions: NFKC, `▁` marks a word start, no piece crosses a space. A character too rare to earn a place
is spelt in UTF-8 bytes, so nothing is ever unknown.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

SPECIAL = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
LENGTH = 128
BYTES = [f"<0x{value:02X}>" for value in range(256)]


def train(
    sentences: Mapping[str, Sequence[str]], *, vocabulary: int, sample: int, smoothing: float, seed: int
) -> PreTrainedTokenizerFast:
    """A tokenizer fitted on `sample` sentences, drawn per language in proportion to size ** smoothing."""
    drawn = draw(sentences, sample=sample, smoothing=smoothing, seed=seed)
    alphabet = frequent_characters(drawn)
    tokenizer = unfitted(models.Unigram())
    trainer = trainers.UnigramTrainer(
        vocab_size=vocabulary - len(BYTES),
        special_tokens=list(SPECIAL.values()),
        unk_token=SPECIAL["unk"],
        max_piece_length=12,
        show_progress=False,
    )
    tokenizer.train_from_iterator(("".join(c if c in alphabet else " " for c in text) for text in drawn), trainer)
    return wrapped(unfitted(with_bytes(tokenizer)))


def shares(sizes: Mapping[str, int], smoothing: float) -> dict[str, float]:
    """Each language's share of the text when sizes are flattened by an exponent below one."""
    total = sum(size**smoothing for size in sizes.values())
    return {language: size**smoothing / total for language, size in sizes.items()}


def draw(sentences: Mapping[str, Sequence[str]], *, sample: int, smoothing: float, seed: int) -> list[str]:
    """A mixed sample; no sentence twice, so a small language gives at most what it has."""
    rng = np.random.default_rng(seed)
    portion = shares({language: len(texts) for language, texts in sentences.items()}, smoothing)
    drawn = []
    for language, texts in sentences.items():
        count = min(len(texts), round(sample * portion[language]))
        drawn += [texts[index] for index in rng.choice(len(texts), count, replace=False)]
    return drawn


def frequent_characters(texts: Sequence[str], *, coverage: float = 0.9998) -> frozenset[str]:
    """The most frequent characters that together make up `coverage` of the text."""
    counts = Counter(character for text in texts for character in text)
    remaining = coverage * counts.total()
    kept = set()
    for character, count in counts.most_common():
        if remaining <= 0:
            break
        kept.add(character)
        remaining -= count
    return frozenset(kept)


def unfitted(model: models.Model) -> Tokenizer:
    """Normalisation and word splitting around any model."""
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    # "first": text after a mask starts a new word only if a space says so, as Chinese and Japanese need.
    # Punctuation stands alone, so that a word is the same piece inside a sentence and at its end.
    punctuation = pre_tokenizers.Split(Regex(r"[\p{P}&&[^'’\-]]"), behavior="isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Metaspace(prepend_scheme="first"), punctuation])
    tokenizer.decoder = decoders.Sequence(
        [decoders.ByteFallback(), decoders.Metaspace(prepend_scheme="first"), decoders.Fuse()]
    )
    return tokenizer


def with_bytes(tokenizer: Tokenizer) -> models.Unigram:
    """The trained pieces plus the 256 bytes, scored below every piece."""
    state = json.loads(tokenizer.to_str())["model"]
    pieces = [(piece, score) for piece, score in state["vocab"]]
    lowest = min(score for _, score in pieces)
    pieces += [(piece, lowest - 1) for piece in BYTES]
    return models.Unigram(pieces, unk_id=state["unk_id"], byte_fallback=True)


def wrapped(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """The tokenizer as transformers loads it, with [CLS] … [SEP] around one text or two."""
    # The mask swallows the space before it, so "a [MASK] b" leaves no stray piece.
    tokenizer.add_special_tokens([*list(SPECIAL.values())[:-1], AddedToken(SPECIAL["mask"], lstrip=True, special=True)])
    cls, sep = SPECIAL["cls"], SPECIAL["sep"]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{cls} $A {sep}",
        pair=f"{cls} $A {sep} $B:1 {sep}:1",
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in (cls, sep)],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=LENGTH,
        **{f"{name}_token": token for name, token in SPECIAL.items() if name != "mask"},
        mask_token=AddedToken(SPECIAL["mask"], lstrip=True, special=True),
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )
