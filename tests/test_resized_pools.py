"""Evidence from before and after a change of size, as a store that is loaded day by day has it: what a pool
lacked with fewer buffers is not told of the present one, what it lacked with more is.
"""

import pytest

from db2_evidence import HOUR, START, display, findings, logged, said
from getpage.products.mq import PRODUCT
from getpage.result import Kind
from mq_evidence import Frames, changes_of, from_records, from_text, pools, region
from mq_evidence import findings as mq_findings

FULL = {"buffer_pool": 3, "buffers": 5_000, "lowest_stealable": 50, "reads": 5_000}
FORCED = {"immediate_writes": 4_000, "synchronous_write_threshold": 7, "pages_written": 4_000}
WELL = {"buffer_pool": 3, "buffers": 20_000, "lowest_stealable": 12_000, "reads": 0}
MIB = 1 << 20


def both(one: Frames, other: Frames) -> Frames:
    return Frames(one.frames | other.frames)


def short(evidence) -> list[str]:
    return [finding.check for finding in mq_findings(evidence) if finding.kind is Kind.SHORTAGE]


def undersized(evidence) -> list:
    return [finding for finding in mq_findings(evidence) if finding.check == "mq-pool-undersized"]


def test_a_pool_that_was_short_before_it_was_enlarged_is_not_short_now():
    before, after = pools(FULL | FORCED), pools(WELL, interval=1)
    assert short(from_records(before)) == ["mq-pool-undersized"]
    assert short(from_records(before, after)) == []
    assert changes_of(from_records(before, after)) == ()


def test_a_pool_that_is_short_with_more_buffers_than_it_has_now_is_short():
    more = pools({"buffer_pool": 3, "buffers": 20_000, "lowest_stealable": 400})
    [finding] = undersized(from_records(more, pools(WELL | {"buffers": 16_000}, interval=1)))
    assert finding.headline == "98 % of 20,000 buffers in use at the peak"


def test_a_smaller_pool_that_was_well_before_is_judged_by_what_it_lacks_now():
    evidence = from_records(pools(WELL), pools(FULL | FORCED, interval=1))
    assert short(evidence) == ["mq-pool-undersized"]


def test_what_a_message_said_of_a_pool_before_it_was_enlarged_is_not_told_of_it():
    log = "M 0000000 SYS1     26071 09:10:12.00 STC30242 00000090  "
    text = f"{log}CSQP020E MQP1 CSQP1RSW Buffer pool 3 is too small\n"
    before, after = pools(FULL), pools(WELL, interval=1)
    [finding] = undersized(both(from_records(before), from_text(text)))
    assert ("times CSQP020E", 1) in {(fact.label, fact.value) for fact in finding.evidence}
    assert short(both(from_records(before, after), from_text(text))) == []


def test_memlimit_is_the_one_of_now_against_the_most_that_was_in_use():
    tight = region(memory_limit=3_072, available_64=10 * MIB)
    pool = pools(WELL | {"location": "ABOVE"})
    assert short(from_records(pool, tight)) == ["mq-memlimit"]
    raised = region(interval=1, memory_limit=8_192, available_64=5_000 * MIB)
    observation = PRODUCT.analyse(from_records(pool, tight, raised))
    assert [finding.check for finding in observation.findings if finding.kind is Kind.SHORTAGE] == []
    [room] = [limit for limit in observation.limits if "MEMLIMIT" in limit.label]
    used = (3_072 - 10) * MIB
    assert room.room <= 8_192 * MIB - used


def test_a_db2_pool_that_read_much_before_it_was_enlarged_is_judged_by_what_it_reads_now():
    before = logged(display(size=20_000, sync_random=9_000_000), START + HOUR)
    after = logged(display(hour=24), START + 25 * HOUR)
    assert findings(before, "db2-pool-reads")
    assert not findings(before + after, "db2-pool-reads")
    smaller = display(size=20_000, sync_random=9_000_000, hour=48)
    assert findings(after + logged(smaller, START + 49 * HOUR), "db2-pool-reads")


def test_what_more_buffers_bring_is_told_against_the_reads_of_the_present_size():
    request = {"random": 40_000_000, "sequential": 0, "sync_sequential": 0}
    before = logged(display(size=20_000, sync_random=20_000_000, **request), START + HOUR)
    after = logged(display(hour=24, size=100_000, sync_random=4_000_000, **request), START + 25 * HOUR)
    [knob] = said(before + after).knobs
    [now] = [point for point in knob.curve.read_points if point.size == 100_000]
    assert now.reads == pytest.approx(4_000_000 / 3_600, rel=1e-3)


def test_an_interval_in_which_a_pool_was_enlarged_says_nothing_of_its_use():
    """Its record has the buffers of its end, and what was free at the minimum of before."""
    raised = pools(WELL | FORCED | {"lowest_stealable": 50}, interval=1)
    assert short(from_records(pools(FULL | FORCED), raised)) == []
    evidence = from_records(pools(FULL | FORCED), raised, pools(WELL, interval=2), pools(WELL, interval=3))
    observation = PRODUCT.analyse(evidence)
    assert [finding.check for finding in observation.findings if finding.kind is Kind.SHORTAGE] == []
    assert changes_of(evidence) == ()
    [knob] = observation.knobs
    assert knob.smallest <= -(-8_000 // 0.85), "its demand is not that of the interval of the change"


def test_an_interval_in_which_a_db2_pool_was_enlarged_is_not_told_of_it():
    before = logged(display(size=20_000, sync_random=9_000_000), START + HOUR)
    raised = logged(display(hour=1, sync_random=9_000_000), START + 2 * HOUR)
    assert not findings(before + raised, "db2-pool-reads")
    assert findings(
        before + raised + logged(display(hour=2, sync_random=9_000_000), START + 3 * HOUR), "db2-pool-reads"
    )
