"""Every command of a region carried out, and looked at again: nothing more. Healthy regions: nothing."""

from __future__ import annotations

import re

import pytest

import getpage
import zos_records
from getpage.result import Severity
from test_cics_limits import QUARTERS, areas, real
from test_cics_smf import SECOND, monitoring, statistics, task

#: The settings of a region whose every limit is reached, and what reads a new one out of its command.
BEFORE = {"mxt": 300, "class": 9, "edsa": 200, "td": (4, 3), "threads": 12, "tcbs": 30, "open": 50}
NEW = {
    "mxt": r"MAXTASKS\((\d+)\)",
    "class": r"TCLASS\(PAYCLS\) MAXIM\((\d+)\)",
    "edsa": r"EDSALIMIT\((\d+)\)",
    "td": r"TD=\((\d+),(\d+)\)",
    "threads": r"JVMSERVER\(WLP7\) THREADLIMIT\((\d+)\)",
    "tcbs": r"DB2CONN TCBLIMIT\((\d+)\)",
    "open": r"MAXOPENTCBS\((\d+)\)",
}


def interval(n: int, has: dict, busy: bool) -> list[dict]:
    """Statistics of a quarter of an hour; a busy one reached every limit."""
    queued, waits, mib = (23, 31, has["edsa"]) if busy else (0, 0, BEFORE["edsa"] - 10)
    manager = {"mxt": has["mxt"], "peak_active": BEFORE["mxt"], "times_at_mxt": queued, "peak_queued": queued}
    manager |= {"total_active": 6_000, "total_delayed": 5 * queued}
    of_class = {"transaction_class": "PAYCLS", "limit": has["class"], "peak_active": BEFORE["class"]}
    of_class |= {"times_at_limit": waits, "peak_queued": queued, "queue_us": 10.0 * queued * SECOND}
    transient = {"buffers": has["td"][0], "strings": has["td"][1], "ci_size": 4096, "cis": 90, "peak_cis": 40}
    transient |= {"buffer_waits": waits, "peak_buffer_waits": 6 * busy, "string_waits": waits}
    jvm = {"name": "WLP7", "thread_limit": has["threads"], "peak_threads": 12, "thread_waits": waits}
    db2 = {"db2_connection": "DB2A", "tcb_limit": has["tcbs"], "tcbs": 30, "peak_tcbs": 30}
    pool = {"pool": 1, "limit": has["open"], "tcbs": 50, "peak_tcbs": 50, "times_at_limit": waits}
    pool |= {"limit_waits": waits, "limit_wait_us": 0.1 * waits * SECOND, "peak_waiting": 8 * busy}
    row = statistics(
        n,
        DFHXMGDS=manager,
        DFHXMCDS=[of_class],
        DFHTQGDS=transient | {"peak_string_waits": 2 * busy},
        DFHSJSDS=[jvm | {"thread_wait_us": 0.2 * waits * SECOND, "peak_waiting": 4 * busy}],
        DFHD2GDS=[db2 | {"peak_waiting": 11 * busy}],
        DSGTCBP=[pool],
        DFHDSGDS={},
    )
    return [row, areas(n, mib, limit=has["edsa"], short=7.0 * busy)]


def site(tmp_path, specs):
    tmp_path.mkdir(exist_ok=True)
    tasks = [
        task(n, "PAY1", 2, 0.01, 0.4, file_wait_us=0.1, ts_wait_us=0.1) for n in range(8) for _ in range(9)
    ]
    zos_records.write(tmp_path / "cics.smf", [*monitoring(tasks), *specs, *real(12_000_000)])
    return getpage.check(tmp_path)


def commands(result) -> list[str]:
    return [change.command for change in result.changes if change.subsystem.product == "cics"]


def test_carried_out_and_looked_at_again_nothing_more_is_asked(tmp_path):
    busy = [spec for n in range(QUARTERS) for spec in interval(n, BEFORE, busy=True)]
    first = commands(site(tmp_path / "first", busy))
    after = dict(BEFORE)
    for name, pattern in NEW.items():
        [actual] = [match for match in (re.search(pattern, command) for command in first) if match]
        values = tuple(map(int, actual.groups()))
        after[name] = values if name == "td" else values[0]
    after["edsa"] //= 1 << 20
    assert len(first) == len(NEW)
    assert all(after[name] > BEFORE[name] for name in NEW)
    calm = [spec for n in range(QUARTERS, 2 * QUARTERS) for spec in interval(n, after, busy=False)]
    again = site(tmp_path / "again", [*busy, *calm])
    assert commands(again) == []


@pytest.mark.parametrize("load", [1, 3])
def test_a_healthy_region_has_no_finding_above_a_note(tmp_path, load):
    has = {"mxt": 400, "class": 40, "edsa": 300, "td": (8, 8), "threads": 30, "tcbs": 80, "open": 90}
    specs = [spec for n in range(load * 2) for spec in interval(n, has, busy=False)]
    result = site(tmp_path, specs)
    mine = [
        finding
        for finding in result.findings
        if finding.product == "cics" and finding.severity is not Severity.INFO
    ]
    assert mine == []
    assert commands(result) == []
