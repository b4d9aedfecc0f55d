"""WEAT, RND, RNSB, ECT, MAC and RIPA by WEFE (Badilla, Bravo-Marquez, Pérez, IJCAI 2020), installed as a package.

In: our word sets as queries and our vectors as gensim's, in single precision. Back: the numbers of every metric, for
those that take one attribute set with each of the two in turn. WEAT in double precision, with the standard deviation of
the sample, and over all equal partitions of the targets is computed here: WEFE has neither.
"""

from __future__ import annotations

import json
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from gensim.models import KeyedVectors
from wefe.metrics import ECT, MAC, RIPA, RND, RNSB, WEAT
from wefe.query import Query
from wefe.word_embedding_model import WordEmbeddingModel

from tests.golden.making.files import FOUR, MODELS, PROBES, origin, write_expected

CHANGED = (
    "nothing; the package, 1.0.1, has the metrics of commit 1998132a3e809481a7456d952f7473d191990946; p-values are not "
    "taken (their permutations are drawn with replacement)"
)
MOST_PARTITIONS = 1_000_000


def make() -> None:
    for language in FOUR:
        vectors = KeyedVectors.load_word2vec_format(MODELS / f"vectors_{language}.txt")
        model = WordEmbeddingModel(vectors, language)
        queries = json.loads((PROBES / f"words_{language}.json").read_text(encoding="utf-8"))
        write_expected(
            f"words_{language}",
            {
                "origin": origin("dccuchile/wefe", "wefe.metrics", checkout=None, changed=CHANGED),
                "vectors": f"vectors_{language}.txt",
                "probe": f"words_{language}",
                "columns": ["query", "numbers by metric"],
                "rows": [[query["name"], _numbers(model, query)] for query in queries],
            },
        )


def _numbers(model: Any, query: dict[str, Any]) -> dict[str, Any]:
    targets, attributes = list(query["target_sets"].values()), query["attribute_sets"]
    names = list(query["target_sets"])
    whole = Query(targets, list(attributes.values()), names, list(attributes))
    halves = {name: Query(targets, [words], names, [name]) for name, words in attributes.items()}

    def of_either(metric: Any, key: str, **options: Any) -> dict[str, Any]:
        return {name: _floats(metric().run_query(half, model, **options)[key]) for name, half in halves.items()}

    weat, mac = WEAT().run_query(whole, model), MAC().run_query(whole, model)
    return {
        "weat": {"statistic": _floats(weat["weat"]), "effect": _floats(weat["effect_size"])},
        "weat (computed here)": _exact(model, query),
        "mac": _floats(mac["mac"]),
        "rnd": of_either(RND, "rnd"),
        "rnd, normalised": of_either(RND, "rnd", normalize=True),
        "rnd, cosine": of_either(RND, "rnd", distance="cos"),
        "rnd by word": of_either(RND, "distance_by_word"),
        "ect": of_either(ECT, "ect"),
        "ect, normalised": of_either(ECT, "ect", normalize=True),
        "ripa": of_either(RIPA, "ripa"),
        "ripa, normalised": of_either(RIPA, "ripa", normalize=True),
        "rnsb": _rnsb(model, whole, holdout=False),
        "rnsb, normalised": _rnsb(model, whole, holdout=False, normalize=True),
        "rnsb, held out": _rnsb(model, whole, holdout=True),
    }


def _exact(model: Any, query: dict[str, Any]) -> dict[str, float | int]:
    """In float64: statistic, effect size, and how many of all equal partitions have a greater statistic."""
    targets, attributes = (
        [_units(model, words) for words in query[name].values()] for name in ("target_sets", "attribute_sets")
    )
    first, second = ((target @ attributes[0].T).mean(1) - (target @ attributes[1].T).mean(1) for target in targets)
    both, statistic = np.concatenate([first, second]), first.sum() - second.sum()
    found = {"statistic": float(statistic), "effect": float((first.mean() - second.mean()) / both.std(ddof=1))}
    if comb(len(both), len(first)) > MOST_PARTITIONS:
        return found
    sums = both[np.asarray(list(combinations(range(len(both)), len(first))))].sum(1)
    greater = 2 * sums - both.sum() > statistic + 1e-9
    return found | {"partitions": len(sums), "greater": int(greater.sum())}


def _units(model: Any, words: list[str]) -> Any:
    """Rows of length 1, of the words that have a vector."""
    table = np.asarray([model.wv[word] for word in words if word in model.wv], dtype=np.float64)
    return table / np.linalg.norm(table, axis=1, keepdims=True)


def _rnsb(model: Any, query: Any, **options: Any) -> dict[str, Any]:
    found = RNSB().run_query(query, model, random_state=42, **options)
    return {"divergence": _floats(found["rnsb"]), "probabilities": _floats(found["negative_sentiment_probabilities"])}


def _floats(value: Any) -> Any:
    return {name: float(one) for name, one in value.items()} if isinstance(value, dict) else float(value)
