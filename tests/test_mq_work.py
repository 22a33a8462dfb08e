"""What a queue manager did in each interval, from its statistics and accounting."""

from datetime import timedelta

import polars as pl
import pytest

from getpage.products.mq import PRODUCT
from mq_evidence import QUARTER, START, Frames, from_records, page_sets, pools, record
from named import subsystem


def messages(count: int, interval: int = 0) -> dict:
    return record(2, "QMST", [{"put_count": count, "put1_count": 100}], interval=interval)


def statistics(*, reads: int = 1_000, puts: int = 50_000, read_elapsed: float = 300_000.0) -> Frames:
    return from_records(
        messages(puts),
        pools({"buffer_pool": 1, "reads": reads, "immediate_writes": 0}, {"buffer_pool": 2}),
        page_sets(
            {"page_set": 1, "buffer_pool": 1, "read_pages": reads, "read_elapsed": read_elapsed},
            {"page_set": 2, "buffer_pool": 2},
        ),
    )


def accounting(frames: Frames, puts: int, *, after: float = 2.0) -> Frames:
    written = START + QUARTER + timedelta(seconds=after)
    row = {
        "file": 1,
        "record": 0,
        "system": "SYS1",
        "queue_manager": "MQP1",
        "written": written,
        "put_count": puts,
        "put_cpu": 10.0 * puts,
        "put_elapsed": 14.0 * puts,
        "get_count": puts,
        "get_cpu": 9.0 * puts,
        "get_elapsed": 39.0 * puts,
    }
    frames.frames["mq_task_queue"] = pl.DataFrame([row])
    return frames


def work(frames: Frames):
    return PRODUCT.analyse(frames).work


def test_messages_reads_and_getpages_of_all_pools_are_counted_by_interval():
    (first,) = work(statistics())
    assert (first.subsystem, first.unit, first.units) == (subsystem("mq", "SYS1.MQP1"), "message", 50_100.0)
    assert first.seconds == 900.0
    assert first.reads == 1_000.0
    assert first.getpages == 2 * 120_000.0
    assert first.read_seconds == pytest.approx(0.3)
    assert first.cpu_seconds is None


def test_a_time_of_reads_that_was_not_measured_is_not_told():
    (first,) = work(statistics(read_elapsed=0.0))
    assert first.read_seconds is None


def test_a_time_of_writes_that_was_not_measured_is_not_told_either():
    forced = {"buffer_pool": 1, "reads": 0, "immediate_writes": 500, "synchronous_write_threshold": 1}
    sets = {"page_set": 1, "buffer_pool": 1, "read_pages": 100, "read_elapsed": 30_000.0}
    (first,) = work(from_records(messages(50_000), pools(forced), page_sets(sets)))
    assert first.reads == 500.0
    assert first.read_seconds is None
    sets |= {"immediate_write_pages": 500, "immediate_write_elapsed": 500_000.0}
    (first,) = work(from_records(messages(50_000), pools(forced), page_sets(sets)))
    assert first.read_seconds == pytest.approx(0.5)


def test_cpu_and_elapsed_are_those_of_the_calls_that_were_accounted_at_the_end_of_the_interval():
    (first,) = work(accounting(statistics(), 50_100))
    assert first.cpu_seconds == pytest.approx(50_100 * 19e-6)
    assert first.elapsed_seconds == pytest.approx(50_100 * 53e-6)


@pytest.mark.parametrize(("puts", "after"), [(10_000, 2.0), (50_100, 1_000.0)])
def test_accounting_of_some_tasks_or_of_another_time_tells_no_cpu(puts, after):
    (first,) = work(accounting(statistics(), puts, after=after))
    assert first.cpu_seconds is None
    assert first.elapsed_seconds is None


def test_an_interval_without_messages_or_without_pools_has_no_work():
    assert work(from_records(messages(50_000))) == ()
    assert work(from_records(record(2, "QMST", [{"put_count": 0}]), pools({"buffer_pool": 1}))) == ()
