"""Fine-tune the embedded model for natural language inference on our own templates.

    python training/nli_head.py --model runs/tiny/final --out runs/tiny-nli

Three labels, fifteen languages. The table written to OUT/evaluation.json has the accuracy per language on fresh pairs
of known words and on pairs whose activities, places, facts and occupations were never trained on.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from nli_templates import LABELS, LANGUAGES, TRAINING, UNSEEN, Pair, Seen, pairs
from transformers import AutoModelForSequenceClassification, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

BATCH = 32


def main() -> None:
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    tokenizer = AutoTokenizer.from_pretrained(options.model)
    model = AutoModelForSequenceClassification.from_pretrained(
        options.model,
        dtype=torch.float32,
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={label: number for number, label in enumerate(LABELS)},
    )
    training = draw_pairs(options.pairs, TRAINING, rng)
    known = {(pair.premise, pair.hypothesis) for pair in training}
    fresh = [pair for pair in draw_pairs(options.test, TRAINING, rng) if (pair.premise, pair.hypothesis) not in known]
    fine_tune(model, tokenizer, training, rate=options.rate, epochs=options.epochs, rng=rng)
    model.half().save_pretrained(options.out)
    tokenizer.save_pretrained(options.out)
    tests = {"known words": fresh, "unseen words": draw_pairs(options.test, UNSEEN, rng)}
    report = {name: accuracy(model.float(), tokenizer, test) for name, test in tests.items()}
    report |= {"settings": {"pairs": options.pairs, "epochs": options.epochs}}
    (options.out / "evaluation.json").write_text(json.dumps(report, indent=1))
    print(json.dumps(report, indent=1))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the masked model to start from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=2400, help="training pairs per language")
    parser.add_argument("--test", type=int, default=300, help="test pairs per language")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def draw_pairs(count: int, seen: Seen, rng: np.random.Generator) -> list[Pair]:
    """`count` pairs of every language."""
    return [pair for language in LANGUAGES for pair in pairs(language, count, seen=seen, rng=rng)]


def fine_tune(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    training: Sequence[Pair],
    *,
    rate: float,
    epochs: int,
    rng: np.random.Generator,
) -> None:
    """AdamW with linear warm-up and decay."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    starts = [(epoch, start) for epoch in range(epochs) for start in range(0, len(training), BATCH)]
    model.train()
    for number, (epoch, start) in enumerate(starts):
        order = np.random.default_rng([7, epoch]).permutation(len(training))
        batch = [training[index] for index in order[start : start + BATCH]]
        done = number / len(starts)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, done / 0.06 + 0.01, (1 - done) / 0.94)
        loss = torch.nn.functional.cross_entropy(logits(model, tokenizer, batch), targets(batch))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if number % 100 == 0:
            print(f"step {number}/{len(starts)} loss {loss.item():.3f}", flush=True)
    model.eval()


def logits(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, batch: Sequence[Pair]) -> torch.Tensor:
    """Scores of the three labels, computed in bfloat16."""
    texts = [pair.premise for pair in batch], [pair.hypothesis for pair in batch]
    with torch.autocast("cpu", torch.bfloat16):
        encoded = tokenizer(*texts, padding=True, truncation=True, return_tensors="pt")
        return model(**encoded).logits.float()


def targets(batch: Sequence[Pair]) -> torch.Tensor:
    """Label numbers."""
    return torch.tensor([LABELS.index(pair.label) for pair in batch])


@torch.no_grad()
def accuracy(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, test: Sequence[Pair]) -> dict[str, float]:
    """Share of right labels per language, per rule and overall."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for start in range(0, len(test), BATCH):
        batch = test[start : start + BATCH]
        answers = logits(model, tokenizer, batch).argmax(-1) == targets(batch)
        for pair, answer in zip(batch, answers.tolist(), strict=True):
            for key in (pair.language, f"{pair.label}: {pair.rule}", "all"):
                right[key].append(answer)
    return {key: round(float(np.mean(values)), 3) for key, values in sorted(right.items())}


if __name__ == "__main__":
    main()
