"""Evidence joined to queue managers, pictures over time, and the account of storage."""

from datetime import timedelta

import pytest

from getpage.products.mq import PRODUCT
from getpage.products.mq.queue_manager import queue_managers
from mq_evidence import QUARTER, START, Frames, findings, from_records, from_text, page_sets, pools, region

USAGE = """\
CSQI065I !MQP1 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable  Page  Location
   pool   buffers   buffers   percentage class
-    1     50000       900            1 4KB    BELOW
End of buffer pool attributes
"""


def both(*evidence: Frames) -> Frames:
    frames: dict = {}
    for part in evidence:
        for table in part.frames:
            frames.setdefault(table, []).append(part.frame(table))
    joined = {
        table: parts[0].vstack(parts[1]) if len(parts) > 1 else parts[0] for table, parts in frames.items()
    }
    return Frames(joined)


def test_printed_rows_join_the_queue_manager_that_smf_names_the_system_of():
    evidence = both(from_records(pools({"buffer_pool": 1})), from_text(USAGE))
    (manager,) = queue_managers(evidence)
    assert str(manager.object) == "SYS1.MQP1"
    (finding,) = findings(evidence, "mq-pool-undersized")
    assert str(finding.object) == "SYS1.MQP1 pool 1"
    assert "98.2 %" in finding.headline


def test_the_same_name_on_two_systems_is_two_queue_managers():
    evidence = from_records(pools({"buffer_pool": 1}), pools({"buffer_pool": 1}, system="SYS2"))
    assert [str(manager.object) for manager in queue_managers(evidence)] == ["SYS1.MQP1", "SYS2.MQP1"]


def test_the_latest_size_of_a_pool_is_its_size():
    evidence = from_records(
        pools({"buffer_pool": 1, "buffers": 60_000}, interval=1), pools({"buffer_pool": 1, "buffers": 50_000})
    )
    (manager,) = queue_managers(evidence)
    assert manager.pools[0].buffers == 60_000


def test_the_page_sets_of_the_worst_interval_time_its_delay():
    def timed(interval: int, each: float) -> dict:
        io = {"read_count": 1_000, "read_pages": 1_000, "read_elapsed": 1_000 * each}
        return page_sets({"page_set": 1, "buffer_pool": 1} | io, interval=interval)

    full = {"buffer_pool": 1, "lowest_stealable": 500, "reads": 1_000}
    evidence = from_records(pools(full), timed(0, 200.0), pools(full, interval=1), timed(1, 800.0))
    (finding,) = findings(evidence, "mq-pool-undersized")
    facts = {fact.label: fact.value for fact in finding.evidence}
    assert facts["delay, worst interval"] == 0.8
    assert finding.delay_seconds == pytest.approx(1.0)


def test_pictures_break_at_gaps_and_leave_out_intervals_of_no_length():
    busy = [
        pools({"buffer_pool": 1, "reads": 900 * n, "lowest_stealable": 40_000 - n}, interval=n)
        for n in (0, 1, 2, 6, 7)
    ]
    stopped = pools({"buffer_pool": 1}, interval=3, length=timedelta(0))
    used, io = PRODUCT.analyse(from_records(*busy, stopped)).pictures
    assert str(used.object) == str(io.object) == "SYS1.MQP1 pool 1"
    assert [line.value for line in used.thresholds] == [85.0, 95.0]
    assert "peak" in used.curves[0].label
    assert used.times[0] == START + QUARTER
    assert len(used.times) == 6
    assert used.curves[0].values[3] is None
    assert io.curves[0].values == (0.0, 1.0, 2.0, None, 6.0, 7.0)


def test_a_pool_that_nothing_moves_has_no_picture():
    still = [pools({"buffer_pool": 1}, interval=n) for n in range(4)]
    assert PRODUCT.analyse(from_records(*still)).pictures == ()


def test_an_account_has_a_line_without_bytes_for_what_is_not_known():
    (account,) = PRODUCT.analyse(from_records(pools({"buffer_pool": 1}))).accounts
    assert [(line.holder, line.bytes) for line in account.lines] == [
        ("pool 1", 50_000 * 4096),
        ("other storage below the bar", None),
        ("other storage above the bar", None),
    ]
    assert account.free_at_minimum == ()


def test_fixed_pools_are_fixed_lines_and_the_lines_add_up():
    fixed = {"buffer_pool": 2, "location": "ABOVE", "page_class": "FIXED4KB"}
    (account,) = PRODUCT.analyse(from_records(pools({"buffer_pool": 1}, fixed), region())).accounts
    assert [line.fixed for line in account.lines if line.holder == "pool 2"] == [True]
    for place, total in (("below the bar", 1_600 << 20), ("above the bar", 8 << 30)):
        lines = (*account.lines, *account.free_at_minimum)
        assert sum(line.bytes or 0 for line in lines if line.place == place) == total
