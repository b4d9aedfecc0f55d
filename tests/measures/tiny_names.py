"""Tiny masked models whose vocabulary cuts some names of lands into pieces, trained on sentences that tie lands to
trades, or do not; and the probes to ask them with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import models, pre_tokenizers
from transformers import AlbertConfig, AlbertForMaskedLM, BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from tests.models.tiny_masked import SPECIAL, as_bert, word_pieces

WHOLE = [f"land{letter}" for letter in "abcdefghijkl"]
"""Names of one piece."""
CUT = {f"ru{letter}": ["ru", f"##{letter}"] for letter in "mnop"} | {"koqqx": ["ko", "##qq", "##x"]}
TRADES = ["baker", "cook", "vet", "nurse", "pilot", "guard"]
TEMPLATES = [
    "a person from [TTT] is a [AAA] .",
    "this [AAA] came from [TTT] .",
    "the [AAA] lives in [TTT] today .",
    "people of [TTT] want to be a [AAA] .",
    "in [TTT] she met a [AAA] .",
    "the new [AAA] grew up in [TTT] .",
    "he is a [AAA] in [TTT] .",
    "a [AAA] wrote home to [TTT] .",
]
NAMES = [*WHOLE, *CUT]
_WORDS = [word for template in TEMPLATES for word in template.split() if not word.startswith("[")]
_PIECES = list(dict.fromkeys([*_WORDS, *TRADES, *WHOLE, *(piece for pieces in CUT.values() for piece in pieces)]))


def tokenizer() -> PreTrainedTokenizerFast:
    return word_pieces(_PIECES)


def unigram_tokenizer() -> PreTrainedTokenizerFast:
    """As ALBERT's: pieces of a sentence with blanks in them, the same names cut."""
    pieces = [f"▁{piece}" if not piece.startswith("##") else piece[2:] for piece in _PIECES]
    weighted = [*((name, 0.0) for name in SPECIAL), *((piece, -1.0) for piece in pieces)]
    return as_bert(models.Unigram(weighted, unk_id=1), split=pre_tokenizers.Metaspace())


def write_model(directory: Path, *, tied: float, steps: int, albert: bool = False) -> Path:
    """A model that read each trade with its own land of one piece in a share of the sentences."""
    torch.manual_seed(0)
    size = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 64}
    still = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, "initializer_range": 0.2}
    shape = {
        "vocab_size": len(SPECIAL) + len(_PIECES),
        "max_position_embeddings": 24,
        "pad_token_id": 0,
        **size,
        **still,
    }
    model: Any = AlbertForMaskedLM(AlbertConfig(embedding_size=32, **shape)) if albert else None
    model = model or BertForMaskedLM(BertConfig(**shape))
    tokens = unigram_tokenizer() if albert else tokenizer()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3 if albert else 5e-3)
    for batch in _batches(tokens, tied, steps):
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.save_pretrained(directory)
    tokens.save_pretrained(directory)
    return directory


def _batches(tokens: PreTrainedTokenizerFast, tied: float, steps: int) -> Iterator[dict[str, torch.Tensor]]:
    """Names are hidden, half of the time together with the trade."""
    rng = np.random.default_rng(0)
    trades, names = (
        torch.tensor([token for ids in tokens(words, add_special_tokens=False)["input_ids"] for token in ids])
        for words in (TRADES, NAMES)
    )
    for _ in range(steps):
        encoded = tokens([_sentence(rng, tied) for _ in range(32)], return_tensors="pt", padding=True)
        ids = encoded["input_ids"]
        also = torch.tensor(rng.random(len(ids)) < 0.5)[:, None]
        hidden = torch.isin(ids, names) | (torch.isin(ids, trades) & also)
        yield {
            "input_ids": ids.masked_fill(hidden, SPECIAL.index("[MASK]")),
            "attention_mask": encoded["attention_mask"],
            "labels": ids.masked_fill(~hidden, -100),
        }


def _sentence(rng: np.random.Generator, tied: float) -> str:
    trade = int(rng.integers(len(TRADES)))
    name = WHOLE[trade] if rng.random() < tied else NAMES[rng.integers(len(NAMES))]
    return TEMPLATES[rng.integers(len(TEMPLATES))].replace("[TTT]", name).replace("[AAA]", TRADES[trade])


def write_probes(path: Path) -> Path:
    targets = json.dumps({name.upper(): name for name in NAMES})
    rows = [
        {"id": f"t{number}/{trade}", "language": "en", "template": template, "attribute": trade, "targets": targets}
        for number, template in enumerate(TEMPLATES)
        for trade in TRADES
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path
