"""The outage model on outages small enough to work out by hand."""

from __future__ import annotations

import dataclasses

import pytest

from getpage.products.mq.outage import (
    DrainEnd,
    OutageInputs,
    PageSetTimes,
    Phase,
    buffers_to_absorb,
    candidate_sizes,
    measured_times,
    milestones,
    pages_from_counts,
    pages_from_size,
    simulate,
    sizes_table,
)

# 1000 pages a second into a pool of 100,000 buffers; a page is written or read in 1 ms
PLAIN = OutageInputs(
    buffers=100_000,
    pages_in_use=5_000,
    message=pages_from_counts(2, 1, "by hand"),
    put_rate=500,
    get_rate=2_000,
    outage=60,
    page_set_pages=1_000_000,
    times=PageSetTimes(read=1_000, immediate_write=1_000, deferred_write=1_000),
)


def outage(**changes) -> OutageInputs:
    return dataclasses.replace(PLAIN, **changes)


def test_an_outage_within_the_85_percent_stays_in_memory_and_drains_at_the_speed_of_the_knob():
    outcome = simulate(PLAIN)
    assert [stretch.phase for stretch in outcome.phases] == [Phase.IN_MEMORY]
    assert outcome.pages_put == outcome.pages_in_pool == 60_000
    assert outcome.writes.total == 0
    assert outcome.drain.reads == 0
    assert outcome.drain.seconds == pytest.approx(60_000 / (4_000 - 1_000))
    assert outcome.drain.rate == pytest.approx(2_000)


def test_the_milestones_come_at_85_percent_95_percent_and_when_the_pool_is_full():
    slow_writer = outage(times=PageSetTimes(read=1_000, immediate_write=1_000, deferred_write=2_000))
    when = milestones(slow_writer)
    assert when.deferred_write == when.page_set_write == pytest.approx(80)
    assert when.synchronous_write == pytest.approx(80 + 10_000 / 500)
    assert when.page_leaves_memory == pytest.approx(95)
    assert when.page_set_full == pytest.approx(1_000)


def test_a_deferred_writer_that_keeps_up_spares_the_puts_from_writing():
    outcome = simulate(outage(outage=120))
    assert outcome.writes.deferred == pytest.approx(40_000)
    assert outcome.writes.synchronous == 0
    assert outcome.put_wait == 0
    assert outcome.pages_on_page_set_only == pytest.approx(25_000)


def test_a_deferred_writer_that_falls_behind_makes_the_puts_write_the_rest():
    times = PageSetTimes(read=1_000, immediate_write=1_000, deferred_write=2_000)
    outcome = simulate(outage(outage=120, times=times))
    assert outcome.writes.deferred == pytest.approx(40 * 500)
    assert outcome.writes.synchronous == pytest.approx(20 * 500)
    assert outcome.put_wait == pytest.approx(20 * 500 / 1_000)
    assert [stretch.phase for stretch in outcome.phases] == [
        Phase.IN_MEMORY,
        Phase.DEFERRED_WRITES,
        Phase.SYNCHRONOUS_WRITES,
    ]


def test_pages_written_but_still_in_the_pool_are_not_read_at_the_drain():
    outcome = simulate(outage(outage=90))
    assert outcome.writes.deferred == pytest.approx(10_000)
    assert outcome.drain.reads == 0


def test_pages_that_left_the_pool_slow_the_drain_and_more_leave_while_it_reads():
    fast_reads = PageSetTimes(read=250, immediate_write=1_000, deferred_write=1_000)
    outcome = simulate(outage(outage=120, times=fast_reads))
    # a page takes 250 us from the pool and 500 us when read: 2000 pages a second, while 1000 still leave
    assert outcome.drain.reads == pytest.approx(50_000)
    assert outcome.drain.seconds == pytest.approx(25 + 95_000 / 3_000)
    assert outcome.drain.read_wait == pytest.approx(12.5)
    assert outcome.drain.extra_seconds_per_message == pytest.approx(12.5 / outcome.drain.messages)


def test_a_drain_that_reads_more_slowly_than_the_puts_never_ends_in_a_full_pool():
    drain = simulate(outage(outage=120)).drain
    assert drain.verdict is DrainEnd.READS_TOO_SLOW
    assert drain.seconds is None
    assert drain.seconds_from_memory == pytest.approx(40)


def test_a_knob_that_takes_no_more_than_is_put_never_drains():
    assert simulate(outage(get_rate=500)).drain.verdict is DrainEnd.CONSUMER_TOO_SLOW


def test_a_full_page_set_refuses_the_puts_that_do_not_fit():
    outcome = simulate(outage(page_set_pages=50_000, page_set_used=20_000))
    assert outcome.reached.page_set_full == pytest.approx(30)
    assert outcome.messages_refused == pytest.approx(15_000)
    assert outcome.phases[-1].phase is Phase.PAGE_SET_FULL


def test_checkpoints_write_old_pages_without_taking_them_out_of_the_pool():
    outcome = simulate(outage(checkpoint_interval=10))
    assert outcome.writes.checkpoint == pytest.approx(60_000 - 20_000)
    assert outcome.writes.shortage == 0
    assert outcome.reached.page_set_write == pytest.approx(20)
    assert outcome.drain.reads == 0


def test_checkpoints_can_keep_a_pool_from_running_short_until_it_is_full():
    outcome = simulate(outage(outage=100, checkpoint_interval=10))
    assert outcome.writes.shortage == 0
    assert outcome.pages_on_page_set_only == pytest.approx(5_000)


def test_a_pool_of_120_percent_of_its_page_sets_writes_only_persistent_pages_at_checkpoints():
    roomy = outage(page_set_pages=70_000, checkpoint_interval=10, persistent=0.25)
    assert simulate(roomy).writes.checkpoint == pytest.approx(10_000)
    assert "persistent 25 %" in " ".join(simulate(roomy).assumptions)


def test_a_pool_without_a_free_buffer_writes_and_reads_every_page():
    full = outage(
        pages_in_use=100_000, times=PageSetTimes(read=100, immediate_write=1_000, deferred_write=500)
    )
    outcome = simulate(full)
    assert outcome.writes.deferred == pytest.approx(60_000)
    assert outcome.pages_in_pool == pytest.approx(0)
    assert outcome.drain.reads == pytest.approx(4_000 / 1.4 * outcome.drain.seconds)


def test_the_size_that_absorbs_an_outage_follows_the_85_percent_rule():
    assert buffers_to_absorb(PLAIN, 2) == 147_059  # (5,000 + 120,000) / 0.85
    assert buffers_to_absorb(outage(page_set_pages=80_000), 2) == 100_000  # no more than the page set takes
    with pytest.raises(ValueError, match="0 or more"):
        buffers_to_absorb(PLAIN, -1)


def test_the_sizes_to_look_at_are_the_current_one_steps_of_ten_percent_and_the_one_that_absorbs():
    assert candidate_sizes(PLAIN, 2, steps=2) == (100_000, 110_000, 120_000, 147_059)


def test_the_table_says_for_each_size_how_long_it_absorbs_and_what_the_drain_costs():
    rows = sizes_table(outage(outage=120), [147_059, 100_000])
    assert [row.buffers for row in rows] == [100_000, 147_059]
    small, large = rows
    assert small.minutes_without_shortage_write == pytest.approx(80 / 60)
    assert small.minutes_in_memory == pytest.approx(95 / 60)
    assert small.verdict is DrainEnd.READS_TOO_SLOW
    assert large.shortage_writes == large.reads_at_drain == 0
    assert large.drain_minutes == pytest.approx(40 / 60)
    assert large.storage == 47_059 * 4096


def test_measured_times_replace_the_default_kind_by_kind_and_say_so():
    times = measured_times(read=(4_242, 163 * 4_242), immediate_write=(69, 185 * 69), deferred_write=(0, 0))
    assert (times.read, times.immediate_write, times.deferred_write) == (163, 185, 500)
    assert times.source("read").startswith("measured")
    assert times.source("deferred_write").startswith("default")
    sentences = " ".join(simulate(outage(times=times)).assumptions)
    assert "163 µs per page, measured" in sentences
    assert "500 µs per page, default" in sentences


def test_pages_per_message_from_a_size_are_whole_pages_and_say_that_they_are_estimated():
    assert pages_from_size(100).value == 1
    assert pages_from_size(100).low == pytest.approx(464 / 4057)
    assert pages_from_size(10 * 1024).value == 3
    assert pages_from_size(1024 * 1024).value == 259
    assert "estimated" in pages_from_size(100).source


def test_pages_per_message_without_pages_or_messages_are_refused():
    with pytest.raises(ValueError, match="use pages_from_size"):
        pages_from_counts(0, 10, "QIS1PPG + QIS1NPPG")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"put_rate": -1}, "put_rate"),
        ({"outage": float("nan")}, "outage"),
        ({"pages_in_use": 100_001}, "pages_in_use"),
        ({"page_set_used": 2_000_000}, "page_set_used"),
        ({"persistent": 1.5}, "persistent"),
        ({"checkpoint_interval": 0}, "checkpoint_interval"),
        ({"commit_batch": 0}, "commit_batch"),
        ({"deferred_rate": 0}, "deferred_rate"),
    ],
)
def test_an_input_that_cannot_be_is_refused_by_name(changes, text):
    with pytest.raises(ValueError, match=text):
        outage(**changes)
