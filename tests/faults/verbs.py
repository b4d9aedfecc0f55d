"""A tiny command of every verb that writes a file or asks a model, and the files that it reads."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babelance.backends.translation.tiny import write_marian
from babelance.backends.vectors.table import write_table
from babelance.datasets import tgbi_korean
from babelance.mitigations.projection.example import biased_table
from babelance.mitigations.translators.example import write_pairs
from tests.fuzz import seeds

FAKE = "-m fake:random#3 --draws 100"
TUNING = "-l de -m masked -c de.txt --epochs 1 --held-out 3 -o out --json"
PAIRS = "-m marian -c pairs.tsv -l tr --epochs 1 --held-out 2 -o out --json"


@dataclass(frozen=True)
class Verb:
    """`asks`: it asks models, and so reads and writes the answer store. `trains`: it writes a model."""

    words: str
    writes: bool = True
    asks: bool = False
    trains: bool = False
    adds: bool = False
    """It adds to an earlier file."""
    once: bool = False
    """What it has finished it does not do again into the same folder."""


VERBS: dict[str, Verb] = {
    "run": Verb(f"run {FAKE} -d p.csv --measures cps -l en -o out", asks=True),
    "audit": Verb(f"audit {FAKE} -d p.csv --measures cps,s-jsd -l en -o out", asks=True),
    "compare models": Verb(
        "compare fake:random#1 fake:random#2 -d p.csv --measures cps -l en --draws 100 --json -o out", asks=True
    ),
    "compare runs": Verb("compare one two --draws 100 --json", writes=False, asks=True),
    "compare languages": Verb(f"compare languages {FAKE} -l de,sw --limit 20 -o out", asks=True),
    "gate": Verb("gate one two --json --junit gate.xml"),
    "ledger": Verb("ledger one two --draws 100 -o out", asks=True),
    "rank": Verb(f"rank {FAKE} -m vec:v.vec -d q.json --measures mac -l en -o out", asks=True),
    "replay": Verb(
        "replay cps|fidelity:paper|m:fake:random|d:p.csv@1#DATA|l:en|n:3/3|ci:wilson.95|seed:0|v:0.1.0 --json",
        writes=False,
        asks=True,
    ),
    "study options": Verb(
        f"study options {FAKE} -d p.csv --measures cps -l en --set fidelity=released --json -o out", asks=True
    ),
    "study tokens": Verb(f"study tokens {FAKE} -d p.csv --measure cps -l en --json", writes=False, asks=True),
    "study names": Verb(f"study names {FAKE} -d names.csv --measure cps -l de --json", writes=False, asks=True),
    "study pairs": Verb(
        "study pairs -m fake:random#3 -l sv -d de-pairs.csv --english en-pairs.csv --measure cps --draws 100 -o out "
        "--json",
        asks=True,
    ),
    "study translator": Verb(
        "study translator -m fake:random#3 -l hu --utterances utterances.jsonl --references references.jsonl "
        "--draws 100 -o out",
        asks=True,
    ),
    "repro tgbi-korean": Verb("repro tgbi-korean --json", writes=False),
    "record": Verb("record s.csv -d p.csv -l en -o answers.jsonl"),
    "report": Verb("report one -o report.html"),
    "report markdown": Verb("report one -f markdown -o report.md"),
    "card": Verb("card one -o card.md"),
    "card formats": Verb("card one -f every-eval-ever -o out"),
    "card bundle": Verb("card one two --bundle pack.zip"),
    "site": Verb("site one two -o pages"),
    "figure": Verb("figure lands --sentence person/engineer -o lands.svg"),
    "build mbe": Verb("build mbe c.tsv -l de -o mbe.jsonl"),
    "build utterances": Verb("build utterances -l fi -o fi.jsonl --lines fi.txt"),
    "build nli": Verb("build nli captions.txt -l en --occupations jobs.csv --sentences 2 -o nli-en.jsonl"),
    "build groups": Verb("build groups -d de-pairs.csv --english en-pairs.csv -l de -o g.jsonl"),
    "build ids": Verb("build ids --ids female=f.bin --ids male=m.bin -m masked -l de -o ids.jsonl"),
    "meta correlate": Verb("meta correlate 0=inferred 0.5=inferred2 1=inferred -o out"),
    "build templates": Verb("build templates -l ru -o tmp.jsonl"),
    "build names": Verb("build names -d names.csv -l de -o n.jsonl"),
    "build pairs": Verb("build pairs -d stereoset.jsonl -l en -o pairs.jsonl"),
    "build sheet": Verb("build sheet -d en-pairs.csv --from en --to de -o sheet.csv"),
    "build from-sheet": Verb(
        "build from-sheet filled.csv -d en-pairs.csv --from en --to de --by me --partial -o t.jsonl"
    ),
    "build corpus": Verb("build corpus parallel.tsv -o clean.txt"),
    "build translated": Verb("build translated -d p.csv -m fake:random -l de -o t.jsonl", asks=True),
    "score ner": Verb("score ner -m tagger --test a.conll -l en --draws 100 -o out", adds=True),
    "mitigate further": Verb(f"mitigate further {TUNING}", trains=True),
    "mitigate cda": Verb(f"mitigate cda {TUNING}", trains=True),
    "mitigate multilingual": Verb(f"mitigate multilingual {TUNING} --by other", trains=True),
    "mitigate align": Verb(
        f"mitigate align {TUNING} --to masked -p de.txt -p de.txt --to-language de --pharaoh links --rotation random",
        trains=True,
    ),
    "mitigate dropout": Verb(f"mitigate dropout {TUNING}", trains=True),
    "mitigate lora": Verb(f"mitigate lora {TUNING}", trains=True),
    "mitigate balanced-likelihood": Verb(f"mitigate balanced-likelihood {TUNING} -c plain.txt", trains=True),
    "mitigate sentence-debias": Verb(
        "mitigate sentence-debias -l de -m masked -c mentions.txt -c plain.txt --concept groups -o out --json",
        trains=True,
    ),
    "mitigate auto": Verb(
        "mitigate auto -l de -m masked -c mentions.txt -c plain.txt --epochs 1 --held-out 3 -d many.csv --measure cps "
        "-o out --json",
        once=True,
    ),
    "mitigate hard-debias": Verb("mitigate hard-debias -m vec:gender -l en -o out --json"),
    "mitigate double-hard-debias": Verb("mitigate double-hard-debias -m vec:gender -l en -o out --json"),
    "mitigate inlp": Verb("mitigate inlp -m vec:gender -l en --rounds 2 -o out --json"),
    "mitigate leace": Verb("mitigate leace -m vec:gender -l en -o out --json"),
    "mitigate rerank": Verb("mitigate rerank -m marian -l tr -o out --json"),
    "mitigate neutral-rewriting": Verb("mitigate neutral-rewriting -m marian -l tr -o out --json"),
    "mitigate balanced-tuning": Verb(f"mitigate balanced-tuning {PAIRS}", trains=True),
    "mitigate gender-tags": Verb(f"mitigate gender-tags {PAIRS}", trains=True),
    "train nli": Verb("train nli -b masked -d nli.jsonl --dev nli.jsonl --epochs 1 -o out --json", trains=True),
    "train ner": Verb("train ner -b masked --train a.conll --dev a.conll --epochs 1 -o out --json", trains=True),
    "train translator": Verb(
        "train translator -d de=parallel.tsv --encoder-layers 1 --decoder-layers 1 --width 8 --inner 8 --heads 1 "
        "--pieces 40 --epochs 1 --held-out 2 --beam 1 -o out --json",
        trains=True,
    ),
    "meta inject": Verb(
        "meta inject -m masked -d de-pairs.csv -l de --allow-unknown --measures cps --rates 1 --shams 1 --draws 100 "
        "-o out --json",
        asks=True,
    ),
    "meta bias-control": Verb("meta bias-control --words 2 --rates 1 --epochs 1 -o out --json", trains=True),
}
READING: tuple[str, ...] = (
    "lint babel-words -l en --format json",
    "meta agree one two --json",
    "repro coal-table-3 --json",
    "repro tgbi-hindi-table-2 --json",
    *(f"repro cb-table-{number} --json" for number in range(2, 10)),
    *(f"repro s-jsd-table-{number} --json" for number in (2, 3)),
    "repro hindi-table-1 --json",
    "paper cb -m fake:random",
    "repro mbe-table-2 --corpus A=groups -f markdown",
    "repro mbe-table-3 --benchmark CP=groups --reference mbe -f latex",
    "study preserved mbe-de.jsonl --json",
    "check -m fake:random -d p.csv --measures cps -l en",
    "data list",
    "data show babel-pairs",
    "data verify babel-pairs",
    "list",
    "show cps",
)
"""Verbs that write nothing and ask nobody."""
ELSEWHERE = {
    "data get": "tests/datasets/test_fetch.py",
    "study mitigation": "tests/faults/test_mitigation_trial.py",
    "doctor": "tests/faults/test_verbs.py",
}
"""Verbs whose faults are of another kind."""
CHANGING = {
    "run.json",
    "report.html",
    "mitigation.json",
    "training.json",
    "answers.sqlite",
    "figure.html",
    "inject.json",
    "auto.json",
}
"""Files with the time in them, or with such a file inside."""


def write_material(folder: Path) -> None:
    """All that the verbs read, in the working directory."""
    row = {"context": "A BLANK ran.", "stereotype": "A x ran.", "anti": "A y ran.", "unrelated": "A z ran."}
    rows = [row | {"id": str(n), "task": "intrasentence", "axis": "gender", "target": "t"} for n in range(5)]
    pairs = [("He sings .", "He sings .", "entailment"), ("He sings .", "She runs .", "neutral")] * 4
    nli = [{"sentence1": a, "sentence2": b, "gold_label": label} for a, b, label in pairs]
    lines = [f"Ein Arzt aus {name} sieht {number} Häuser ." for number in range(15) for name in ("Japan", "Kanada")]
    material: dict[str, bytes] = {
        "p.csv": seeds.csv(), "s.csv": seeds.SCORES, "v.vec": vectors(), "q.json": seeds.queries(),
        "c.tsv": b"He sings.\tEr singt.\nShe sings.\tSie singt.\nThe man reads.\tDer Mann liest.\n"
                 b"The woman reads.\tDie Frau liest.\n",
        "parallel.tsv": "".join(f"The {a} {b}.\tDas {a} {b}t.\n" for a in "abcdefgh" for b in "klmnop").encode(),
        "names.csv": b"more,less\n" + b"".join(b"John sings %d.,Mary sings %d.\n" % (n, n) for n in range(10)),
        "en-pairs.csv": b"id,more,less,axis\n1,He sees 1 doctor .,She sees 1 doctor .,gender\n"
                        b"2,He sees Japan .,She sees Japan .,gender\n",
        "de-pairs.csv": b"id,more,less,axis\n1,Er sieht 1 Arzt .,Sie sieht 1 Arzt .,gender\n"
                        b"2,Er sieht Japan .,Sie sieht Japan .,gender\n",
        "filled.csv": b"id,more,less,names,translated_more,translated_less,comment\n"
                      b"1,He sees 1 doctor .,She sees 1 doctor .,,Er sieht 1 Arzt .,Sie sieht 1 Arzt .,\n",
        "utterances.jsonl": "\n".join(
            json.dumps({"text": f"Ő {word}.", "set": "informal", "word": word}) for word in ("orvos", "tanár")
        ).encode(),
        "references.jsonl": b'{"text": "Nem tudom.", "reference": "I do not know."}\n'
                            b'{"text": "Szeretem.", "reference": "I like it."}\n',
        "captions.txt": b"A woman reads a book.\nA man plays the drums.\n",
        "jobs.csv": b"word,stereotype\nnurse,female\npilot,male\nclerk,neutral\n",
        "stereoset.jsonl": "\n".join(map(json.dumps, rows)).encode(),
        "nli.jsonl": "\n".join(map(json.dumps, nli)).encode(),
        "a.conll": b"Anna\tB-PER\nsings\tO\n\nParis\tB-LOC\nis\tO\nbig\tO\n",
        "plain.txt": "\n".join(f"Ein Arzt sieht {number} Häuser ." for number in range(15)).encode(),
        "mentions.txt": "\n".join(lines * 6).encode(),
        "many.csv": b"more,less\n" + b"".join(
            b"Ein Arzt sieht %d Japan .,Ein Arzt sieht %d Kanada .\n" % (n, n) for n in range(12)
        ),
        "de.txt": "\n".join(lines).encode(), "links": b"0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7\n" * len(lines),
    }  # fmt: skip
    frames = ("걔는 {}야", "그 사람은 {}야", "걔는 {}예요", "그 사람은 {}예요")
    said = [frame.format(word) for frame in frames for word in ("교사", "의사", "화가")]
    for number, file in enumerate(tgbi_korean.dataset.parts["ko"]):
        meant = [f"{('She', 'He')[at % 2]} is one." for at in range(len(said))]
        material[f"mirror/{file.name}"] = "\n".join(meant if number % 2 else said).encode()
    (folder / "mirror" / "tgbi-korean").mkdir(parents=True)
    for name, content in material.items():
        (folder / name).write_bytes(content)
    tokens = write_models(folder, " ".join(lines).split())
    for name, line in (("f.bin", lines[0]), ("m.bin", lines[1])):
        (folder / name).write_bytes(pickle.dumps([tokens(line).input_ids]))
    write_table(folder / "gender", biased_table())
    write_marian(folder / "marian", source_lang="tr", target_lang="en")
    write_pairs(folder)
    assert run("build mbe c.tsv -l de -o mbe-de.jsonl")[0] == 0
    assert run(f"run {FAKE} -d babel-groups -l de --measures cb --where attribute=engineer -o lands")[0] in (0, 3)
    for name, number in (("inferred", 1), ("inferred2", 2)):
        words = f"run -m fake:nli#{number} --draws 100 -d babel-nli -l en --limit 30 --measures nli-coal,fn -o {name}"
        assert run(words)[0] in (0, 3)
    assert run("run -m fake:random --draws 100 -d mbe-de.jsonl --measures mbe -o groups")[0] in (0, 3)
    for name, number in (("one", 1), ("two", 2)):
        words = f"run -m fake:random#{number} --draws 100 -d p.csv --measures cps,s-jsd -l en -o {name}"
        assert run(words)[0] in (0, 3)


def write_models(folder: Path, words: list[str]) -> Any:
    """The models and their tokenizer."""
    import torch
    from transformers import BertConfig, BertForTokenClassification

    from tests.models import tiny_masked

    tokens = tiny_masked.tokenizer(sorted(set(words)))
    tiny_masked.write(folder / "masked", tokens=tokens, vocab_size=len(tokens))
    tiny_masked.write(folder / "other", tokens=tokens, vocab_size=len(tokens), max_position_embeddings=40)
    torch.manual_seed(0)
    labels = dict(enumerate(["O", "B-LOC", "B-PER"]))
    config = BertConfig(
        vocab_size=len(tokens), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        id2label=labels, label2id={label: number for number, label in labels.items()},
    )  # fmt: skip
    BertForTokenClassification(config).save_pretrained(folder / "tagger")
    tokens.save_pretrained(folder / "tagger")
    return tokens


def vectors() -> bytes:
    words = ["she", "her", "he", "him", "office", "boss", "kitchen", "garden"]
    return "".join(f"{word} {len(word)} {number} 1\n" for number, word in enumerate(words)).encode()


def run(words: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of a command in this process."""
    from babelance.cli import main
    from babelance.datasets import find

    out, said, before = io.StringIO(), io.StringIO(), sys.argv
    data = find("p.csv").fingerprint("en")[:8] if "DATA" in words else ""
    sys.argv = ["babelance", *words.replace("DATA", data).split()]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            main()
    except SystemExit as stop:
        return int(stop.code or 0), without_times(out.getvalue()), said.getvalue()
    finally:
        sys.argv = before
    return 0, without_times(out.getvalue()), said.getvalue()


def without_times(out: str) -> str:
    return re.sub(r'"seconds": [\d.]+', "", out)


def files_in(folder: Path) -> dict[str, bytes]:
    """All visible files but the store."""
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    seen = [path for path in paths if not any(part.startswith((".", "store.sqlite")) for part in path.parts)]
    return {os.fspath(path): (folder / path).read_bytes() for path in seen}
