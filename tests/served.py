"""A real server of a store, as a user starts it, and answers to what is asked of it."""

from __future__ import annotations

import hashlib
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest

import getpage
from sample_site import store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@dataclass(frozen=True)
class Reply:
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Server:
    """A server that runs, with its address and the cookie of who opened it."""

    address: str
    process: subprocess.Popen[str]
    store: Path
    cookie: str = ""
    before: dict[str, str] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def ask(self, path: str, *, method: str = "GET", host: str = "", **headers: str) -> Reply:
        """A request with its own headers and nothing else."""
        connection = HTTPConnection(self.host, timeout=300)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in {"host": host or self.host, **headers}.items():
                connection.putheader(name, value)
            connection.endheaders()
            reply = connection.getresponse()
            return Reply(reply.status, {k.lower(): v for k, v in reply.getheaders()}, reply.read())
        finally:
            connection.close()

    def open(self) -> None:
        """Take the cookie, as a browser does that opens the printed address."""
        parts = urlsplit(self.address)
        self.cookie = self.ask(f"{parts.path}?{parts.query}").headers["set-cookie"].partition(";")[0]

    def get(self, path: str, *pairs: tuple[str, str], **query: str) -> Reply:
        """What a browser gets that was let in."""
        words = urlencode([*pairs, *query.items()])
        while True:  # as the page does that says how far its answer is
            reply = self.ask(f"{path}?{words}" if words else path, cookie=self.cookie)
            if reply.status != 202:
                return reply
            time.sleep(0.1)

    def moved(self, *pairs: tuple[str, str], **query: str) -> dict[str, str]:
        """The pieces of the answer to a move, by name; of those that follow each other the last."""
        lines = self.get("/move", *pairs, **query).text.splitlines()
        return {name: text for line in lines for name, text in json.loads(line).items()}

    def digests(self) -> dict[str, str]:
        """The digest of each file of its store."""
        files = (path for path in sorted(self.store.rglob("*")) if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@contextmanager
def serving(path: Path, *options: str) -> Iterator[Server]:
    """A server of a store, until the block ends."""
    words = [sys.executable, "-m", "getpage", "serve", str(path), "--no-browser", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address, process.stderr.read() if process.stderr else ""
            yield Server(address, process, path)
        finally:
            process.kill()


def paused(hour: int) -> str:
    """A minute of a region that collects garbage every second."""
    return "".join(
        f"[2026-11-18T{hour}:00:{second:02d}.000+0000][{second}.000s][info][gc] GC({second}) Pause Young "
        f"(Normal) (G1 Evacuation Pause) 200M->100M(512M) 5.000ms\n"
        for second in range(60)
    )


def region(folder: Path) -> Path:
    """A store with a minute of one Java region."""
    (folder / "dumps").mkdir()
    (folder / "dumps" / "gc.log").write_text(paused(10))
    return Path(getpage.load(folder / "dumps", into=folder / "store").path)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server of the sample site, which was opened."""
    getpage.trend(store())  # keeps what it worked out of the day beside it; the page keeps nothing
    with serving(store()) as running:
        running.before = running.digests()
        running.open()
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each has a profile of its own in it."""
    from playwright.sync_api import sync_playwright

    # A query in this process leaves a bound on memory (cli/sql.py), which a browser would inherit.
    resource.setrlimit(resource.RLIMIT_DATA, (resource.getrlimit(resource.RLIMIT_DATA)[1],) * 2)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
