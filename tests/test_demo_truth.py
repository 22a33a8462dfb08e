"""Each planted truth shows in the decoded rows, and nothing else looks like it."""

from datetime import datetime, time

import polars as pl

from test_demo_tables import table
from tools.demo.mq import TRUTHS
from tools.demo.mq.estate import QUEUE_MANAGERS

LEFT = pl.col("lowest_stealable") / pl.col("buffers")


def starts(rows):
    """Starts of the intervals, by queue manager and pool."""
    rows = rows.with_columns(start=pl.col("interval_start").dt.truncate("1m").dt.time())
    agg = rows.group_by("queue_manager", "buffer_pool").agg(pl.col("start").sort())
    return {(manager, pool): times for manager, pool, times in agg.rows()}


def pools(queue_manager, pool):
    rows = table("mq_buffer_pool")
    return rows.filter((pl.col("queue_manager") == queue_manager) & (pl.col("buffer_pool") == pool))


def quarters(first, last):
    return [time(q // 4, q % 4 * 15) for q in range(first, last + 1)]


def test_every_truth_names_a_queue_manager_of_the_site():
    assert {truth.subsystem for truth in TRUTHS} == {"MQC1", *(spec.name for spec in QUEUE_MANAGERS)}
    assert len({(truth.subsystem, truth.object, truth.kind) for truth in TRUTHS}) == len(TRUTHS)


def test_less_than_5_percent_left_only_where_it_is_planted():
    short = starts(table("mq_buffer_pool").filter(LEFT < 0.05))
    assert short == {("MQA1", 3): [time(11), time(15), time(16)], ("MQB1", 3): [time(14)]}


def test_less_than_15_percent_left_only_where_it_is_planted():
    filling = starts(table("mq_buffer_pool").filter(LEFT < 0.15))
    assert set(filling) == {("MQA1", 3), ("MQB1", 3), ("MQB3", 2)}
    assert filling["MQA1", 3] == [time(11), time(12), time(14), time(15), time(16)]
    assert filling["MQB1", 3] == quarters(13 * 4 + 2, 15 * 4 + 3)


def test_an_undersized_pool_reads_and_writes_synchronously():
    rows = pools("MQA1", 3).filter(LEFT < 0.05)
    assert (
        rows.filter(
            (pl.col("synchronous_write_threshold") > 50)
            & (pl.col("immediate_writes") > 10_000)
            & (pl.col("reads") > 100_000)
        ).height
        == rows.height
    )
    waits = table("mq_task_queue").filter(pl.col("queue") == "PAY.SETTLEMENT")
    assert waits["put_page_set_elapsed"].max() > 1e6
    assert waits["get_page_set_elapsed"].max() > 10e6


def test_one_pool_reads_half_of_its_getpages_while_no_counter_of_shortage_moves():
    rows = pools("MQB2", 2).filter(pl.col("interval_us") > 0)
    ratio = rows["reads"].sum() / rows["getpages_old"].sum()
    assert 0.48 < ratio < 0.52
    assert rows.select((pl.col("reads") / pl.col("getpages_old")).min()).item() > 0.45
    for column in (
        "no_buffer_waits",
        "steal_collisions",
        "synchronous_write_threshold",
        "deferred_write_starts",
    ):
        assert rows[column].sum() == 0
    assert rows.select(LEFT.min()).item() > 0.75
    page_set = table("mq_page_set").filter((pl.col("queue_manager") == "MQB2") & (pl.col("buffer_pool") == 2))
    assert (page_set["total_pages"] == 600 * rows["buffers"][0]).all()


def test_no_other_pool_reads_without_being_short():
    rows = table("mq_buffer_pool").filter((pl.col("reads") > 0) & (LEFT >= 0.15))
    assert set(starts(rows)) == {("MQB2", 2)}


def test_one_pool_is_larger_than_120_percent_of_its_page_sets():
    keys = ["queue_manager", "buffer_pool"]
    sets = table("mq_page_set").group_by(*keys, "minute").agg(pl.col("total_pages").sum())
    both = table("mq_buffer_pool").join(sets, on=[*keys, "minute"])
    large = both.filter(pl.col("buffers") > 1.2 * pl.col("total_pages"))
    assert large.select(*keys, "buffers", "total_pages").unique().rows() == [("MQB1", 4, 500_000, 100_000)]


def test_one_pool_is_unused_all_day_and_page_fixed():
    used = (
        table("mq_buffer_pool")
        .group_by("queue_manager", "buffer_pool")
        .agg(pl.col("getpages_old").sum() + pl.col("getpages_new").sum(), pl.col("page_class").first())
    )
    assert used.filter(pl.col("getpages_old") == 0).rows() == [("MQB1", 5, 0, "FIXED4KB")]


def test_the_outage_backs_up_a_transmission_queue():
    channel = table("mq_channel").filter(pl.col("channel") == "MQB1.TO.HUB").sort("minute")
    down = channel.filter(pl.col("message_count") == 0)
    assert down["minute"].dt.time().to_list() == quarters(13 * 4 + 1, 15 * 4 + 2)
    assert set(down["status"]) == {"RETRYING"}
    sets = table("mq_page_set").filter((pl.col("queue_manager") == "MQB1") & (pl.col("page_set") == 3))
    sets = sets.sort("minute")
    assert sets["total_pages"][0] == 1_500_000
    assert sets["expansion_count"].to_list()[-1] == 5
    assert sets["total_pages"].to_list()[-1] > 2_400_000
    grown = sets.filter(pl.col("expanded"))["minute"].dt.time()
    assert time(14) <= grown.min() <= grown.max() <= time(15, 30)
    reads = pools("MQB1", 3).filter(pl.col("reads") > 0)
    assert starts(reads) == {("MQB1", 3): [time(15, 30), time(15, 45)]}
    assert 1.8e6 < reads["reads"].sum() < 2.1e6


def test_one_pool_above_the_bar_is_pageable_and_busy_with_page_sets():
    above = table("mq_buffer_pool").filter((pl.col("location") == "ABOVE") & (pl.col("page_class") == "4KB"))
    writes = above.group_by("queue_manager", "buffer_pool").agg(pl.col("pages_written").max())
    busy = writes.filter(pl.col("pages_written") > 100)
    assert busy.select("queue_manager", "buffer_pool").rows() == [("MQA1", 4)]
    assert busy["pages_written"][0] > 100_000


def test_31_bit_storage_is_nearly_full_on_one_queue_manager():
    rows = table("mq_storage_region")
    short = rows.filter(pl.col("available_31") < pl.col("reserved_short_31"))
    assert set(short["queue_manager"]) == {"MQA2"}
    assert short.height == rows.filter(pl.col("queue_manager") == "MQA2").height
    assert (short["available_31"] / 2**20).is_between(40, 60).all()
    assert set(table("mq_buffer_pool").filter(pl.col("queue_manager") == "MQA2")["location"]) == {"BELOW"}
    contracted = table("mq_storage_manager").filter(pl.col("short_on_storage_contractions") > 0)
    assert set(contracted["queue_manager"]) == {"MQA2"}


def test_checkpoints_write_immediately_in_a_pool_that_is_not_short():
    rows = pools("MQA2", 2)
    assert rows.filter(pl.col("immediate_writes") > 100).height > 80
    assert rows["synchronous_write_threshold"].sum() == 0
    assert rows["deferred_write_starts"].sum() == 0
    assert rows.select(LEFT.min()).item() > 0.88


def test_tasks_wait_for_log_buffers_on_one_queue_manager_in_business_hours():
    rows = table("mq_log").filter(pl.col("unavailable_buffer_waits") > 0)
    assert set(rows["queue_manager"]) == {"MQA1"}
    hours = rows["interval_start"].dt.hour()
    assert hours.min() >= 8
    assert hours.max() <= 18


def test_placeholders_of_no_limit_on_one_queue_manager():
    unlimited = table("mq_storage_region").filter(pl.col("memory_limit") == 17_592_186_040_320)
    assert set(unlimited["queue_manager"]) == {"MQB1"}
    assert set(unlimited["cushion_64"]) == {1_844_674_406_941_458_432}
    chinit = table("mq_channel_initiator").filter(pl.col("storage_64_limit") == 17_592_186_040_320)
    assert set(chinit["queue_manager"]) == {"MQB1"}


def test_the_interval_at_start_up_is_empty():
    empty = table("mq_buffer_pool").filter(pl.col("interval_us") == 0)
    assert set(empty["queue_manager"]) == {"MQB2"}
    assert set(empty["interval_start"].dt.truncate("1m")) == {datetime(2026, 11, 18, 5, 40)}
    assert empty["getpages_old"].sum() == 0
