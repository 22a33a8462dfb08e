"""Storage that was free on other days pays for nothing of today."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.contract.observation import Observation
from getpage.plan.held import ONLY_AFTER, of_other_days
from getpage.result import Fact
from plan_site import knob, storage
from sites_with_truth import IMAGE, Queue, Site, Table
from zos_records import paging, smf71, write

if TYPE_CHECKING:
    from pathlib import Path

QUEUE = Queue(20_000, 70_000, 500, stays=False, total=600_000, location="ABOVE")
TABLE = Table(size=20_000, getpages=40_000_000, working_set=30_000, simulated=100_000)
SITES = {"mq": ((QUEUE,), ()), "db2": ((), (TABLE,))}


def growth(path: Path, product: str, *, same_days: bool) -> list:
    """The commands that make a pool larger."""
    queues, tables = SITES[product]
    path.mkdir()
    free = 8_000_000 if same_days else None
    Site(queues, tables, free=free, memory_limit=8_192, spare_2g=0).write(path)
    if not same_days:  # eight million frames too, of 2012
        write(path / "real.smf", [smf71(IMAGE, n, paging(8_001_000, minimum=8_000_000)) for n in range(4)])
    changes = [step.change for step in getpage.plan(path).steps]
    return [change for change in changes if change.product == product and change.total_bytes > 0]


@pytest.mark.parametrize("product", SITES)
def test_a_pool_waits_for_evidence_of_the_same_days(tmp_path, product):
    of_today = growth(tmp_path / "today", product, same_days=True)
    assert of_today
    assert not any(ONLY_AFTER in change.only_after for change in of_today)
    of_then = growth(tmp_path / "then", product, same_days=False)
    assert [change.knob for change in of_then] == [change.knob for change in of_today]
    assert all(ONLY_AFTER in change.only_after for change in of_then)


@pytest.mark.parametrize(("days", "is_other"), [(0, False), (400, True)])
def test_times_in_utc_are_held_against_local_ones(days, is_other):
    start = datetime(2026, 3, 12, 1)
    fact = Fact(
        label="buffers",
        value=1,
        unit="buffers",
        interval_start=(start + timedelta(days=days)).replace(tzinfo=UTC),
    )
    pool = knob("BP1", 1_000, None, facts=(fact,))
    seen = storage(1_000, start=start, end=start + timedelta(hours=1))
    other = of_other_days([pool], Observation(knobs=(pool,), real_storage=(seen,)))
    assert other == (frozenset([pool.id]) if is_other else frozenset())
