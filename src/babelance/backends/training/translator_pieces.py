"""The vocabulary of a translator: SentencePiece for either side, one numbering for both, as OPUS-MT models have it.

`source.spm` and `target.spm` cut texts into pieces, `vocab.json` numbers the pieces of both. Transformers'
`MarianTokenizer` and CTranslate2 read these files. Cleaning that changes the text (lower case, no punctuation) is
written into `source.spm` as its normalisation, so that whoever uses the model later cleans in the same way.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from babelance.backends.translation.tokens import without_hint
from babelance.core.errors import DataError, InputError
from babelance.core.files import write_bytes, write_text

END, UNKNOWN, PAD = "</s>", "<unk>", "<pad>"
NUMBERS: dict[str, Any] = {"eos_id": 0, "unk_id": 1, "bos_id": -1, "pad_id": -1}
"""Of the special pieces, as SentencePiece is told; it has no start, and the pad comes last of all."""
Algorithm = Literal["unigram", "bpe"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Pieces of each side. `coverage` is the share of characters that get a piece of their own."""

    source: int = 8000
    target: int = 8000
    algorithm: Algorithm = "unigram"
    coverage: float = 0.9995

    def __post_init__(self) -> None:
        if min(self.source, self.target) < 32:
            raise InputError(f"A vocabulary needs at least 32 pieces, not {min(self.source, self.target)}.")
        if self.algorithm not in ("unigram", "bpe"):
            raise InputError(f"Pieces are cut by unigram or bpe, not '{self.algorithm}'.")


def make_tokenizer(
    sources: Iterable[str],
    targets: Iterable[str],
    vocabulary: Vocabulary,
    folder: Path,
    *,
    languages: tuple[str, str] = ("", ""),
    cleaner: Callable[[str], str] | None = None,
    longest: int = 256,
) -> Any:
    """A MarianTokenizer whose files are in `folder`. `languages` are source and target, as in ("fi,hu", "en");
    `cleaner` is what the source side was cleaned with."""
    from transformers import MarianTokenizer

    folder.mkdir(parents=True, exist_ok=True)
    _train(sources, folder / "source.spm", vocabulary.source, vocabulary, cleaner)
    _train(targets, folder / "target.spm", vocabulary.target, vocabulary, None)
    numbers = {piece: number for number, piece in enumerate(_pieces_of_both(folder))}
    write_text(folder / "vocab.json", json.dumps(numbers, ensure_ascii=False))
    names = (str(folder / name) for name in ("source.spm", "target.spm", "vocab.json"))
    source, target = languages
    return without_hint(
        lambda: MarianTokenizer(*names, source_lang=source, target_lang=target, model_max_length=longest)
    )


def _train(
    texts: Iterable[str], path: Path, size: int, vocabulary: Vocabulary, cleaner: Callable[[str], str] | None
) -> None:
    """A small corpus may not have as many pieces as were asked for; it gets those that it has."""
    import sentencepiece

    pieces = io.BytesIO()
    with tempfile.TemporaryDirectory() as scratch:
        try:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(texts),
                model_writer=pieces,
                vocab_size=size,
                model_type=vocabulary.algorithm,
                character_coverage=vocabulary.coverage,
                hard_vocab_limit=False,
                **NUMBERS,
                num_threads=1,
                minloglevel=2,
                **_normalisation(cleaner, Path(scratch)),
            )
        except RuntimeError as error:
            raise DataError(
                f"No vocabulary of {size} pieces can be made from this corpus: {_plain(error)}. Ask for fewer pieces "
                "(--pieces), or give more text."
            ) from error
    write_bytes(path, _without_paths(pieces.getvalue()))


def _without_paths(pieces: bytes) -> bytes:
    """The same training gives the same file, wherever its scratch files were."""
    from sentencepiece.sentencepiece_model_pb2 import ModelProto  # type: ignore[attr-defined]

    model = ModelProto.FromString(pieces)
    model.normalizer_spec.normalization_rule_tsv = ""
    return bytes(model.SerializeToString())


def _plain(error: RuntimeError) -> str:
    """SentencePiece's message without its place in the source code."""
    return str(error).rpartition("] ")[2].strip().rstrip(".") or "it is too small"


def _normalisation(cleaner: Callable[[str], str] | None, scratch: Path) -> dict[str, Any]:
    """SentencePiece's own NFKC, or a table of what the cleaner makes of every sign."""
    if cleaner is None:
        return {"normalization_rule_name": "nmt_nfkc"}
    table = scratch / "rules.tsv"
    table.write_text("".join(_rules(cleaner)), encoding="utf-8")
    return {"normalization_rule_tsv": str(table)}


def _rules(cleaner: Callable[[str], str]) -> Iterable[str]:
    for number in range(1, sys.maxunicode + 1):
        sign = chr(number)
        if 0xD800 <= number <= 0xDFFF or (cleaned := cleaner(sign) or " ") == sign:
            continue
        yield f"{number:X}\t{' '.join(f'{ord(character):X}' for character in cleaned)}\n"


def _pieces_of_both(folder: Path) -> list[str]:
    """Pieces of the target first: a decoder that never writes others can be cut after them."""
    import sentencepiece

    unique: dict[str, None] = {}
    for side in ("target", "source"):
        model = sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
        unique |= dict.fromkeys(model.id_to_piece(number) for number in range(len(model)))
    return [END, UNKNOWN, *(piece for piece in unique if piece not in (END, UNKNOWN, PAD)), PAD]
