"""Small files that claim or unpack to much, and files of the shortest rows: made to fill the machine.

`BOMBS`: name of a reader → what makes the files that take the place of its small ones.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import zipfile
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import zstandard
from pyarrow import parquet

from tests.fuzz import seeds
from tests.fuzz.large_files import Make, one_file, with_facts

UNPACKED = 1 << 28


def _pieces() -> Any:
    return (bytes(1 << 20) for _ in range(UNPACKED >> 20))


def _bomb(how: str, head: bytes = b"") -> bytes:
    """A quarter of a gigabyte of zeros, packed."""
    if how == "gz":
        out = io.BytesIO()
        with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6) as file:
            for piece in (head, *_pieces()):
                file.write(piece)
        return out.getvalue()
    start: Mapping[str, Any] = {
        "bz2": bz2.BZ2Compressor,
        "xz": lzma.LZMACompressor,
        "zst": zstandard.ZstdCompressor().compressobj,
    }
    packer = start[how]()
    return b"".join([packer.compress(head), *(packer.compress(piece) for piece in _pieces()), packer.flush()])


def _zip_bomb(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            with archive.open(name, "w", force_zip64=True) as file:
                for piece in _pieces():
                    file.write(piece)
    return out.getvalue()


def _parquet_bomb(lists: bool = False) -> bytes:
    text = "x" * (1 << 20)
    values = pa.array(["a"] * 3) if lists else pa.DictionaryArray.from_arrays(np.zeros(10_000, np.int32), [text])
    columns = {"more": pa.array([["a"] * 1_000_000] * 100)} if lists else {"more": values, "less": values}
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out, compression="zstd")
    return out.getvalue()


def _deep(count: int = 1_000_000) -> bytes:
    return b"[" * count


def _npz_bomb() -> bytes:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f4", "fortran_order": False, "shape": (UNPACKED // 4 // 64, 64)}
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("words.npy", seeds.npy(np.asarray(["a", "b"])))
        with archive.open("vectors.npy", "w", force_zip64=True) as file:
            file.write(header.getvalue())
            for piece in _pieces():
                file.write(piece)
    return out.getvalue()


def _fasttext_claims() -> bytes:
    whole = seeds.fasttext()
    return whole[: 8 + 56] + struct.pack("<iii", 2**31 - 1, 2**31 - 1, 0) + whole[8 + 56 + 12 :]


BOMBS: Mapping[str, Make] = {
    **{f"tmx-{how}": one_file(f"c.{how}", partial(_bomb, how, b'<?xml version="1.0"?><tmx version="1.4"><body>'))
       for how in ("gz", "bz2", "xz", "zst")},
    **{f"tsv-{how}": one_file(f"c.{how}", partial(_bomb, how)) for how in ("gz", "bz2", "xz", "zst")},
    **{f"vectors-{how}": one_file(f"v.{how}", partial(_bomb, how, b"5 4\n")) for how in ("gz", "bz2", "xz", "zst")},
    "vectors-zip": one_file("v.zip", partial(_zip_bomb, "v.txt")),
    "zip-corpus": one_file("c.zip", partial(_zip_bomb, "tea.en-de.en", "tea.en-de.de")),
    "opus": one_file("tea/opus/TED2020/de-en.txt.zip", partial(_zip_bomb, "TED2020.de-en.en", "TED2020.de-en.de")),
    "nli-pairs-gz": one_file("a.gz", partial(_bomb, "gz")),
    "npz": one_file("v.npz", _npz_bomb),
    "fasttext": one_file("v.bin", _fasttext_claims),
    "word2vec": one_file("v.bin", lambda: b"2147483647 300\n" + seeds.word2vec()[4:]),
    "vectors-text": one_file("v.vec", lambda: b"2147483647 300\n" + seeds.text_vectors()[4:]),
    "table-text": one_file("v.vec", lambda: b"5 4\n" + b"1 " * (40 << 20)),
    "parquet": one_file("p.parquet", _parquet_bomb),
    "scored.parquet": one_file("scored.parquet", partial(_parquet_bomb, lists=True)),
    "npy-folder": one_file("vectors.npy", lambda: seeds.npy().replace(b"(5, 4), }          ", b"(99999999, 99), }  ")),
    "tmx": one_file("c.tmx", lambda: b'<!DOCTYPE t [<!ENTITY a "' + b"x" * 10_000 + b'">'
                + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a;" * 100) for n in range(9))
                + b"]><tmx><body>&a8;</body></tmx>"),
    "csv": one_file("p.csv", lambda: b"id,more,less\n" + b",,\n" * (2 << 20)),
    "tsv": one_file("p.tsv", lambda: b"\t" * (8 << 20) + b"\n"),
    "jsonl": one_file("p.jsonl", lambda: b"{}\n" * (2 << 20)),
    "json": one_file("p.json", lambda: b"[" + b"{}," * (2 << 20) + b"{}]"),
    "card": one_file("p.card.json", _deep),
    "run.json": one_file("run.json", lambda: b'{"a": [' + b"{}," * (2 << 20) + b"{}]}"),
    "results.jsonl": one_file("results.jsonl", lambda: b"\n" * (8 << 20)),
    "queries": one_file("q.json", lambda: b"[" + b"[]," * (2 << 20) + b"[]]"),
    "groups": one_file("groups.toml", lambda: b"a = [" + b"[]," * (2 << 20) + b"]"),
    "policy": one_file("gate.toml", lambda: b"a = " + _deep()),
    "recorded": one_file("answers.jsonl", lambda: b'{"query": ' + _deep()),
    "predictions": one_file("scores.json", lambda: b"[" + b"[]," * (2 << 20) + b"[]]"),
    "ner": one_file("ner.jsonl", lambda: with_facts(seeds.NER, counts=[[]] * (1 << 20))),
    "conll": one_file("a.conll", lambda: b"a O\n" * (2 << 20)),
    "word-files": one_file("a.txt", lambda: b"\n".join(b"%d" % n for n in range(1 << 20))),
    "config": one_file("config.json", lambda: with_facts(seeds.config(), num_hidden_layers=10**9)),
    "occupations": one_file("words.csv", lambda: b"word,s1\n" + b"a,1\n" * (2 << 20)),
    "translations-bare": one_file("out.tsv", lambda: b"a\tb\n" * (2 << 20)),
    "program": one_file("said", lambda: b"x" * (64 << 20)),
    "model-masked": one_file("tokenizer.json", lambda: b'{"model": ' + b"[" * (8 << 20)),
    "gguf": one_file("model.gguf", lambda: seeds.gguf().replace(struct.pack("<IIQ", 9, 8, 100),
                                                                   struct.pack("<IIQ", 9, 8, 2**60))),
    "safetensors": one_file("model.safetensors", lambda: struct.pack("<Q", 90 << 20) + b"{" + b" " * (90 << 20)),
    "check-prices": one_file("prices.json", lambda: b"{" + b'"a": [' + b"[]," * (2 << 20) + b"[]]}"),
    "mitigation": one_file("mitigation.json", lambda: b'{"a": [' + b"{}," * (2 << 20) + b"{}]}"),
}  # fmt: skip
