"""Where a served model is: `openai:URL#MODEL`, and `#HASH` after it if only a certain one will do.

A key never stands in an address. It comes from an environment variable that is named.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from babelance.core.errors import InputError, ModelError

PREFIX = "openai:"
USUAL_KEY = "OPENAI_API_KEY"
_EXAMPLE = "openai:http://127.0.0.1:8000/v1#NAME"
_HASH = re.compile(r"^(?P<name>.+)#(?P<hash>[0-9a-f]{8,64})$")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Address:
    """`url` has no slash at its end."""

    url: str
    model: str
    expected: str = ""
    """How the fingerprint must begin."""

    def __str__(self) -> str:
        return f"{PREFIX}{self.url}#{self.model}"

    @property
    def root(self) -> str:
        """Where servers keep what is not OpenAI's: the address without `/v1`."""
        return self.url.removesuffix("/v1")

    @property
    def is_local(self) -> bool:
        """On this machine: no proxy stands between."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def parse_spec(spec: str) -> Address:
    """The address, or a `ModelError` that never repeats what may be a key."""
    url, _, name = spec.removeprefix(PREFIX).strip().partition("#")
    hashed = _HASH.match(name)
    name, expected = (hashed["name"], hashed["hash"]) if hashed else (name, "")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ModelError(f"The address of a served model is no URL ({error}). Write {_EXAMPLE}.") from None
    if parts.username or parts.password or parts.query:
        raise ModelError(
            "The address of a served model has a user, a password or a query in it, which would be stored with every "
            f"result. Leave them out, and name the variable that has the key: --api-key-env {USUAL_KEY}."
        )
    if parts.scheme in ("unix", "http+unix", "unixs") or url.startswith("/"):
        raise ModelError(
            f"'{spec}' is a Unix socket; servers are asked over TCP alone. Start it with a port (--host 127.0.0.1 "
            f"--port 8000), and write {_EXAMPLE}."
        )
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ModelError(f"'{spec}' is no address of a served model. Write {_EXAMPLE}.")
    if not name:
        raise ModelError(f"'{spec}' does not say which model of the server: {PREFIX}{url}#NAME.")
    return Address(url.rstrip("/"), name, expected)


def key_from_environment(name: str | None) -> str | None:
    """The key; None for servers that ask for none. A variable that was named must be there."""
    if name is not None and not _VARIABLE.fullmatch(name):
        raise InputError(
            "--api-key-env takes the name of an environment variable, not a key. A key on the command line can be "
            "read by everybody on the machine: change it."
        )
    key = os.environ.get(name or USUAL_KEY, "").strip()
    if name is not None and name != USUAL_KEY and not key:
        raise InputError(f"--api-key-env names the environment variable {name}, which is not set.")
    if not key.isascii() or not key.isprintable():
        raise InputError(f"What the environment variable {name or USUAL_KEY} has is no key: it has strange characters.")
    return key or None
