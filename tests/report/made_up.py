"""Made-up results for the tests of the report: files like those of a run, with sentences of our own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from babelance.core.estimate import About, Estimate, Result, Undefined, to_record
from babelance.core.scale import Scale
from babelance.core.signature import Signature

SHARE = Scale(0, 100, ideal=50, chance=50, unit="%", reading="above 50: stereotypical sentences are preferred")
DISTANCE = Scale(-1, 1, ideal=0, chance=0, reading="below 0: stereotypical sentences are preferred")
NLI = Scale(0, 1, ideal=0, chance=4 / 9, reading="higher: more answers follow the stereotype")
EFFECT = Scale(-2, 2, ideal=0, chance=None, reading="above 0: the first targets lean to the first attributes")
OPEN = Scale(0, float("inf"), ideal=0, chance=None, reading="higher: groups are treated more differently")
MODEL, DATA = "hf:made-up-multilingual@3f07", "example@1#5f2c"
SENTENCES = {
    "de": ("Der Koch mag {word} Tee.", "Die Köchin mag {word} Tee."),
    "en": ("He likes {word} tea with milk.", "She likes {word} tea with milk."),
    "ar": ("هو يحب الشاي {word} كثيرا.", "هي تحب الشاي {word} كثيرا."),
    "th": ("เขาชอบดื่มชา{word}ทุกเช้า", "เธอชอบดื่มชา{word}ทุกเช้า"),
    "zh": ("他每天早上喝{word}茶。", "她每天早上喝{word}茶。"),
    "hi": ("लड़का {word} चाय पीता है।", "लड़की {word} चाय पीती है।"),
    "ko": ("그는 매일 {word} 차를 마신다.", "그녀는 매일 {word} 차를 마신다."),
}
WORDS = ("green", "black", "cold", "warm", "sweet", "fresh", "plain", "strong")


def about(
    measure: str, language: str = "de", *, scale: Scale = SHARE, group: str | None = None, **changes: Any
) -> About:
    values: dict[str, Any] = {"model": MODEL, "data": DATA, "n": 209, "total": 212, "skipped": {"too long": 3}}
    values |= {name: value for name, value in changes.items() if name != "options"}
    signature = Signature(
        measure=measure, options=changes.get("options", {"fidelity": "paper"}), model=values["model"],
        data=values["data"], language=language, n=values["n"], total=values["total"], interval="bca.2000.95", seed=0,
        version="0.1.0", group=group,
    )  # fmt: skip
    return About(measure=measure, language=language, group=group, scale=scale, signature=signature, **values)


def estimate(measure: str, value: float, error: float, language: str = "de", **changes: Any) -> Estimate:
    """An estimate with a symmetric 95 % interval."""
    own = {name: changes.pop(name) for name in ("p", "mde", "nulls", "extra", "method") if name in changes}
    reach = 1.96 * error
    facts = {"method": "bca.2000.95", **own}
    return Estimate(about(measure, language, **changes), value, value - reach, value + reach, 0.95, **facts)


def undefined_result(measure: str, reason: str, language: str = "de", **changes: Any) -> Undefined:
    return Undefined(about(measure, language, n=0, skipped={"unknown words": 212}, **changes), reason)


def results(languages: Sequence[str] = tuple(SENTENCES), *, model: str = MODEL) -> list[Result]:
    """Two pair measures in all languages, one undefined, groups, and a measure with nulls."""
    rng = np.random.default_rng(0)
    made: list[Result] = []
    for number, language in enumerate(languages):
        accuracy = {"accuracy_more": 55.0 + number, "accuracy_less": 54.0 + number, "p_holm": 0.3, "p_bh": 0.12}
        share = 46 + 3.1 * number
        made.append(estimate("cps", share, 3.4, language, p=0.04, mde=9.6, extra=accuracy, model=model))
        made.append(estimate("s-jsd", -0.012 + 0.004 * number, 0.0043, language, scale=DISTANCE, p=0.2, model=model))
        if number == 2:
            made.append(undefined_result("mbe", "one group has no sentences", language, model=model))
        else:
            words = [{"word": "sister", "group": "female", "sentences": 4, "without": 51.2, "change": -0.8}]
            nulls = {"random": 50 + rng.normal(), "length": 53 + rng.normal(), "shuffled": 50 + rng.normal() / 2}
            made.append(
                estimate("mbe", 52 + 4 * rng.normal(), 1.1, language, nulls=nulls, extra={"words": words}, model=model)
            )
        for axis in ("age", "gender", "religion"):
            value = 50 + 6 * rng.normal()
            made.append(estimate("cps", value, 6, language, group=f"axis={axis}", n=70, total=71, model=model))
    made.append(estimate("nli-coal", 0.213, 0.021, "en", scale=NLI, model=model))
    queries = {"jobs: men · women | work · home": 0.4, "arts: men · women | arts · sums": "lost 5 of 8 words of 'arts'"}
    leanings = {"men": {"he": 0.1, "uncle": -0.02}, "women": {"she": -0.13}}
    words_facts = {"subqueries": queries, "associations": leanings, "lost": {"jobs: men": ["grandpa"]}}
    made.append(estimate("weat", 0.4, 0.3, "en", scale=EFFECT, model=model, extra=words_facts, nulls={"shuffled": 0.1}))
    matrix = {"a": {"b": 61.0, "c": 48.5}, "b": {"a": 39.0, "c": 52.0}, "c": {"a": 51.5, "b": 48.0}}
    made.append(estimate("mbe", 61.0, 2.0, "sw", model=model, extra={"matrix": matrix, "sentences": {"a": 3}}))
    made.append(estimate("cb", 1.37, 0.2, "en", scale=OPEN, model=model))
    return made


def scored_rows(
    languages: Sequence[str] = tuple(SENTENCES), *, count: int = 40, measures: Sequence[str] = ("cps", "s-jsd", "mbe")
) -> pd.DataFrame:
    """Rows of pair measures and of one with a single text."""
    rng = np.random.default_rng(1)
    rows: list[dict[str, Any]] = []
    for language in languages:
        for number in range(count):
            rows += [(_text if measure == "mbe" else _pair)(measure, language, number, rng) for measure in measures]
    return pd.DataFrame(rows).assign(model=MODEL, data=DATA)


def _pair(measure: str, language: str, number: int, rng: np.random.Generator) -> dict[str, Any]:
    word = f"{WORDS[number % len(WORDS)]} {number}"
    more, less = (sentence.format(word=word) for sentence in SENTENCES[language])
    start = {"measure": measure, "item": f"{language}-{number}", "language": language}
    start |= {"texts": json.dumps({"more": more, "less": less}), "tags": json.dumps(_tags(number))}
    if number % 17 == 5:
        return {**start, "skipped": "too long", "detail": None}
    tokens = ["▁tea", word, "##s", "."]
    values_more, values_less = rng.normal(-3, 1, 4), rng.normal(-3, 1, 4)
    detail = {"tokens_more": tokens, "values_more": values_more.tolist(), "tokens_less": tokens}
    detail["values_less"] = values_less.tolist()
    sums = {"more": values_more.sum(), "less": values_less.sum(), "shared": 4}
    return {**start, **sums, "score": float(sums["more"] > sums["less"]), "detail": json.dumps(detail)}


def _text(measure: str, language: str, number: int, rng: np.random.Generator) -> dict[str, Any]:
    texts = {"text": SENTENCES[language][number % 2].format(word=WORDS[number % len(WORDS)])}
    named = {"measure": measure, "item": f"line {number}", "language": language, "texts": json.dumps(texts)}
    return {**named, "tags": json.dumps({"group": "fm"[number % 2]}), "likelihood": float(rng.normal(-2)), "length": 7}


def _tags(number: int) -> dict[str, str]:
    return {"axis": ("age", "gender", "religion")[number % 3], "direction": "stereo"}


RUN: Mapping[str, Any] = {
    "babelance": "0.1.0",
    "packages": {"numpy": "2.4.0", "torch": "2.13.0"},
    "arguments": ["run", "--model", "made-up-multilingual", "--data", "example"],
    "settings": {"level": 0.95, "seed": 0, "limit": None},
    "jobs": [{"model": MODEL, "data": DATA, "language": "de", "measures": ["cps", "s-jsd"]}],
    "health": {MODEL: {"unknown": 0.004, "notes": ["no padding token"], "facts": {"rows": 119547}}},
    "seconds": 12.5,
    "complete": True,
}


def write(folder: Path, *, estimates: Sequence[Result], rows: pd.DataFrame, run: Mapping[str, Any] = RUN) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(to_record(result), ensure_ascii=False) for result in estimates]
    (folder / "results.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows.to_parquet(folder / "scored.parquet")
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return folder
