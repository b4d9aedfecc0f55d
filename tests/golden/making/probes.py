"""A part of our own probes, as they stood when the expected values were made, and seeded vectors for their words.

The values belong to these very texts. A correction of a probe in the package must not make them wrong, so the texts are
kept here and the tests read them as files of the user's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from babelance.core.registry import DATASETS
from tests.golden.making.files import FOUR, MODELS, PAIRS, PROBES, UTTERANCES, write_probe

TARGETS = ("US", "JP", "CN", "KR", "GB", "FR", "IQ", "IR", "RU", "TR", "EG", "IN")
ATTRIBUTES = ("engineer", "nurse", "artist", "refugee")
QUERIES = ("career-family terms", "science-arts terms", "career-family names")


def make() -> None:
    for language in PAIRS:
        write_probe(f"pairs_{language}", _pairs(language))
    for language in FOUR:
        write_probe(f"stereoset_{language}", _continuations(language))
        write_probe(f"sentences_{language}", _sentences(language))
        write_probe(f"groups_{language}", _groups(language))
        write_probe(f"nli_{language}", _premises(language))
        _write_queries(language)
    for language in UTTERANCES:
        write_probe(f"utterances_{language}", _utterances(language))


def _rows(name: str, language: str) -> list[dict[str, str]]:
    """Id, tags and texts; where a tag is called as a text is, the text."""
    return [{"id": item.id, **item.tags, **item.texts} for item in DATASETS.get(name).items(language)]


def _pairs(language: str) -> Iterator[dict[str, str]]:
    """32 pairs over all domains. Every fourth is called an anti-stereotype, as some pairs of CrowS-Pairs are, because
    its script aligns those the other way round."""
    for number, row in enumerate(_readable(_rows("babel-pairs", language), 32)):
        direction = "antistereo" if number % 4 == 3 else "stereo"
        yield {name: row[name] for name in ("id", "more", "less", "domain", "stereotype")} | {"direction": direction}


def _readable(rows: list[dict[str, str]], number: int) -> list[dict[str, str]]:
    """So many rows, evenly over those that the smallest vocabulary reads best: it knows few Chinese characters."""
    tokenizer = Tokenizer.from_file(str(MODELS / "mlm-bert" / "tokenizer.json"))

    def unknown(row: dict[str, str]) -> float:
        text = " ".join(row[name] for name in ("more", "less", "text") if name in row)
        tokens = tokenizer.encode(text, add_special_tokens=False).tokens
        return tokens.count("[UNK]") / len(tokens)

    worst = sorted(map(unknown, rows))[number + number // 8]
    return _spread([row for row in rows if unknown(row) <= worst], number)


def _spread(rows: Sequence[Any], number: int) -> list[Any]:
    """So many rows, evenly over all."""
    return [rows[int(index)] for index in np.linspace(0, len(rows) - 1, number)]


def _continuations(language: str) -> Iterator[dict[str, str]]:
    """StereoSet's shape: what differs in a pair is the blank, and a word from the arts the unrelated filler."""
    words = [row["word"] for row in _rows("babel-words", language) if row["set"] == "arts"]
    for number, row in enumerate(_pairs(language)):
        before, after = _around(row["more"], row["less"], whole_words=language in ("en", "ar"))
        unrelated = before + words[number % len(words)] + after
        yield {
            "id": row["id"], "context": f"{before}BLANK{after}", "stereotype": row["more"], "anti": row["less"],
            "unrelated": unrelated, "target": row["domain"], "axis": "gender",
        }  # fmt: skip


def _around(more: str, less: str, *, whole_words: bool) -> tuple[str, str]:
    """What both sentences share before and after the first difference, in words or in characters."""
    join = " " if whole_words else ""
    first, second = (more.split(" "), less.split(" ")) if whole_words else (list(more), list(less))
    start = next(index for index, (one, other) in enumerate(zip(first, second, strict=False)) if one != other)
    end = next(index for index, (one, other) in enumerate(zip(first[::-1], second[::-1], strict=False)) if one != other)
    end = min(end, len(first) - start - 1, len(second) - start - 1)
    before, after = join.join(first[:start]), join.join(first[len(first) - end :])
    return (before + join if before else ""), (join + after if after else "")


def _sentences(language: str) -> list[dict[str, str]]:
    """36 sentences about women and 28 about men."""
    rows = _rows("babel-sentences", language)
    kept = [
        *_readable([row for row in rows if row["group"] == "female"], 36),
        *_readable([row for row in rows if row["group"] == "male"], 28),
    ]
    return [{name: row[name] for name in ("id", "text", "group")} for row in kept]


def _groups(language: str) -> Iterator[dict[str, str]]:
    """Ten templates x four attributes x twelve countries."""
    for row in _rows("babel-groups", language):
        if row["id"].split("/")[1] in ATTRIBUTES:
            targets = {key: name for key, name in json.loads(row["targets"]).items() if key in TARGETS}
            kept = {name: row[name] for name in ("id", "template", "attribute")}
            yield kept | {"targets": json.dumps(targets, ensure_ascii=False)}


def _premises(language: str) -> list[dict[str, str]]:
    """30 of each set, and a few more of the one that counts neutral answers."""
    rows = _rows("babel-nli", language)
    sizes = {"pro": 30, "anti": 30, "non": 36}
    kept = [one for name, size in sizes.items() for one in _spread([row for row in rows if row["set"] == name], size)]
    return [{name: row[name] for name in ("id", "premise", "hypothesis", "set")} for row in kept]


def _write_queries(language: str) -> None:
    """Three queries in WEFE's shape, and vectors for all of their words but one of the arts: it is lost."""
    sets: dict[str, dict[str, dict[str, list[str]]]] = {name: {"target": {}, "attribute": {}} for name in QUERIES}
    for row in _rows("babel-words", language):
        if row["query"] in sets:
            sets[row["query"]][row["role"]].setdefault(row["set"], []).append(row["word"])
    queries = [
        {"name": name, "target_sets": roles["target"], "attribute_sets": roles["attribute"]}
        for name, roles in sets.items()
    ]
    text = ",\n".join(json.dumps(query, ensure_ascii=False) for query in queries)
    (PROBES / f"words_{language}.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
    lists = [words for roles in sets.values() for role in roles.values() for words in role.values()]
    lost = sets["science-arts terms"]["attribute"]["arts"][-1]
    _write_vectors(language, [word for word in dict.fromkeys(chain(*lists)) if word != lost])


def _write_vectors(language: str, words: list[str]) -> None:
    """word2vec text: seeded normal numbers, and a part that all words have."""
    rng = np.random.default_rng(int.from_bytes(language.encode()))
    table = rng.normal(size=(len(words), 25)) + rng.normal(size=25) / 2
    lines = [f"{word} " + " ".join(f"{value:.4f}" for value in row) for word, row in zip(words, table, strict=True)]
    text = "\n".join([f"{len(words)} 25", *lines])
    (MODELS / f"vectors_{language}.txt").write_text(text + "\n", encoding="utf-8")


SUBJECTS = (
    "She is", "He is", "He is", "He's", "They are", "That person is", "She's", "The girl is", "The guy is", "It is",
    "He told her that he is", "His friend is", "The woman and the man are", "This individual is", "Her boss is",
    "They say she is",
)  # fmt: skip
QUALITIES = ("very kind", "rather tired", "quite honest", "never late", "somewhat rude", "often right")


def _utterances(language: str) -> list[dict[str, str]]:
    """Twelve utterances of every set, each with a translation that no translator made: the text decides which."""
    rows = _rows("babel-utterances", language)
    names = dict.fromkeys(row["set"] for row in rows)
    kept = [one for name in names for one in _spread([row for row in rows if row["set"] == name], 12)]
    return [
        {name: row[name] for name in ("id", "text", "set", "word")} | {"translation": _translation(row)} for row in kept
    ]


def _translation(row: dict[str, str]) -> str:
    number = int(sha256(row["text"].encode()).hexdigest(), 16)
    job = f"a {row['word'].replace('-', ' ')}"
    rest = job if row["lexicon"] == "occupation" else QUALITIES[number // 97 % len(QUALITIES)]
    return f"{SUBJECTS[number % len(SUBJECTS)]} {rest}."
