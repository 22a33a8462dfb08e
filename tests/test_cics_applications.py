"""Tasks of CICS by region, application and platform, fields of the user, and exceptions by resource."""

from __future__ import annotations

import pytest

import getpage
import zos_records
from getpage.cli.app import run_command
from test_cics_smf import START, micros, monitoring, task
from zos_records import spec


def test_tasks_are_told_by_application_and_platform_over_all_regions(tmp_path, capsys):
    """Where records name them; percentiles and parts are those of the tasks."""
    specs = []
    for region in ("CICSA001", "CICSA002"):
        tasks = []
        for number in range(100):
            first = task(0, f"PAY{number % 2}", 2, 0.002, 0.1 if number < 98 else 5.0, file_wait_us=0.01)
            if number % 4:
                first |= {"application": "PAYMENTS", "platform": "PROD"}
            tasks.append(first)
        specs += monitoring(tasks, region)
    zos_records.write(tmp_path / "cics.smf", specs)
    [table] = [
        table
        for table in getpage.check(tmp_path).tables
        if table.title == "Tasks by application and platform"
    ]
    [row] = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert (row["platform"], row["application"]) == ("PROD", "PAYMENTS")
    assert (row["regions"], row["transactions"], row["tasks"]) == (2, 2, 150)
    assert row["50 % (ms)"] == pytest.approx(100, rel=0.01)
    assert row["99 % (ms)"] == pytest.approx(5000, rel=0.01)
    assert row["CPU (ms)"] == pytest.approx(2)
    assert row["file I/O (ms)"] == pytest.approx(10)
    for form in ("json", "csv", "md"):  # a terminal names the forms that have tables
        assert run_command(["check", str(tmp_path), "--format", form]) == 0
        assert "PAYMENTS" in capsys.readouterr().out
    assert run_command(["report", str(tmp_path), "--output", str(tmp_path / "r.html")]) == 0
    assert "PAYMENTS" in (tmp_path / "r.html").read_text()


def test_without_an_application_context_there_is_no_such_table(tmp_path):
    zos_records.write(tmp_path / "cics.smf", monitoring([task(0, "PAY1", 2, 0.002, 0.1)]))
    titles = [table.title for table in getpage.check(tmp_path).tables]
    where = "Where the time of transactions of SYSA.IYCUA001 went"
    assert titles == ["Transactions of SYSA.IYCUA001", where]


def test_fields_of_the_user_are_told_by_transaction_with_what_a_task_has_of_them(tmp_path):
    """A dictionary with a clock and a count of an event monitoring point."""
    known = (("DFHTASK", "C", 1, 4, "TRAN"), ("DFHCICS", "T", 5, 8, "START"), ("DFHCICS", "T", 6, 8, "STOP"))
    mine = (("ACCT", "A", 1, 4, "MINE"), ("ACCT", "S", 2, 12, "MINE"))
    names = ("group", "type", "id", "length", "name")
    entries = [dict(zip(names, item, strict=True)) for item in (*known, *mine)]
    common = {"system": "SYSA", "written": micros(START), "region": "CICSA001", "generic_applid": "CICSA001"}
    common |= {"cics_level": "0680", "job": "CICSA001"}
    rows = [
        {"transaction": "PAY1", "started": micros(START), "ended": micros(START) + 1000 * n}
        | {"ACCT.A001": n, "ACCT.S002_us": 250.0, "ACCT.S002_count": 2}
        for n in range(1, 5)
    ]
    sections = {"CICS dictionary": entries}
    specs = [
        spec((110, 1), common, **sections),
        spec((110, 1), common, **sections, **{"CICS tasks": rows}),
    ]
    zos_records.write(tmp_path / "cics.smf", specs)
    tables = {table.title: table for table in getpage.check(tmp_path).tables}
    assert "without a column of their own: 2." in tables["Transactions of SYSA.CICSA001"].note
    table = tables["Fields of the user by transaction"]
    by_name = {row[2]: row[3:] for row in table.rows}
    assert by_name == {
        "ACCT.A001": (4, 10.0, 2.5),
        "ACCT.S002_count": (4, 8.0, 2.0),
        "ACCT.S002_us": (4, 1000.0, 250.0),
    }


def test_tasks_are_told_by_region_where_there_are_several(tmp_path):
    specs = []
    for region, seconds in (("CICSA001", 0.1), ("CICSA002", 0.3)):
        tasks = [task(0, f"PAY{n % 3}", 2, 0.002, seconds if n < 98 else 2.0) for n in range(100)]
        specs += monitoring([task | {"file_wait_us": 10_000} for task in tasks], region)
    zos_records.write(tmp_path / "cics.smf", specs)
    [table] = [table for table in getpage.check(tmp_path).tables if table.title == "Tasks by region"]
    first, second = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert (first["system"], first["region"], second["region"]) == ("SYSA", "CICSA002", "CICSA001")
    assert (second["transactions"], second["tasks"]) == (3, 100)
    assert (second["50 % (ms)"], second["99 % (ms)"]) == pytest.approx((100, 2000), rel=0.01)
    assert second["response (ms)"] == pytest.approx(0.98 * 100 + 0.02 * 2000)
    assert (second["CPU (ms)"], second["file I/O (ms)"]) == pytest.approx((2, 10))


def exception(n: int, resource: str, kind: int, milliseconds: float) -> dict[str, object]:
    start = micros(START) + 1_000_000 * n
    row = {"transaction": f"PAY{n % 2}", "task_number": n + 1, "exception_number": 1}
    row |= {"started": start, "ended": start + round(1000 * milliseconds)}
    return row | {"resource_type": "FILE", "resource": resource, "exception_type": kind}


def test_exceptions_are_added_up_by_the_resource_that_was_waited_for(tmp_path):
    common = {"system": "SYSA", "written": micros(START), "region": "CICSA001", "generic_applid": "CICSA001"}
    rows = [exception(n, "PARTS", 3, 20 + n) for n in range(8)] + [exception(9, "STOCK", 2, 5)]
    zos_records.write(tmp_path / "cics.smf", [spec((110, 1), common, MNEXCDS=rows)])
    [table] = [table for table in getpage.check(tmp_path).tables if table.title == "Exceptions by resource"]
    assert table.rows == (
        ("SYSA.CICSA001", "FILE", "PARTS", "string wait", 8, 2, pytest.approx(0.188), 27.0),
        ("SYSA.CICSA001", "FILE", "STOCK", "buffer wait", 1, 1, pytest.approx(0.005), 5.0),
    )
