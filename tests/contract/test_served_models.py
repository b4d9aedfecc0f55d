"""Every verb that takes a model takes a served one, or says in words why not and what to do instead."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from babelance.cli.app import build_app
from tests.backends.endpoint.faults import Faulty, serving
from tests.faults.verbs import run, write_material

DONE = (0, 3)
"""3: some result is undefined, since the tiny model cannot do what it is asked."""
USED = {
    "run": "run -m SERVED -d p.csv --measures cps -l en --draws 100 -o w/run",
    "run without flagged": "run -m SERVED -d p.csv --measures cps -l en --draws 100 --without-flagged -o w/clean",
    "audit": "audit -m SERVED -d p.csv --measures cps,s-jsd -l en --draws 100 -o w/audit",
    "check": "check -m SERVED -d p.csv --measures cps -l en",
    "card": "card w/run -m SERVED -o w/card.md",
    "replay": "replay SIGNATURE --allow-command SERVED",
    "replay elsewhere": "replay MOVED -m SERVED",
    "gate of runs": "gate w/run w/run --allow-command SERVED",
    "gate of a model": "gate w/run SERVED",
    "ledger": "ledger w/run w/run --draws 100 -o w/ledger --allow-command SERVED",
    "site": "site w/run -o w/pages --verify 1 --allow-command SERVED",
    "compare models": "compare SERVED SERVED -d p.csv --measures cps -l en --draws 100",
    "compare languages": "compare languages -m SERVED -l de,sw --set prior=marginal --limit 6 --draws 100",
    "rank": "rank -m SERVED -m vec:v.vec -d q.json --measures mac -l en --draws 100 -o w/rank",
    "paper": "paper cb -m SERVED -l de",
    "build translated": "build translated -d p.csv -m SERVED -l de -o w/t.jsonl",
    "meta inject": "meta inject -m SERVED -d de-pairs.csv -l de --measures cps --rates 1 --shams 1 --draws 100 -o w/in",
    "study names": "study names -m SERVED -d names.csv --measure cps -l de -o w/names.jsonl",
    "study options": "study options -m SERVED -d p.csv --measures cps -l en --set fidelity=released -o w/options",
    "study pairs": "study pairs -m SERVED -l sv -d de-pairs.csv --english en-pairs.csv --measure cps --set weight=none "
    "--translator SERVED --draws 100 -o w/pairs",
    "study tokens": "study tokens -m SERVED -d p.csv --measure cps -l en",
    "study translator": "study translator -m SERVED -l hu --utterances utterances.jsonl --references references.jsonl "
    "--draws 100 -o w/tables",
}
"""Commands that a served model can be used with."""
REFUSED = {
    "build ids": ("build ids --ids female=f.bin --ids male=m.bin -m SERVED -l de -o w/i.jsonl", "Name the folder"),
    "score ner": ("score ner -m SERVED --test a.conll -l en -o w/ner", "Name the folder"),
    "repro mbe-table-2": ("repro mbe-table-2 --corpus A=mbe-de.jsonl -m SERVED -l de -o w/2", "does not answer"),
    "repro mbe-table-3": (
        "repro mbe-table-3 --benchmark CP=en-pairs.csv -m SERVED -l en -o w/3", "hides tokens",
    ),
}  # fmt: skip
"""Commands that need files of the model, or numbers that no server gives; and what they say."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """In a folder with all material and a run of the model."""
    folder = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patch, serving(Faulty()) as spec:
        patch.chdir(folder)
        patch.setenv("BABELANCE_STORE", str(folder / "store.sqlite"))
        patch.setenv("OPENAI_API_KEY", "sk-contract-4711")
        write_material(folder)
        assert run(USED["run"].replace("SERVED", spec))[0] in DONE
        yield spec


def commands() -> dict[str, Any]:
    found: dict[str, Any] = {}

    def look(command: Any, path: str) -> None:
        for name, inner in getattr(command, "commands", {}).items():
            look(inner, f"{path} {name}".strip())
        found[path] = {option for parameter in command.params for option in parameter.opts}

    look(typer.main.get_command(build_app()), "")
    return found


def signature() -> str:
    first = json.loads(Path("w/run/results.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return str(first["signature"])


def test_every_verb_that_takes_a_model_is_here_and_takes_the_name_of_a_key() -> None:
    takers = {name: options for name, options in commands().items() if "--model" in options}
    here = {*USED, *REFUSED}
    missing = [name for name in takers if name not in here and not name.startswith("mitigate ")]
    assert not missing, f"write a command for {missing}"
    files_only = {"build ids", "score ner", "card"}
    assert not [
        name
        for name, options in takers.items()
        if "--api-key-env" not in options and name not in files_only and not name.startswith("mitigate ")
    ]


@pytest.mark.parametrize("name", USED)
def test_a_served_model_can_be_used(name: str, served: str) -> None:
    signed = signature()
    moved = re.sub(r"http://127\.0\.0\.1:\d+", "http://127.0.0.1:9", signed)
    words = USED[name].replace("SERVED", served).replace("SIGNATURE", signed).replace("MOVED", moved)
    code, out, said = run(words)
    assert code in DONE, (out, said)
    assert "sk-contract-4711" not in out + said


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_server_gives_is_refused_with_what_to_do(name: str, served: str) -> None:
    words, told = REFUSED[name]
    start = [sys.executable, "-c", "from babelance.cli import main; main()"]  # some start processes of their own
    done = subprocess.run(
        [*start, *words.replace("SERVED", served).split()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done
    assert told in done.stderr and "internal error" not in done.stderr, done


@pytest.mark.parametrize("name", sorted(name for name in commands() if name.startswith("mitigate ")))
def test_a_served_model_is_not_mitigated_and_the_next_step_is_told(name: str, served: str) -> None:
    words = f"{name} -m {served} -c de.txt -l de -o w/mitigated"
    more = {"mitigate align": " --to masked -p de.txt --to-language de", "mitigate multilingual": " --by other"}
    code, _, said = run(words + more.get(name, ""))
    assert code == 2 and "is served" in said and "Mitigate the folder or hub name that the server loads" in said
    assert not Path("w/mitigated").exists()


def test_the_key_is_in_no_file_that_was_written(served: str) -> None:
    written = [path for path in Path().rglob("*") if path.is_file()]
    assert {"run.json", "store.sqlite", "report.html"} <= {path.name for path in written}
    assert not [path for path in written if b"sk-contract-4711" in path.read_bytes()]


def test_another_model_at_the_new_address_is_not_taken_for_the_signed_one(served: str) -> None:
    with serving(Faulty(seed=1)) as other:
        code, _, said = run(f"replay {signature()} -m {other}")
    assert code == 2 and "another model" in said
    code, _, said = run(f"replay {signature()} -m {served.replace('#tiny', '#huge')}")
    assert code == 2 and "Serve it under the same name" in said


def test_a_signature_does_not_choose_which_secret_is_sent(served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANK_PASSWORD", "hunter2-4711")
    server = Faulty()
    with serving(server) as spec:
        signed = re.sub(r"openai:[^|]*", spec, signature()).replace("|m:", "|@api-key-env:BANK_PASSWORD|m:")
        code, _, said = run(f"replay {signed} --allow-command {spec}")
    assert code in DONE, said
    sent = {headers.get("authorization") or headers.get("Authorization") for _, _, headers in server.asked}
    assert sent == {"Bearer sk-contract-4711"}
