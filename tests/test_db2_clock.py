"""What is no restart of Db2: clocks that are set, and counters of 32 bits that begin again."""

from datetime import timedelta

from db2_records import findings, intervals_of, pools, record, when
from mq_evidence import from_records, micros

HOUR = 3_600_000_000


def timed(records: list[dict], *, back_from: int | None = None, hours: int = -1) -> list[dict]:
    """Records with the instant of their event; local time is two hours ahead, from `back_from` on one less
    (or `hours` more).
    """
    for number, item in enumerate(records):
        instant = item["common"]["written"] - 2 * HOUR
        item["common"]["event_time"] = instant
        if back_from is not None and number >= back_from:
            item["common"]["written"] += hours * HOUR
    return records


def lost(records: list[dict]) -> list[str]:
    return [finding.headline for finding in findings("db2-intervals-lost", *records)]


def test_clocks_that_go_back_an_hour_are_no_restart() -> None:
    steady, back = timed(pools({}, intervals=12)), timed(pools({}, intervals=12), back_from=6)
    assert lost(back) == lost(steady) == []
    actual, expected = (intervals_of(from_records(*each)) for each in (back, steady))
    assert actual["seconds"].to_list() == expected["seconds"].to_list()
    assert actual["sync_reads"].to_list() == expected["sync_reads"].to_list()


def test_clocks_that_go_forward_an_hour_leave_no_gap() -> None:
    forward = timed(pools({}, intervals=12), back_from=6, hours=1)
    assert lost(forward) == []
    assert set(intervals_of(from_records(*forward))["seconds"].drop_nulls()) == {900.0}


def test_times_are_shown_as_the_systems_wrote_them() -> None:
    back = timed(pools({}, intervals=12), back_from=6)
    ends = intervals_of(from_records(*back))["end"].to_list()
    assert ends[-1] == when(12) - timedelta(hours=1)


def test_a_restart_in_the_hour_that_comes_twice_is_still_one() -> None:
    before, after = pools({}, intervals=6), pools({}, intervals=6)
    for item in after:
        item["common"]["written"] += micros(when(7)) - micros(when(0))
    actual = lost(timed([*before, *after], back_from=5))
    assert len(actual) == 1
    assert "began again once" in actual[0]


FULL = 1 << 32


def latches(*rows: dict) -> list[dict]:
    return [record(1, when(n), {"QVLS": [row]}) for n, row in enumerate(rows)]


def test_a_counter_of_32_bits_that_begins_again_is_no_restart() -> None:
    rows = [{"class_14": (FULL - 15_000 + 9_000 * n) % FULL, "class_24": 100 + n} for n in range(6)]
    evidence = from_records(*latches(*rows))
    for item in (intervals_of(evidence, "db2_latch", rows=size) for size in (1, 1000)):
        assert item["class_14"].to_list() == [9_000] * 5
        assert item["class_24"].to_list() == [1] * 5
        assert item["difference"].all()


def test_counters_that_all_fall_tell_a_restart_however_high_they_were() -> None:
    rows = [{"class_14": FULL - 15_000 + n, "class_24": 100 + n} for n in range(3)]
    rows += [{"class_14": 5 + n, "class_24": 3 + n} for n in range(3)]
    actual = intervals_of(from_records(*latches(*rows)), "db2_latch")
    assert actual["class_14"].to_list() == [1] * 4


def test_a_counter_that_falls_from_half_way_tells_a_restart() -> None:
    rows = [{"class_14": 900_000 + n, "class_24": 100 + n} for n in range(3)]
    rows += [{"class_14": 5 + n, "class_24": 300 + n} for n in range(3)]
    actual = intervals_of(from_records(*latches(*rows)), "db2_latch")
    assert actual["class_14"].to_list() == [1] * 4
