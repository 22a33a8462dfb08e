"""What must hold in every row, and between the sections of an interval: they count the same things."""

import polars as pl
import pytest

from test_demo_tables import agree, table, total

TOLERANCE = 1.0  # microseconds: durations are kept in 1/4096 of one
KEYS = ["queue_manager", "minute"]


def holds(name, condition):
    assert table(name).height > 0
    broken = table(name).filter(~condition)
    assert broken.height == 0, broken.head(3).to_dicts()


def test_buffers_available():
    holds("mq_buffer_pool", pl.col("lowest_stealable") <= pl.col("stealable"))
    holds("mq_buffer_pool", pl.col("stealable") <= pl.col("buffers"))


def test_pages_of_a_pool():
    holds("mq_buffer_pool", pl.col("reads") <= pl.col("getpages_old"))
    holds("mq_buffer_pool", pl.col("reads") <= pl.col("steals"))
    holds("mq_buffer_pool", pl.col("immediate_writes") <= pl.col("pages_written"))
    holds("mq_buffer_pool", pl.col("writes") <= pl.col("pages_written"))
    holds("mq_buffer_pool", pl.col("page_updates") <= pl.col("getpages_old") + pl.col("getpages_new"))


def test_a_threshold_is_met_exactly_when_the_buffers_say_so():
    left = pl.col("lowest_stealable") / pl.col("buffers")
    holds("mq_buffer_pool", (pl.col("deferred_write_starts") > 0) == (left < 0.15))
    holds("mq_buffer_pool", (pl.col("synchronous_write_threshold") > 0) == (left < 0.05))


def test_pages_of_a_page_set():
    used = pl.col("unused_pages") + pl.col("persistent_pages") + pl.col("nonpersistent_pages")
    holds("mq_page_set", used == pl.col("total_pages"))
    holds(
        "mq_page_set",
        pl.col("checkpoint_pages") <= pl.col("deferred_write_pages") + pl.col("immediate_write_pages"),
    )
    for kind in ("deferred_write", "immediate_write", "read"):
        per_page = pl.col(f"{kind}_elapsed") / pl.col(f"{kind}_pages")
        holds("mq_page_set", (pl.col(f"{kind}_pages") == 0) | per_page.is_between(100, 1000))
        holds("mq_page_set", pl.col(f"{kind}_elapsed") <= pl.col("interval_us"))


def test_pools_and_their_page_sets_count_the_same_io():
    keys = ["queue_manager", "interval_start", "interval_us", "buffer_pool"]
    sets = (
        table("mq_page_set")
        .group_by(keys)
        .agg(
            reads=total("read_pages"),
            immediate_writes=total("immediate_write_pages"),
            pages_written=total("immediate_write_pages") + total("deferred_write_pages"),
            writes=total("immediate_write_count") + total("deferred_write_count"),
        )
    )
    pools = table("mq_buffer_pool").with_columns(
        pl.col("reads", "immediate_writes", "pages_written", "writes").cast(pl.Int64)
    )
    assert pools.select(sets.columns).sort(keys).equals(sets.sort(keys))


def test_message_manager_and_data_manager_agree():
    puts = pl.col("persistent_puts") + pl.col("nonpersistent_puts")
    holds("mq_message_manager", puts == pl.col("put_count"))
    disk = pl.col("gets_from_disk") + pl.col("gets_from_buffer_pool")
    holds("mq_data_manager", disk == pl.col("message_gets"))
    both = table("mq_message_manager").join(table("mq_data_manager"), on=[*KEYS, "interval_us"], how="inner")
    assert both.height == table("mq_data_manager").height
    assert both.filter(pl.col("message_puts") > pl.col("put_count")).height == 0
    assert both.filter(pl.col("message_gets") > pl.col("get_count")).height == 0


def worked(name):
    return table(name).filter(pl.col("interval_us") > 0)


def test_tasks_add_up_to_the_queue_manager():
    queues = (
        table("mq_task_queue")
        .group_by(KEYS)
        .agg(put_count=total("put_count"), get_count=total("get_count"), put_bytes=total("put_bytes"))
    )
    manager = worked("mq_message_manager").select(
        *KEYS,
        pl.col("put_count").cast(pl.Int64),
        pl.col("get_count").cast(pl.Int64),
        (pl.col("persistent_put_bytes") + pl.col("nonpersistent_put_bytes"))
        .cast(pl.Int64)
        .alias("put_bytes"),
    )
    assert agree(queues, manager)


def test_tasks_add_up_to_the_pools():
    tasks = table("mq_task").group_by(KEYS).agg(old=total("getpages_old"), new=total("getpages_new"))
    pools = worked("mq_buffer_pool").filter(pl.col("buffer_pool") > 0)
    pools = pools.group_by(KEYS).agg(old=total("getpages_old"), new=total("getpages_new"))
    assert agree(tasks, pools)


def test_tasks_add_up_to_the_log():
    tasks = table("mq_task").group_by(KEYS).agg(intervals=-(-total("log_write_bytes") // 4096))
    log = worked("mq_log").select(
        *KEYS, pl.col("active_log_control_intervals").cast(pl.Int64).alias("intervals")
    )
    assert agree(tasks, log)


def test_tasks_wait_as_long_as_the_page_sets_read():
    waits = (
        table("mq_task_queue")
        .group_by(KEYS)
        .agg(
            pl.col("get_page_set_elapsed").sum().alias("get"),
            pl.col("put_page_set_elapsed").sum().alias("put"),
        )
    )
    sets = (
        worked("mq_page_set")
        .group_by(KEYS)
        .agg(pl.col("read_elapsed").sum(), pl.col("immediate_write_elapsed").sum())
    )
    both = waits.join(sets, on=KEYS, how="inner")
    assert both.height == waits.height == sets.height
    assert both.filter((pl.col("get") - pl.col("read_elapsed")).abs() > TOLERANCE).height == 0
    assert both.filter(pl.col("put") > pl.col("immediate_write_elapsed") + TOLERANCE).height == 0


@pytest.mark.parametrize("call", ["get", "put"])
def test_a_call_takes_its_cpu_time_and_its_waits(call):
    column = {
        name: pl.col(f"{call}_{name}") for name in ("elapsed", "cpu", "suspend_elapsed", "page_set_elapsed")
    }
    holds("mq_task_queue", column["elapsed"] >= column["cpu"] + column["suspend_elapsed"] - TOLERANCE)
    holds("mq_task_queue", column["suspend_elapsed"] >= column["page_set_elapsed"])
    holds("mq_task_queue", column["elapsed"] <= 900e6)


def test_a_message_is_on_the_queue_between_the_shortest_and_the_longest_time():
    average = pl.col("queue_time") / pl.col("get_valid_count")
    idle = pl.col("get_valid_count") == 0
    holds("mq_task_queue", idle | average.is_between(pl.col("queue_time_min"), pl.col("queue_time_max")))


def test_a_commit_takes_its_cpu_time_and_the_log():
    holds(
        "mq_task", pl.col("commit_elapsed") >= pl.col("commit_cpu") + pl.col("log_force_elapsed") - TOLERANCE
    )
    holds("mq_task", pl.col("suspend_elapsed") >= pl.col("log_force_elapsed"))


def test_a_task_is_connected_before_it_is_accounted():
    holds("mq_task", pl.col("start") <= pl.col("accounted_from"))
    holds("mq_task", pl.col("accounted_from") < pl.col("accounted_to"))


def test_the_queues_of_a_task_are_all_there_over_its_records():
    keys = ["queue_manager", "minute", "connection_name"]
    # A queue row in the first record of a task has no correlator of its own: the record joins it to its task.
    names = table("mq_task_id").select("record", "connection_name").unique()
    queues = table("mq_task_queue").join(names, on="record").group_by(keys).agg(rows=pl.len())
    tasks = table("mq_task").join(names, on="record").select(*keys, "queue_blocks")
    both = tasks.join(queues, on=keys, how="inner")
    assert both.height == tasks.height
    assert both.filter(pl.col("rows") != pl.col("queue_blocks")).height == 0
    assert both["queue_blocks"].max() > 8


def test_a_batch_job_has_one_class_1_record_for_each_class_3_record():
    class_1 = table("mq_thread_class1").select(
        *KEYS,
        "connection_name",
        puts=pl.sum_horizontal(pl.col("^puts_.*$").cast(pl.Int64)),
        gets=pl.sum_horizontal(pl.col("^gets_.*$").cast(pl.Int64)),
    )
    names = table("mq_task_id").select("record", "connection_name").unique()
    queues = (
        table("mq_task_queue")
        .join(names, on="record")
        .group_by(*KEYS, "connection_name")
        .agg(puts=total("valid_put_count"), gets=total("valid_get_count"))
    )
    assert class_1.join(queues, on=class_1.columns, how="inner").height == class_1.height > 0


def test_a_channel_moves_what_its_queue_gives():
    names = table("mq_task_id").select("record", "channel").unique()
    got = table("mq_task_queue").join(names, on="record").filter(pl.col("queue") == "HUB.XMITQ")
    got = got.filter(pl.col("valid_get_count") > 0).select("minute", "valid_get_count")
    moved = table("mq_channel").filter((pl.col("channel") == "MQB1.TO.HUB") & (pl.col("message_count") > 0))
    assert moved.select("minute", "message_count").sort("minute").rows() == got.sort("minute").rows()


@pytest.mark.parametrize("task", ["dispatcher", "adapter", "dns"])
def test_a_task_of_the_channel_initiator_works_or_waits(task):
    name = f"mq_chinit_{task}"
    both = pl.col("request_elapsed") + pl.col("wait_elapsed")
    holds(name, (both - pl.col("interval_us")).abs() < 1000)
    holds(name, pl.col("task_cpu") <= pl.col("request_elapsed"))


def test_31_bit_storage_is_user_system_and_available():
    used = pl.col("user_31_allocated") + pl.col("system_31_allocated") + pl.col("available_31")
    holds("mq_storage_region", used == pl.col("region_31_size"))


def test_the_pools_fit_into_the_storage_in_use():
    pools = (
        worked("mq_buffer_pool")
        .group_by(*KEYS)
        .agg(
            pl.col("buffers").filter(pl.col("location") == "BELOW").sum().alias("below"),
            pl.col("buffers").filter(pl.col("location") == "ABOVE").sum().alias("above"),
            pl.col("buffers").sum(),
        )
    )
    both = table("mq_storage_region").join(pools, on=KEYS, how="inner")
    assert both.height == pools.height
    used = [limit * 2**20 - free for limit, free in both.select("memory_limit", "available_64").rows()]
    assert all(u > 4096 * above for u, above in zip(used, both["above"], strict=True))
    assert both.filter(pl.col("system_31_allocated") < 4096 * pl.col("below")).height == 0
    assert both.filter(pl.col("real_frames") < pl.col("buffers")).height == 0


def test_storage_pools_add_up_to_the_region_summary():
    unit = pl.when(pl.col("fixed") & ~pl.col("above_bar")).then(4096).otherwise(1)
    sums = (
        table("mq_storage_pool")
        .group_by("queue_manager", "written", "fixed", "global")
        .agg(size=(pl.col("current_size").cast(pl.Int64) * unit).sum())
    )
    for fixed, kind in ((True, "fixed"), (False, "variable")):
        for common, where in ((True, "global"), (False, "local")):
            part = sums.filter((pl.col("fixed") == fixed) & (pl.col("global") == common))
            both = table("mq_storage_region").join(part, on=["queue_manager", "written"], how="inner")
            assert both.height == table("mq_storage_region").height
            assert both.filter(pl.col(f"{kind}_pools_{where}") != pl.col("size")).height == 0


def test_the_log_writes_each_control_interval_twice():
    for copy in (1, 2):
        single, multi = pl.col(f"copy{copy}_single_ci_writes"), pl.col(f"copy{copy}_multi_ci_writes")
        holds("mq_log", 2 * (single + multi) == pl.col("log_writes"))
        holds("mq_log", single == pl.col(f"copy{copy}_single_ci_control_intervals"))
        holds("mq_log", multi <= pl.col(f"copy{copy}_multi_ci_control_intervals"))
        for kind in ("single_ci", "multi_ci"):
            elapsed, suspended = (pl.col(f"copy{copy}_{kind}_{what}_elapsed") for what in ("io", "suspend"))
            holds("mq_log", suspended >= elapsed)
            holds("mq_log", elapsed >= pl.col(f"copy{copy}_{kind}_io_elapsed_max"))
    holds("mq_log", pl.col("writer_idle_elapsed") <= pl.col("interval_us") + 1000)


def test_an_older_release_lacks_what_it_did_not_write():
    for name, column in (
        ("mq_message_manager", "otel_emission_tasks"),
        ("mq_log", "zhyperlink_single_ci_requests"),
        ("mq_channel_initiator", "storage_64_limit"),
        ("mq_channel", "remote_product"),
        ("mq_buffer_pool", "version"),
        ("mq_task", "version"),
    ):
        holds(name, pl.col(column).is_null() == (pl.col("level") == "930"))
    holds(
        "mq_buffer_pool",
        (pl.col("queue_sharing_group") == "QSGP").fill_null(False) == (pl.col("level") == "946"),
    )


def test_local_time_is_an_hour_ahead_of_utc():
    for name in ("mq_buffer_pool", "mq_task", "mq_thread_class1"):
        ahead = (pl.col("written") - pl.col("written_utc").dt.replace_time_zone(None)).dt.total_milliseconds()
        holds(name, (ahead - 3_600_000).abs() <= 10)


def at_end(name):
    """Rows of RMF and SMF 30 with the minute at which their interval ends."""
    return table(name).with_columns(pl.col("written").dt.truncate("1m").alias("end"))


def test_a_service_class_takes_the_processors_that_its_address_spaces_and_enclaves_do():
    seconds = pl.col("service_adjustment") / 16e6
    by_class = at_end("rmf_class_period").group_by("system", "end")
    by_class = by_class.agg((pl.col("cpu_service") * seconds).sum(), (pl.col("ziip_service") * seconds).sum())
    spaces = at_end("smf30_processor").group_by("system", "end").agg(pl.col("tcb_hundredths").sum() / 100)
    both = by_class.join(spaces, on=["system", "end"], how="inner")
    assert both.height == by_class.height == spaces.height > 0
    apart = pl.col("cpu_service") - pl.col("ziip_service") - pl.col("tcb_hundredths")
    assert both.filter(apart.abs() > 0.2).height == 0


def test_transactions_of_service_classes_are_the_commits_of_cics_and_distributed_plans():
    ended = at_end("rmf_class_period").filter(pl.col("transactions") > 0)
    ended = ended.group_by("system", "end").agg(transactions=total("transactions"))
    threads = table("db2_thread_account").filter(pl.col("connection_type").is_in(["CICS", "DRDA"]))
    ends = (pl.col("written") + pl.duration(minutes=1)).dt.truncate("15m").alias("end")
    commits = threads.with_columns(ends).group_by("system", "end").agg(commits=total("commits"))
    both = ended.join(commits, on=["system", "end"], how="inner")
    assert both.height == ended.height == commits.height > 0
    assert both.filter(pl.col("transactions") != pl.col("commits")).height == 0


def test_an_address_space_has_one_identifier_and_is_counted_once_in_the_ledger():
    spaces = table("smf30_storage").select("system", "job", "asid").unique()
    assert spaces.height == spaces.select("system", "job").unique().height
    assert spaces.height == spaces.select("system", "asid").unique().height
