"""CICS regions of the sample site: their records agree with each other, with Db2 and with z/OS."""

import polars as pl

from test_demo_tables import table, total
from tools.demo.cics.estate import REGIONS, ROUTING

BY = ["region", "end"]


def quarters(name):
    """Rows with the minute at which their interval ends."""
    rows = table(name)
    end = pl.col("interval_end").dt.replace_time_zone(None).dt.truncate("1m")
    return rows.with_columns(end=end)


def tasks():
    """Tasks of monitoring by region and quarter of an hour."""
    ends = (pl.col("interval_start").dt.replace_time_zone(None) + pl.duration(minutes=15)).alias("end")
    return table("cics_transaction").with_columns(ends)


def test_every_region_writes_statistics_every_quarter_of_an_hour_and_monitoring_for_an_hour():
    counts = quarters("cics_transaction_manager").group_by("region").len().sort("region").rows()
    assert counts == sorted((region.name, 96) for region in REGIONS)
    hours = tasks().group_by("region").agg(pl.col("interval_start").min().dt.hour()).sort("region").rows()
    assert hours == sorted((region.name, 10) for region in REGIONS)


def test_monitoring_counts_the_tasks_that_statistics_count():
    measured = tasks().group_by("region").agg(tasks=total("tasks"))
    hour = quarters("cics_transaction_manager").filter(
        (pl.col("end").dt.time() > pl.time(10)) & (pl.col("end").dt.time() <= pl.time(11))
    )
    counted = hour.group_by("region").agg(tasks=total("total_active"))
    assert measured.sort("region").equals(counted.sort("region"))
    assert measured["tasks"].sum() > 90_000


def test_a_routing_region_has_a_task_for_each_task_of_its_owning_regions():
    counted = dict(tasks().group_by("region").agg(total("tasks")).rows())
    for region in REGIONS:
        if region.name in ROUTING:
            assert counted[region.name] == sum(counted[owner.name] for owner in region.routes_to)


def test_tasks_commit_as_often_as_db2_counts():
    mine = table("db2_thread_account").filter(pl.col("plan").is_in(["PAYSTMT", "ORDCHG"]))
    ends = (pl.col("written") + pl.duration(minutes=1)).dt.truncate("15m").alias("end")
    commits = mine.select(pl.col("connection").alias("region"), ends, "commits")
    commits = commits.group_by(BY).agg(total("commits"))
    both = quarters("cics_transaction_manager").join(commits, on=BY, how="inner")
    assert both.height == commits.height == 192
    assert both.filter(pl.col("total_active") != pl.col("commits")).height == 0


def test_tcbs_of_a_region_use_no_more_than_its_address_space():
    used = quarters("cics_tcb_mode").group_by(BY).agg(pl.col("cpu_us").sum() / 1e6)
    spaces = table("smf30_processor").filter(pl.col("job").is_in([region.name for region in REGIONS]))
    ends = pl.col("written").dt.truncate("1m").alias("end")
    spaces = spaces.select(pl.col("job").alias("region"), ends, pl.col("tcb_hundredths") / 100)
    both = used.join(spaces, on=BY, how="inner")
    assert both.height == used.height == 96 * len(REGIONS)
    assert both.filter(pl.col("cpu_us") > pl.col("tcb_hundredths")).height == 0


def test_a_task_takes_its_dispatch_and_its_waits():
    rows = table("cics_transaction")
    apart = pl.col("response_us") - pl.col("dispatch_us") - pl.col("suspend_us")
    assert rows.filter(apart.abs() > pl.col("tasks") * 2).height == 0
    assert rows["inconsistent"].sum() == 0
    assert rows.filter(pl.col("cpu_us") > pl.col("dispatch_us")).height == 0
