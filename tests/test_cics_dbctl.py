"""What CICS regions wait for at DBCTL: threads while all are in use, and space in the pools of IMS."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

import getpage
from cics_evidence import number, of
from getpage import _native
from getpage.result import Cause, Kind, Severity
from test_cics_smf import SECOND, START, check, micros, statistics
from zos_records import spec

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
    result = statistics(0, "USS", DFHDBUDS=[row | more])
    result["common"] |= {"written": micros(ended), "interval_end": micros(ended)}
    return result


def test_a_session_comes_back_field_by_field_and_where_ibm_and_bmc_have_it(tmp_path):
    spec = session(full=600)
    [record] = _native.encode_records([spec])
    at = record.index("IMSA".encode("cp037")) - 12
    assert int.from_bytes(record[at + 2 : at + 4]) == 28
    assert int.from_bytes(record[at + 42 : at + 44]) == 40  # MAXTHRD, X'3E' of BMC less X'14'
    assert int.from_bytes(record[at + 52 : at + 60]) == 600 * SECOND * 4096
    assert int.from_bytes(record[at + 64 : at + 68]) == 960_000
    (tmp_path / "cics.smf").write_bytes(record)
    [row] = (
        getpage.load(tmp_path / "cics.smf", into=tmp_path / "store")
        .table("cics_dbctl_session")
        .collect()
        .to_dicts()
    )
    assert (row["dbctl"], row["rse"], row["session"]) == ("IMSA", "DFSRSE1", 1)
    assert row["disconnected"] - row["connected"] == timedelta(hours=8)
    assert (row["times_at_most"], row["peak_threads"]) == (25, 40)


@pytest.mark.parametrize(
    ("full", "most", "text", "came", "needed"),
    [(1440, 40, "24 min", 48_000, 50), (2880, 100, "48 min", 96_000, 125)],
)
def test_a_session_at_maxthrd_says_what_came_meanwhile_and_asks_for_a_quarter_more(
    tmp_path, full, most, text, came, needed
):
    result = check(tmp_path, [session(full=full, most=most)])
    [finding] = of(result, "cics-dbctl-threads")
    assert finding.headline == f"All {most} threads of MAXTHRD in use for {text}"
    assert number(finding, "times at MAXTHRD") == 25
    assert number(finding, "PSBs scheduled in such a time, at the session's rate") == came
    assert number(finding, "time connected") == 8 * 3600
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    [change] = result.changes
    assert (change.command, change.undo) == (f"MAXTHRD={needed}", f"MAXTHRD={most}")
    assert "DFSPZPxx" in change.place
    assert "log records X'56FA' of IMS" in change.only_after  # nothing says what its threads wait for
    assert change.storage_bytes == (needed - most) * 9 * 1024
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
    assert any("DBCTL" in repr(scope) for scope in result.looked)


def test_sessions_add_up_and_what_came_to_a_lower_maxthrd_is_not_told_of_the_present_one(tmp_path):
    both = check(tmp_path, [session(full=1440), session(full=1440, day=1)])
    [finding] = of(both, "cics-dbctl-threads")
    assert number(finding, "times at MAXTHRD") == 50
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


def tasks(waits: dict[str, float], *, length: int = 256, group: str = "DBCTL") -> list[dict[str, Any]]:
    """Tasks of transactions with what each waited for pool space, seconds, and their dictionary."""
    own = [("DFHTASK", "C", 1, 4, "TRAN"), ("DFHCICS", "T", 5, 8, "START"), ("DFHCICS", "T", 6, 8, "STOP")]
    own.append(("DFHDATA", "S", 186, 12, "IMSWAIT"))
    area = (group, "C", 1, length, "RMIDATA")
    columns = ("group", "type", "id", "length", "name")
    entries = [dict(zip(columns, item, strict=True)) for item in (*own, area)]
    rows = [
        {
            "transaction": name,
            "started": micros(START),
            "ended": micros(START) + 2 * SECOND,
            "dbctl_pool_wait_us": round(seconds * SECOND),
            "ims_wait_us": round(seconds * SECOND) + 100_000.0,
            "dbctl_intent_wait_us": 0,
            "dbctl_schedule_us": round(seconds * SECOND) + 900,
            "dbctl_io_us": 12_000,
            "dbctl_lock_us": 0,
            "dbctl_ios": 7,
        }
        for name, seconds in waits.items()
    ]
    common = {"system": "SYSA", "region": "IYCUA001", "written": micros(START + timedelta(hours=1))}
    common |= {"cics_level": "0750"}
    return [
        spec((110, 1), common, **{"CICS dictionary": entries}),
        spec((110, 1), common, **{"CICS dictionary": entries, "CICS tasks": rows}),
    ]


def test_the_dbctl_area_of_a_task_is_read_where_ims_documents_it(tmp_path):
    specs = tasks({"PAY1": 1.5})
    record = _native.encode_records(specs)[-1]
    at = record.index(bytes.fromhex("000000001500000C")[:8])
    assert record[at + 40 : at + 44] == (7).to_bytes(4)  # I/Os behind five times of 8 bytes
    (tmp_path / "cics.smf").write_bytes(b"".join(_native.encode_records(specs)))
    [row] = getpage.load(tmp_path, into=tmp_path / "store").table("cics_transaction").collect().to_dicts()
    assert (row["dbctl_pool_wait_us"], row["dbctl_schedule_us"]) == (1_500_000, 1_500_900)
    assert (row["dbctl_io_us"], row["dbctl_ios"]) == (12_000, 7)


def test_tasks_that_waited_for_pool_space_are_told_with_the_transactions_that_waited_most(tmp_path):
    result = check(tmp_path, tasks({"PAY1": 1.5, "ORD2": 4.0, "INQ3": 0.0}))
    [finding] = of(result, "cics-dbctl-pool")
    assert finding.headline == "2 transactions waited 5.5 s for IMS PSB and DMB pools"
    assert [number(finding, f"of it {name}") for name in ("ORD2", "PAY1")] == pytest.approx([4, 1.5])
    assert finding.delay_seconds == pytest.approx(5.5)
    assert finding.kind is Kind.SHORTAGE
    assert "Pool Space Failure Summary" in finding.no_command
    assert {item.trust for item in finding.evidence if item.column == "dbctl_pool_wait_us"} == {"derived"}


def test_no_wait_for_pool_space_is_no_finding(tmp_path):
    assert of(check(tmp_path, tasks({"PAY1": 0.0})), "cics-dbctl-pool") == []


def test_an_area_that_holds_no_packed_numbers_counts_nothing_and_a_short_one_is_null(tmp_path):
    specs = tasks({"PAY1": 1.5})
    records = _native.encode_records(specs)
    packed = bytes.fromhex("000000001500000C")
    (tmp_path / "cics.smf").write_bytes(b"".join(records).replace(packed, b"\x00" * 7 + b"\x01"))
    [row] = getpage.load(tmp_path, into=tmp_path / "store").table("cics_transaction").collect().to_dicts()
    assert row["dbctl_pool_wait_us"] == 0
    (tmp_path / "short").mkdir()
    cut = [task | {} for task in tasks({"PAY1": 0.0}, length=8)]
    for item in cut:
        item["sections"] = {
            name: [{key: value for key, value in row.items() if not key.startswith("dbctl")} for row in rows]
            for name, rows in item["sections"].items()
        }
    (tmp_path / "short" / "cics.smf").write_bytes(b"".join(_native.encode_records(cut)))
    store = getpage.load(tmp_path / "short", into=tmp_path / "shortstore")
    [row] = store.table("cics_transaction").collect().to_dicts()
    assert row["dbctl_pool_wait_us"] is None


@pytest.mark.parametrize(("requests", "is_needed"), [(12, True), (0, False)])
def test_the_area_is_asked_for_where_tasks_call_dl_i_and_their_records_do_not_have_it(
    tmp_path, requests, is_needed
):
    task = {"transaction": "PAY1", "record_type_code": "   T", "task_number": 1}
    task |= {"started": micros(START), "ended": micros(START) + SECOND}
    common = {"system": "SYSA", "region": "IYCUA001", "written": micros(START + timedelta(hours=1))}
    common |= {"cics_level": "0750"}
    specs = [spec((110, 1), common, **{"CICS dictionary": []})]
    specs += [spec((110, 1), common, **{"CICS tasks": [task | {"ims_requests": requests}]})]
    result = check(tmp_path, specs)
    assert any("DBCTL.1" in repr(need) for need in result.missing) == is_needed


def log(io: float, locks: float, day: date = date(2012, 7, 24), used: int = 100) -> str:
    """Log records of an hour of a thread that is in use for `used` units of work of 20 s."""
    lines = ["TPTRAN;TPCLASS;TPCPSTN;TPMPP;TPDBT;TPINUTC;TPSTARTU;TPENDU;TPTDBIO;TPTDBPL"]
    for nth in range(used):
        start = datetime.combine(day, time(7)) + timedelta(seconds=30 * nth)
        times = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (start, start + timedelta(seconds=20)))
        lines.append(
            ";".join(
                ("PAYPSB1;;20;N;Y;", *times, str(round(io * 20 * SECOND)), str(round(locks * 20 * SECOND)))
            )
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("io", "locks", "cause", "says"),
    [
        (0.1, 0.8, Cause.LOCK, "80 % of the time of its threads is locks: more threads would wait"),
        (0.6, 0.1, Cause.ELSEWHERE, "60 % of the time of its threads is database I/O"),
        (0.2, 0.2, None, "Nothing counts how many were"),
    ],
)
def test_threads_that_wait_in_ims_are_not_made_more_and_those_that_run_are(tmp_path, io, locks, cause, says):
    (tmp_path / "IMSP@SYSA.log56fa.txt").write_text(log(io, locks))
    result = check(tmp_path, [session(full=1440, dbctl="IMSP")])
    [finding] = of(result, "cics-dbctl-threads")
    assert finding.cause is cause
    assert says in finding.claim
    assert number(finding, "of it locks") == pytest.approx(100 * 20 * locks)
    # two of three 30 seconds
    assert number(finding, "threads of all regions in use, mean of the busiest interval") == pytest.approx(
        2 / 3
    )
    assert [(change.command, change.only_after) for change in result.changes] == (
        [] if cause else [("MAXTHRD=50", "")]
    )
    assert bool(finding.next_step) == bool(cause)


@pytest.mark.parametrize(
    ("name", "day"),
    [("IMSQ@SYSA", START.date()), ("IMSP@SYSB", START.date()), ("IMSP@SYSA", date(2026, 3, 12))],
)
def test_log_records_of_another_ims_or_time_say_nothing_of_its_threads(tmp_path, name, day):
    (tmp_path / f"{name}.log56fa.txt").write_text(log(0.1, 0.8, day))
    result = check(tmp_path, [session(full=1440, dbctl="IMSP")])
    [finding] = of(result, "cics-dbctl-threads")
    assert finding.cause is None
    assert result.changes[0].only_after


FAILED = """\
POOL SPACE FAILURE SUMMARY

          POOL ID    BYTES REQ.   OCCURRENCES
          DPSB           8888         {times}
     TOTAL                            {times}
"""


def test_a_region_that_waits_for_a_pool_of_ims_and_that_pool_are_one_finding_with_one_command(tmp_path):
    (tmp_path / "IMSP@SYSA.monitor.txt").write_text(FAILED.format(times=37))
    (tmp_path / "IMSP@SYSA.DFSPB00.txt").write_text("CSAPSB=80,DLIPSB=1200,PSBW=24,DMB=500\n")
    waiting = tasks({"PAY1": 1.5, "ORD2": 4.0})
    result = check(tmp_path, [session(full=1440, dbctl="IMSP"), *waiting])
    [finding] = [each for each in result.findings if each.kind is not Kind.NOTE]
    assert (str(finding.object), finding.check) == ("SYSA.IMSP DLIPSB pool", "ims-pool-space")
    assert finding.symptoms == (
        "2 transactions of SYSA.IYCUA001 waited 5.5 s for it",
        "all 40 threads of SYSA.IYCUA001 in use for 24 min",
    )
    assert finding.delay_seconds == pytest.approx(5.5)
    assert number(finding, "of it ORD2") == pytest.approx(4)
    assert [change.command for change in result.changes] == ["DLIPSB=2400"]  # and no MAXTHRD


PAGE = """\
 Unsolicited Statistics Report  Collection Date-Time 07/24/2012-14:45:00  Applid IYCUA001  Jobname CICSA001
   CICS DBCTL session number. . . . . . . :           3
   DBCTL identifier . . . . . . . . . . . :        IMSA
   DBCTL RSE name . . . . . . . . . . . . :     DFSRSE1
   Time CICS connected to DBCTL . . . . . : 06:45:00.0000
   Minimum number of threads. . . . . . . :          10
   Maximum number of threads. . . . . . . :          40
   Times minimum threads hit. . . . . . . :           7
   Times maximum threads hit. . . . . . . :          25
   Elapsed time at maximum threads. . . . : 00:24:00.000000
   Peak number of thread TCBs . . . . . . :          40
   Successful PSB schedules . . . . . . . :     960,000
"""


def test_a_page_of_dfhstup_fills_the_same_table_as_the_record(tmp_path):
    (tmp_path / "page.txt").write_text(PAGE)
    (tmp_path / "cics.smf").write_bytes(b"".join(_native.encode_records([session(full=1440)])))
    store = getpage.load(tmp_path, into=tmp_path / "store")
    columns = ["dbctl", "rse", "least_threads", "most_threads", "times_at_most", "at_most_us", "schedules"]
    rows = store.table("cics_dbctl_session").collect().select("region", *columns).rows()
    assert len(rows) == 2
    assert rows[0] == rows[1]


def test_a_page_that_does_not_say_how_long_the_session_was_makes_a_note(tmp_path):
    (tmp_path / "page.txt").write_text(PAGE)
    result = getpage.check(tmp_path)
    [finding] = of(result, "cics-dbctl-threads")
    assert finding.headline == "All 40 threads of MAXTHRD in use for 24 min"
    assert finding.severity is Severity.INFO
    (tmp_path / "page.txt").write_text(PAGE.replace("          40", "       forty"))
    store = getpage.load(tmp_path / "page.txt", into=tmp_path / "damaged")
    assert store.files()[0]["damage"]["listed"]
