"""Engines on BERT-base-shaped models against babelance's own torch path, and what rounding does to scores.

    python -m benchmarks.engines [--quick] [--pairs N] [--parts masked,nli,effect] [--json]

masked     all masked passes of German pairs of `sjsd` (S_JSD, CPS) with random, seeded weights and 119,547 words
nli        entailment of as many pairs of sentences
effect     int8 and bfloat16 against float32 on the model that ships with babelance: paired differences of CPS, AUL and
           S_JSD over all German pairs, and the largest as a share of half the width of the score's own interval

Ratios are seconds of torch in float32 through seconds of the engine: above 1 the engine wins. Loading and exporting are
not timed. In float32 no engine is claimed to win: both compute the same products, and torch leaves most of the last
layer out. What is claimed: int8 in ONNX Runtime and bfloat16 in OpenVINO are one and a half times as fast (on a
processor that multiplies those numbers itself), and neither moves a score by half of its interval.

--quick has two layers and few words: it shows that the benchmark works, not what it claims. Times are wall-clock: run
it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from transformers import AutoTokenizer, BertForSequenceClassification

from babelance.api import evaluate
from babelance.backends.engines import export
from babelance.core.estimate import Estimate
from babelance.core.model import Model, Options
from babelance.core.query import LABELS, Choices, Entails, Query, Tokens
from babelance.core.registry import DATASETS
from babelance.models import masked, nli
from babelance.run.plan import Plan, Settings, make_plan
from babelance.run.store import Store
from babelance.stats.compare import Difference
from babelance.studies.comparison import Comparison, compare
from benchmarks import _pairs_models
from benchmarks._arguments import parse_pair_arguments
from benchmarks._pairs_models import Shape
from benchmarks._pairs_ways import queries_of

WAYS: dict[tuple[str, str], float | None] = {
    ("torch", "bfloat16"): None,
    ("onnx", "float32"): None,
    ("onnx", "int8"): 1.5,
    ("openvino", "float32"): None,
    ("openvino", "bfloat16"): 1.5,
}
"""Engine and number format → what is claimed; None: measured, nothing claimed."""
CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "int8": 1.0}
"""How far a log-probability may be from torch's. Random weights are hard on rounding."""
MOVED = 0.5
MEASURES = ("cps", "aul", "s-jsd")
PARTS = ("masked", "nli", "effect")
MODEL = "babelance/tiny-multilingual"
Opening = Callable[[str, Options], Model]


@dataclass(frozen=True)
class Claim:
    claim: str
    ratio: float
    bar: str
    holds: bool | None


def main() -> None:
    options = parse_pair_arguments(__doc__, PARTS, pairs=4)
    with tempfile.TemporaryDirectory() as name:
        # Graphs of made-up models do not belong into the user's cache.
        export.cache = lambda: Path(name) / "graphs"
        for claim in claims(options, Path(name)):
            row = {"claim": claim.claim, "ratio": round(claim.ratio, 3), "bar": claim.bar}
            row |= {"holds": None if options.quick else claim.holds, "pairs": options.pairs}
            verdict = {True: "yes", False: "NO", None: "—"}[None if options.quick else claim.holds]
            line = f"{claim.claim:84} {claim.ratio:8.2f}  {claim.bar:7} {verdict}"
            print(json.dumps(row, ensure_ascii=False) if options.json else line, flush=True)


def claims(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    items = list(DATASETS.get("sjsd").items("de"))
    everything = [(item.texts["more"], item.texts["less"]) for item in items]
    pairs = everything[:: max(1, len(everything) // options.pairs)][: options.pairs]
    texts = [text for pair in everything for text in pair]
    shape = Shape(4000, layers=2, width=128) if options.quick else Shape(119_547)
    parts = options.parts.split(",")
    if {"masked", "nli"} & set(parts):
        model_folder = _pairs_models.write(folder / "masked", shape, texts)
    if "masked" in parts:
        yield from speed("masked passes", masked.kind.open, model_folder, list(queries_of(pairs)))
    if "nli" in parts:
        classifier = write_classifier(folder / "nli", model_folder, shape)
        several = [Entails(more, less) for more, less in everything[: 16 * options.pairs]]
        yield from speed("NLI pairs", nli.kind.open, classifier, several)
    if "effect" in parts:
        yield from effect(folder, 20 if options.quick else None)


def write_classifier(target: Path, model_folder: Path, shape: Shape) -> Path:
    torch.manual_seed(1)
    numbers = {label: index for index, label in enumerate(LABELS)}
    config = _pairs_models.config_of(shape, id2label=dict(enumerate(LABELS)), label2id=numbers)
    BertForSequenceClassification(config).save_pretrained(target)
    AutoTokenizer.from_pretrained(model_folder).save_pretrained(target)
    return target


def speed(name: str, opening: Opening, model_folder: Path, queries: Sequence[Query]) -> Iterator[Claim]:
    """Each engine is timed right after torch, so that a machine that slows down slows both."""
    plain = open_warm(opening, model_folder, "torch", "float32", queries)
    for (engine, number_format), bar in WAYS.items():
        other = open_warm(opening, model_folder, engine, number_format, queries)
        ratios, answers = [], []
        for _ in range(3):
            before, wanted = time_answers(plain, queries)
            after, other_answers = time_answers(other, queries)
            ratios.append(before / after)
            answers = [wanted, other_answers]
        distance = float(np.abs(answers[0] - answers[1]).max())
        if distance > CLOSE[number_format]:
            raise SystemExit(f"{engine} in {number_format} is {distance:.2g} away from torch.")
        words = f"{name}: torch float32 / {engine} {number_format} (largest difference {distance:.1g})"
        ratio = float(np.median(ratios))
        yield Claim(words, ratio, f"≥ {bar:g}" if bar else "", ratio >= bar if bar else None)


def open_warm(opening: Opening, model_folder: Path, engine: str, number_format: str, queries: Sequence[Query]) -> Model:
    """Loaded, exported and warm."""
    model: Model = opening(str(model_folder), Options(engine=engine, dtype=number_format))
    list(model.answer(queries[:2]))
    return model


def time_answers(model: Model, queries: Sequence[Query]) -> tuple[float, np.ndarray]:
    start = time.perf_counter()
    answers = list(model.answer(queries))
    taken = time.perf_counter() - start
    return taken, np.concatenate([answer.logprobs for answer in answers if isinstance(answer, Tokens | Choices)])


def effect(folder: Path, limit: int | None) -> Iterator[Claim]:
    answers = folder / "answers.sqlite"
    for engine, number_format in (("onnx", "int8"), ("openvino", "bfloat16")):
        with Store(answers) as store:
            comparisons = compare(plan(limit), plan(limit, engine, number_format), store)
        for comparison in comparisons:
            yield change_claim(comparison, f"{engine} {number_format}", half_width(comparison.measure, answers, limit))


def plan(limit: int | None, engine: str = "torch", number_format: str = "float32") -> Plan:
    options = Options(engine=engine, dtype=number_format)
    return make_plan(
        models=[MODEL],
        data=["sjsd"],
        measures=list(MEASURES),
        languages=["de"],
        model_options=options,
        settings=Settings(limit=limit, by=()),
    )


def half_width(measure: str, answers: Path, limit: int | None) -> float:
    """Of the 95 % interval of the score in float32."""
    results = evaluate(measure, model=MODEL, data="sjsd", language="de", store=answers, limit=limit)
    if not isinstance(results, Estimate):
        raise SystemExit(f"{measure} is undefined.")
    return (results.high - results.low) / 2


def change_claim(comparison: Comparison, way: str, half: float) -> Claim:
    if not isinstance(comparison.difference, Difference):
        raise SystemExit(f"{comparison.measure}: {comparison.difference}")
    gap = comparison.difference
    words = (
        f"{comparison.measure} {way} − float32: {gap.value:+.2g} [{gap.low:+.2g}, {gap.high:+.2g}], in half intervals"
    )
    return Claim(words, abs(gap.value) / half, f"≤ {MOVED}", abs(gap.value) / half <= MOVED)


if __name__ == "__main__":
    main()
