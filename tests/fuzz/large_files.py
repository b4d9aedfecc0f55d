"""Good files of some megabytes for readers, made of the rows of the small ones.

`LARGE`: name of a reader → what makes the files that take the place of its small ones.
"""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from tests.fuzz import seeds
from tests.fuzz.reader import Files
from tests.fuzz.verb_readers import folder_of, material

SIZE = 4 << 20
"""Bytes, about."""
Make = Callable[[], Files]


def _rows(row: str | bytes, head: str | bytes = b"", tail: bytes = b"", size: int = SIZE) -> bytes:
    """`row` again and again, `{}` in it counts."""
    text = row.decode() if isinstance(row, bytes) else row
    one = len(text.replace("{}", "1234567").encode())
    body = "".join([text.replace("{}", str(number)) for number in range(1_000_000, 1_000_000 + size // one)])
    return (head.encode() if isinstance(head, str) else head) + body.encode() + tail


def one_file(name: str, data: Callable[[], bytes]) -> Make:
    return lambda: {name: data()}


def _lines(name: str, row: str | bytes, head: str | bytes = b"", tail: bytes = b"") -> Make:
    return lambda: {name: _rows(row, head, tail)}


def _records(form: str) -> Make:
    def make() -> Files:
        rows = _rows('{"id": {}, "more": "He likes tea {}.", "less": "She likes tea {}.", "axis": "x", "n": 3}\n')
        return {f"p.{form}": b"[" + rows.strip().replace(b"\n", b",\n") + b"]" if form == "json" else rows}

    return make


def _packed(name: str, data: Callable[[], bytes]) -> Make:
    return lambda: {name: seeds.packed(data(), name.rpartition(".")[2])}


def _parquet(rows: int = 60_000) -> bytes:
    texts = {
        side: [f"{who} likes tea number {n}." for n in range(rows)] for side, who in (("more", "He"), ("less", "She"))
    }
    out = io.BytesIO()
    parquet.write_table(pa.table(texts), out, compression="none", use_dictionary=False, write_page_checksum=True)
    return out.getvalue()


def _tmx() -> bytes:
    sides = (f'<tuv xml:lang="{code}"><seg>{text} {{}}.</seg></tuv>' for code, text in (("en", "Tea"), ("de", "Tee")))
    unit = f"<tu>{''.join(sides)}</tu>"
    return _rows(unit, '<?xml version="1.0"?><tmx version="1.4"><header/><body>', b"</body></tmx>")


_TSV = partial(_rows, "He likes tea {}.\tEr mag Tee {}.\n")


def _vectors(header: bool = True, width: int = 50) -> bytes:
    row = " ".join(["word{}", *(f"{number / 7:.4f}" for number in range(width))]) + "\n"
    body = _rows(row)
    return (f"{body.count(10)} {width}\n".encode() if header else b"") + body


def _matrix(width: int = 50) -> Any:
    return np.ones((SIZE // 4 // width, width), np.float32)


def _word2vec() -> bytes:
    rows = _matrix()
    return b"%d 50\n" % len(rows) + b"".join(f"word{n} ".encode() + row.tobytes() + b"\n" for n, row in enumerate(rows))


def _fasttext() -> bytes:
    rows = _matrix(4)
    words = b"".join(f"word{n}".encode() + b"\0" + struct.pack("<qb", 3, 0) for n in range(len(rows)))
    arguments = struct.pack("<12id", 4, 5, 5, 1, 5, 1, 1, 1, 7, 3, 4, 100, 1e-4)
    head = struct.pack("<ii", 793712314, 12) + arguments + struct.pack("<iiiqq", len(rows), len(rows), 0, 15, -1)
    table = np.vstack([rows, np.ones((7, 4), np.float32)])
    return head + words + struct.pack("<?qq", False, *table.shape) + table.tobytes()


def _token_ids() -> bytes:
    import torch

    return pickle.dumps([torch.tensor([list(range(30))]) for _ in range(8_000)], protocol=4)


def _npz(rows: int = SIZE // 200) -> bytes:
    out = io.BytesIO()
    np.savez(out, words=np.asarray([f"word{n}" for n in range(rows)]), vectors=np.ones((rows, 50), np.float32))
    return out.getvalue()


def _npy_folder() -> Files:
    rows = _matrix()
    return {"words.txt": "\n".join(f"word{n}" for n in range(len(rows))).encode(), "vectors.npy": seeds.npy(rows)}


def _zip(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def _safetensors() -> bytes:
    table = {"dtype": "F32", "shape": [SIZE // 16, 4], "data_offsets": [0, SIZE]}
    header = json.dumps({"__metadata__": {"format": "pt"}, "bert.word_embeddings.weight": table}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(SIZE)


def _results() -> bytes:
    lines = seeds.results().splitlines(keepends=True)
    return b"".join(lines) * (SIZE // len(b"".join(lines)))


def _scored() -> bytes:
    from tests.report import made_up

    out = io.BytesIO()
    rows = made_up.scored_rows(("de",), count=4_000)
    parquet.write_table(pa.Table.from_pandas(rows), out, compression="none", write_page_checksum=True)
    return out.getvalue()


def with_facts(base: bytes, **more: object) -> bytes:
    return json.dumps({**json.loads(base), **more}).encode()


def _many(count: int = SIZE // 16) -> list[str]:
    return [f"word {number}" for number in range(count)]


def _queries() -> bytes:
    [query] = json.loads(seeds.queries())
    query["attribute_sets"]["work"] = _many()
    return json.dumps([query]).encode()


def _groups() -> bytes:
    return ("female = " + json.dumps(_many()) + '\nmale = ["he"]\n').encode()


def _predictions() -> bytes:
    rows = [{"id": str(number), "score": -1.0} for number in range(SIZE // 32)]
    return json.dumps({"intrasentence": rows}).encode()


def _ner() -> bytes:
    return with_facts(seeds.NER, counts=[[1, 2, 3]] * (SIZE // 11)) + b"\n"


def _category() -> bytes:
    titles = [{"ns": 0, "title": f"Job {number}"} for number in range(SIZE // 32)]
    return json.dumps({"query": {"categorymembers": titles}}).encode()


def _tokenizer(reader_name: str, file: str = "tokenizer.json") -> Make:
    """The vocabulary of the model's own tokenizer, with a hundred thousand words more."""

    def make() -> Files:
        from tests.fuzz.readers import READERS

        facts = json.loads(READERS[reader_name].files[file])
        vocabulary = facts["model"]["vocab"] if file == "tokenizer.json" else facts
        if isinstance(vocabulary, dict):
            vocabulary.update({f"word{number}": len(vocabulary) + number for number in range(SIZE // 24)})
        return {file: json.dumps(facts).encode()}

    return make


def _run_folder(name: str, *runs: str) -> Make:
    """Results of a run, many times; the hashes are made anew by those who read them so."""
    return lambda: {f"{runs[-1]}/{name}": folder_of(runs[-1])[f"{runs[-1]}/{name}"] * 1_200}


def _of_material(file: str, head_lines: int = 0) -> Make:
    """Its rows again and again, each with a number of its own where it has one."""

    def make() -> Files:
        lines = material()[file].splitlines(keepends=True)
        body = b"".join(lines[head_lines:])
        copies = (body.replace(b"1", str(number).encode()) for number in range(SIZE // len(body)))
        return {file: b"".join(lines[:head_lines]) + b"".join(copies)}

    return make


def _recorded() -> bytes:
    [line] = [line for line in seeds.recorded().decode().splitlines() if '"eu"' in line]
    return _rows(line.replace('"a"', '"a {}"', 1) + "\n")


LARGE: Mapping[str, Make] = {
    "csv": _lines("p.csv", "{},He likes tea {}.,She likes tea {}.,en,x\n", "id,more,less,language,axis\n"),
    "csv-semicolon": _lines("p.csv", "{};He likes tea {}.;She likes tea {}.;en;x\n", "id;more;less;language;axis\n"),
    "tsv": _lines("p.tsv", "{}\tHe likes tea {}.\tShe likes tea {}.\ten\tx\n", "id\tmore\tless\tlanguage\taxis\n"),
    **{form: _records(form) for form in ("jsonl", "json")},
    "card": one_file("p.card.json", lambda: with_facts(seeds.card(), notes=_many())),
    "parquet": one_file("p.parquet", _parquet),
    "queries": one_file("q.json", _queries),
    "tmx": one_file("c.tmx", _tmx),
    "moses": lambda: {"c.en": _rows("He likes tea {}.\n"), "c.de": _rows("He drank tea {}.\n")},
    "tsv-corpus": one_file("c.tsv", _TSV),
    "token-ids": one_file("f.bin", _token_ids),
    "zip-corpus": one_file("c.zip", lambda: _zip(("tea.en-de.en", _rows("He likes tea {}.\n")),
                                            ("tea.en-de.de", _rows("He drank tea {}.\n")))),
    **{f"tmx-{how}": _packed(f"c.{how}", _tmx) for how in ("gz", "bz2", "xz", "zst")},
    **{f"tsv-{how}": _packed(f"c.{how}", _TSV) for how in ("gz", "bz2", "xz", "zst")},
    "vectors-text": one_file("v.vec", _vectors),
    "vectors-glove": one_file("v.txt", lambda: _vectors(header=False)),
    **{f"vectors-{how}": _packed(f"v.{how}", _vectors) for how in ("gz", "bz2", "xz", "zst", "zip")},
    "word2vec": one_file("v.bin", _word2vec),
    "fasttext": one_file("v.bin", _fasttext),
    "fasttext-ngrams": one_file("v.bin", _fasttext),
    "table-text": one_file("v.vec", _vectors),
    "table-word2vec": one_file("v.bin", _word2vec),
    "npz": one_file("v.npz", _npz),
    "npy-folder": _npy_folder,
    "safetensors": one_file("model.safetensors", _safetensors),
    "results.jsonl": one_file("results.jsonl", _results),
    "scored.parquet": one_file("scored.parquet", _scored),
    "run.json": one_file("run.json", lambda: with_facts(seeds.run(), warnings=_many())),
    "report": one_file("results.jsonl", _results),
    "config": one_file("config.json", lambda: with_facts(seeds.config(), id2label=dict(enumerate(_many(90_000))))),
    "gguf": one_file("model.gguf", lambda: seeds.gguf(vocabulary=SIZE // 20)),
    "adapter": one_file("adapter/adapter_config.json", lambda: with_facts(seeds.ADAPTER, target_modules=_many())),
    "recorded": one_file("answers.jsonl", _recorded),
    "translations": _lines("out.tsv", "hura da {}\tthat is it\n", "text\ttranslation\n"),
    "translations-bare": _lines("out.tsv", "hura da {}\tthat is it\n"),
    "signature": one_file("signature", lambda: seeds.SIGNATURE + b"|g:axis=" + b"a" * SIZE),
    "groups": one_file("groups.toml", _groups),
    "word-files": _lines("a.txt", "word{}\n"),
    "scores": _lines("scores.csv", "-1.5,-2.5\n", "sent_more_score,sent_less_score\n"),
    "scores-by-line": _lines("scores.txt", "0.5\n"),
    "predictions": one_file("scores.json", _predictions),
    "ner": one_file("ner.jsonl", _ner),
    "conll": _lines("a.conll", "Anna{} B-PER\nsees O\nRome B-LOC\n\n"),
    "nli-pairs": _lines("a.jsonl", '{"premise": "A cook sings {}.", "hypothesis": "Yes {}.", "label": "entailment"}\n'),
    "nli-pairs-bare": _lines("a.tsv", "entailment\tA cook sings {}.\tSomeone sings {}.\n"),
    "nli-pairs-gz": _packed("a.gz", lambda: _rows(seeds.NLI)),
    "occupations": _lines("words.csv", "nurse{},0.0,-0.8\n", "word,s1,s2\n"),
    "occupations-page": _lines("page.txt", "[[医師{}|医者{}]] - "),
    "occupations-category": one_file("pages.json", _category),
    "plan": one_file("plan", lambda: with_facts(seeds.PLAN, note="a" * SIZE)),
    "mitigation": one_file("mitigation.json", lambda: with_facts(seeds.MITIGATION, note=_many())),
    "policy": _lines("gate.toml", "cps{} = 5\n", "fewest = 2\n[margins]\n"),
    "model-masked": _tokenizer("model-masked"),
    "model-causal": _tokenizer("model-causal"),
    "program": _lines("said", "that is it {}\n"),
    "apertium-mode": _lines("xx-yy.mode", "lt-proc -e 'rules{}.bin'|", b"", b"apertium-pretransfer\n"),
    "balance-groups": one_file("groups.json", lambda: json.dumps({"a": _many(), "b": ["Kanada"]}).encode()),
    "links": lambda: {"c.tsv": _TSV(), "links": b"0-0 1-1\n" * _TSV().count(b"\n")},
    "text-lines": _lines("lines.txt", "He sings {}.\n"),
    "mitigated": _lines("out.tsv", "<?> Hän on opettaja {}.\tShe is a teacher.\n", "text\ttranslation\n"),
    "mitigation-summary": one_file("alignment.json", lambda: with_facts(b"{}", notes=_many())),
    "training-record": one_file("training.json", lambda: with_facts(seeds.PLAN, note=_many())),
    **{name: _run_folder("results.jsonl", "one", "two") for name in ("compare", "ledger", "gate", "meta-agree")},
    "gate-policy": _lines("gate.toml", "cps{} = 5\n", "fewest = 2\n[margins]\n"),
    "lint": _of_material("p.csv", 1),
    "check-prices": _lines("prices.json", '"model{}": {"input": 0.15, "output": 0.6},\n', b"{",
                           b'"*": {"input": 1, "output": 1}}'),
    "build-mbe": _of_material("c.tsv"),
    "opus": one_file("tea/opus/TED2020/de-en.txt.zip", lambda: _zip(
        ("TED2020.de-en.en", _rows("She sings a song of {} verses to the others.\n")),
        ("TED2020.de-en.de", _rows("Sie singt ein Lied mit {} Strophen fuer uns.\n")), ("LICENSE", b"ours\n"))),
    "build-nli": _lines("captions.txt", "A woman reads a book {}.\n"),
    "build-utterances": _lines("lines.txt", "opettaja{}\n"),
    "build-from-sheet": _of_material("sheet.csv", 1),
    "study-preserved": _of_material("mbe.jsonl"),
}  # fmt: skip
"""Readers whose memory grows with their file. The others read a few settings, servers, or what one of these reads."""
