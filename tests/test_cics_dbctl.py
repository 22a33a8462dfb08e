"""Sessions of CICS regions with DBCTL: threads, how long all were in use, and what more of them asks of IMS."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

import getpage
from cics_evidence import of
from getpage import _native
from getpage.result import Kind, Severity
from test_cics_smf import SECOND, START, check, micros, statistics

HOUR = 3600.0


def session(*, full: float, most: int = 40, hours: float = 8, day: int = 0, **more: Any) -> dict[str, Any]:
    """A session that had all threads in use for `full` seconds, and ended `hours` after its day began."""
    begun = START + timedelta(days=day)
    ended = begun + timedelta(hours=hours)
    row = {
        "session": day + 1,
        "dbctl": "IMSA",
        "rse": "DFSRSE1",
        "connected": micros(begun),
        "disconnected": micros(ended),
        "connected_local": micros(begun),
        "disconnected_local": micros(ended),
        "least_threads": 10,
        "most_threads": most,
        "times_at_least": 7,
        "times_at_most": 25 if full else 0,
        "at_most_us": full * SECOND,
        "peak_threads": most,
        "schedules": 960_000,
    }
    made = statistics(0, "USS", DFHDBUDS=[row | more])
    made["common"] |= {"written": micros(ended), "interval_end": micros(ended)}
    return made


def test_a_session_comes_back_field_by_field_and_where_ibm_and_bmc_have_it(tmp_path):
    spec = session(full=600)
    [record] = _native.encode_records([spec])
    at = record.index("IMSA".encode("cp037")) - 12
    assert int.from_bytes(record[at + 2 : at + 4]) == 28
    assert int.from_bytes(record[at + 42 : at + 44]) == 40  # MAXTHRD, X'3E' of BMC less X'14'
    assert int.from_bytes(record[at + 52 : at + 60]) == 600 * SECOND * 4096
    assert int.from_bytes(record[at + 64 : at + 68]) == 960_000
    (tmp_path / "cics.smf").write_bytes(record)
    [row] = getpage.load(tmp_path / "cics.smf", into=tmp_path / "store").table("cics_dbctl_session").collect().to_dicts()
    assert (row["dbctl"], row["rse"], row["session"]) == ("IMSA", "DFSRSE1", 1)
    assert row["disconnected"] - row["connected"] == timedelta(hours=8)
    assert (row["times_at_most"], row["peak_threads"]) == (25, 40)


@pytest.mark.parametrize(("full", "most", "share", "came", "asked"), [(1440, 40, "5 %", 48_000, 50), (2880, 100, "10 %", 96_000, 125)])
def test_a_session_at_maxthrd_says_what_came_meanwhile_and_asks_for_a_quarter_more(tmp_path, full, most, share, came, asked):
    result = check(tmp_path, [session(full=full, most=most)])
    [finding] = of(result, "cics-dbctl-threads")
    assert f"all {most} threads of MAXTHRD to DBCTL IMSA in use 25 times" in finding.claim
    assert f"{came:,} PSBs were to be scheduled in that time" in finding.claim
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    [change] = result.changes
    assert (change.command, change.undo) == (f"MAXTHRD={asked}", f"MAXTHRD={most}")
    assert "DFSPZPxx" in change.place
    assert change.storage_bytes == (asked - most) * 9 * 1024
    for beside in ("below 16 MB", "PSB pools of IMSA", "MAXREGN", "CNBA", "ends DL/I work"):
        assert beside in change.caution


def test_a_moment_at_maxthrd_is_a_note_without_a_command(tmp_path):
    result = check(tmp_path, [session(full=60)])  # of eight hours
    [finding] = of(result, "cics-dbctl-threads")
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert result.changes == ()


def test_a_session_that_never_had_all_threads_in_use_is_looked_at_and_not_named(tmp_path):
    result = check(tmp_path, [session(full=0)])
    assert of(result, "cics-dbctl-threads") == []
    assert any("DBCTL" in repr(one) for one in result.looked)


def test_sessions_add_up_and_what_came_to_a_lower_maxthrd_is_not_told_of_the_present_one(tmp_path):
    both = check(tmp_path, [session(full=1440), session(full=1440, day=1)])
    [finding] = of(both, "cics-dbctl-threads")
    assert "50 times" in finding.claim
    (tmp_path / "raised").mkdir()
    raised = check(tmp_path / "raised", [session(full=1440), session(full=0, most=60, day=1)])
    assert of(raised, "cics-dbctl-threads") == []


def test_maxthrd_at_its_most_has_a_finding_and_no_command(tmp_path):
    result = check(tmp_path, [session(full=1440, most=999)])
    [finding] = of(result, "cics-dbctl-threads")
    assert finding.no_command
    assert result.changes == ()


@pytest.mark.parametrize("wrong", [{"most_threads": 5}, {"dbctl": ""}, {"most_threads": 60_000}])
def test_a_session_that_contradicts_itself_is_damage_and_no_row(tmp_path, wrong):
    (tmp_path / "cics.smf").write_bytes(b"".join(_native.encode_records([session(full=60, **wrong)])))
    store = getpage.load(tmp_path / "cics.smf", into=tmp_path / "store")
    assert not store.table("cics_dbctl_session").collect().height
    [file] = store.files()
    assert file["damage"]["listed"]
