"""Word vectors of the embedded model's corpora, one small file per language.

    python training/word_vectors.py --corpora ../shared/corpora --out src/babelance/embedded/tiny-vectors

Positive pointwise mutual information of words within five positions (nearer counts more), reduced by a truncated
singular value decomposition: on corpora this small it is steadier than skip-gram, and it has no seed to depend on.
Written in word2vec text format, gzipped, as whole numbers: cosines do not depend on scale, and three digits are more
than the corpora support.
"""

import argparse
import gzip
from collections import Counter
from pathlib import Path

import numpy as np
from corpora import LANGUAGES, read
from scipy import sparse
from scipy.sparse.linalg import svds
from words import cut

WINDOW = 5
CONTEXTS = 10_000
RAREST = 4
LARGEST = 127
# The frequent-context discount and the root of the singular values follow Levy, Goldberg and Dagan (2015).
CONTEXT_SMOOTHING = 0.75
SINGULAR_POWER = 0.5


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    for language in options.languages:
        vocabulary, vectors = fit_vectors(cut(language, read(options.corpora, language).training), options.dimensions)
        keep = options.words
        write(options.out / f"{language}.vec.gz", vocabulary[:keep], whole_numbers(vectors[:keep]))
        print(language, len(vocabulary), (options.out / f"{language}.vec.gz").stat().st_size, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    # Thai is left out: a thousand sentences carry no co-occurrence statistics.
    parser.add_argument("--languages", nargs="+", default=[code for code in LANGUAGES if code != "th"])
    parser.add_argument("--words", type=int, default=5000, help="most frequent words kept per language")
    parser.add_argument("--dimensions", type=int, default=40)
    return parser.parse_args()


def fit_vectors(sentences: list[list[str]], dimensions: int) -> tuple[list[str], np.ndarray]:
    """Words from frequent to rare, and their vectors."""
    counts = Counter(word for words in sentences for word in words)
    vocabulary = [word for word, count in counts.most_common(CONTEXTS) if count >= RAREST]
    index = {word: number for number, word in enumerate(vocabulary)}
    weights = positive_information(co_occurrence(sentences, index))
    # A fixed start makes the iterative solver repeatable.
    left, values, _ = svds(weights, k=dimensions, v0=np.ones(len(vocabulary)))
    return vocabulary, left * values**SINGULAR_POWER


def co_occurrence(sentences: list[list[str]], index: dict[str, int]) -> sparse.csr_matrix:
    """How often two words stand near each other; a neighbour at distance d counts 1/d."""
    # Rare words and sentence ends are holes (-1) that keep the distances true.
    holes = [-1] * WINDOW
    stream = np.array([i for words in sentences for i in [*(index.get(word, -1) for word in words), *holes]])
    shape = len(index), len(index)
    total = sparse.csr_matrix(shape)
    for distance in range(1, WINDOW + 1):
        first, second = stream[:-distance], stream[distance:]
        known = (first >= 0) & (second >= 0)
        weights = np.full(int(known.sum()), 1 / distance)
        total += sparse.coo_matrix((weights, (first[known], second[known])), shape).tocsr()
    return (total + total.T).tocsr()


def positive_information(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """PPMI: log p(word, context) / p(word) p(context), negatives dropped."""
    words = np.asarray(counts.sum(1)).ravel() / counts.sum()
    contexts = np.asarray(counts.sum(0)).ravel() ** CONTEXT_SMOOTHING
    contexts /= contexts.sum()
    cells = counts.tocoo()
    information = np.log(cells.data / counts.sum() / (words[cells.row] * contexts[cells.col]))
    weights = sparse.coo_matrix((np.maximum(information, 0), (cells.row, cells.col)), counts.shape).tocsr()
    weights.eliminate_zeros()
    return weights


def whole_numbers(vectors: np.ndarray) -> np.ndarray:
    """Each row scaled so that its largest entry is LARGEST, then rounded."""
    return np.rint(LARGEST * vectors / np.abs(vectors).max(axis=1, keepdims=True)).astype(int)


def write(path: Path, words: list[str], vectors: np.ndarray) -> None:
    """word2vec text format; no time stamp, so the same vectors make the same file."""
    rows = [f"{len(words)} {vectors.shape[1]}"]
    rows += [f"{word} {' '.join(map(str, row))}" for word, row in zip(words, vectors, strict=True)]
    path.write_bytes(gzip.compress(("\n".join(rows) + "\n").encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
