"""Connections of many days: what is kept of days says what all records of the window say."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.evidence import beside
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from tcpip_evidence import KIB, MIB, client, config, connection
from zos_records import write

A_DAY = 1440


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Ten days, the end of a month among them, of slow and fast streams, lost segments, connections for SMC
    and some over midnight; of two that were displayed one has a record.
    """
    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    specs = []
    for day in range(10):
        at = day * A_DAY
        for n in range(6):
            moved = {"bytes_in": 400 * MIB * (n + 1), "most_send_window": 64 * KIB, "segments_in": 300_000}
            specs.append(connection("FTPD1", begin=at + 90 * n, seconds=900 + day, local_port=20, **moved))
        lost = {"retransmitted": 900 * day, "segments_out": 30_000, "bytes_out": 40 * MIB}
        specs.append(connection("PAYAPP", begin=at + 1000, seconds=30_000, local_port=1414, **lost))
        near = {"round_trip_ms": 1, "bytes_out": 30_000 * MIB, "segments_out": 20_000_000, "local_port": 446}
        specs.append(connection("DB2DIST", begin=at + 100, seconds=7_200, **near))
    specs.append(connection("OMVS", begin=5 * A_DAY, seconds=700, local_port=9047, remote_port=1024))
    shown = client("OMVS", 47, bytes_in=5 * MIB) + client("OMVS", 48, bytes_in=5 * MIB)
    log = tmp_path / "netstat.txt"
    log.write_text(config() + "MVS TCP/IP NETSTAT CS V2R3       TCPIP Name: TCPIP\n" + shown)
    getpage.load([write(tmp_path / "smf", specs), log], into=tmp_path / "store", system="SYSA")
    return tmp_path / "store"


def answer(store, *words: str) -> str:
    """What `check` says as JSON."""
    out = StringIO()
    with redirect_stdout(out):
        assert run_command(["check", str(store), "--format", "json", *words]) == 0
    return out.getvalue()


@pytest.mark.parametrize("window", [(), ("--from", "2012-07-26T12:00", "--to", "2012-08-02")])
def test_a_window_is_the_sum_of_its_days(store, monkeypatch, window):
    first = answer(store, *window)
    assert "FTPD1" in first
    assert answer(store, *window) == first
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    for path in (store / "daily").iterdir():
        path.unlink()
    assert answer(store, *window) == first


def test_a_check_again_opens_no_records_of_connections(store, monkeypatch):
    run_command(["check", str(store)])
    opened = []
    scanned = Store._scanned

    def recorded(self, table, parts):
        opened.extend(part for part in parts if table == "tcp_connection")
        return scanned(self, table, parts)

    monkeypatch.setattr(Store, "_scanned", recorded)
    run_command(["check", str(store)])
    assert not opened
