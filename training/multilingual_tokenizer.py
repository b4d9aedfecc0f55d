"""The tokenizer of the embedded model: one unigram vocabulary for all languages, with bytes for anything rare.

SentencePiece conventions: NFKC, `▁` marks a word start, no piece crosses a space. A character too rare to earn a place
is spelt in UTF-8 bytes, so nothing is ever unknown.
"""

import io
import re
from collections.abc import Mapping, Sequence

import numpy as np
import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

SPECIAL = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
LENGTH = 128
BYTE = re.compile("<0x[0-9A-F]{2}>")
COVERAGE = 0.9997


def train(
    sentences: Mapping[str, Sequence[str]], *, vocabulary: int, sample: int, smoothing: float, seed: int
) -> PreTrainedTokenizerFast:
    """A tokenizer fitted on `sample` sentences, drawn per language in proportion to size ** smoothing."""
    drawn = draw(sentences, sample=sample, smoothing=smoothing, seed=seed)
    model = io.BytesIO()
    # SentencePiece finds the pieces: the trainer in `tokenizers` proposes only strings shared by several word types,
    # so that a frequent but uninflected word would never become one piece.
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(drawn),
        model_writer=model,
        model_type="unigram",
        vocab_size=vocabulary - len(SPECIAL) + 3,  # SentencePiece has three specials of its own
        character_coverage=COVERAGE,
        byte_fallback=True,
        normalization_rule_name="nfkc",
        num_threads=2,
        minloglevel=2,
    )
    return wrap_tokenizer(untrained_tokenizer(pieces(model.getvalue())))


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


def untrained_tokenizer(model: models.Model) -> Tokenizer:
    """Normalisation and word splitting around any model."""
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    # "first": text after a mask starts a new word only if a space says so, as Chinese and Japanese need.
    # Punctuation stands alone, so that a word is the same piece inside a sentence and at its end.
    punctuation = pre_tokenizers.Split(Regex(r"\p{P}"), behavior="isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Metaspace(prepend_scheme="first"), punctuation])
    tokenizer.decoder = decoders.Sequence(
        [decoders.ByteFallback(), decoders.Metaspace(prepend_scheme="first"), decoders.Fuse()]
    )
    return tokenizer


def pieces(serialised: bytes) -> models.Unigram:
    """SentencePiece's vocabulary with our special tokens in front instead of its own."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=serialised)
    numbers = [n for n in range(len(processor)) if not processor.is_control(n) and not processor.is_unknown(n)]
    learned = [(processor.id_to_piece(number), processor.get_score(number)) for number in numbers]
    lowest = min(score for _, score in learned)
    scored = [(piece, lowest - 1 if BYTE.fullmatch(piece) else score) for piece, score in learned]
    specials = [(token, 0.0) for token in SPECIAL.values()]
    return models.Unigram([*specials, *scored], unk_id=list(SPECIAL).index("unk"), byte_fallback=True)


def wrap_tokenizer(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
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
