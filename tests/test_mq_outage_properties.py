"""What must hold of the outage model for any inputs."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.products.mq.outage import (
    DrainEnd,
    OutageInputs,
    PageSetTimes,
    buffers_to_absorb,
    milestones,
    pages_from_counts,
    pages_from_size,
    simulate,
    sizes_table,
)

ROUNDING = 1e-6
rates = st.one_of(st.just(0.0), st.floats(0.01, 1e5))
some_rates = st.floats(0.01, 1e5)


some_or_no_checkpoints = st.one_of(st.none(), st.floats(1, 1e5))


@st.composite
def inputs(draw, *, put=rates, checkpoints=some_or_no_checkpoints) -> OutageInputs:
    """Inputs of any kind: half of them with rates and lengths near the points where the behaviour changes."""
    buffers = draw(st.integers(0, 2_000_000))
    per_message, put_rate = draw(st.floats(0.05, 300)), draw(put)
    pages = put_rate * per_message
    total = buffers * draw(st.floats(0, 20)) + draw(st.floats(1, 1e6))  # no page set has less than a page
    near, factor = draw(st.booleans()) and pages > 0, st.floats(0.2, 5)
    return OutageInputs(
        buffers=buffers,
        pages_in_use=draw(st.floats(0, 1)) * buffers,
        message=pages_from_counts(per_message, 1, "drawn"),
        put_rate=put_rate,
        get_rate=put_rate * draw(factor) if near else draw(rates),
        outage=draw(st.floats(0, 5)) * (1 + buffers) / pages if near else draw(st.floats(0, 1e6)),
        page_set_pages=total,
        page_set_used=draw(st.floats(0, 1)) * total,
        persistent=draw(st.floats(0, 1)),
        commit_batch=draw(st.integers(1, 1000)),
        checkpoint_interval=draw(checkpoints),
        times=PageSetTimes(
            read=draw(factor) * 1e6 / pages if near else draw(st.floats(0, 5000)),
            immediate_write=draw(st.floats(0, 5000)),
            deferred_write=draw(factor) * 1e6 / pages if near else draw(st.floats(1, 5000)),
        ),
    )


def close(left: float, right: float, scale: float) -> bool:
    return math.isclose(left, right, rel_tol=ROUNDING, abs_tol=ROUNDING * (1 + scale))


def scale_of(given_inputs: OutageInputs) -> float:
    return given_inputs.buffers + given_inputs.page_set_pages


def no_worse(larger: float | None, smaller: float | None, scale: float) -> bool:
    """At most as much, None being without end."""
    if smaller is None:
        return True
    return larger is not None and larger <= smaller * (1 + ROUNDING) + ROUNDING * (1 + scale)


@settings(max_examples=examples(200), deadline=None)
@given(inputs())
def test_every_page_put_is_written_or_still_unwritten_and_in_the_pool_or_on_the_page_set(drawn):
    outcome = simulate(drawn)
    scale = scale_of(drawn)
    assert close(outcome.writes.total + outcome.pages_unwritten, outcome.pages_put, scale)
    assert close(outcome.pages_in_pool + outcome.pages_on_page_set_only, outcome.pages_put, scale)
    assert outcome.pages_on_page_set_only <= outcome.writes.total + ROUNDING * (1 + scale)
    offered = drawn.put_rate * drawn.outage
    assert close(outcome.messages_put + outcome.messages_refused, offered, scale)
    assert outcome.pages_put <= drawn.page_set_room + ROUNDING * (1 + scale)
    assert outcome.pages_in_pool <= drawn.buffers - drawn.pages_in_use + ROUNDING * (1 + scale)


@settings(max_examples=examples(200), deadline=None)
@given(inputs())
def test_nothing_is_negative_and_the_phases_cover_the_outage_without_gaps(drawn):
    outcome = simulate(drawn)
    drain, scale = outcome.drain, scale_of(drawn)
    numbers = [
        *dataclasses.astuple(outcome.reached),
        *dataclasses.astuple(outcome.writes),
        outcome.pages_in_pool,
        outcome.pages_unwritten,
        outcome.put_wait,
        drain.seconds,
        drain.seconds_from_memory,
        drain.reads,
        drain.read_wait,
        drain.rate,
        drain.refused,
        *(dataclasses.astuple(drain.writes) if drain.writes else ()),
    ]
    assert all(number is None or number >= -ROUNDING * (1 + scale) for number in numbers)
    ends = [0.0, *(stretch.end for stretch in outcome.phases)]
    assert [stretch.start for stretch in outcome.phases] == ends[:-1]
    assert ends[-1] == pytest.approx(drawn.outage)


@settings(max_examples=examples(200), deadline=None)
@given(inputs(), st.integers(0, 2_000_000))
def test_a_larger_pool_is_never_worse_on_any_measure(drawn, more):
    small, large = simulate(drawn), simulate(drawn.with_buffers(drawn.buffers + more))
    scale = scale_of(drawn) + more
    assert no_worse(large.writes.shortage, small.writes.shortage, scale)
    assert no_worse(large.writes.synchronous, small.writes.synchronous, scale)
    assert no_worse(large.writes.total, small.writes.total, scale)
    assert no_worse(large.put_wait, small.put_wait, scale)
    assert no_worse(large.pages_on_page_set_only, small.pages_on_page_set_only, scale)
    assert no_worse(large.drain.reads, small.drain.reads, scale)
    assert no_worse(large.drain.read_wait, small.drain.read_wait, scale)
    assert no_worse(large.drain.seconds, small.drain.seconds, small.drain.seconds or 0)
    first, second = milestones(small.inputs), milestones(large.inputs)
    for name in ("page_set_write", "deferred_write", "synchronous_write", "page_leaves_memory"):
        assert no_worse(getattr(first, name), getattr(second, name), getattr(first, name) or 0)
    assert first.page_set_full == second.page_set_full


@settings(max_examples=examples(200), deadline=None)
@given(inputs(put=some_rates))
def test_the_closed_form_of_the_milestones_agrees_with_the_simulation(drawn):
    expected, reached = milestones(drawn), simulate(drawn).reached
    for name in (
        "page_set_write",
        "deferred_write",
        "synchronous_write",
        "page_leaves_memory",
        "page_set_full",
    ):
        when, seen = getattr(expected, name), getattr(reached, name)
        margin = ROUNDING * (1 + drawn.outage + scale_of(drawn) / drawn.put_pages)
        if when is None or when >= drawn.outage + margin:
            assert seen is None, name
        elif when < drawn.outage - margin:
            assert seen == pytest.approx(when, rel=ROUNDING, abs=margin), name


@settings(max_examples=examples(300), deadline=None)
@given(inputs(put=some_rates), st.floats(0, 1e4))
def test_the_pool_of_the_85_percent_rule_absorbs_the_outage_whatever_the_checkpoints(drawn, minutes):
    enough = dataclasses.replace(drawn, outage=minutes * 60).with_buffers(buffers_to_absorb(drawn, minutes))
    assume(enough.pages_in_use == drawn.pages_in_use)
    outcome = simulate(enough)
    assert outcome.writes.shortage == pytest.approx(0, abs=ROUNDING * (1 + scale_of(enough)))
    assert outcome.pages_on_page_set_only == pytest.approx(0, abs=ROUNDING * (1 + scale_of(enough)))


@settings(max_examples=examples(300), deadline=None)
@given(inputs(put=some_rates, checkpoints=st.none()), st.floats(0.1, 1e4))
def test_one_hundredth_less_than_the_85_percent_rule_writes_for_shortage_without_checkpoints(drawn, minutes):
    size = buffers_to_absorb(drawn, minutes)
    less = math.floor(size * 0.99) - 1
    assume(less >= drawn.pages_in_use / 0.85 and less > 0)
    short = dataclasses.replace(drawn, outage=minutes * 60).with_buffers(less)
    assert simulate(short).writes.shortage > 0


@settings(max_examples=examples(200), deadline=None)
@given(inputs(put=st.just(0.0)))
def test_without_puts_nothing_happens_and_there_is_nothing_to_drain(drawn):
    outcome = simulate(drawn)
    assert outcome.pages_put == 0
    assert outcome.writes.total == 0
    assert outcome.drain.seconds == 0
    assert outcome.drain.reads == 0
    assert outcome.drain.verdict is DrainEnd.DRAINS


@settings(max_examples=examples(200), deadline=None)
@given(inputs())
def test_an_outage_of_no_length_costs_nothing(drawn):
    outcome = simulate(dataclasses.replace(drawn, outage=0.0))
    assert outcome.phases == ()
    assert outcome.writes.total == 0
    assert outcome.drain.seconds == 0


@settings(max_examples=examples(200), deadline=None)
@given(inputs())
def test_a_drain_takes_its_time_from_memory_plus_what_it_waits_for(drawn):
    drain = simulate(drawn).drain
    assume(drain.verdict is DrainEnd.DRAINS)
    assert drain.seconds >= drain.seconds_from_memory * (1 - ROUNDING) - ROUNDING or drain.refused > 0
    at_work = drain.messages / drawn.get_rate if drawn.get_rate and drain.messages else 0.0
    assert close(drain.seconds, at_work + drain.read_wait, drain.seconds)


@settings(max_examples=examples(100), deadline=None)
@given(inputs(), st.lists(st.integers(0, 1_000_000), max_size=5))
def test_the_table_has_one_row_per_size_and_says_never_in_the_verdict(drawn, sizes):
    rows = sizes_table(drawn, sizes)
    assert [row.buffers for row in rows] == sorted(set(sizes))
    assert all((row.drain_minutes is None) == (row.verdict is not DrainEnd.DRAINS) for row in rows)


@given(st.integers(0, 100_000_000), st.integers(0, 2000))
def test_a_message_takes_at_least_its_bytes_in_pages_and_never_more_than_a_page_above(size, header):
    pages = pages_from_size(size, header)
    assert 0 < pages.low <= pages.value == pages.high <= pages.low + 1
