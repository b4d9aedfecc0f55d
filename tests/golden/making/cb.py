"""Categorical Bias by `score.py` (Ahn and Oh, EMNLP 2021).

In: a template with the grammar of its attribute, and the countries in the form that it asks for. The script takes one
list of templates for all attributes, so its function for one template is called once per item. Back: the variance of
every item and the log ratio of every country; the mean of the variances is the score that the script would print. Log
ratios by the paper's formula (one factor per piece, the prior read at the target's masks) are computed here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pandas as pd
import torch

from tests.golden.making.files import FOUR, origin, read_probe, write_expected
from tests.golden.making.stand_ins import load, recorder, script, tiny

MODEL = "mlm-bert"
CHANGED = (
    "nothing in the script; its configuration has one more language, ours; the tiny model is loaded; cuda means cpu; "
    "the module 'model', not released, is absent; a table of names and numbers, refused since pandas 2, is allowed"
)


def make(checkout: Path) -> None:
    for language in FOUR:
        _write(checkout, language)


def _write(checkout: Path, language: str) -> None:
    items = read_probe(f"groups_{language}")
    released = list(_released(checkout / "score.py", items))
    with tiny(MODEL) as (model, tokenizer):
        paper = [_paper(model, tokenizer, item) for item in items]
    rows = [
        [item["id"], variance, by_target, ratios]
        for item, (variance, by_target), ratios in zip(items, released, paper, strict=True)
    ]
    write_expected(
        f"cb_{MODEL}_{language}",
        {
            "origin": origin("jaimeenahn/ethnic_bias", "score.py", checkout=checkout, changed=CHANGED),
            "model": MODEL,
            "probe": f"groups_{language}",
            "score": float(np.mean([row[1] for row in rows])),
            "columns": ["id", "variance", "log ratios", "log ratios by the paper's formula (computed here)"],
            "rows": rows,
        },
    )  # fmt: skip


def _released(path: Path, items: list[dict[str, str]]) -> Iterator[tuple[float, dict[str, float]]]:
    """Variance and log ratios of every item."""
    with script(path, "--language", "own", absent=("model",)), tiny(MODEL), _older_libraries():
        _configure(path, items[0])
        module: Any = load(path)
        module.log_probability_for_single_sentence, tables = recorder(module.log_probability_for_single_sentence)
        for item in items:
            targets = json.loads(item["targets"])
            module.nationality, module.en_nationality = list(targets.values()), list(targets)
            sizes = module.how_many_tokens(module.nationality, module.tokenizer)
            _, [variance], _ = module.log_probability_for_single_sentence_multiple_attr(
                module.model, module.tokenizer, item["template"], [item["attribute"]], sizes, True
            )
            table = tables[-1]
            yield float(variance), dict(zip(table["nationality"], map(float, table["normalized_prob"]), strict=True))


def _configure(path: Path, item: dict[str, str]) -> None:
    """Our language in their table, with the first item for what the script does by itself."""
    Path("templates.txt").write_text(item["template"], encoding="utf-8")
    Path("attributes.txt").write_text(item["attribute"], encoding="utf-8")
    own = {"nationality": list(json.loads(item["targets"]).values()), "bert_model": "own", "MSK": 0}
    table = load(path.with_name("configuration.py")).configuration
    table["own"] = own | {"template_path": "templates.txt", "occ_path": "attributes.txt"}
    table["en"]["nationality"] = list(json.loads(item["targets"]))
    sys.modules["configuration"] = mock.MagicMock(configuration=table)


@contextmanager
def _older_libraries() -> Iterator[None]:
    def table(rows: Any, *, columns: list[str], dtype: type) -> pd.DataFrame:
        names, numbers = zip(*rows, strict=True)
        return frame({columns[0]: names, columns[1]: np.asarray(numbers).astype(dtype)})

    frame = pd.DataFrame
    with mock.patch.object(pd, "DataFrame", table), mock.patch.object(torch, "device", _Cpu):
        yield


_device = torch.device


class _AlwaysCpu(type):
    def __call__(cls, *_: object) -> Any:
        return _device("cpu")

    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, _device)


class _Cpu(metaclass=_AlwaysCpu):
    """What stands for `torch.device`: still a class, for those who look."""


def _paper(model: Any, tokenizer: Any, item: dict[str, str]) -> dict[str, float]:
    """log P(target | attribute) − log P(target | attribute masked), of every target that is cut alone as in its place.

    How a word is cut inside another one, as in Korean, the paper does not say."""
    template, attribute, targets = item["template"], item["attribute"], json.loads(item["targets"])
    hidden = _pieces(tokenizer, template.replace("[TTT]", targets["US"]), "[AAA]", attribute)
    found = {}
    for key, target in targets.items() if hidden else ():
        pieces = _pieces(tokenizer, template.replace("[AAA]", attribute), "[TTT]", target)
        if pieces:
            masked = template.replace("[TTT]", "[MASK]" * len(pieces))
            first = template.index("[TTT]") < template.index("[AAA]")
            after = _log_probability(model, tokenizer, masked.replace("[AAA]", attribute), pieces, True)
            before = _log_probability(model, tokenizer, masked.replace("[AAA]", "[MASK]" * len(hidden)), pieces, first)
            found[key] = after - before
    return found


def _pieces(tokenizer: Any, text: str, slot: str, word: str) -> list[int]:
    """The ids of a word in its place if they are known ones, and those of the word alone; else nothing."""
    start = text.index(slot)
    encoded = tokenizer(text.replace(slot, word), return_offsets_mapping=True)
    end = start + len(word)
    covering = [n for n, (a, b) in enumerate(encoded["offset_mapping"]) if a < b and a < end and b > start]
    ids, alone = [encoded["input_ids"][n] for n in covering], tokenizer.encode(word, add_special_tokens=False)
    return ids if ids == alone and tokenizer.unk_token_id not in ids else []


def _log_probability(model: Any, tokenizer: Any, text: str, pieces: list[int], first: bool) -> float:
    """Σ log P(piece j at mask j), at the first or the last masks of the text."""
    ids = torch.tensor([tokenizer.encode(text)])
    [places] = torch.where(ids[0] == tokenizer.mask_token_id)
    places = places[: len(pieces)] if first else places[-len(pieces) :]
    log_probabilities = model(ids).logits[0].log_softmax(-1)
    return float(log_probabilities[places, torch.tensor(pieces)].double().sum())
