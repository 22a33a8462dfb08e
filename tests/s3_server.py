"""A server that speaks S3, on this machine, for as long as tests need it."""

from __future__ import annotations

import socket
import socketserver
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The Python of the server's own environment.
SERVER = Path(sys.prefix, "s3", "bin", "python")
#: Seconds that the server may take to start.
_START = 60


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]  # type: ignore[no-any-return]


def environment(port: int) -> dict[str, str]:
    """What names the server at a port, and credentials that it takes."""
    return {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "a-key",
        "AWS_SECRET_ACCESS_KEY": SECRET,
    }


@contextmanager
def serving(log: Path, patch: pytest.MonkeyPatch, port: int = 0) -> Iterator[str]:
    """The address of the server; the environment names it meanwhile, and credentials that it takes."""
    pytest.importorskip("obstore", reason="obstore is not installed here: make cloud")
    if not SERVER.exists():
        pytest.skip("moto, a server that speaks S3, is not installed here: make cloud")
    port = port or free_port()
    program = [str(SERVER), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with log.open("wb") as out:
        server = subprocess.Popen(program, stdout=out, stderr=out)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(server, port, log)
        for name, value in environment(port).items():
            patch.setenv(name, value)
        yield address
    finally:
        server.terminate()
        server.wait()


@contextmanager
def counting(address: str, patch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Bytes that the server sends, an entry for each time that some come: it is asked by another address."""
    host, _, port = address.rpartition("/")[2].partition(":")
    sent: list[int] = []

    class Relay(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection((host, int(port))) as server:
                back = threading.Thread(target=self._pass, args=(server, self.request, sent), daemon=True)
                back.start()
                self._pass(self.request, server, [])
                back.join()

        def _pass(self, source: socket.socket, target: socket.socket, counted: list[int]) -> None:
            with suppress(OSError):
                while some := source.recv(1 << 16):
                    counted.append(len(some))
                    target.sendall(some)
                target.shutdown(socket.SHUT_WR)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Relay) as relay:
        relay.daemon_threads = True
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{relay.server_address[1]}")
        yield sent
        patch.setenv("AWS_ENDPOINT_URL", address)
        relay.shutdown()
        relay.block_on_close = False


#: What no message may show.
SECRET = "the-secret-of-this-test"


def make_bucket(address: str, name: str) -> str:
    """A new bucket; its URL."""
    urlopen(Request(f"{address}/{name}", method="PUT")).close()
    return f"s3://{name}"


def objects(url: str) -> dict[str, bytes]:
    """All objects of a bucket or folder."""
    from getpage.evidence.objects import ObjectStore

    place = ObjectStore(url)
    return {key: place.read(key) or b"" for key, _ in place.list()}


def put(url: str, files: dict[str, bytes]) -> None:
    from getpage.evidence.objects import ObjectStore

    for key, text in files.items():
        assert ObjectStore(url).put_new(key, text)


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + _START
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(f"the server did not start: {log.read_text()[-2000:]}")


def assert_as_on_disk(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sample site loaded by URL is the store that is loaded on disk, and is answered alike."""
    from getpage.cli.app import run_command
    from getpage.evidence.store import Store
    from in_pieces import assert_same, plain
    from sample_site import site

    assert run_command(["load", str(site()), "--into", url]) == 0
    assert_same(Store(url), plain([site()], tmp_path / "prod"))
    monkeypatch.chdir(tmp_path)
    answers = []
    for store in ("prod", url):
        capsys.readouterr()
        run_command(["check", store, "--format", "json"])
        answers.append(capsys.readouterr().out.replace(url, "prod"))
    assert answers[0] == answers[1]
    named = {part.path for day in Store(url).days() for part in Store(url).day(day)}
    assert {key for key in objects(url) if key.startswith("tables/")} == named
