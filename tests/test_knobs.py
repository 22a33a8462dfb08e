"""What Db2 and MQ offer to be turned: sizes, limits, curves and the commands of a new size."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db2_evidence import START, hours, logged
from db2_evidence import said as db2_said
from getpage.contract.curve import SizePoint, monotone
from getpage.contract.knob import fixed_frames, frames_1m
from getpage.core.names import Image
from getpage.products.common.sizes import Interval, bounds, past
from getpage.products.mq import PRODUCT as MQ
from mq_evidence import from_records, from_text, page_sets, pools, region

SIMULATED = """\
DSNB431I  -DB1A SIMULATED BUFFER POOL SIZE = {size} BUFFERS -
             ALLOCATED = {size}
             IN-USE = {used}
             HIGH IN-USE = {used}
             SEQ-IN-USE = 0
             HIGH SEQ-IN-USE = 0
DSNB432I  -DB1A SIMULATED BUFFER POOL ACTIVITY -
          AVOIDABLE READ I/O -
             SYNC  READ I/O (R) ={avoided}
             SYNC  READ I/O (S) =0
             ASYNC READ I/O =0
             SYNC  GBP READS (R) =0
             SYNC  GBP READS (S) =0
             ASYNC GBP READS =0
          PAGES MOVED INTO SIMULATED BUFFER POOL =53668641
          TOTAL AVOIDABLE SYNC I/O DELAY ={delay} MILLISECONDS
"""

PAGE_SETS = """\
CSQI010I !MQ21 Page set usage ...
  Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
   set   pool   pages  pages  data pages  data pages  count
_    0     0    5038    4980         58         0 USER    0
_    1     1    1078    1061         17         0 USER    0
_    2     2    1078    1074          4         0 USER    0
_    3     3    1078    1075          0         3 USER    0
_    4     4   71634   71621         13         0 USER    0
_    5     5    1078    1078          0         0 USER    0
End of page set report
CSQP001I !MQ21 Buffer pool 0 has 1000 buffers, 991 (99%) stealable
CSQP001I !MQ21 Buffer pool 1 has 1000 buffers, 995 (99%) stealable
CSQP001I !MQ21 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
CSQP001I !MQ21 Buffer pool 3 has 5000 buffers, 4995 (99%) stealable
CSQP001I !MQ21 Buffer pool 4 has 5000 buffers, 4994 (99%) stealable
CSQP001I !MQ21 Buffer pool 5 has 1000 buffers, 999 (99%) stealable
"""


def simulated(avoided: int, *, size: int = 100_000, used: int = 100_000) -> dict:
    text = SIMULATED.format(size=size, used=used, avoided=avoided, delay=round(avoided * 1.38))
    return {"sync_random": 3_600_000, "sync_sequential": 0, "simulated": text}


def mq(evidence) -> dict:
    return {str(knob.id): knob for knob in MQ.analyse(evidence).knobs}


def taken(knob, size: int) -> dict[str, int]:
    return {str(limit): count for limit, count in knob.takes(size).items()}


def test_a_pool_of_db2_is_named_and_counts_against_the_frames_that_it_takes():
    text = logged(hours({"pool": "BP1"}), START + timedelta(hours=1))
    [pool] = [knob for knob in db2_said(text).knobs if str(knob.id) == "SY1.DB1A.BP1"]
    assert (pool.size, pool.unit_bytes, pool.fixed, pool.image) == (500_000, 4096, True, Image("SY1"))
    assert pool.limits == (fixed_frames(pool.image), frames_1m(pool.image))
    assert pool.smallest < pool.size < pool.largest


def test_a_simulated_pool_gives_the_curve_two_points():
    [pool] = db2_said(hours(simulated(2_400_000))).knobs
    assert pool.curve is not None
    assert pool.curve.basis == "simulated pool"
    at, more = pool.curve.read_points
    assert (at.size, more.size) == (500_000, 600_000)
    assert at.reads == pytest.approx(1000)
    assert more.reads == pytest.approx(1000 * (1 - 2_400_000 / 3_600_000))
    assert any(fact.column == "avoidable_sync_random" for fact in pool.curve.facts)


def test_a_simulated_pool_that_did_not_fill_shows_that_less_is_enough():
    [pool] = db2_said(hours(simulated(2_400_000, used=20_000))).knobs
    assert [point.size for point in pool.curve.read_points] == [500_000, 520_000, 600_000]
    assert pool.curve.read_points[1].reads == pool.curve.read_points[2].reads


def test_counters_alone_bound_the_curve_and_say_what_would_settle_it():
    [pool] = db2_said(hours({"sync_random": 3_600_000})).knobs
    assert pool.curve.basis == "counters"
    smaller, present, *larger = pool.curve.read_points
    assert (smaller.low, smaller.high) == (present.reads, pytest.approx(pool.references))
    assert {(point.low, point.high, point.reads) for point in larger} == {(0.0, present.reads, present.reads)}
    assert "SPSIZE" in pool.supply


def test_sizes_that_a_pool_had_are_points_of_its_curve():
    text = hours({"size": 400_000, "sync_random": 3_600_000}) + hours({"size": 500_000}).replace(
        "09:00:00 MAR 12", "11:00:00 MAR 12"
    ).replace("10:00:00 MAR 12", "12:00:00 MAR 12")
    [pool] = db2_said(text).knobs
    assert pool.curve.basis == "past intervals"
    assert [point.size for point in pool.curve.read_points] == [400_000, 500_000]
    assert pool.curve.read_points[0].reads > 10 * pool.curve.read_points[1].reads


def test_an_idle_pool_is_too_large_by_rule_and_shrinks_in_steps_of_a_quarter():
    idle = {"random": 7_200, "sync_random": 10, "sequential": 0, "sync_sequential": 0, "in_use": 10}
    idle |= {"prefetch_reads": 0, "prefetch_pages": 0, "pgfix": "NO", "frame": "4K"}
    [pool] = db2_said(hours(idle)).knobs
    assert pool.largest == 14_400  # 7,200 getpages an hour: those of two hours may come within 300 s
    assert "idle" in pool.largest_because
    assert not pool.backed  # pageable, and hardly a page of it was ever read into
    changes = pool.change(pool.largest)
    assert changes[0].command == "-ALTER BUFFERPOOL(BP1) VPSIZE(375000)"
    assert changes[-1].command == "-ALTER BUFFERPOOL(BP1) VPSIZE(14400)"
    assert sum(change.storage_bytes for change in changes) == (14_400 - 500_000) * 4096
    assert [change.undo for change in changes[1:]] == [change.command for change in changes[:-1]]


def test_growth_of_a_db2_pool_is_one_command_with_its_undo():
    [pool] = db2_said(hours(simulated(2_400_000))).knobs
    [change] = pool.change(600_000)
    assert change.command == "-ALTER BUFFERPOOL(BP1) VPSIZE(600000)"
    assert change.undo == "-ALTER BUFFERPOOL(BP1) VPSIZE(500000)"
    assert change.storage_bytes == 100_000 * 4096
    assert pool.change(500_000) == ()


def test_mq_1_pools_2_and_3_can_use_1294_buffers_and_the_others_are_not_oversized():
    actual = mq(from_text(PAGE_SETS.replace("5000 buffers, 499", "50000 buffers, 49999")))
    over = {name: item.largest for name, item in actual.items() if item.largest < item.size}
    assert over == {"MQ21.2": 1294, "MQ21.3": 1294}
    [change] = actual["MQ21.2"].change(1294)
    assert change.command == "ALTER BUFFPOOL(2) BUFFERS(1294)"
    assert change.storage_bytes == -48_706 * 4096
    assert actual["MQ21.2"].curve is None


BUSY = {"lowest_stealable": 2_000, "stealable": 2_500, "reads": 45_000, "steals": 60_000}


def busy_pool(**columns):
    pool = BUSY | {"buffer_pool": 1, "buffers": 50_000, "location": "BELOW", "page_class": "4KB"} | columns
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 200_000, "unused_pages": 115_000}
    return [pools(pool), page_sets(sets)]


def test_an_mq_pool_that_reads_would_hold_all_its_pages_at_85_percent():
    actual = mq(from_records(*busy_pool(lowest_stealable=20_000), region()))["SYS1.MQP1.1"]
    assert actual.curve.basis == "page sets"
    present, before, enough = actual.curve.read_points
    assert (present.size, present.reads) == (50_000, pytest.approx(45_000 / 900))
    assert (before.size, before.reads) == (99_999, present.reads)  # nothing is claimed on the way
    assert (enough.size, enough.reads, enough.low) == (100_000, 0.0, 0.0)
    assert enough.high == pytest.approx(min(85_000, 45_000) / 900)  # each page once in the window, at most


def test_a_pool_that_holds_its_pages_reads_each_of_them_once_at_most():
    actual = mq(from_records(*busy_pool(reads=450_000, lowest_stealable=20_000), region()))["SYS1.MQP1.1"]
    assert actual.curve.read_points[-1].high == pytest.approx(85_000 / 900)


def test_mq_6_growth_goes_in_steps_of_10_percent_each_undone_by_the_step_before():
    actual = mq(from_records(*busy_pool(), region()))["SYS1.MQP1.1"]
    changes = actual.change(66_550)
    assert [change.command for change in changes] == [
        "ALTER BUFFPOOL(1) BUFFERS(55000)",
        "ALTER BUFFPOOL(1) BUFFERS(60500)",
        "ALTER BUFFPOOL(1) BUFFERS(66550)",
    ]
    assert [change.undo for change in changes] == [
        "ALTER BUFFPOOL(1) BUFFERS(50000)",
        "ALTER BUFFPOOL(1) BUFFERS(55000)",
        "ALTER BUFFPOOL(1) BUFFERS(60500)",
    ]
    assert sum(change.storage_bytes for change in changes) == 16_550 * 4096
    assert taken(actual, 66_550) == {"SYS1.MQP1 below the bar": 16_550 * 4096}


def test_mq_6_a_pool_that_no_longer_fits_below_the_bar_moves_above_and_is_page_fixed_last():
    actual = mq(from_records(*busy_pool(reads=90_000), region(available_31=120 << 20)))["SYS1.MQP1.1"]
    first, *_, last = actual.change(66_550)
    assert first.command == "ALTER BUFFPOOL(1) BUFFERS(55000) LOCATION(ABOVE)"
    assert first.undo == "ALTER BUFFPOOL(1) BUFFERS(50000) LOCATION(BELOW)"
    assert last.command == "ALTER BUFFPOOL(1) BUFFERS(66550)"
    assert taken(actual, 66_550) == {
        "SYS1.MQP1 below the bar": -50_000 * 4096,
        "SYS1.MQP1 MEMLIMIT": 66_550 * 4096,
    }
    fix = actual.fix(66_550)
    assert fix.command == "ALTER BUFFPOOL(1) BUFFERS(66550) LOCATION(ABOVE) PAGECLAS(FIXED4KB)"
    assert fix.undo == "ALTER BUFFPOOL(1) BUFFERS(66550) LOCATION(ABOVE) PAGECLAS(4KB)"
    assert fix.step == len(actual.change(66_550)) + 1
    assert (fix.saving.low, fix.saving.high) == (0, 20)


def test_the_room_below_the_bar_is_that_of_the_75_percent_rule_and_of_the_minimum():
    limits = {str(limit.id): limit for limit in MQ.analyse(from_records(*busy_pool(), region())).limits}
    below = limits["SYS1.MQP1 below the bar"]
    assert below.room == min(800 << 20, round(0.75 * (1600 << 20)) - 50_000 * 4096)
    assert limits["SYS1.MQP1 MEMLIMIT"].room == (6 << 30) - (200 << 20)  # less what MQ holds back


points = st.builds(
    lambda size, a, b, c: SizePoint(
        size=size, low=min(a, b, c), high=max(a, b, c), reads=sorted((a, b, c))[1]
    ),
    st.integers(1, 10**9),
    *[st.floats(0, 1e6)] * 3,
)


@given(st.lists(points, max_size=8, unique_by=lambda point: point.size))
def test_a_larger_size_never_reads_more_and_bounds_hold_the_reads(given_points):
    result = monotone(given_points)
    assert [item.size for item in result] == sorted(point.size for point in given_points)
    assert all(a.reads >= b.reads for a, b in pairwise(result))
    assert all(item.low <= item.reads <= item.high for item in result)


@given(
    st.integers(1, 10**9), st.integers(1, 10**9), st.integers(1, 10**9), st.floats(0, 1e6), st.floats(0, 1e6)
)
def test_bounds_of_counters_are_a_curve_too(size, smallest, largest, reads, references):
    read_points = bounds(
        size=size, smallest=smallest, largest=largest, reads=reads, references=references
    ).read_points
    assert [item.size for item in read_points] == sorted({item.size for item in read_points})
    assert all(a.reads >= b.reads for a, b in pairwise(read_points))
    assert all(item.low <= item.reads <= item.high for item in read_points)


def test_one_size_is_no_past():
    assert past([Interval(10, 5.0, 10.0, 900.0), Interval(10, 6.0, 10.0, 900.0)]) is None
