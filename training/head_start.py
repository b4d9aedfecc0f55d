"""What can be counted need not be learned: embeddings and output biases from token statistics.

The tied word embeddings start as a factorisation of which tokens stand next to each other, the output biases as log
frequencies. On a small budget this replaces the first part of training, in which a model learns little else.
"""

from collections.abc import Mapping

import numpy as np
import torch
from batches import Encoded
from multilingual_tokenizer import SPECIAL, shares
from scipy import sparse
from sklearn.utils.extmath import randomized_svd
from transformers import ElectraForMaskedLM
from word_vectors import positive_information

# [SEP] and [CLS] part two sentences, so a window of two never sees across.
WINDOW = 2
MOST_TOKENS = 1_000_000
SPREAD = 0.04


def give(model: ElectraForMaskedLM, corpus: Mapping[str, Encoded], *, smoothing: float, seed: int) -> None:
    """Set the embeddings and the output biases of an untrained model."""
    size, width = model.electra.embeddings.word_embeddings.weight.shape
    portion = shares({language: len(texts) for language, texts in corpus.items()}, smoothing)
    frequency = sum(portion[language] * frequencies(texts.ids, size) for language, texts in corpus.items())
    pairs = (neighbours(texts.ids[:MOST_TOKENS], size) for texts in corpus.values())
    counts = sum(pairs, sparse.csr_matrix((size, size)))
    with torch.no_grad():
        model.generator_lm_head.bias.copy_(torch.from_numpy(np.log(frequency)))
        weight = model.electra.embeddings.word_embeddings.weight
        known = np.flatnonzero(np.asarray(counts.sum(1)).ravel())
        weight[torch.from_numpy(known)] = torch.from_numpy(factors(counts[known][:, known], width, seed)).float()


def frequencies(ids: np.ndarray, size: int) -> np.ndarray:
    """Share of every token, add-one smoothed."""
    counts = np.bincount(ids, minlength=size) + 1.0
    return counts / counts.sum()


def neighbours(ids: np.ndarray, size: int) -> sparse.csr_matrix:
    """How often two tokens stand within the window; a neighbour at distance d counts 1/d."""
    total = sparse.csr_matrix((size, size))
    for distance in range(1, WINDOW + 1):
        first, second = ids[:-distance], ids[distance:]
        plain = (first >= len(SPECIAL)) & (second >= len(SPECIAL))
        cells = np.full(int(plain.sum()), 1 / distance), (first[plain].astype(int), second[plain].astype(int))
        total += sparse.coo_matrix(cells, (size, size)).tocsr()
    return total + total.T


def factors(counts: sparse.csr_matrix, width: int, seed: int) -> np.ndarray:
    """Left singular vectors of the association matrix, rotated at random so that no coordinate dominates."""
    left, values, _ = randomized_svd(positive_information(counts), width, n_iter=3, random_state=seed)
    rotation, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((width, width)))
    vectors = left * np.sqrt(values) @ rotation
    return SPREAD * vectors / vectors.std()
