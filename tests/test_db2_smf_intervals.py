"""Readings of SMF 100 become intervals: restarts, gaps, and what is judged together."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from db2_records import POOL, QUARTER, findings, intervals_of, only, pools, record, statistics, when
from mq_evidence import from_records


def test_a_restart_drops_its_interval_and_no_other():
    before, after = pools({}, intervals=3), pools({"sync_reads": 500}, intervals=3)
    for shifted in after:
        shifted["common"]["written"] += 4 * 900_000_000
    assert intervals_of(from_records(*before, *after))["sync_reads"].to_list() == [9_025] * 3 + [500] * 3
    claim = only("db2-intervals-lost", *before, *after).claim
    assert "between 2026-03-12 09:45:00 and 2026-03-12 10:00:00" in claim


def test_a_missing_record_is_said_and_its_interval_is_twice_as_long():
    records = pools({}, intervals=7)
    del records[3]
    claim = only("db2-intervals-lost", *records).claim
    assert "every 15 min" in claim
    assert "none came between 2026-03-12 09:30:00 and 2026-03-12 10:00:00" in claim


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=12))
def test_rates_are_never_negative_and_a_restart_never_invents_reads(readings):
    rows = [{"buffer_pool": 1, "buffers": 1000, "getpages": 2 * n, "sync_reads": n} for n in readings]
    records = [record(2, when(n), {"QBST": [row]}) for n, row in enumerate(rows)]
    frame = intervals_of(from_records(*records))
    assert (frame["sync_reads"] >= 0).all()
    if frame["difference"].any():
        assert frame["sync_reads"].sum() <= sum(max(0, b - a) for a, b in itertools.pairwise(readings))


def test_quarters_of_an_hour_are_judged_and_not_the_minutes_that_make_them():
    busy = [POOL | {"sync_reads": 90_000 if n == 20 else 100} for n in range(60)]
    records = statistics("QBST", busy, step=1 / 15)
    actual = intervals_of(from_records(*records))
    assert actual.height == 4
    assert actual["seconds"].to_list()[1:] == [QUARTER.total_seconds()] * 2 + [840]
    assert findings("db2-pool-reads", *records) == []
