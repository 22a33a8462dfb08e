"""Displays of buffer pools, one after the other, become intervals."""

import pytest

from db2_evidence import HOUR, START, display, from_text, hours, logged
from db2_records import intervals_of
from getpage.result import Severity
from test_db2_checks import only


def cumulative(*getpages: int, **columns) -> str:
    shown = [display(kind="CUMULATIVE", random=count, **columns) for count in getpages]
    return "".join(logged(text, START + (n + 1) * HOUR) for n, text in enumerate(shown))


def intervals(text: str) -> list[tuple]:
    return list(intervals_of(from_text(text)).select("getpages_random", "seconds").iter_rows())


def test_two_cumulative_displays_give_the_interval_between_them():
    assert intervals(cumulative(36_000_000, 40_000_000, 50_000_000)) == [
        (4_000_000, 3600.0),
        (10_000_000, 3600.0),
    ]


def test_one_cumulative_display_counts_since_the_activation():
    assert intervals(cumulative(36_000_000)) == [(36_000_000, pytest.approx(3600, abs=1))]


def test_a_counter_that_fell_means_that_the_pool_was_activated_again():
    text = cumulative(36_000_000, 40_000_000, 5_000, 25_000)
    assert [count for count, _ in intervals(text)] == [4_000_000, 20_000]
    finding = only(text, "db2-intervals-lost")
    assert finding.severity is Severity.INFO
    assert "between 2026-03-12 11:00:00 and 2026-03-12 12:00:00" in finding.claim


def test_another_start_of_the_statistics_means_that_the_pool_was_activated_again():
    later = display(kind="CUMULATIVE", random=50_000_000).replace("09:00:00", "11:30:00")
    text = cumulative(36_000_000, 40_000_000) + logged(later, START + 3 * HOUR)
    assert [count for count, _ in intervals(text)] == [4_000_000]
    assert "began again once" in only(text, "db2-intervals-lost").headline


def test_a_pool_displayed_both_ways_counts_once():
    both = cumulative(36_000_000, 40_000_000) + logged(display(), START + HOUR)
    assert len(intervals(both)) == 1


def test_an_incremental_display_ends_where_the_next_begins():
    assert intervals(hours({}))[0] == (36_000_000, 3600.0)


def test_a_difference_of_two_displays_is_shown_as_one():
    text = cumulative(36_000_000, 40_000_000, sync_random=0)
    later = display(kind="CUMULATIVE", random=50_000_000, dmth=9, sync_random=0)
    finding = only(text + logged(later, START + 3 * HOUR), "db2-pool-thresholds")
    (hits,) = [fact for fact in finding.evidence if fact.column == "data_manager_threshold_hits"]
    assert (hits.value, hits.trust, hits.ibm_name) == (9, "derived", "QBSTDMC"), "as its field is"
    first, last = hits.less_record, hits.record
    assert first is not None
    assert first < last
    assert hits.interval_seconds == 3600


def test_an_attribute_stands_where_it_was_shown():
    finding = only(hours({"dmth": 7}), "db2-pool-thresholds")
    (limit,) = [fact for fact in finding.evidence if fact.column == "deferred_write_threshold"]
    assert (limit.value, limit.trust, limit.less_record) == (30, "ibm", None)
