"""Servers that compute with 16 bits: believed within rounding, and their faults are still found by name.

What vLLM 0.32 in bfloat16 differs by between generating and echoing (SmolLM2, 19 prompts of 6 tokens): 0.178 at most,
0.015 to 0.037 on average over three prompts, with a scale between 0.994 and 1.010.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import ALL, READING, Examination, examine
from tests.backends.endpoint.faults import Faulty, of_echoes, serving

LOGIT = 24.0
"""Of this size are the logits of likely tokens."""


def to_bfloat16(value: float) -> float:
    bits = np.float32(value).view(np.uint32)
    return float(((bits + np.uint32(0x8000)) & np.uint32(0xFFFF0000)).view(np.float32))


def rounded(logprob: float) -> float:
    return min(to_bfloat16(logprob + LOGIT) - LOGIT, 0.0)


def server(temperature: float = 1.0, *, shift: int = 0) -> Faulty:
    """Echoes are rounded, and what is generated is not; with one fault more."""

    def change(choice: dict[str, Any], body: Any) -> None:
        numbers = choice["logprobs"]["token_logprobs"]
        told = [None if number is None else rounded(number / temperature) for number in numbers]
        choice["logprobs"]["token_logprobs"] = [*told[shift:], *[-1.0] * shift]

    return Faulty(of_echoes(change))


def examined(running: Faulty) -> Examination:
    with serving(running) as spec:
        return examine(Client(parse_spec(spec), None), start="auto", prompt="auto")


def test_rounding_is_as_large_as_it_is_in_servers() -> None:
    gaps = [abs(rounded(-number) - -number) for number in np.linspace(0.01, 6, 500)]
    assert max(gaps) == pytest.approx(0.0625, abs=0.001) and np.mean(gaps) > 0.02


def test_a_server_that_rounds_to_16_bits_is_believed() -> None:
    examination = examined(server())
    assert examination.abilities == ALL, examination.failures


@pytest.mark.parametrize("temperature", [0.7, 0.9, 1.1, 1.5])
def test_a_temperature_is_found_in_spite_of_rounding(temperature: float) -> None:
    examination = examined(server(temperature))
    assert {examination.failures[ability].name for ability in READING} == {"greedy"}
    assert "temperature" in examination.failures[min(READING)].words


def test_a_shift_is_found_in_spite_of_rounding() -> None:
    examination = examined(server(shift=1))
    assert {examination.failures[ability].name for ability in READING} == {"greedy"}
