"""Certificates are verified: a server that nobody vouches for gets no question and no key."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.reply import ServerAway

KEY = "sk-tls-4711"
SELF_SIGNED = """\
-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUKWJ133oZowZMAlc7KieT7eRPjXMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODA1MTI0NFoYDzIxMjYxMDI1
MDUxMjQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS8972DPAnjTJ8uNY5DefOjjUzmKTUB2NzPOlBCGH54S1vnironXG8Y
rVpPgsluRASZJbu58AM0UpMMPiS0fgmmo28wbTAdBgNVHQ4EFgQUDHUw3cnM7AJ2
eb8ijveUpub+9kcwHwYDVR0jBBgwFoAUDHUw3cnM7AJ2eb8ijveUpub+9kcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKudIuQSwwfRTSHy2IhhYoOCvh0I5qq6GA2Y7vbhw208AiEA
v37uwyoZzIwrHzahY5EPkValh5Bn1cjvLIPR2l3pQEg=
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBfqlb15KYh4WL4j9
tLXNYFmBq9o58QdDPC+0V6GSckuhRANCAAS8972DPAnjTJ8uNY5DefOjjUzmKTUB
2NzPOlBCGH54S1vnironXG8YrVpPgsluRASZJbu58AM0UpMMPiS0fgmm
-----END PRIVATE KEY-----
"""
"""Of no use to anybody: made for this test, for localhost, vouched for by itself."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """The spec of its model, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)

    (tmp_path / "both.pem").write_text(SELF_SIGNED)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "both.pem")
    listening = HTTPServer(("127.0.0.1", 0), Handler)
    listening.handle_error = lambda *words: None  # type: ignore[method-assign]
    listening.socket = context.wrap_socket(listening.socket, server_side=True)
    threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"openai:https://127.0.0.1:{listening.server_address[1]}/v1#m", asked
    listening.shutdown()
    listening.server_close()


def test_a_certificate_that_nobody_vouches_for_is_refused_at_once(server: tuple[str, list[str]]) -> None:
    spec, asked = server
    client = Client(parse_spec(spec), KEY)
    with pytest.raises(ServerAway, match=r"(?i)certificate") as told:
        client.post("completions", {"prompt": "x"}, patience=600)
    assert client.requests == 1, "no patience helps"
    assert not asked and KEY not in str(told.value)
