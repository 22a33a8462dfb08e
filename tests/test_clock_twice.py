"""Clocks that are set for daylight time, in every field that is local: no verb fails, no finding changes."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from in_process import run
from zos_records import TO_UTC, micros, paging, smf30, smf71, smf72, write

if TYPE_CHECKING:
    from pathlib import Path

    from zos_records import Spec

HOUR = 3_600_000_000
#: The quarter of an hour from which on local clocks differ, of six hours.
CHANGE, QUARTERS = 8, 24
#: Frames that the address spaces hold, one of them more each quarter.
HELD = {"BIG": 4_000_000, "SMALL": 500_000}


def day(hours: int) -> list[Spec]:
    """Six hours of a system whose clock is set by so many hours after two of them. SMF 30 has its intervals
    in UTC, and when it was written in local time.
    """
    collected = []
    for n in range(QUARTERS):
        busiest = n == CHANGE + 1
        row = paging(5_500_000, minimum=3_000_000 if busiest else 5_000_000, maximum=6_000_000)
        collected += [smf71("SYSA", n, row), smf72("SYSA", n, "CICS", regions=2, rate=0.0)]
        collected += [
            smf30("SYSA", n, job, 0.0, page_time=round((frames + 1_000 * n) * 450_000 / 1.024))
            for job, frames in HELD.items()
        ]
        for spec in collected[-4:-2]:
            spec["common"]["interval_end_utc"] = micros(n + 1, -TO_UTC)
        for spec in collected[-4:]:
            shifted = (
                ["written"] if n + 1 >= CHANGE else []
            )  # the interval that clocks are set in ends by them
            shifted += ["interval_start"] if n >= CHANGE and spec["record_type"] != 30 else []
            for name in shifted:
                spec["common"][name] += hours * HOUR
    return collected


@pytest.mark.parametrize("hours", [0, 1, -1])
def test_an_hour_that_clocks_skip_or_repeat_has_each_address_space_once_in_each_interval(
    hours: int, tmp_path: Path
) -> None:
    write(tmp_path / "dump.smf", day(hours))
    ledger = json.loads(run("ledger", tmp_path, "--by-interval", "--format", "json").stdout)
    [table] = ledger["intervals"]
    at = table["columns"].index("address spaces")
    most = 4096 * (sum(HELD.values()) + 2 * 1_000 * QUARTERS)
    assert len(table["rows"]) == QUARTERS
    assert all(0.98 * most < row[at] <= most for row in table["rows"])
    lengths = {datetime.fromisoformat(row[1]) - datetime.fromisoformat(row[0]) for row in table["rows"]}
    assert lengths == {timedelta(minutes=15)}


@pytest.mark.parametrize("hours", [-1, 1])
def test_what_was_found_is_what_a_steady_clock_shows(hours: int, tmp_path: Path) -> None:
    collected = []
    for name, by in (("steady", 0), ("set", hours)):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "dump.smf", day(by))
        check = json.loads(run("check", tmp_path / name, "--format", "json").stdout)
        collected.append(
            [
                (finding["check"], finding["severity"], finding["storage_bytes"])
                for finding in check["findings"]
            ]
        )
        for verb in (["plan"], ["inspect"], ["report", "-o", "-"]):
            assert run(verb[0], tmp_path / name, *verb[1:]).returncode in (0, 3)
    assert collected[0]
    assert collected[0] == collected[1]
