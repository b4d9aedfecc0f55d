"""How well the embedded model predicts held-out text, language by language.

    python training/evaluate_tiny.py --corpora ../shared/corpora --run runs/tiny --out runs/tiny/evaluation.json

Pseudo-perplexity: every token of a sentence is masked in turn, exp of the mean negative log-probability of the true
token. Beside it stand a unigram model fitted on the training part with the same tokenizer (add-one smoothing) and an
untrained model of the same shape. All three see the same tokens, so their numbers compare; numbers of two languages
do not, since their tokens differ in length.
"""

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from batches import Encoded, by_length
from corpora import LANGUAGES, read
from multilingual_tokenizer import LENGTH
from tiny_multilingual import prepare_text
from transformers import AutoModelForMaskedLM, PreTrainedModel, PreTrainedTokenizerBase


def main() -> None:
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    tokenizer, corpus = prepare_text(options)
    trained = AutoModelForMaskedLM.from_pretrained(options.model or options.out / "final", dtype=torch.float32)
    untrained = type(trained)(trained.config)
    table = {}
    for language in LANGUAGES:
        sentences = read(options.corpora, language).held_out[: options.sentences]
        table[language] = row(sentences, tokenizer, corpus[language], trained, untrained)
        print(language, json.dumps(table[language]), flush=True)
    options.result.write_text(json.dumps(table, indent=1))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--run", dest="out", type=Path, required=True, help="the training run's folder")
    parser.add_argument("--model", type=Path, help="another model than the run's final one")
    parser.add_argument("--out", dest="result", type=Path, required=True, help="where the table goes")
    parser.add_argument("--sentences", type=int, default=300, help="at most this many held-out sentences per language")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def row(
    sentences: Sequence[str],
    tokenizer: PreTrainedTokenizerBase,
    training: Encoded,
    trained: PreTrainedModel,
    untrained: PreTrainedModel,
) -> dict[str, float]:
    """One language of the table."""
    ids = [np.array(tokenizer(text, truncation=True, max_length=LENGTH).input_ids) for text in sentences]
    tokens = np.concatenate([sentence[1:-1] for sentence in ids])
    return {
        "training_sentences": len(training),
        "held_out_sentences": len(sentences),
        "unknown": float(np.mean(tokens == tokenizer.unk_token_id)),
        "model": perplexity(masked_log_probabilities(trained, tokenizer.mask_token_id, ids)),
        "unigram": perplexity(unigram_log_probabilities(training, len(tokenizer))[tokens]),
        "untrained": perplexity(masked_log_probabilities(untrained, tokenizer.mask_token_id, ids[:20])),
    }


def perplexity(log_probabilities: np.ndarray) -> float:
    """Rounded to what 300 sentences can support."""
    return round(math.exp(-log_probabilities.mean()), 1)


def unigram_log_probabilities(training: Encoded, vocabulary: int) -> np.ndarray:
    """Log-probability of every token id by its count in the training text, add-one smoothed."""
    counts = np.bincount(training.ids, minlength=vocabulary)[:vocabulary] + 1.0
    counts[:5] = 0  # specials frame every sentence and are never asked for
    with np.errstate(divide="ignore"):
        return np.log(counts / counts.sum())


def masked_log_probabilities(model: PreTrainedModel, mask: int, sentences: Sequence[np.ndarray]) -> np.ndarray:
    """Log-probability of every token (first and last excluded) when it alone is hidden."""
    copies = [(sentence, position) for sentence in sentences for position in range(1, len(sentence) - 1)]
    groups = by_length([np.append(sentence, position) for sentence, position in copies], 8192)
    return np.concatenate([score_rows(model.eval(), mask, group) for group in groups if group])


@torch.no_grad()
def score_rows(model: PreTrainedModel, mask: int, group: Sequence[np.ndarray]) -> np.ndarray:
    """Each row is a sentence followed by the place to hide."""
    width = max(map(len, group)) - 1
    ids = torch.zeros(len(group), width, dtype=torch.long)
    for row_number, padded in enumerate(group):
        ids[row_number, : len(padded) - 1] = torch.from_numpy(padded[:-1])
    attention = ids != model.config.pad_token_id
    rows, places = torch.arange(len(group)), torch.tensor([int(padded[-1]) for padded in group])
    targets = ids[rows, places]
    ids[rows, places] = mask
    states = model.base_model(ids, attention_mask=attention).last_hidden_state[rows, places]
    logits = model.generator_lm_head(model.generator_predictions(states))
    return logits.log_softmax(-1)[rows, targets].numpy()


if __name__ == "__main__":
    main()
