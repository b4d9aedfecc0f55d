"""Put the trained models into the package, with cards written from the measured numbers.

    python training/ship.py --run runs/tiny --nli runs/tiny-nli

A language is claimed only if the model's held-out pseudo-perplexity is at most half of the unigram model's and it
rests on at least 5,000 sentences.
"""

import argparse
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

ROOT = Path(__file__).parents[1]
EMBEDDED = ROOT / "src" / "babelance" / "embedded"
FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
CLEARLY = 0.5
FEWEST_SENTENCES = 5_000

Numbers = Mapping[str, Any]


def main() -> None:
    options = arguments()
    perplexity = json.loads((options.run / "evaluation.json").read_text())
    inference = json.loads((options.nli / "evaluation.json").read_text())
    last = json.loads((options.run / "log.jsonl").read_text().splitlines()[-1])
    facts = {
        "languages": json.dumps(claimed_languages(perplexity)),
        "language_count": len(claimed_languages(perplexity)),
        "left_out": unclaimed_sentence(perplexity),
        "held_out": max(row["held_out_sentences"] for row in perplexity.values()),
        "steps": f"{last['step']:,}",
        "tokens": f"{last['tokens'] / 1e6:.1f} million",
        "minutes": round(last["seconds"] / 60),
        "perplexity_table": perplexity_table(perplexity),
        **inference["settings"],
        "inference_languages": json.dumps([key for key in inference["unseen words"] if len(key) == 2]),
        "inference_table": inference_table(inference, lambda key: len(key) == 2 or key == "all"),
        "rule_table": inference_table(inference, lambda key: ":" in key),
    }
    copy(options.run / "final", EMBEDDED / "tiny-multilingual")
    copy(options.nli, EMBEDDED / "tiny-multilingual-nli")
    write_card("card_masked.md", EMBEDDED / "tiny-multilingual" / "README.md", facts)
    write_card("card_nli.md", EMBEDDED / "tiny-multilingual-nli" / "README.md", facts)
    write_card("page.md", ROOT / "docs" / "models" / "tiny-multilingual.md", facts)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="run folder with final/ and evaluation.json")
    parser.add_argument("--nli", type=Path, required=True, help="folder of the inference classifier")
    return parser.parse_args()


def claimed_languages(perplexity: Numbers) -> list[str]:
    """Languages in which the model clearly knows more than word frequencies."""
    return [
        code
        for code, row in perplexity.items()
        if row["model"] <= CLEARLY * row["unigram"] and row["training_sentences"] >= FEWEST_SENTENCES
    ]


def unclaimed_sentence(perplexity: Numbers) -> str:
    """What the card says about trained languages that are not claimed."""
    missing = sorted(set(perplexity) - set(claimed_languages(perplexity)))
    return f"Trained on but not claimed: {', '.join(missing) or 'none'}."


def perplexity_table(perplexity: Numbers) -> str:
    rows = [
        f"| {code} | {row['training_sentences']:,} | {row['model']:,} | {row['unigram']:,} | {row['untrained']:,} |"
        for code, row in perplexity.items()
    ]
    return "\n".join(
        ["| language | training sentences | model | unigram | untrained |", "|---|--:|--:|--:|--:|", *rows]
    )


def inference_table(inference: Numbers, wanted: Any) -> str:
    known, unseen = inference["known words"], inference["unseen words"]
    rows = [f"| {key} | {known[key]:.2f} | {unseen[key]:.2f} |" for key in unseen if wanted(key)]
    return "\n".join(["| | known words | unseen words |", "|---|--:|--:|", *rows])


def copy(source: Path, target: Path) -> None:
    """Only what loading needs."""
    target.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(source / name, target / name)


def write_card(template: str, target: Path, facts: Numbers) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    text = Template((Path(__file__).parent / "cards" / template).read_text("utf-8"))
    target.write_text(text.substitute(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
