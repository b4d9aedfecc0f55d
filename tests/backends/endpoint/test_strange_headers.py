"""What a server writes into its headers is data, too."""

from __future__ import annotations

import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.reply import ServerAway, seconds_asked_for


@pytest.mark.parametrize(
    "location", ["http://[", "//evil.example/v1", "https://127.0.0.1:9/v1", "http://127.0.0.1:99999/"]
)
def test_a_redirect_to_no_address_or_to_another_host_is_refused(location: str) -> None:
    client = Client(parse_spec("openai:http://127.0.0.1:9/v1#tiny"), None)
    with pytest.raises(ServerAway, match="redirects to"):
        client._same_host("http://127.0.0.1:9/v1/models", location)


@pytest.mark.parametrize("header", ["soon", "", "9" * 400 + " January"])
def test_a_pause_that_is_none_is_none(header: str) -> None:
    assert seconds_asked_for(header) is None
