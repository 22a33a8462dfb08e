"""What tasks of CICS use outside its own areas: threads of Db2 entries, MQ, heaps of JVM servers."""

from __future__ import annotations

from typing import Any

import pytest

from cics_evidence import number, of
from getpage.cli.app import run_command
from getpage.result import Kind, Severity
from test_cics_smf import REGION, check, monitoring, statistics, task


def entry(n: int, waits: int, kind: str = "INT", **more: Any) -> dict[str, Any]:
    row = {"name": "PAYENTRY", "plan": "PAYPLAN", "calls": 90_000, "signons": 4_000}
    row |= {"thread_reuses": 6_700, "thread_ends": 3_300, "thread_waits": waits} | more
    return statistics(n, kind, DFHD2RDS=[row])


def test_an_entry_without_threads_is_a_shortage_where_monitoring_saw_tasks_wait(tmp_path, capsys):
    tasks = [task(0, "PAY1", 2, 0.002, 0.05, db2_thread_wait_us=0.03) for _ in range(40)]
    result = check(tmp_path, [entry(0, 900), entry(1, 340), *monitoring(tasks)])
    [finding] = of(result, "cics-db2-entry")
    assert (finding.object.name, finding.headline) == ("DB2ENTRY PAYENTRY", "No thread left 1,240 times")
    assert number(finding, "waited for Db2 threads, all tasks") == pytest.approx(1.2)
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)
    assert any(
        fact.ibm_name == "DB2RDYQW" and fact.value == pytest.approx(1.2e6) for fact in finding.evidence
    )
    assert run_command(["explain", "cics-db2-entry"]) == 0
    assert "CEMT INQUIRE DB2ENTRY" in capsys.readouterr().out


def test_an_entry_that_lets_tasks_go_on_to_the_pool_is_a_note(tmp_path):
    tasks = [task(0, "PAY1", 2, 0.002, 0.05) for _ in range(40)]
    [finding] = of(check(tmp_path, [entry(0, 900), *monitoring(tasks)]), "cics-db2-entry")
    assert "used threads of the pool" in finding.claim
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)


def test_without_monitoring_it_is_said_what_would_tell(tmp_path):
    [finding] = of(check(tmp_path, [entry(0, 900)]), "cics-db2-entry")
    assert "SMF 110 subtype 1 shows which" in finding.claim
    assert finding.kind is Kind.NOTE


@pytest.mark.parametrize(("waits", "expected"), [((10,), 0), ((11,), 1), ((6, 6), 0)])
def test_few_waits_in_a_collection_are_none_however_long_the_window(tmp_path, waits, expected):
    result = check(tmp_path, [entry(n, count) for n, count in enumerate(waits)])
    assert len(of(result, "cics-db2-entry")) == expected


def test_entries_are_told_with_the_threads_that_were_used_again(tmp_path):
    result = check(tmp_path, [entry(0, 3), entry(1, 0), entry(1, 0, "REQ", thread_reuses=1)])
    [table] = [table for table in result.tables if table.title == "Db2 entries"]
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert (row["DB2ENTRY"], row["plan"], row["SQL calls"]) == ("PAYENTRY", "PAYPLAN", 180_000)
    assert (row["threads reused"], row["threads ended"], row["reused (%)"]) == (13_400, 6_600, 67.0)
    assert row["waits or overflows to the pool"] == 3


def mq(n: int, futile: int, connection: int = 1) -> dict[str, Any]:
    row = {"queue_manager": "MQ1A", "connection": connection, "calls": 500, "calls_ok": 499}
    row |= {"flows": 400, "flows_at_once": 350}
    return statistics(n, DFHMQGDS=[row | {"futile_attempts": futile}])


def test_mq_calls_without_a_connection_are_told_once_and_not_added_up(tmp_path):
    result = check(tmp_path, [mq(0, 0), mq(1, 17, 2), mq(2, 17, 2)])
    [finding] = of(result, "cics-mq-connection")
    assert finding.headline == "17 MQ calls found no connection to MQ1A"
    assert number(finding, "connection at the end") == "not connected"
    [table] = [table for table in result.tables if table.title == "MQ connections"]
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert (row["queue manager"], row["status"], row["calls"]) == ("MQ1A", "not connected", 500)
    assert (row["calls not completed well"], row["flows that waited (%)"]) == (1, 12.5)
    (tmp_path / "well").mkdir()
    assert of(check(tmp_path / "well", [mq(0, 0)]), "cics-mq-connection") == []


def test_the_heap_of_a_jvm_server_stands_in_the_account_of_its_region(tmp_path):
    row = {"name": "WLPSRV1", "profile": "DFHWLP", "thread_limit": 15, "heap": 1 << 30}
    result = check(tmp_path, [statistics(0, DFHSJSDS=[row])])
    [account] = [account for account in result.accounts if account.of == REGION]
    [line] = [line for line in account.lines if line.holder == "heap of JVM server WLPSRV1"]
    assert (line.bytes, line.place) == (1 << 30, "above the bar")
