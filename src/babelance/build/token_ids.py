"""Sentences by group from token ids, as the authors of MBE released theirs: for the tokenizer that made them.

Every list of ids is turned back into a text. It is kept if that tokenizer makes the same ids of the text again, so that
a score is that of the released ids; otherwise it is counted and left out.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022 (its repository has `parallel_data/*.bin`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from babelance._version import __version__
from babelance.build.material.dataset_writer import check_name, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError

Decode = Callable[[Sequence[int]], tuple[str, str]]
"""Ids → a text and '', or '' and why there is none."""
SHARE_NEEDED = 0.5
"""With fewer sentences read the ids are another tokenizer's, and what is left would be no sample of them."""


@dataclass(frozen=True)
class DecodedSentences:
    rows: tuple[dict[str, object], ...]
    left: Mapping[str, int]

    @property
    def sentences(self) -> dict[str, int]:
        return dict(Counter(str(row["group"]) for row in self.rows))


def build(
    groups: Mapping[str, Sequence[Sequence[int]]], out: Path, *, language: str, tokenizer: str, decode: Decode
) -> DecodedSentences:
    """Write the dataset file. `groups`: name → ids of its sentences; `tokenizer` is for the card."""
    check_name(out)
    if len(groups) < 2:
        raise InputError(f"MBE compares groups, so two or more are needed; there is {', '.join(groups) or 'none'}.")
    rows: list[dict[str, object]] = []
    left = Counter[str]()
    for group, sentences in groups.items():
        texts = [decode(ids) for ids in sentences]
        left.update(reason for _, reason in texts if reason)
        rows += [_row(group, index, text, language) for index, (text, _) in enumerate(texts, 1) if text]
        if sum(bool(text) for text, _ in texts) < SHARE_NEEDED * len(texts):
            raise DataError(
                f"Of {len(texts):,} sentences of '{group}' {sum(bool(text) for text, _ in texts):,} can be read with "
                f"the tokenizer of {tokenizer} ({_counts_in_words(left)}). Name the model that the ids were made for."
            )
    decoded = DecodedSentences(tuple(rows), dict(left))
    write_dataset(out, rows, _card(out, decoded, language, tokenizer))
    return decoded


def _row(group: str, number: int, text: str, language: str) -> dict[str, object]:
    return {"id": f"{group} {number}", "language": language, "text": text, "group": group}


def _card(out: Path, decoded: DecodedSentences, language: str, tokenizer: str) -> Card:
    return Card(
        name=out.name,
        title="Sentences by group from token ids",
        version="1",
        languages=(language,),
        licence="that of the corpus",
        citation="that of the corpus",
        provenance=f"Token ids turned into text by babelance {__version__} with the tokenizer of {tokenizer}, which "
        "makes the same ids of every text kept. With another tokenizer the texts are other ids.",
        notes=(f"Left out: {_counts_in_words(decoded.left) or 'none'}.",),
        validated=False,
        extra={"tokenizer": tokenizer, "sentences": json.dumps(decoded.sentences)},
    )


def _counts_in_words(left: Mapping[str, int]) -> str:
    return ", ".join(f"{reason}: {count:,}" for reason, count in left.items())
