"""What is published of MQ buffer pools, against what the model says: cases MQ-8 and MQ-9.

Figures only, from "MQ V8 for z/OS Bufferpools" (IBM 2014, transmission queue and performance summary) and
REDP-5238, 4.2. The model gets the conditions of the measurements and must yield directions and orders; rates,
times per page and working sets that the sources do not print are drawn, so no constant is fitted.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from getpage.products.mq.outage import (
    CPU_SAVED,
    DATA_RATE_GAINED,
    OutageInputs,
    PageSetTimes,
    SteadyLoad,
    buffers_to_absorb,
    cpu_ceiling,
    pages_from_counts,
    pages_from_size,
    path_ceiling,
    processors_busy,
    rate_bound,
    simulate,
)

SMALL, LARGE = 200_000, 1_048_576
PROCESSORS = 16
POINTS = 0.06  # of LPAR busy that work other than the transactions takes


class Row(NamedTuple):
    rate: float  # transactions per second
    cost: float  # CPU microseconds per transaction
    lpar_busy: float
    path_busy: float


ONE_REQUESTER = {
    "31-bit": Row(232_762, 35.92, 0.54, 0.56),
    "64-bit": Row(235_217, 37.48, 0.57, 0.574),
    "enough": Row(324_213, 38.12, 0.83, 0.0007),
    "4 GB": Row(341_412, 38.23, 0.83, 0.0008),
}
TWO_REQUESTERS = {
    "31-bit": Row(149_140, 42.3, 0.42, 0.754),
    "64-bit": Row(145_623, 44.84, 0.435, 0.759),
    "enough": Row(384_062, 40.65, 0.9959, 0.0008),
    "4 GB": Row(370_546, 52.15, 0.9969, 0.0007),
}
MISPRINTED = TWO_REQUESTERS["4 GB"]
CONSISTENT = [row for row in (*ONE_REQUESTER.values(), *TWO_REQUESTERS.values()) if row is not MISPRINTED]

io_times = st.builds(
    PageSetTimes,
    read=st.floats(20, 2_000),
    immediate_write=st.floats(20, 2_000),
    deferred_write=st.floats(20, 2_000),
)


def backlog(buffers: int, *, per_message: float, put: float, get: float, times: PageSetTimes) -> OutageInputs:
    """500,000 messages put while the channel is down."""
    return OutageInputs(
        buffers=buffers,
        pages_in_use=0,
        message=pages_from_counts(per_message, 1, "drawn"),
        put_rate=put,
        get_rate=get,
        outage=500_000 / put,
        page_set_pages=16_000_000,
        commit_batch=200,
        times=times,
    )


# More pages per message than 0.34 fill 85 % of 200,000 buffers; up to 1.78 keep below 85 % of 1,048,576
@settings(deadline=None)
@given(st.floats(0.35, 1.78), st.floats(100, 50_000), st.floats(1.1, 50), io_times)
def test_half_a_million_messages_never_make_the_4_gb_pool_write_for_shortage_and_always_the_smaller_one(
    per_message, put, faster, times
):
    conditions = {"per_message": per_message, "put": put, "get": put * faster, "times": times}
    small, large = simulate(backlog(SMALL, **conditions)), simulate(backlog(LARGE, **conditions))
    assert large.writes.shortage == 0
    assert large.drain.reads == 0
    assert small.writes.shortage > 0


@settings(deadline=None)
@given(st.floats(0.45, 1.78), st.floats(100, 50_000), st.floats(1.1, 50), io_times)
def test_the_4_gb_pool_drains_the_transmission_queue_faster_once_pages_left_the_smaller_one(
    per_message, put, faster, times
):
    conditions = {"per_message": per_message, "put": put, "get": put * faster, "times": times}
    small, large = simulate(backlog(SMALL, **conditions)), simulate(backlog(LARGE, **conditions))
    assert small.pages_on_page_set_only > 0
    assert small.drain.seconds is None or large.drain.seconds < small.drain.seconds


def test_half_a_million_messages_of_one_page_need_588236_buffers():
    times = PageSetTimes()
    inputs = backlog(SMALL, per_message=1, put=1_000, get=4_000, times=times)
    assert buffers_to_absorb(inputs, 500_000 / 1_000 / 60) == 588_236
    assert SMALL < 588_236 < LARGE


@pytest.mark.parametrize("row", CONSISTENT)
def test_printed_lpar_busy_is_rate_times_cost_over_16_processors_and_a_little_other_work(row):
    computed = processors_busy(row.rate, row.cost) / PROCESSORS
    assert 0 <= row.lpar_busy - computed <= POINTS


def test_one_printed_cost_cannot_be_because_it_takes_more_than_the_16_processors():
    assert processors_busy(MISPRINTED.rate, MISPRINTED.cost) == pytest.approx(19.32, abs=0.01)
    assert MISPRINTED.rate > cpu_ceiling(PROCESSORS, MISPRINTED.cost)


@pytest.mark.parametrize("table", [ONE_REQUESTER, TWO_REQUESTERS])
def test_published_rates_rise_with_enough_buffers_and_hardly_move_with_the_location_alone(table):
    assert table["64-bit"].rate == pytest.approx(table["31-bit"].rate, rel=0.03)
    assert min(table["enough"].rate, table["4 GB"].rate) > 1.3 * max(
        table["31-bit"].rate, table["64-bit"].rate
    )


def test_two_requesters_with_enough_buffers_run_into_the_processors_not_the_page_sets():
    row = TWO_REQUESTERS["enough"]
    assert row.rate > 0.95 * cpu_ceiling(PROCESSORS, row.cost)
    assert path_ceiling(row.rate, row.path_busy) > 100 * row.rate


def test_two_requesters_with_too_few_buffers_could_not_reach_the_rate_of_enough_on_full_channel_paths():
    for location in ("31-bit", "64-bit"):
        row = TWO_REQUESTERS[location]
        assert path_ceiling(row.rate, row.path_busy) < TWO_REQUESTERS["enough"].rate
        assert processors_busy(row.rate, row.cost) < 0.5 * PROCESSORS


def load(row: Row, requesters: int, buffers: float, read: float, page_set_pages: float) -> SteadyLoad:
    """Queues that hold 500,000 pages for each requester; the rest of the conditions is printed or drawn."""
    return SteadyLoad(
        requesters=requesters,
        processors=PROCESSORS,
        cpu=row.cost,
        pages_per_transaction=1,
        working_set=500_000 * requesters,
        usable_buffers=buffers,
        read=read,
        page_set_pages=page_set_pages,
    )


@given(st.integers(1, 1000), st.floats(1, 0.99 * 500_000), st.floats(1, 2_000), st.floats(1_000, 1e7))
def test_the_bound_is_higher_with_enough_buffers_for_any_pool_that_is_too_small(
    requesters, buffers, read, page_set_pages
):
    row = ONE_REQUESTER["64-bit"]
    short = rate_bound(load(row, requesters, buffers, read, page_set_pages))
    enough = rate_bound(load(row, requesters, 500_000.0 * requesters, read, page_set_pages))
    assert short <= enough
    if enough < cpu_ceiling(PROCESSORS, row.cost):
        assert short < enough


@given(st.integers(1, 1000), st.floats(1, 0.9 * 500_000), st.floats(50, 2_000), st.floats(1_000, 1e7))
def test_the_bound_moves_with_the_location_by_no_more_than_the_cpu_cost_does(
    requesters, buffers, read, pages
):
    below, above = ONE_REQUESTER["31-bit"], ONE_REQUESTER["64-bit"]
    low = rate_bound(load(below, requesters, buffers, read, pages))
    high = rate_bound(load(above, requesters, buffers, read, pages))
    assert 1 - 1e-9 <= low / high <= above.cost / below.cost + 1e-9


@given(st.floats(1, 400_000), st.floats(1_000, 300_000))
def test_page_set_bound_work_slows_when_the_queues_double_and_work_in_memory_does_not(buffers, pages):
    row = TWO_REQUESTERS["64-bit"]
    first = rate_bound(load(row, 10, buffers, 0.0, pages))
    two = rate_bound(load(row, 20, buffers, 0.0, pages))
    assume(first < cpu_ceiling(PROCESSORS, row.cost) and first < 10 * 1e6 / row.cost)
    assert two < first
    assert rate_bound(load(row, 20, 1e6, 0.0, pages)) >= rate_bound(load(row, 10, 5e5, 0.0, pages))


GIGABYTE = 2**30


def replication(buffers: int, size: int, backed_up: int, put: float, get: float, times: PageSetTimes):
    """`backed_up` bytes of messages of `size` bytes wait when the channel starts; puts go on (MQ-9)."""
    return simulate(
        OutageInputs(
            buffers=buffers,
            pages_in_use=0,
            message=pages_from_size(size),
            put_rate=put / size,
            get_rate=get / size,
            outage=backed_up / put,
            page_set_pages=16_000_000,
            times=times,
        )
    ).drain


@settings(deadline=None)
@given(st.sampled_from([10 * 1024, 2**20]), st.floats(1e6, 5e8), st.floats(1.05, 10), io_times)
def test_the_larger_pool_moves_more_data_per_second_when_backed_up_and_never_less_when_live(
    size, put, faster, times
):
    live = [replication(pool, size, 0, put, put * faster, times) for pool in (SMALL, LARGE)]
    backed_up = [replication(pool, size, 2 * GIGABYTE, put, put * faster, times) for pool in (SMALL, LARGE)]
    assert live[0].rate == live[1].rate
    assert backed_up[1].reads == 0
    if backed_up[0].rate is not None:
        gained = backed_up[1].rate / backed_up[0].rate - 1
        pages = pages_from_size(size).value
        assert 0 < gained <= times.read / 1e6 * pages * put * faster / size * (1 + 1e-9)  # every page is read


@pytest.mark.parametrize("size", [10 * 1024, 2**20])
@pytest.mark.parametrize(("megabytes", "least", "most"), [(4, 0.1, 0.2), (8, 0.2, 0.3), (30, 0.8, 1.2)])
def test_channels_of_8_to_30_mb_a_second_gain_the_published_range_when_backed_up(
    size, megabytes, least, most
):
    """With 163 µs for a read, and puts at a quarter of what the channel takes from memory."""
    times = PageSetTimes(read=163, immediate_write=185, deferred_write=113, measured=frozenset())
    speed = 1e6 * megabytes
    small, large = (
        replication(pool, size, 2 * GIGABYTE, speed / 4, speed, times).rate for pool in (SMALL, LARGE)
    )
    assert least <= large / small - 1 <= most


def test_published_ranges_are_quoted_with_their_source():
    assert (CPU_SAVED.low, CPU_SAVED.high) == (0.10, 0.20)
    assert (DATA_RATE_GAINED.low, DATA_RATE_GAINED.high) == (0.20, 1.20)
    assert "REDP-5238, 4.2" in CPU_SAVED.source
