"""StereoSet by `eval_discriminative_models.py`, `eval_generative_models.py` and `evaluation.py` (Nadeem et al., ACL
2021).

In: a pair with a blank and three fillers is an intrasentence cluster of its file, the domain of the pair the target
term. Back: the score of each of the three sentences, and SS, LM and ICAT over all. Korean and Chinese show what
the scripts do where words are not set off by blanks: the filler is the word at the blank's place, particle and all.
"""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any
from unittest import mock

from tests.golden.making.files import FOUR, origin, read_probe, write_expected
from tests.golden.making.stand_ins import load, script, tiny

LABELS = {"stereotype": "stereotype", "anti": "anti-stereotype", "unrelated": "unrelated"}
RUNS = {
    "mlm-bert": ("eval_discriminative_models.py", "BertLM", "BertTokenizer", FOUR),
    "mlm-roberta": ("eval_discriminative_models.py", "RoBERTaLM", "RobertaTokenizer", FOUR),
    "causal-gpt2": ("eval_generative_models.py", "GPT2LM", "GPT2Tokenizer", FOUR),
}
CHANGED = (
    "nothing in the scripts; every model name loads the tiny model; encode_plus, gone since transformers 5, is put "
    "back (no padding, batch 1); the command line that a method reads as a global is set; no GPU"
)


def make(checkout: Path) -> None:
    for model, (name, loader, tokenizer, languages) in RUNS.items():
        for language in languages:
            _write(checkout, name, model, language, loader, tokenizer)


def _write(checkout: Path, name: str, model: str, language: str, loader: str, tokenizer_class: str) -> None:
    path, items = checkout / "code" / name, read_probe(f"stereoset_{language}")
    with script(path, absent=("colorama", "apex")), tiny(model) as (_, tokenizer):
        Path("gold.json").write_text(json.dumps(_clusters(items)))
        with mock.patch.object(tokenizer, "encode_plus", _encode_plus(tokenizer), create=True):
            module: Any = load(path)
            module.args = Namespace(input_file="gold.json")
            asked = module.BiasEvaluator(
                pretrained_class=model, no_cuda=True, input_file="gold.json", intrasentence_model=loader,
                tokenizer=tokenizer_class, batch_size=1,
            )  # fmt: skip
            predictions = asked.evaluate_intrasentence()
        scores = {prediction["id"]: float(prediction["score"]) for prediction in predictions}
        Path("predictions.json").write_text(json.dumps({"intrasentence": predictions}, default=float))
        evaluation: Any = load(checkout / "code" / "evaluation.py")
        with mock.patch.object(evaluation.ScoreEvaluator, "score", _of_something(evaluation.ScoreEvaluator.score)):
            overall = evaluation.ScoreEvaluator("gold.json", "predictions.json").get_overall_results()["overall"]
    repository = origin("moinnadeem/StereoSet", f"code/{name}, code/evaluation.py", checkout=checkout, changed=CHANGED)
    write_expected(
        f"stereoset_{model}_{language}",
        {
            "origin": repository,
            "model": model,
            "probe": f"stereoset_{language}",
            "overall": {"ss": overall["SS Score"], "lms": overall["LM Score"], "icat": overall["ICAT Score"]},
            "columns": ["id", *LABELS],
            "rows": [[item["id"], *(scores[f"{item['id']}/{name}"] for name in LABELS)] for item in items],
        },
    )


def _clusters(items: list[dict[str, str]]) -> dict[str, Any]:
    return {"version": "own", "data": {"intrasentence": [_cluster(item) for item in items], "intersentence": []}}


def _cluster(item: dict[str, str]) -> dict[str, Any]:
    sentences = [
        {
            "id": f"{item['id']}/{name}",
            "sentence": item[name],
            "gold_label": label,
            "labels": [{"human_id": "own", "label": label}],
        }
        for name, label in LABELS.items()
    ]
    return {
        "id": item["id"], "bias_type": "gender", "target": item["target"], "context": item["context"],
        "sentences": sentences,
    }  # fmt: skip


def _encode_plus(tokenizer: Any) -> Any:
    def encode_plus(text: str, text_pair: str | None = None, **_: object) -> Any:
        return tokenizer(text, text_pair, return_token_type_ids=True, return_attention_mask=True)

    return encode_plus


def _of_something(score: Any) -> Any:
    """Domains without a cluster have no mean, and need none."""
    return lambda evaluator, counts: score(evaluator, counts) if counts else {}
