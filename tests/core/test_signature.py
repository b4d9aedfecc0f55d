"""Signatures print, parse and never confuse their parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babelance.core.errors import InputError
from babelance.core.signature import RESERVED, Signature

names = st.text(st.characters(categories=("Ll", "Nd"), include_characters="-"), min_size=1, max_size=8).filter(
    lambda name: name not in RESERVED
)
values = st.text(max_size=20)


@given(
    options=st.dictionaries(names, values, max_size=3),
    extra=st.dictionaries(names, values, max_size=2),
    model=values,
    data=values,
    group=st.none() | values,
    limit=st.none() | st.integers(1, 10**6),
    seed=st.integers(0, 10**6),
)
def test_what_is_printed_is_parsed_again(
    options: dict[str, str],
    extra: dict[str, str],
    model: str,
    data: str,
    group: str | None,
    limit: int | None,
    seed: int,
) -> None:
    one = Signature("cps", options, model, data, "de", 3, 5, "wilson.95", seed, "0.1.0", group, limit, extra)
    assert Signature.parse(str(one)) == one


def test_the_example_of_the_documentation_is_parsed() -> None:
    text = "s-jsd|fidelity:paper|m:hf:bert@3f07|d:sjsd@1#5f2c|l:de|n:212/212|ci:bca.2000.95|seed:0|v:0.1.0"
    one = Signature.parse(text)
    assert (one.measure, one.model, one.options) == ("s-jsd", "hf:bert@3f07", {"fidelity": "paper"})
    assert str(one) == text


TWICE = "cps|m:x|m:y|d:y|l:de|n:1/2|ci:none|seed:0|v:1"


@pytest.mark.parametrize(
    "text", ["", "cps", "cps|m:x", "cps|m:x|d:y|l:z|n:one/2|ci:w|seed:0|v:1", "cps|nocolon", TWICE]
)
def test_what_is_no_signature_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(InputError, match="Not a signature"):
        Signature.parse(text)
