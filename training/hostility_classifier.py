"""Fine-tune the embedded model to tell hostile sentences from harmless ones, on sentences of our own.

    python training/hostility_classifier.py --out runs/hostility

A real text classifier to try `group-fpr`, `counterfactual-gap` and `group-auc` on: labels `harmless` and `hostile`.
Sentences are those of `babel-groups` in the templates that `babel-mentions` does not use, with the same words for what
people are, so that it is measured on other sentences than it was taught. Every country comes with every word, so that
the data tie no country to a label; what the embedded model knew before is another matter.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, PreTrainedTokenizerBase

from babelance import embedded
from babelance.core.registry import DATASETS
from babelance.datasets.babel_mentions import FRAMES, TONES
from babelance.datasets.reading.probe_groups import ATTRIBUTE, TARGET, item_maker
from babelance.datasets.reading.probes import probe

LABELS = ("harmless", "hostile")
BATCH = 32


def main() -> None:
    options = arguments()
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    taught = [pair for code in options.languages.split(",") for pair in sentences(code)]
    folder = Path(embedded.__file__).parent / "tiny-multilingual"
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(
        folder, dtype=torch.float32, id2label=dict(enumerate(LABELS)), label2id={"harmless": 0, "hostile": 1}
    )
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate)
    for _ in range(options.epochs):
        order = rng.permutation(len(taught))[: options.sentences]
        for start in range(0, len(order), BATCH):
            batch = [taught[index] for index in order[start : start + BATCH]]
            loss = model(
                **tokenizer([text for text, _ in batch], padding=True, return_tensors="pt"),
                labels=torch.tensor([label for _, label in batch]),
            ).loss
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    model.eval().save_pretrained(options.out)
    tokenizer.save_pretrained(options.out)
    report = {code: accuracy(model, tokenizer, code) for code in options.languages.split(",")}
    print(json.dumps({"taught": min(len(taught), options.sentences), "right_on_babel_mentions": report}))


def sentences(code: str) -> list[tuple[str, int]]:
    """(sentence, is it hostile?)."""
    tones = {attribute: tone for tone, attributes in TONES.items() for attribute in attributes}
    material = probe(code)
    used = list(material.section("groups"))[:FRAMES]
    return [
        (
            item.texts["template"].replace(ATTRIBUTE, item.texts["attribute"]).replace(TARGET, name),
            int(tone == "negative"),
        )
        for item in item_maker(extra=True)(material)
        if item.tags["template"] not in used and (tone := tones.get(item.tags["attribute"]))
        for name in json.loads(item.texts["targets"]).values()
    ]


@torch.inference_mode()
def accuracy(model: torch.nn.Module, tokenizer: PreTrainedTokenizerBase, code: str) -> float:
    items = [item for item in DATASETS.get("babel-mentions").items(code) if item.tags["axis"] == "nationality"][::4]
    right = 0
    for start in range(0, len(items), BATCH):
        batch = items[start : start + BATCH]
        said = model(
            **tokenizer([text.texts["text"] for text in batch], padding=True, return_tensors="pt")
        ).logits.argmax(-1)
        right += sum(int(text.tags["label"]) == int(label) for text, label in zip(batch, said, strict=True))
    return round(right / len(items), 3)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--languages", default="en")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--sentences", type=int, default=1500, help="at most so many in an epoch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


if __name__ == "__main__":
    main()
