"""Verbs with damaged material: run folders, data, lists of names and words, archives, policies, the answer store.

Each entry is a command line in a folder of small good files. Exit code 2 is an error in words, 0, 1 and 3 are results;
anything else (70: the last net) is a failure. With `--incomplete` damaged run folders get past their checksums, which
is where a reader must be able to stand anything; without it a change of any bit must be told.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pandas as pd

from babelance.core.errors import InputError
from tests.fuzz import seeds
from tests.fuzz.reader import Files, Reader, files_below, written

FAKE = "--draws 100 --measures"
RUNS = {
    "one": f"run -m fake:random#1 -d p.csv -l en {FAKE} cps,s-jsd -o one",
    "two": f"run -m fake:random#2 -d p.csv -l en {FAKE} cps,s-jsd -o two",
    "groups": f"run -m fake:random -d mbe.jsonl -l de {FAKE} mbe -o groups",
    "coal": f"run -m fake:random -d babel-nli -l en --limit 12 {FAKE} nli-coal -o coal",
    "cb": f"run -m fake:random -d cb.jsonl -l en {FAKE} cb -o cb",
    "languages": "compare languages -m fake:random -l de,sw --limit 20 --draws 100 -o languages",
    "sheet": f"compare fake:random#1 fake:random#2 -d p.csv -l en {FAKE} cps -o sheet",
}
"""Folder → the command that makes it."""
OF_A_RUN = ("results.jsonl", "scored.parquet", "run.json")


VECTORS = "".join(
    f"{word} {len(word)} {number} 1\n"
    for number, word in enumerate(("she", "her", "he", "him", "office", "boss", "kitchen", "garden"))
).encode()


SHEET = """id,more,less,names,translated_more,translated_less,comment
1,He sees Tom and John .,She sees Tom and Mary .,Tom → Karl; Mary → Ida,Karl und Lars sehen .,Karl und Ida sehen .,
2,He sees Ann .,She sees Ann .,Ann → Eva,Er sieht Eva .,Sie sieht Eva .,good
"""


def _archive() -> bytes:
    """As OPUS packs a corpus: a file of lines for each language."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("TED2020.de-en.en", b"He sings.\nShe sings.\n")
        archive.writestr("TED2020.de-en.de", b"Er singt.\nSie singt.\n")
        archive.writestr("LICENSE", b"ours\n")
    return out.getvalue()


def _gendered() -> bytes:
    from babelance.mitigations.projection.example import biased_table

    table = biased_table()
    rows = zip(table.words, table.vectors.tolist(), strict=True)
    return "".join(" ".join([word, *(f"{number:.3f}" for number in row)]) + "\n" for word, row in rows).encode()


def material() -> dict[str, bytes]:
    """Small good files that commands name."""
    pairs = "".join(f'{n},"The {who} sings {n}.","A {who} sings {n}.",x\n' for n, who in enumerate(["cook"] * 14))
    targets = '{"a": "Japan", "b": "Iraq", "c": "Cuba"}'
    words = [{"id": str(n), "template": "A person from [TTT] is a [AAA].", "targets": targets, "attribute": job,
              "language": "en"} for n, job in enumerate(("cook", "pilot", "thief"))]  # fmt: skip
    sides = [{"id": str(n), "text": f"Sie singt {n}." if n % 2 else f"Er singt {n}.",
              "group": "female" if n % 2 else "male", "language": "de"} for n in range(8)]  # fmt: skip
    return {
        "p.csv": b"id,more,less,axis\n" + pairs.encode(),
        "cb.jsonl": "".join(json.dumps(row) + "\n" for row in words).encode(),
        "more-cb.jsonl": "".join(json.dumps(row) + "\n" for row in words).replace("Cuba", "Peru").encode(),
        "mbe.jsonl": "".join(json.dumps(row) + "\n" for row in sides).encode(),
        "c.tsv": b"He sings.\tEr singt.\nShe sings.\tSie singt.\nTom reads.\tTom liest.\nAnn reads.\tAnn liest.\n",
        "more-names.txt": b"Tom\n", "gate.toml": b"fewest = 2\ndraws = 100\n[margins]\ncps = 5\n",
        "en.csv": b"id,more,less,axis\n1,He sees Tom and John .,She sees Tom and Mary .,gender\n"
                  b"2,He sees Ann .,She sees Ann .,gender\n",
        "de.csv": b"id,more,less,axis\n1,Er sieht Tom .,Sie sieht Tom .,gender\n"
                  b"2,Er sieht Ann .,Sie sieht Ann .,gender\n",
        "names.json": b'{"Tom": "Karl", "John": "Lars", "Mary": "Ida", "Ann": "Eva"}',
        "sheet.csv": SHEET.encode(),
        "jobs.csv": b"word,stereotype\nnurse,female\npilot,male\nclerk,neutral\n",
        "captions.txt": b"A woman reads a book.\nA man plays the drums.\n",
        "captions.csv": b"caption\nA woman reads a book.\nA man plays the drums.\n",
        "lines.txt": "opettaja\nlääkäri\n".encode(), "v.vec": VECTORS,
        "w.vec": VECTORS.replace(b" 1\n", b" 2\n"),
        "q.json": seeds.queries(), "gender.vec": _gendered(), "prices.json": b'{"*": {"input": 0.15, "output": 0.6}}',
        "card.md": b"---\nlanguage: en\n---\n# A model\n\nOurs.\n", "tea/opus/TED2020/de-en.txt.zip": _archive(),
        "tea/wikipedia/ja-2021-07-31.json": seeds.OCCUPATION_VERSION,
        "s.csv": seeds.SCORES, "ner/ner.jsonl": seeds.NER, "answers.jsonl": seeds.recorded(),
    }  # fmt: skip


@cache
def folder_of(name: str) -> Files:
    """The files of one of the runs, each with its folder."""

    def make(folder: Path) -> None:
        for file, content in material().items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(content)
        command(RUNS[name])(folder)

    return {file: content for file, content in written(make).items() if file.startswith(f"{name}/")}


def with_runs(*names: str, files: Sequence[str] = ("p.csv",)) -> Callable[[], Files]:
    def make() -> Files:
        runs = {file: content for name in names for file, content in folder_of(name).items()}
        return {name: content for name, content in material().items() if name in files} | runs

    return make


def command(words: str, *, seal: str = "") -> Callable[[Path], Any]:
    """(exit code, what was printed, the files that were written) of a command in the folder."""

    def read(folder: Path) -> Any:
        if seal:
            _seal(folder / seal)
        there = set(files_below(folder))
        places = {
            "BABELANCE_STORE": str(folder / "store.sqlite"),
            "BABELANCE_MIRROR": str(folder / "tea") if (folder / "tea").is_dir() else "",
            "BABELANCE_CACHE": str(folder / "cache"),
        }
        with contextlib.chdir(folder), patch.dict(os.environ, places):
            code, out, said = _run(words)
        if code == 2:
            raise InputError(said)
        assert code in (0, 1, 3), f"exit {code}: {said[-400:]}"
        fresh = {name: data for name, data in files_below(folder).items() if name not in there}
        return code, out, {name: fresh[name] for name in sorted(fresh) if name.endswith((".js", ".csv", ".jsonl"))}

    return read


def _run(words: str) -> tuple[int, str, str]:
    from tests.faults.verbs import run

    return run(words)


def _seal(run: Path) -> None:
    """New hashes in run.json, so that damage is not found by them: what somebody would do who means harm."""
    with contextlib.suppress(ValueError, OSError, AttributeError, TypeError, KeyError, RecursionError):
        facts = json.loads((run / "run.json").read_bytes())
        for name in facts["files"]:
            facts["files"][name] = hashlib.sha256((run / name).read_bytes()).hexdigest()
        (run / "run.json").write_text(json.dumps(facts))


def of_runs(words: str, *runs: str, also: Sequence[str] = ("p.csv",), damaged: Sequence[str] = ()) -> Reader:
    """The last of the runs is damaged, and gets through."""
    targets = damaged or [f"{runs[-1]}/{name}" for name in OF_A_RUN]
    return Reader(with_runs(*runs, files=also), command(f"{words} --incomplete"), tuple(targets))


def exactly(words: str, *runs: str) -> Reader:
    """Items and results of the last run are damaged, and that must be told."""
    return Reader(with_runs(*runs), command(words), tuple(f"{runs[-1]}/{name}" for name in OF_A_RUN[:2]), exact=True)


def of_files(words: str, *names: str, damaged: Sequence[str] = (), exact: bool = False) -> Reader:
    targets = tuple(damaged) or names
    return Reader(lambda: {name: material()[name] for name in names}, command(words), targets, exact)


def _replay() -> Reader:
    def make() -> Files:
        [line, *_] = folder_of("one")["one/results.jsonl"].decode().split("\n")
        return {"p.csv": material()["p.csv"], "signature": json.loads(line)["signature"].encode()}

    def read(folder: Path) -> Any:
        signature = (folder / "signature").read_text()
        return command(f"replay {signature} --json")(folder)

    return Reader(make, read, ("p.csv",), exact=True)


def _store() -> Reader:
    """Answers are checksummed: what is damaged is asked again, or the store is refused."""
    words = "run -m fake:random#1 -d p.csv -l en --draws 100 --measures cps --json"

    def make() -> Files:
        def write(folder: Path) -> None:
            (folder / "p.csv").write_bytes(material()["p.csv"])
            command(words)(folder)

        return {name: data for name, data in written(write).items() if name in ("p.csv", "store.sqlite")}

    return Reader(make, command(words), ("store.sqlite",), exact=True)


def _figure() -> Reader:
    """Damaged details of an item, in a table that is whole."""

    def make() -> Files:
        rows = pd.read_parquet(io.BytesIO(folder_of("cb")["cb/scored.parquet"]))
        cells = {name: rows.iloc[0][name].encode() for name in ("detail", "texts")}
        return {**folder_of("cb"), **cells}

    def read(folder: Path) -> Any:
        rows = pd.read_parquet(folder / "cb" / "scored.parquet")
        for name in ("detail", "texts"):
            rows[name] = (folder / name).read_bytes().decode("utf-8", "replace")
        rows.to_parquet(folder / "cb" / "scored.parquet")
        return command("figure cb --sentence 0 --out f.svg --incomplete")(folder)

    return Reader(make, read, ("detail", "texts"))


def _signatures() -> Reader:
    def make() -> Files:
        lines = folder_of("one")["one/results.jsonl"].decode().strip().split("\n")
        records = [json.loads(line) for line in lines]
        told = "".join(f"{record['signature']}\n" for record in records if not record.get("group"))
        return {"signatures.txt": told.encode(), **with_runs("two", files=("p.csv", "gate.toml"))()}

    return Reader(make, command("gate signatures.txt two --json --policy gate.toml"), ("signatures.txt",))


VERBS_READ: dict[str, Reader] = {
    "gate": of_runs("gate one two --json --policy gate.toml", "one", "two", also=("p.csv", "gate.toml")),
    "gate-exact": exactly("gate one two --json", "one", "two"),
    "gate-policy": Reader(
        with_runs("one", "two", files=("gate.toml",)), command("gate one two --json --policy gate.toml"), ("gate.toml",)
    ),
    "gate-signatures": _signatures(),
    "compare": of_runs("compare one two --draws 100 --json", "one", "two"),
    "compare-exact": exactly("compare one two --draws 100 --json", "one", "two"),
    "ledger": of_runs("ledger one two --draws 100 --json", "one", "two"),
    "ledger-exact": exactly("ledger one two --draws 100 --json", "one", "two"),
    "meta-agree": of_runs("meta agree one two --json", "one", "two"),
    "meta-agree-exact": exactly("meta agree one two --json", "one", "two"),
    "site": Reader(
        with_runs("one", "two"),
        command("site one two -o pages", seal="two"),
        tuple(f"two/{name}" for name in OF_A_RUN),
    ),
    "site-exact": exactly("site one two -o pages", "one", "two"),
    "card-exact": exactly("card two -f csv", "two"),
    "card-into": Reader(with_runs("one", files=("card.md",)), command("card one -o card.md"), ("card.md",)),
    "bundle": of_runs("card two --bundle pack.zip", "two"),
    "report-sheet": Reader(with_runs("sheet"), command("report sheet -o sheet.html")),
    "repro-coal": of_runs("repro coal-table-3 coal --json", "coal"),
    "repro-mbe-2": of_runs("repro mbe-table-2 --corpus A=groups -f markdown", "groups", also=("mbe.jsonl",)),
    "repro-mbe-3": of_runs(
        "repro mbe-table-3 --benchmark CP=groups --reference mbe -f latex", "groups", also=("mbe.jsonl",)
    ),
    "repro-cb": of_runs("repro cb-table-2 cb --json", "cb"),
    "repro-languages": of_runs(
        "repro cb-table-3 languages --json", "languages", damaged=("languages/languages.json",)
    ),
    "repro-ner": of_files("repro cb-table-6 ner --json", "ner/ner.jsonl"),
    "replay": _replay(),
    "store": _store(),
    "rank": of_files("rank -m vec:v.vec -m vec:w.vec -d q.json --draws 100 --measures mac -l en --json", "v.vec",
                     "w.vec", "q.json"),
    "items-cb": of_files("run -m fake:random -d more-cb.jsonl -l en --draws 100 --measures cb --json", "more-cb.jsonl"),
    "items-mbe": of_files("run -m fake:random -d mbe.jsonl -l de --draws 100 --measures mbe --json", "mbe.jsonl"),
    "doctor": Reader(lambda: {"store.sqlite": _store().files["store.sqlite"]}, command("doctor")),
    "report-coal": Reader(with_runs("coal"), command("report coal -o report.html")),
    "mitigate-vectors": of_files("mitigate hard-debias -m vec:gender.vec -l en -o out --json", "gender.vec"),
    "lint": of_files("lint p.csv -l en --format json", "p.csv"),
    "check-prices": of_files("check -m fake:random -d p.csv --measures cps -l en --prices prices.json", "p.csv",
                             "prices.json", damaged=("prices.json",)),
    "record": of_files("record s.csv -d p.csv -l en --limit 3 -o recorded.jsonl", "s.csv", "p.csv"),
    "build-mbe": of_files("build mbe c.tsv -l de --names --more-names male=more-names.txt -o out.jsonl", "c.tsv",
                          "more-names.txt"),
    "opus": of_files("build mbe --from opus:TED2020 -l de -o out.jsonl", "tea/opus/TED2020/de-en.txt.zip"),
    "wikipedia": of_files("build templates --occupations wikipedia -l ja -o out.jsonl",
                          "tea/wikipedia/ja-2021-07-31.json"),
    "build-groups": of_files("build groups -d de.csv --english en.csv -l de --names --more-names male=more-names.txt "
                             "-o out.jsonl", "de.csv", "en.csv", "more-names.txt"),
    "build-names": of_files("build names -d en.csv -l de -o out.jsonl", "en.csv"),
    "build-nli": of_files("build nli captions.txt -l en --occupations jobs.csv --sentences 2 -o out.jsonl",
                          "captions.txt", "jobs.csv"),
    "build-nli-table": of_files("build nli captions.csv -l en --occupations jobs.csv --sentences 2 -o out.jsonl",
                                "captions.csv", "jobs.csv"),
    "build-translated": of_files("build translated -d p.csv -m fake:random -l de -o out.jsonl", "p.csv"),
    "build-utterances": of_files("build utterances -l fi -o out.jsonl --occupations lines.txt", "lines.txt"),
    "build-sheet": of_files("build sheet -d en.csv --to de --names names.json -o out.csv", "en.csv", "names.json"),
    "build-from-sheet": of_files("build from-sheet sheet.csv -d en.csv --to de --by me --partial -o out.jsonl --json",
                                 "sheet.csv", "en.csv"),
    "figure": of_runs("figure cb --sentence 0 --out f.svg --json", "cb"),
    "figure-details": _figure(),
    "study-preserved": of_files("study preserved mbe.jsonl --json", "mbe.jsonl"),
    "study-pairs": of_files("study pairs -m fake:random#3 -l sv -d de.csv --english en.csv --measure cps --draws 100 "
                            "--json", "de.csv", "en.csv"),
}  # fmt: skip
