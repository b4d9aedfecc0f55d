"""Files come from the mirror, the cache or their address, and only with the right checksum."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from babelance.core.card import File
from babelance.core.errors import FetchError
from babelance.datasets.reading import fetch
from babelance.datasets.reading.fetch import local, look

GOOD = b"id,more,less\n1,The cook burnt it.,The baker burnt it.\n" * 1000


class Server(BaseHTTPRequestHandler):
    """`/good` sends the file, `/other` something else, `/cut` half of what it promised, anything else 404."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        body = {"/good": GOOD, "/other": b"not the file", "/cut": GOOD[: len(GOOD) // 2]}.get(self.path)
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(GOOD) if self.path == "/cut" else len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.asked = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("BABELANCE_MIRROR", raising=False)
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def pinned_file(server: ThreadingHTTPServer | None, path: str = "/good") -> File:
    port = server.server_port if server else 1
    return File("mine/pairs.csv", f"http://127.0.0.1:{port}{path}", hashlib.sha256(GOOD).hexdigest(), len(GOOD))


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_download_is_stored_and_not_repeated(server: ThreadingHTTPServer, cache: Path) -> None:
    path = local(pinned_file(server))
    assert path == cache / "mine" / "pairs.csv"
    assert path.read_bytes() == GOOD
    assert local(pinned_file(server)) == path
    assert server.asked == ["/good"]  # type: ignore[attr-defined]


def test_download_with_a_wrong_checksum_is_refused_and_deleted(server: ThreadingHTTPServer, cache: Path) -> None:
    with pytest.raises(FetchError, match="not the pinned file and was deleted") as caught:
        local(pinned_file(server, "/other"))
    assert hashlib.sha256(b"not the file").hexdigest() in str(caught.value)
    assert pinned_file(server).sha256 in str(caught.value)
    assert files_in(cache) == []


def test_connection_cut_in_the_middle_leaves_nothing(server: ThreadingHTTPServer, cache: Path) -> None:
    with pytest.raises(FetchError, match="the connection was cut"):
        local(pinned_file(server, "/cut"))
    assert files_in(cache) == []


def test_address_that_is_gone_is_named_with_its_answer(server: ThreadingHTTPServer, cache: Path) -> None:
    with pytest.raises(FetchError, match=r"/gone \(404 .*BABELANCE_MIRROR"):
        local(pinned_file(server, "/gone"))
    assert files_in(cache) == []


def test_without_network_the_error_names_the_address_and_the_next_step(cache: Path) -> None:
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:1/good \(no connection\).*'mine/pairs.csv'.*BABELANCE_MIRROR"):
        local(pinned_file(None))


def test_offline_never_asks_the_server(server: ThreadingHTTPServer, cache: Path) -> None:
    with pytest.raises(FetchError, match="downloads are off"):
        local(pinned_file(server), offline=True)
    assert server.asked == []  # type: ignore[attr-defined]


def test_damaged_file_in_the_cache_is_replaced(server: ThreadingHTTPServer, cache: Path) -> None:
    (cache / "mine").mkdir(parents=True)
    (cache / "mine" / "pairs.csv").write_bytes(GOOD[:100])
    assert look(pinned_file(server)).state == "wrong"
    assert local(pinned_file(server)).read_bytes() == GOOD


def test_mirror_comes_first_and_needs_no_network(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mirror" / "mine").mkdir(parents=True)
    (tmp_path / "mirror" / "mine" / "pairs.csv").write_bytes(GOOD)
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))
    assert local(pinned_file(None)) == tmp_path / "mirror" / "mine" / "pairs.csv"
    assert files_in(cache) == []


def test_wrong_file_in_the_mirror_is_refused_with_both_hashes_and_kept(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "mirror" / "mine" / "pairs.csv"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"old version")
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))
    with pytest.raises(FetchError) as caught:
        local(pinned_file(None))
    assert hashlib.sha256(b"old version").hexdigest() in str(caught.value)
    assert pinned_file(None).sha256 in str(caught.value)
    assert kept.read_bytes() == b"old version"


def test_mirror_that_is_no_folder_is_named(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_MIRROR", str(cache / "nowhere"))
    with pytest.raises(FetchError, match="nowhere"):
        local(pinned_file(None))


def test_file_is_hashed_once_until_it_changes(
    server: ThreadingHTTPServer, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = local(pinned_file(server))
    hashed: list[Path] = []
    real = fetch.sha256_of
    monkeypatch.setattr(fetch, "sha256_of", lambda one: hashed.append(one) or real(one))  # type: ignore[func-returns-value]
    local(pinned_file(server))
    assert hashed == []
    path.write_bytes(GOOD + b"\n")
    assert look(pinned_file(server)).state == "wrong"
    assert hashed == [path]


def test_cache_that_cannot_be_written_says_so(
    server: ThreadingHTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "occupied").write_text("a file where the cache should be")
    monkeypatch.delenv("BABELANCE_MIRROR", raising=False)
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path / "occupied"))
    with pytest.raises(FetchError, match="BABELANCE_CACHE"):
        local(pinned_file(server))


def test_full_disk_says_so_and_leaves_nothing(
    server: ThreadingHTTPServer, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pooch

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", full)
    with pytest.raises(FetchError, match=r"No space left on device.*Make room"):
        local(pinned_file(server))
    assert files_in(cache) == []
