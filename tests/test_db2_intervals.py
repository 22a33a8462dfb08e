"""Cumulative counters become those of intervals: nothing is negative, nothing counts twice or is invented."""

from datetime import datetime, timedelta

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from getpage.products.common.fold import Objects
from getpage.products.db2.intervals import differences
from getpage.products.db2.intervals import readings as recorded
from getpage.products.db2.intervals.counters import CounterKind
from getpage.products.db2.intervals.readings import Gaps, in_time
from getpage.products.db2.intervals.readings import readings as readings_of

NOON = datetime(2026, 5, 21, 12)
POOLS = CounterKind(key=("buffer_pool",), gauges=frozenset(("buffers",)), most=frozenset(("highest",)))

rises = st.lists(st.tuples(st.integers(0, 10**12), st.booleans()), min_size=1, max_size=60)


def readings(steps, *, minutes=15, pool=1, extra=0) -> pl.DataFrame:
    """Readings of one counter that rises by each step, or starts again from it."""
    counts, total = [], 0
    for step, restart in steps:
        total = step if restart else total + step
        counts.append(total)
    return frame(counts, minutes=minutes, pool=pool, extra=extra)


def frame(counts, *, minutes=15, pool=1, extra=0, highest=None) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "file": 1,
            "record": range(extra, extra + len(counts)),
            "system": "SYS1",
            "member": "DB1A",
            "written": [NOON + n * timedelta(minutes=minutes) for n in range(len(counts))],
            "statistics": "CUMULATIVE",
            "interval_start": pl.Series([None] * len(counts), dtype=pl.Datetime("us")),
            "buffer_pool": pool,
            "buffers": 1000,
            "getpages": counts,
            "highest": highest or [0] * len(counts),
        },
        schema_overrides={"getpages": pl.UInt64, "highest": pl.UInt64, "buffer_pool": pl.UInt32},
    )


def read(shown: pl.DataFrame, kind: CounterKind) -> pl.DataFrame:
    return readings_of(in_time(shown, Objects(("system", "member", *kind.key))), kind)


def intervals(shown: pl.DataFrame, kind: CounterKind, **judged: float) -> pl.DataFrame:
    """Those of the way in which each object was measured most."""
    return differences.intervals(read(shown, kind), kind, **judged).filter(pl.col("rank") == 0)


def dropped(shown: pl.DataFrame, kind: CounterKind) -> pl.DataFrame:
    return recorded.dropped(read(shown, kind))


def gaps(shown: pl.DataFrame) -> Gaps | None:
    return recorded.gaps(recorded.moments(read(shown, POOLS))).get(("SYS1", "DB1A"))


def runs(counts):
    """Lists of readings between which the counter never fell."""
    actual = [[counts[0]]]
    for count in counts[1:]:
        actual[-1].append(count) if count >= actual[-1][-1] else actual.append([count])
    return actual


@given(rises, st.sampled_from([1, 5, 15, 60]))
def test_the_intervals_of_a_run_add_up_to_its_rise_however_often_it_is_read(steps, minutes):
    shown = readings(steps, minutes=minutes)
    counts = shown["getpages"].to_list()
    actual = intervals(shown, POOLS).filter("difference")
    assert (actual["getpages"] >= 0).all()
    assert actual["getpages"].sum() == sum(run[-1] - run[0] for run in runs(counts))
    assert dropped(shown, POOLS).height == len(runs(counts)) - 1


@given(rises)
def test_intervals_never_overlap_and_name_both_their_readings(steps):
    shown = readings(steps, minutes=2)
    actual = intervals(shown, POOLS).filter("difference")
    assert (actual["start"].shift(-1) >= actual["end"]).fill_null(value=True).all()
    times = dict(shown.select("record", "written").iter_rows())
    for row in actual.iter_rows(named=True):
        assert (times[row["less_record"]], times[row["record"]]) == (row["start"], row["end"])


def test_readings_a_minute_apart_are_judged_by_quarters_of_an_hour():
    actual = intervals(frame(list(range(0, 61_000, 1000)), minutes=1), POOLS)
    assert actual["getpages"].to_list() == [16_000, 15_000, 15_000, 14_000]
    fine = intervals(frame(list(range(0, 61_000, 1000)), minutes=1), POOLS, judged=0)
    assert fine["seconds"].unique().to_list() == [60.0]


def test_the_extreme_of_readings_that_are_taken_together_is_kept():
    highest = [5, 1, 1, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]
    actual = intervals(frame(list(range(16)), minutes=1, highest=highest), POOLS)
    assert actual["highest"].to_list() == [9]
    assert actual["highest_record"].to_list() == [3]


def test_a_pool_whose_counters_fell_in_a_record_tells_a_restart_of_all_pools():
    busy, idle = frame([100, 200, 10, 30]), frame([0, 5, 6, 8], pool=2, extra=10)
    both = pl.concat([busy, idle])
    actual = intervals(both, POOLS)
    assert actual.filter(pl.col("buffer_pool") == 2)["getpages"].to_list() == [5, 2]
    assert dropped(both, POOLS).height == 2


def test_the_same_reading_twice_makes_no_interval():
    twice = pl.concat([frame([100, 200]), frame([100, 200], extra=10)])
    assert intervals(twice, POOLS)["getpages"].to_list() == [100]


def test_gaps_are_told_of_regular_readings_only():
    shown = frame(list(range(8)))
    assert gaps(shown) == Gaps(900.0, ())
    missing = (NOON + timedelta(minutes=45), NOON + timedelta(minutes=75))
    assert gaps(shown.filter(pl.col("record") != 4)) == Gaps(900.0, (missing,))
    assert gaps(shown.head(3)) is None
