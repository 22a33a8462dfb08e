"""The spring change: the hour that clocks skip is no gap, and an hour without records still is one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.evidence.opened import open_evidence
from getpage.products.common.processors import processors
from test_prove_itr import smf70
from zos_records import START, paging, smf71, smf72, write

if TYPE_CHECKING:
    from pathlib import Path

    from zos_records import Spec

HOUR = 3_600_000_000
#: Local midnight of the Sunday on which clocks go from 2 to 3, and of the day before.
SUNDAY, SATURDAY = datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 3, 28, tzinfo=UTC)
QUARTERS, CHANGE = 24, 8


def night(day: datetime, *, lost: tuple[str, ...] = ("71", "72")) -> list[Spec]:
    """Six hours from midnight on; from 2 on these kinds of records have times of an hour later."""
    specs = []
    moved = round((day - START).total_seconds() * 1e6)
    for n in range(QUARTERS):
        kinds = {"71": smf71("SYSA", n, paging(5_500_000, minimum=5_000_000, maximum=6_000_000))}
        kinds["72"] = smf72("SYSA", n, "CICS", regions=2, rate=0.0)
        for kind, spec in kinds.items():
            later = kind in lost
            spec["common"]["written"] += moved + (HOUR if later and n + 1 >= CHANGE else 0)
            spec["common"]["interval_start"] += moved + (HOUR if later and n >= CHANGE else 0)
            specs.append(spec)
    return specs


def gaps(tmp_path: Path, specs: list[Spec]) -> set[tuple[datetime, datetime]]:
    write(tmp_path / "dump.smf", specs)
    of_check = getpage.check(tmp_path / "dump.smf").coverage
    assert of_check == getpage.inspect(tmp_path / "dump.smf").coverage
    return {gap for line in of_check for gap in line.gaps}


def test_the_hour_that_clocks_skip_is_no_gap(tmp_path):
    assert gaps(tmp_path, night(SUNDAY)) == set()


@pytest.mark.parametrize("lost", [("71",), ("72",)])
def test_an_hour_that_one_kind_of_records_lacks_is_a_gap(tmp_path, lost):
    assert gaps(tmp_path, night(SUNDAY, lost=lost)) == {(datetime(2026, 3, 29, 2), datetime(2026, 3, 29, 3))}


def test_the_same_hour_of_another_day_is_a_gap(tmp_path):
    assert gaps(tmp_path, night(SATURDAY)) == {(datetime(2026, 3, 28, 2), datetime(2026, 3, 28, 3))}


def test_of_two_intervals_with_one_local_start_in_autumn_both_count(tmp_path):
    """LPAR busy of the hour that clocks repeat is that of both hours."""
    first, second = smf70(0, 0.2), smf70(0, 0.6)
    for number, spec in enumerate((first, second)):
        spec["common"]["interval_end_utc"] = spec["common"]["written"] + number * HOUR
    write(tmp_path / "dump.smf", [first, second, second])
    with open_evidence([str(tmp_path / "dump.smf")]) as (evidence, _):
        both = list(processors(evidence))
    assert [entry.start for entry in both] == [both[0].start] * 2
    assert sum(entry.busy_seconds for entry in both) == pytest.approx(4 * both[0].busy_seconds)
