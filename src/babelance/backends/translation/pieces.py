"""Texts as the pieces that a CTranslate2 model reads: by a Transformers tokenizer or by SentencePiece models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from babelance.backends.transformers.tokenizer_checks import check_tokenizer, explain_encoding
from babelance.backends.translation.tokens import Tokens, without_hint
from babelance.core.errors import ModelError
from babelance.core.untrusted import as_type, parse_json


class Pieces(Protocol):
    def reason_unsupported(self, source: str, target: str) -> str | None: ...
    def encode(self, lines: Sequence[str], source: str, target: str) -> list[list[str]]: ...
    def bare(self, text: str) -> list[str]:
        """Without the tokens that name languages or end the text."""
        ...

    def cut(self, text: str, *, target: bool) -> list[str]:
        """The same, of a text of the source or of the target side."""
        ...

    def first(self, target: str) -> str | None: ...
    def decode(self, pieces: Sequence[str], target: str) -> str: ...


@dataclass(frozen=True)
class FromTransformers:
    tokens: Tokens

    def reason_unsupported(self, source: str, target: str) -> str | None:
        return self.tokens.reason_unsupported(source, target)

    def encode(self, lines: Sequence[str], source: str, target: str) -> list[list[str]]:
        rows = self.tokens.encode(lines, source, target)
        with explain_encoding(self.tokens.tokenizer):
            return [list(self.tokens.tokenizer.convert_ids_to_tokens(row)) for row in rows]

    def bare(self, text: str) -> list[str]:
        with explain_encoding(self.tokens.tokenizer):
            return list(self.tokens.tokenizer.tokenize(text))

    def cut(self, text: str, *, target: bool) -> list[str]:
        tokenizer = self.tokens.tokenizer
        with explain_encoding(tokenizer):
            ids = tokenizer(**{"text_target" if target else "text": text}, add_special_tokens=False)["input_ids"]
            return list(tokenizer.convert_ids_to_tokens(ids))

    def first(self, target: str) -> str | None:
        return self.tokens.first(target)

    def decode(self, pieces: Sequence[str], target: str) -> str:
        with explain_encoding(self.tokens.tokenizer):
            return self.tokens.decode(self.tokens.tokenizer.convert_tokens_to_ids(list(pieces)), target)


@dataclass(frozen=True)
class FromSentencePiece:
    """One pair of languages: nothing names them, so nothing can be checked."""

    source: Any
    target: Any

    def reason_unsupported(self, source: str, target: str) -> str | None:
        return None

    def encode(self, lines: Sequence[str], source: str, target: str) -> list[list[str]]:
        rows: list[list[str]] = self.source.encode(list(lines), out_type=str)
        return rows

    def bare(self, text: str) -> list[str]:
        return self.cut(text, target=False)

    def cut(self, text: str, *, target: bool) -> list[str]:
        pieces: list[str] = (self.target if target else self.source).encode(text, out_type=str)
        return pieces

    def first(self, target: str) -> str | None:
        return None

    def decode(self, pieces: Sequence[str], target: str) -> str:
        return str(self.target.decode(list(pieces)))


def pieces_in(directory: Path) -> Pieces:
    """The tokenizer whose files stand beside the model."""
    if (directory / "tokenizer_config.json").is_file():
        from transformers import AutoTokenizer

        try:
            tokenizer = without_hint(lambda: AutoTokenizer.from_pretrained(str(directory)))
        except Exception as error:  # each tokenizer fails in ways of its own
            raise ModelError(f"The tokenizer in '{directory}' cannot be loaded: {error}.") from error
        check_tokenizer(tokenizer, str(directory))
        return FromTransformers(Tokens(tokenizer))
    both = [directory / name for name in ("source.spm", "target.spm")]
    if all(file.is_file() for file in both):
        return FromSentencePiece(*map(_sentencepiece, both))
    if models := sorted(directory.glob("*.model")):
        shared = _sentencepiece(models[0])
        return FromSentencePiece(shared, shared)
    raise ModelError(
        f"'{directory}' has no tokenizer. Copy the one of the original model into it: tokenizer_config.json with its "
        "vocabulary, or source.spm and target.spm, or sentencepiece.model."
    )


def _sentencepiece(file: Path) -> Any:
    from sentencepiece import SentencePieceProcessor

    try:
        return SentencePieceProcessor(model_file=str(file))
    except (OSError, RuntimeError, ValueError) as error:
        raise ModelError(f"'{file}' is no SentencePiece model, or damaged: {error}.") from error


def vocabulary_in(directory: Path) -> frozenset[str]:
    """The pieces that the model can read."""
    return frozenset(vocabulary_list(directory, ("shared_vocabulary", "source_vocabulary")))


def vocabulary_list(directory: Path, stems: Sequence[str]) -> list[str]:
    """The pieces of the first vocabulary that is there, in the order of their rows."""
    for stem in stems:
        if (file := directory / f"{stem}.json").is_file():
            text = file.read_text(encoding="utf-8", errors="replace")
            pieces = parse_json(text, str(file), error=ModelError)
            return as_type(pieces, list[str], f"'{file}'", error=ModelError)
        if (file := directory / f"{stem}.txt").is_file():
            return file.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
    raise ModelError(f"'{directory}' has no vocabulary: neither {' nor '.join(f'{stem}.json' for stem in stems)}.")
