"""WEAT, RND, RNSB, ECT, MAC and RIPA by WEFE (Badilla, Bravo-Marquez, Pérez, IJCAI 2020), installed as a package.

In: our word sets as queries and our vectors as gensim's, in single precision. Back: the numbers of every metric, for
those that take one attribute set with each of the two in turn.
"""

from __future__ import annotations

import json
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
    weat, mac = WEAT().run_query(whole, model), MAC().run_query(whole, model)
    rnsb = RNSB().run_query(whole, model, holdout=False, random_state=42)
    return {
        "weat": {"statistic": float(weat["weat"]), "effect": float(weat["effect_size"])},
        "mac": float(mac["mac"]),
        "rnd": {name: _float(RND().run_query(half, model)["rnd"]) for name, half in halves.items()},
        "rnd_words": {name: _floats(RND().run_query(half, model)["distance_by_word"]) for name, half in halves.items()},
        "ect": {name: _float(ECT().run_query(half, model)["ect"]) for name, half in halves.items()},
        "ripa": {name: _float(RIPA().run_query(half, model)["ripa"]) for name, half in halves.items()},
        "rnsb": {
            "divergence": _float(rnsb["rnsb"]),
            "probabilities": _floats(rnsb["negative_sentiment_probabilities"]),
        },
    }


def _float(value: Any) -> float:
    return float(np.float64(value))


def _floats(values: dict[str, Any]) -> dict[str, float]:
    return {name: _float(value) for name, value in values.items()}
