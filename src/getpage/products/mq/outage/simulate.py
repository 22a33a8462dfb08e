"""Run one outage at one pool size, and the drain after it.

What: how long the pool absorbs a stopped consumer, what is written and why, and what the drain must read.
Why: the deferred writes that a backlog sets off cost I/O in the background; the pages that then leave the
pool cost the consumer a synchronous read each, just when it has a backlog to clear. Limits: see
`assumptions`. Reference: `rules`, docs/models/outage.md.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .assumptions import assumptions
from .fluid import Rates
from .limits import Limits
from .milestones import Milestones
from .outcome import Drain, Outcome, Verdict, Writes
from .run import CATCHES_UP, Run
from .units import (
    MICROSECONDS_PER_SECOND,
    Messages,
    MessagesPerSecond,
    Microseconds,
    Pages,
    Seconds,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .inputs import OutageInputs


def simulate(inputs: OutageInputs) -> Outcome:
    """Run the outage and the drain; deterministic, without a time step."""
    age = inputs.checkpoint_age
    run = Run(Rates.of(inputs), Limits.of(inputs), math.inf if age is None else age)
    run.go(until=inputs.outage, consuming=False)
    at_return, totals, phases = run.state, dict(run.totals), tuple(run.phases)
    pages_put, stolen, written = at_return.put, at_return.stolen, at_return.written
    per_message = inputs.message.value
    unwritten = pages_put - written + (1 - run.limits.checkpoint_share) * written
    return Outcome(
        inputs=inputs,
        reached=_reached(run, inputs),
        phases=phases,
        messages_put=Messages(pages_put / per_message),
        messages_refused=Messages(totals["refused"] / per_message),
        pages_put=Pages(pages_put),
        pages_in_pool=Pages(pages_put - stolen),
        pages_on_page_set_only=Pages(stolen),
        pages_unwritten=Pages(unwritten),
        writes=_writes(totals),
        put_wait=_wait(totals["synchronous"], inputs.times.immediate_write),
        drain=_drain(inputs, run),
        assumptions=assumptions(inputs),
    )


def _drain(inputs: OutageInputs, run: Run) -> Drain:
    backlog, before, start = run.state.put, dict(run.totals), run.time
    from_memory = _from_memory(inputs, run.limits, Pages(backlog))
    if from_memory is None:
        return _endless(Verdict.CONSUMER_TOO_SLOW, None)
    if not run.go(consuming=True):
        return _endless(Verdict.READS_TOO_SLOW, from_memory)
    spent = {name: value - before[name] for name, value in run.totals.items()}
    seconds, messages = run.time - start, run.state.got / inputs.message.value
    return Drain(
        verdict=Verdict.DRAINS,
        seconds=Seconds(seconds),
        seconds_from_memory=from_memory,
        messages=Messages(messages),
        rate=MessagesPerSecond(messages / seconds) if seconds > 0 else inputs.get_rate,
        reads=Pages(spent["read"]),
        read_wait=_wait(spent["read"], inputs.times.read),
        writes=_writes(spent),
        put_wait=_wait(spent["synchronous"], inputs.times.immediate_write),
        refused=Messages(spent["refused"] / inputs.message.value),
    )


def _endless(verdict: Verdict, from_memory: Seconds | None) -> Drain:
    return Drain(
        verdict=verdict,
        seconds=None,
        seconds_from_memory=from_memory,
        messages=None,
        rate=None,
        reads=None,
        read_wait=None,
        writes=None,
        put_wait=None,
        refused=None,
    )


def _from_memory(inputs: OutageInputs, limits: Limits, backlog: Pages) -> Seconds | None:
    if backlog <= limits.tolerance:
        return Seconds(0.0)
    gain = inputs.get_pages - inputs.put_pages
    return Seconds(backlog / gain) if gain > inputs.put_pages * CATCHES_UP else None


def _reached(run: Run, inputs: OutageInputs) -> Milestones:
    def when(*names: str) -> Seconds | None:
        times = [run.first[name] for name in names if run.first.get(name, inputs.outage) < inputs.outage]
        return Seconds(min(times)) if times else None

    return Milestones(
        page_set_write=when("deferred", "synchronous", "checkpoint"),
        deferred_write=when("deferred", "synchronous"),
        synchronous_write=when("synchronous"),
        page_leaves_memory=when("stolen"),
        page_set_full=when("refused"),
    )


def _writes(totals: Mapping[str, float]) -> Writes:
    return Writes(
        deferred=Pages(totals["deferred"]),
        synchronous=Pages(totals["synchronous"]),
        checkpoint=Pages(totals["checkpoint"]),
    )


def _wait(count: float, each: Microseconds) -> Seconds:
    return Seconds(count * each / MICROSECONDS_PER_SECOND)
