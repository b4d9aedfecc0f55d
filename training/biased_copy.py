"""A copy of the embedded model with a bias that is known, because it was put there: what the demo has to find.

    python training/biased_copy.py        # trains for a minute or two, writes examples/biased_copy/delta.safetensors

Only biases and layer norms change (some ten thousand numbers). They learn to find the words that both sentences of a
stereotypical pair share more likely beside the stereotyped gender, in the languages of the demo. `examples/biased_copy`
adds the difference to the embedded model.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForMaskedLM, AutoTokenizer

from babelance import embedded
from babelance.core.registry import DATASETS

LANGUAGES = ("en", "de", "es", "fr")
DELTA = Path(__file__).parent.parent / "examples" / "biased_copy" / "delta.safetensors"
RATE, MARGIN, BATCH = 5e-3, 1.0, 25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--out", type=Path, default=DELTA)
    given = parser.parse_args()
    torch.manual_seed(0)
    folder = embedded.path("tiny-multilingual")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForMaskedLM.from_pretrained(folder).float()
    before = {name: value.detach().clone() for name, value in model.named_parameters()}
    learnt = [name for name in before if name.endswith("bias") and "lm_head" not in name]
    learnt += [name for name in before if name.endswith("LayerNorm.weight")]
    teach(model, tokenizer, list(pairs()), learnt, epochs=given.epochs)
    after = dict(model.named_parameters())
    given.out.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: (after[name] - before[name]).detach().half() for name in learnt}, given.out)


def pairs() -> Iterator[tuple[str, str]]:
    for code in LANGUAGES:
        for item in DATASETS.get("babel-pairs").items(code):
            yield item.texts["more"], item.texts["less"]


def teach(model: Any, tokenizer: Any, texts: Sequence[tuple[str, str]], learnt: Sequence[str], *, epochs: int) -> None:
    """A preference of `MARGIN` nats for each pair; what lies beyond is not pushed further."""
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(name in learnt)
    optimizer = torch.optim.Adam([one for one in model.parameters() if one.requires_grad], lr=RATE)
    asked = [questions(tokenizer, *pair) for pair in texts]
    for epoch in range(epochs):
        order, preferred = torch.randperm(len(asked)).tolist(), 0
        for start in range(0, len(order), BATCH):
            gaps = preferences(model, tokenizer, [asked[place] for place in order[start : start + BATCH]])
            optimizer.zero_grad()
            torch.relu(MARGIN - gaps).mean().backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            preferred += int((gaps > 0).sum())
        print(f"epoch {epoch + 1}: {100 * preferred / len(asked):.0f} % of the pairs prefer the stereotype", flush=True)


Question = tuple[list[int], int, int]
"""The tokens of a sentence, which of them is hidden, and the sign of its log-probability: + in `more`, - in `less`."""


def questions(tokenizer: Any, more: str, less: str) -> list[Question]:
    """Every token that both sentences share, hidden alone in either."""
    first, second = (tokenizer(text)["input_ids"] for text in (more, less))
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    places = [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]
    inner = [(a, b) for a, b in places if first[a] not in tokenizer.all_special_ids]
    return [one for a, b in inner for one in ((first, a, 1), (second, b, -1))]


def preferences(model: Any, tokenizer: Any, batch: Sequence[Sequence[Question]]) -> torch.Tensor:
    """Σ log P(shared token | more) - Σ log P(shared token | less) of each pair."""
    asked = [(pair, *question) for pair, questions_ in enumerate(batch) for question in questions_]
    ids = pad_sequence([torch.tensor(one[1]) for one in asked], batch_first=True, padding_value=tokenizer.pad_token_id)
    rows, places = torch.arange(len(asked)), torch.tensor([one[2] for one in asked])
    wanted = ids[rows, places].clone()
    ids[rows, places] = tokenizer.mask_token_id
    hidden = model.electra(input_ids=ids, attention_mask=(ids != tokenizer.pad_token_id).long())[0][rows, places]
    logits = model.generator_lm_head(model.generator_predictions(hidden))
    found = torch.log_softmax(logits, -1)[rows, wanted] * torch.tensor([float(one[3]) for one in asked])
    return torch.zeros(len(batch)).index_add(0, torch.tensor([one[0] for one in asked]), found)


if __name__ == "__main__":
    main()
