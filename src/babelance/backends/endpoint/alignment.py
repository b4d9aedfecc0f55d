"""Which characters of a text each token stands for, when a server gives tokens as strings.

Servers write tokens as the text they stand for, or as their vocabulary has them (`▁the`, `Ġthe`). A token that is a
part of a character is written as `�`, or as nothing until the last part has come. Such tokens stand for the characters
up to the next one that can be read, and get names of their own (`ไ·1`, `ไ·2`), so that different ones are not taken for
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

BROKEN = "\ufffd"
_SPACES = str.maketrans({"▁": " ", "Ġ": " ", "Ċ": "\n"})
_MOST_BEFORE = 2
"""Tokens that a server may put before a text."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """`before` tokens stand before the text; `names` and `starts` (in characters) are of the tokens of the text."""

    before: int
    names: tuple[str, ...]
    starts: tuple[int, ...]


def align(tokens: Sequence[str], text: str, before: int | None = None) -> Aligned | None:
    """The tokens that make up the text; None if they do not. What comes after the text is left out.

    `before` is how many stand before the text, where that is known.
    """
    tried = range(min(_MOST_BEFORE, len(tokens)) + 1) if before is None else [before]
    for before in tried:
        if spans := _spans(tokens[before:], text):
            names, starts = spans
            return Aligned(before, names, starts)
    return None


def plain_token(token: str) -> str:
    """With spaces where the vocabulary writes them in its own way."""
    return token.translate(_SPACES)


def _spans(tokens: Sequence[str], text: str) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    if all(tokens) and BROKEN not in text and "".join(tokens) == text:  # as nearly always
        return tuple(tokens), tuple(accumulate(map(len, tokens[:-1]), initial=0))
    names: list[str] = []
    starts: list[int] = []
    at = index = 0
    while at < len(text):
        if index >= len(tokens):
            return None
        token = _as_written(tokens[index], text, at)
        if token is not None:
            names.append(tokens[index])
            starts.append(at)
            at, index = at + len(token), index + 1
            continue
        run, end = _broken_run(tokens, index, text, at)
        if not run:
            return None
        part = text[at:end] or tokens[index + run]
        names += [f"{part}·{number + 1}" for number in range(run)]
        starts += [at] * run
        at, index = end, index + run
    return tuple(names), tuple(starts)


def _as_written(token: str, text: str, at: int) -> str | None:
    """The characters at this place that the token is; None if it is others, or a part of one."""
    if not token or BROKEN in token:
        return None
    if text.startswith(token, at):
        return token
    for form in dict.fromkeys((token, plain_token(token))):
        # Some tokenizers put a space before the first word.
        for written in (form, form[1:]) if at == 0 and form[0] == " " and len(form) > 1 else (form,):
            if text.startswith(written, at):
                return written
    return None


def _broken_run(tokens: Sequence[str], index: int, text: str, at: int) -> tuple[int, int]:
    """(tokens of the run, where it ends in the text); (0, at) if there is none."""
    run = 0
    while index + run < len(tokens) and (BROKEN in tokens[index + run] or not tokens[index + run]):
        run += 1
    # All characters of ASCII are tokens of their own, or parts of larger ones: none of them is broken.
    if not run or text[at : at + 2].isascii():
        return 0, at
    if index + run == len(tokens):
        return run, len(text)
    end = _next_place(tokens[index + run], text, at)
    whole = BROKEN not in "".join(tokens[index : index + run])
    return (run, end) if (end == at) == whole and end >= 0 else (0, at)


def _next_place(token: str, text: str, at: int) -> int:
    """Where the token stands next; -1 if nowhere."""
    starts = [text.find(form, at) for form in (token, plain_token(token))]
    return min((start for start in starts if start >= at), default=-1)
