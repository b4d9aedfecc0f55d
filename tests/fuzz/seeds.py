"""Good files of every format that babelance reads, made of our own material. The fuzzer damages copies of them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import struct
import sys
import types
import zipfile
from typing import Any

import numpy as np
import pyarrow as pa
import zstandard
from pyarrow import parquet

from babelance.backends.vectors.word_hashes import murmur2
from babelance.core import query as ask
from babelance.core.codec import to_json
from babelance.core.estimate import to_record
from tests.report import made_up

PAIRS = [("He likes tea.", "She likes tea."), ("Der Koch singt.", "Die Köchin singt."), ("他喝茶。", "她喝茶。")]
WORDS = ("king", "queen", "naïve", "New_York", "दुनिया")
ROWS = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)


def csv(separator: str = ",") -> bytes:
    rows = [
        ("id", "more", "less", "language", "axis"),
        *((str(n), *pair, "en", "ab"[n % 2]) for n, pair in enumerate(PAIRS)),
    ]
    return "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in rows).encode()


def records() -> list[dict[str, Any]]:
    return [{"id": n, "more": a, "less": b, "axis": ["x", "y"][n % 2], "n": 3} for n, (a, b) in enumerate(PAIRS)]


def jsonl(card: bool = False) -> bytes:
    first = [{"card": {"title": "Tea", "languages": ["en"], "notes": ["ours"], "files": []}}] if card else []
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in [*first, *records()]).encode()


def parquet_table() -> bytes:
    columns = {
        "more": [a for a, _ in PAIRS], "less": [b for _, b in PAIRS], "n": [1, None, 3], "x": [0.5, 1.5, 2.5],
        "day": pa.array([0, 1, 2], pa.date32()), "when": pa.array([0, 1, 2], pa.timestamp("us")),
        "bytes": [b"a", b"b", None],
    }  # fmt: skip
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out, compression="zstd", write_page_checksum=True)
    return out.getvalue()


def queries() -> bytes:
    sets = {"women": ["she", "her"], "men": ["he", "him"]}
    things = {"work": ["office", "boss"], "home": ["kitchen", "garden"]}
    return json.dumps([{"name": "jobs", "target_sets": sets, "attribute_sets": things, "language": "en"}]).encode()


def card() -> bytes:
    facts = {
        "title": "Tea", "version": "2", "languages": ["en"], "licence": "CC0", "citation": "us", "made": "by hand",
        "files": [{"name": "a", "url": "https://example.org/a", "sha256": "0" * 64, "bytes": 3}], "notes": ["n"],
        "groups": ["axis"], "validated": True, "extra": {"a": "b"}, "url": "https://example.org",
    }  # fmt: skip
    return json.dumps(facts).encode()


def tmx() -> bytes:
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{a} <bpt i="1"/>x</seg></tuv><tuv xml:lang="de"><seg>{b}</seg></tuv></tu>'
        for a, b in PAIRS
    )
    return f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{units}</body></tmx>'.encode()


def moses(side: int) -> bytes:
    return "".join(f"{pair[side]}\n" for pair in PAIRS).encode()


def tsv() -> bytes:
    return "".join(f"{a}\t{b}\n" for a, b in PAIRS).encode()


def token_ids() -> bytes:
    """Tensors in a pickle, as the authors of MBE released theirs."""
    import torch

    return pickle.dumps([torch.tensor([row]) for row in ([2, 7, 9, 3], [2, 11, 3])], protocol=4)


def opus_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tea.en-de.en", moses(0))
        archive.writestr("tea.en-de.de", moses(1))
    return out.getvalue()


def packed(data: bytes, how: str) -> bytes:
    if how == "zst":
        return zstandard.ZstdCompressor(write_checksum=True).compress(data)
    if how == "zip":
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("v.txt", data)
        return out.getvalue()
    return {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[how](data)  # type: ignore[operator]


def text_vectors(*, header: bool = True) -> bytes:
    rows = [" ".join([word, *map(repr, row.tolist())]) for word, row in zip(WORDS, ROWS, strict=True)]
    return ("\n".join([*(["5 4"] if header else []), *rows]) + "\n").encode()


def word2vec() -> bytes:
    rows = (word.encode() + b" " + row.tobytes() + b"\n" for word, row in zip(WORDS, ROWS, strict=True))
    return b"5 4\n" + b"".join(rows)


def fasttext() -> bytes:
    """Version 12, n-grams of 3 to 4 letters in 7 buckets."""
    arguments = struct.pack("<12id", 4, 5, 5, 1, 5, 1, 1, 1, 7, 3, 4, 100, 1e-4)
    entries = b"".join(word.encode() + b"\0" + struct.pack("<qb", 3, 0) for word in WORDS)
    table = np.vstack([ROWS, np.ones((7, 4), np.float32)])
    head = struct.pack("<ii", 793712314, 12) + arguments + struct.pack("<iiiqq", 5, 5, 0, 15, -1)
    return head + entries + struct.pack("<?qq", False, *table.shape) + table.tobytes()


def opennmt() -> bytes:
    import torch

    out, name = io.BytesIO(), "embeddings.make_embedding.emb_luts.0.weight"
    tables = {f"{side}.{name}": torch.from_numpy(np.asarray(ROWS, np.float32)) for side in ("encoder", "decoder")}
    torch.save({"model": tables, "vocab": {"src": list(WORDS), "tgt": list(WORDS)}}, out)
    return out.getvalue()


def policy() -> bytes:
    from babelance.studies.gate.policy import policy_text

    return policy_text(["cps", "mbe"]).encode()


def npz() -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, words=np.asarray(WORDS), vectors=ROWS)
    return out.getvalue()


def npy(array: Any = ROWS) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def keyed_vectors() -> bytes:
    """As gensim pickles them, without gensim: a class of the same name."""
    module = types.ModuleType("gensim.models.keyedvectors")
    kind = type("KeyedVectors", (), {"__module__": module.__name__})
    module.KeyedVectors = kind  # type: ignore[attr-defined]
    known = {name: sys.modules.get(name) for name in ("gensim", "gensim.models", module.__name__)}
    sys.modules.update(dict.fromkeys(known, module))
    try:
        one = kind()
        one.__dict__.update(key_to_index={word: row for row, word in enumerate(WORDS)}, vectors=ROWS)
        return pickle.dumps(one, protocol=4)
    finally:
        for name, before in known.items():
            sys.modules.pop(name) if before is None else sys.modules.update({name: before})


def key_to_row() -> bytes:
    import msgpack

    return bytes(msgpack.packb({murmur2(word.encode()): row for row, word in enumerate(WORDS)}))


def floret() -> bytes:
    settings = {"mode": "floret", "bow": "<", "eow": ">", "minn": 2, "maxn": 3, "hash_count": 2, "hash_seed": 7}
    return json.dumps(settings).encode()


def safetensors() -> bytes:
    table = {"dtype": "F32", "shape": [5, 4], "data_offsets": [0, 80]}
    header = json.dumps({"__metadata__": {"format": "pt"}, "bert.word_embeddings.weight": table}).encode()
    return struct.pack("<Q", len(header)) + header + ROWS.tobytes()


def config() -> bytes:
    facts = {
        "architectures": ["BertForMaskedLM"], "model_type": "bert", "hidden_size": 8, "num_hidden_layers": 2,
        "vocab_size": 30, "num_attention_heads": 2,
        "id2label": {"0": "entailment", "1": "neutral", "2": "contradiction"},
        "max_position_embeddings": 64, "intermediate_size": 16,
    }  # fmt: skip
    return json.dumps(facts).encode()


def gguf(architecture: str = "llama", *, data: int = 64, vocabulary: int = 100) -> bytes:
    """The smallest header: an architecture, its sizes, a long list, one tensor of 4 x 4 numbers of 32 bits."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    entries = text("general.architecture") + struct.pack("<I", 8) + text(architecture)
    entries += text("general.alignment") + struct.pack("<II", 4, 32)
    entries += text(f"{architecture}.block_count") + struct.pack("<II", 4, 2)
    entries += text(f"{architecture}.embedding_length") + struct.pack("<II", 4, 4)
    entries += text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, vocabulary)
    entries += b"".join(text(f"token {number}") for number in range(vocabulary))
    tensor = text("output.weight") + struct.pack("<IQQIQ", 2, 4, 4, 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 5) + entries + tensor
    return head + b"\0" * (-len(head) % 32) + b"\1" * data


def recorded() -> bytes:
    scores = np.asarray([-1.0, -2.5], np.float32)
    places = np.asarray([1, 2], np.int32)
    pairs: list[tuple[ask.Query, ask.Answer]] = [
        (
            ask.TokenLogprobs("a b", contrast="c b"),
            ask.Tokens(("a", "b"), places, scores, 2, np.asarray([True, False])),
        ),
        (ask.Fill("a ⟨slot⟩", ("b", "c")), ask.Choices(("b", "c"), scores.astype(np.float64), (1, 2))),
        (
            ask.Entails("a", "b"),
            ask.Choices(("entailment", "neutral", "contradiction"), np.asarray([-1.0, -1.0, -1.2])),
        ),
        (ask.Translate("a", "eu", "en"), ask.Text("b")),
        (ask.Embed("a"), ask.Vector(scores, "a")),
        (ask.Embed("b"), ask.Unanswered("not in the vocabulary")),
    ]
    return "".join(json.dumps({"query": to_json(q), "answer": to_json(a)}) + "\n" for q, a in pairs).encode()


def results() -> bytes:
    lines = (json.dumps(to_record(result), ensure_ascii=False) for result in made_up.results(("de", "en", "ar")))
    return "".join(f"{line}\n" for line in lines).encode()


def scored() -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pandas(made_up.scored_rows(("de",), count=6)), out, write_page_checksum=True)
    return out.getvalue()


def run() -> bytes:
    return json.dumps(dict(made_up.RUN)).encode()


def languages() -> bytes:
    sides = [{"label": "de", "model": "m", "language": "de"}, {"label": "en", "model": "m", "language": "en"}]
    pair = {
        "a": "de", "b": "en", "value": 0.3, "low": 0.2, "high": 0.4, "shuffled": 0.35, "cells": 3, "targets": 4,
        "undefined": None,
    }  # fmt: skip
    return json.dumps({"sides": sides, "pairs": [pair], "moved": []}).encode()


SIGNATURE = (
    b"s-jsd|fidelity:paper|@dtype:bfloat16|m:hf:bert-base@3f07|d:sjsd@1#5f2c0a91|l:de|g:axis=age|n:209/212|ci:bca.2000.95"
    b"|seed:0|limit:212|v:0.1.0"
)
GROUPS = b'female = ["she", "her", "woman"]\nmale = ["he", "him", "man"]\n'
SCORES = b"sent_more_score,sent_less_score\n-1.5,-2.5\n-3,-2\n-1,-4\n"
PREDICTIONS = json.dumps({"intrasentence": [{"id": "1", "score": -1.0}, {"id": "2", "score": -2.0}]}).encode()
NER = b'{"model": "m", "language": "de", "data": "ner#0a", "frozen": false, "counts": [[1, 2, 3], [0, 0, 1]]}\n'
CONLL = b"Anna B-PER\nsees O\nRome B-LOC\n\nTea O\n"
NLI = b'{"premise": "A cook sings.", "hypothesis": "Someone sings.", "label": "entailment"}\n' * 2
OCCUPATION_PAGE = "[[アイドル]] - [[通訳 (自然)]] - [[医師|医者]]\n[[Category:職業]]\n".encode()
OCCUPATION_CATEGORY = json.dumps({"query": {"categorymembers": [{"ns": 0, "title": "Повар"}]}}).encode()
_VERSION = {"revid": 1, "timestamp": "2021-07-20T05:00:00Z", "slots": {"main": {"content": "[[医師]] - [[石工]]"}}}
OCCUPATION_VERSION = json.dumps([{"query": {"pages": [{"title": "職業一覧", "revisions": [_VERSION]}]}}]).encode()
OCCUPATIONS = b"word,s1,s2\nnurse,0.0,-0.8\ncook,0.1,0.2\n"
ADAPTER = b'{"base_model_name_or_path": "./base", "peft_type": "LORA", "r": 2, "target_modules": ["c_attn"]}'
PLAN = b'{"key": "0a1b", "epochs": 3, "seed": 0}'
MITIGATION = b'{"mitigation": "cda", "balance": "gender", "language": "de", "frozen": "nothing", "key": "0a"}'
TRANSLATIONS = b"text\ttranslation\nhura da\tthat is it\nlasai dago\tshe is calm\n"
