"""The page over a store writes nothing, connects to nothing and lets nobody else listen."""

from __future__ import annotations

import json
import os
import re
import shutil
import ssl
import subprocess
from html import unescape
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import getpage
from getpage.cli import serve
from getpage.serve.server import Listening
from in_process import run
from sample_site import store
from served import region, serving
from test_cics_limits import QUARTERS, site
from test_cics_smf import SECOND, statistics
from test_hostile_names import HOSTILE
from test_serve import HOLD, VIEWS

#: Written into a log of its own: what the server and the processes that it starts write, and whom they call.
WATCH = """
import os, sys
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
WRITES = {{"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"}}
CALLS = {{"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}}
ENDS = os.O_WRONLY | os.O_RDWR | os.O_CREAT
def watch(event, given):
    # A number is of a pipe or a socket that is open already.
    opens = event == "open" and not isinstance(given[0], int) and (given[2] or 0) & ENDS
    if opens or event in WRITES | CALLS:
        os.write(log, (str(os.getpid()) + " " + event + " " + repr(given) + "\\n").encode())
sys.addaudithook(watch)
os.write(log, b"%d watched\\n" % os.getpid())
"""


def test_no_file_is_written_and_no_connection_goes_out(tmp_path, monkeypatch):
    """A query has a directory for what memory does not hold, which goes with it."""
    log, temporary = tmp_path / "log", tmp_path / "temporary"
    for name in ("hook", "temporary"):
        (tmp_path / name).mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(WATCH.format(log=str(log)))
    paths = [str(tmp_path / "hook"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("TMPDIR", str(temporary))
    path = region(tmp_path)
    with serving(path) as running:
        running.before = running.digests()
        running.open()
        for view in (*VIEWS, "/trend", "/changes", "/report", "/report.html", "/sql?q=show+tables", "/move"):
            assert running.get(view).status in (200, 404), view
        assert running.digests() == running.before
        assert [*temporary.iterdir()] == []
    events = [line.split(" ", 1) for line in log.read_text().splitlines()]
    assert [event for _, event in events].count("watched") == 2  # the server, and the process of the query
    own = [event for process, event in events if process == str(running.process.pid)]
    assert [event for event in own if not event.startswith("open ('/dev/null'")] == ["watched"]
    others = [
        event for process, event in events if int(process) != running.process.pid and event != "watched"
    ]
    assert [event for event in others if str(temporary) not in event and "'.in-use'" not in event] == []


def test_nothing_but_its_address_is_on_standard_output_and_a_desktop_opens_it(monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(Listening, "run", lambda _: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    for has_desktop in (False, True):
        monkeypatch.setattr(serve, "_has_desktop", lambda answer=has_desktop: answer)
        for options in ((), ("--no-browser",)):
            done = run("serve", store(), *options)
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{43}\n", done.stdout)
            assert opened == ([done.stdout.strip()] if has_desktop and not options else [])
            opened.clear()


@pytest.mark.parametrize(
    ("terminal", "environment", "has_desktop"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1"}, False),
        (True, {}, False),
        (False, {"DISPLAY": ":0"}, False),
    ],
)
def test_a_desktop_is_where_somebody_sits_before_it(monkeypatch, terminal, environment, has_desktop):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    assert serve._has_desktop() is has_desktop


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: no certificate")
def test_others_reach_it_with_a_certificate_and_the_cookie_then_goes_over_tls_only(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*words, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    options = ("--host", "0.0.0.0", "--certificate", str(certificate), "--key", str(key))
    with serving(store(), *options) as running:
        parts = urlsplit(running.address)
        assert parts.scheme == "https"
        context = ssl.create_default_context(cafile=str(certificate))
        connection = HTTPSConnection("localhost", parts.port, context=context, timeout=60)
        connection.request("GET", f"/explain?{parts.query}")
        reply = connection.getresponse()
        assert reply.status == 303
        assert "; Secure" in reply.headers["set-cookie"]


def test_behind_the_proxy_of_the_site_it_listens_where_it_is_asked_to():
    with serving(store(), "--host", "0.0.0.0", "--behind-proxy") as running:
        parts = urlsplit(running.address)
        assert (parts.scheme, parts.hostname) == ("http", "0.0.0.0")
        running.open()
        assert running.get("/explain").status == 200


def test_names_that_attack_the_report_attack_no_view(tmp_path):
    names = (*HOSTILE, "<b>&A", '"><img', "javascri")
    row = {"limit": 10, "peak_active": 10, "attaches": 900, "times_at_limit": 40, "peak_queued": 5}
    row |= {"queue_us": 90.0 * SECOND, "queued_total": 60}
    rows = [row | {"transaction_class": name} for name in names]
    evidence = site(tmp_path, *(statistics(n, DFHXMCDS=rows) for n in range(QUARTERS)))
    path = Path(getpage.load(evidence, into=tmp_path / "store").path)
    with serving(path) as running:
        running.open()
        objects = re.findall(r'href="(/object\?[^"]+)"', running.get("/objects").text)
        assert len(objects) > len(names)
        attacks = ("<b>&A", "<img", "\x1b", "&A</b>", 'href="javascri')
        for view in (*VIEWS, "/trend", "/report", *map(unescape, objects)):
            reply = running.get(view)
            assert reply.status == 200, view
            assert not [attack for attack in attacks if attack in reply.text], view
        pieces = running.moved(hold=HOLD)
        assert "nothing is called" in json.dumps(pieces) or "Refused" in pieces["sums"]
