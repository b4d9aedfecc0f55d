"""Put the trained translator into the package, without the pieces it never met, and with a card of measured numbers.

    python training/ship_translator.py --run runs/translator --model runs/translator/final --languages fi,hu --prune
    python training/evaluate_translator.py …                       # of what was pruned: the numbers of the card
    python training/ship_translator.py --run runs/translator --evaluation runs/translator/evaluation.json

A language is claimed only if chrF is above that of the word-by-word dictionary (paired bootstrap, p < 0.01) and the
utterances give a TGBI, that is, no set of them has more than 5 % translations without a class. The tokenizer names the
languages that are above the dictionary, and babelance asks it for no others.
"""

import argparse
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import torch
import translator_data as data
from transformers import MarianMTModel, MarianTokenizer

ROOT = Path(__file__).parents[1]
EMBEDDED = ROOT / "src" / "babelance" / "embedded" / "tiny-translator"
FILES = (
    "config.json", "generation_config.json", "model.safetensors", "source.spm", "target.spm", "tokenizer_config.json",
    "vocab.json",
)  # fmt: skip
RARE = 0.01
Numbers = Mapping[str, Any]


def main() -> None:
    options = arguments()
    pruned = options.run / "pruned"
    if options.prune:
        prune(options.model, pruned, options.run, options.languages.split(","))
        return
    numbers = json.loads(options.evaluation.read_text("utf-8"))
    last = json.loads((options.run / "log.jsonl").read_text().splitlines()[-1])
    EMBEDDED.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(pruned / name, EMBEDDED / name)
    name_languages(EMBEDDED / "tokenizer_config.json", translated_languages(numbers))
    facts = card_facts(numbers, last, EMBEDDED)
    for template, target in (
        ("card_translator.md", EMBEDDED / "README.md"),
        ("page_translator.md", ROOT / "docs" / "models" / "tiny-translator.md"),
    ):
        text = Template((Path(__file__).parent / "cards" / template).read_text("utf-8"))
        target.write_text(text.substitute(facts), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="run folder with log.jsonl and parallel.npz")
    parser.add_argument("--prune", action="store_true", help="write RUN/pruned and stop")
    parser.add_argument("--model", type=Path, help="the exported translator, to prune")
    parser.add_argument("--languages", default=",".join(data.LANGUAGES), help="languages it was trained on, to prune")
    parser.add_argument("--evaluation", type=Path, help="numbers of RUN/pruned, to ship it")
    return parser.parse_args()


def prune(model: Path, target: Path, run: Path, languages: list[str]) -> None:
    """Leave out source pieces that no training sentence has: their embeddings are random."""
    network = MarianMTModel.from_pretrained(model)
    pieces = list(json.loads((model / "vocab.json").read_text("utf-8")))
    kept = pieces_to_keep(run, languages, len(pieces))
    table, bias = network.model.shared.weight.data[kept], network.final_logits_bias[:, kept]
    network.resize_token_embeddings(len(kept), mean_resizing=False)
    with torch.no_grad():
        network.model.shared.weight.copy_(table)
        network.final_logits_bias.copy_(bias)
    last = len(kept) - 1
    for settings in (network.config, network.generation_config):
        settings.pad_token_id = settings.decoder_start_token_id = last
    network.save_pretrained(target)
    vocabulary = {pieces[old]: new for new, old in enumerate(kept)}
    (target / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False), encoding="utf-8")
    names = [str(model / "source.spm"), str(model / "target.spm"), str(target / "vocab.json")]
    MarianTokenizer(*names, model_max_length=128).save_pretrained(target)


def pieces_to_keep(run: Path, languages: list[str], total: int) -> list[int]:
    """Numbers of the pieces to keep: all English ones, those that were trained on, and padding, which is the last."""
    corpus = data.load(run / "parallel.npz", languages) | data.own(run, languages)
    seen = set(np.unique(np.concatenate([parallel.source.ids for parallel in corpus.values()])).tolist())
    return sorted({*range(data.target_size(run)), *seen, total - 1})


def name_languages(path: Path, languages: list[str]) -> None:
    """The tokenizer says which languages it is for."""
    settings = json.loads(path.read_text("utf-8")) | {"source_lang": ",".join(languages), "target_lang": "en"}
    path.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def claimed_languages(numbers: Numbers) -> list[str]:
    return [code for code in translated_languages(numbers) if "tgbi" in numbers[code]]


def translated_languages(numbers: Numbers) -> list[str]:
    """Languages in which it is better than a dictionary."""
    return [
        code for code, row in numbers.items() if row["p"] < RARE and row["model"]["chrf"] > row["word by word"]["chrf"]
    ]


def card_facts(numbers: Numbers, last: Numbers, folder: Path) -> dict[str, Any]:
    weights = MarianMTModel.from_pretrained(folder)
    missing = sorted(set(numbers) - set(claimed_languages(numbers)))
    return {
        "languages": json.dumps([*claimed_languages(numbers), "en"]),
        "names": ", ".join(claimed_languages(numbers)),
        "translated": ", ".join(translated_languages(numbers)),
        "example": claimed_languages(numbers)[0],
        "left_out": ", ".join(missing) or "none",
        "parameters": f"{sum(p.numel() for p in weights.parameters()) / 1e6:.1f} million",
        "pieces": f"{weights.config.vocab_size:,}",
        "megabytes": f"{sum((folder / name).stat().st_size for name in FILES) / 1e6:.1f}",
        "steps": f"{last['step']:,}",
        "tokens": f"{last['tokens'] / 1e6:.1f} million",
        "minutes": round(last["seconds"] / 60),
        "score_table": score_table(numbers),
        "spoken_table": spoken_table(numbers),
        "reasons": reasons(numbers),
    }


def score_table(numbers: Numbers) -> str:
    rows = [
        "| language | training pairs | test pairs | chrF | word by word | BLEU | RIBES |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for code, row in numbers.items():
        model, words = row["model"], row["word by word"]
        rows.append(
            f"| {code} | {row['training pairs']:,} | {row['test pairs']} | {model['chrf']:.1f} | {words['chrf']:.1f} | "
            f"{model['bleu']:.1f} | {model['ribes']:.1f} |"
        )
    return "\n".join(rows)


def spoken_table(numbers: Numbers) -> str:
    rows = ["| language | TGBI | utterances |", "|---|---|--:|"]
    rows += [
        f"| {code} | {row['tgbi']:.2f} [{row['low']:.2f}, {row['high']:.2f}] | {row['n']} |"
        for code, row in numbers.items()
        if "tgbi" in row
    ]
    return "\n".join(rows)


def reasons(numbers: Numbers) -> str:
    """Why languages are not claimed, one line each."""
    lines = []
    for code in sorted(set(numbers) - set(claimed_languages(numbers))):
        row = numbers[code]
        too_close = f"chrF is {row['model']['chrf']:.1f}, the dictionary's {row['word by word']['chrf']:.1f}"
        lines.append(f"- {code}: {row.get('undefined', too_close)}.")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
