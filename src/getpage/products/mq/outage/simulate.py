"""Run one outage at one pool size, and the drain after it.

What: how long the pool absorbs a stopped consumer, what is written and why, and what the drain must read.
Why: the deferred writes that a backlog sets off cost I/O in the background; the pages that then leave the
pool cost the consumer a synchronous read each, just when it has a backlog to clear. Limits: see
`assumptions`. Reference: `rules`, docs/models/outage.md.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from .inputs import Limits, OutageInputs, assumptions
from .outcome import Drain, DrainEnd, Milestones, Outcome, Phase, Stretch, Writes
from .rules import (
    MICROSECONDS_PER_SECOND,
    Messages,
    MessagesPerSecond,
    Microseconds,
    Pages,
    PagesPerSecond,
    Seconds,
)


@dataclass(slots=True)
class State:
    """Positions in pages since the outage began; `aged` ends what a checkpoint would write."""

    put: float = 0.0
    written: float = 0.0
    stolen: float = 0.0
    got: float = 0.0
    aged: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speeds:
    """Pages per second: of the positions, and of what is counted."""

    put: float
    written: float
    stolen: float
    got: float
    aged: float
    refused: float
    deferred: float
    synchronous: float
    checkpoint: float
    read: float


@dataclass(frozen=True, slots=True)
class OutageRates:
    """The four rates that the inputs fix, in pages per second."""

    put: PagesPerSecond
    get_from_pool: PagesPerSecond
    get_from_page_set: PagesPerSecond
    deferred: PagesPerSecond

    @classmethod
    def of(cls, inputs: OutageInputs) -> OutageRates:
        """Derive the rates; a page that must be read costs the consumer one read more."""
        pool = inputs.get_pages
        slowed = pool / (1 + pool * inputs.times.read / MICROSECONDS_PER_SECOND)
        return cls(inputs.put_pages, pool, PagesPerSecond(slowed), inputs.deferred_pages)


def speeds(state: State, rates: OutageRates, limits: Limits, aged: float, *, consuming: bool) -> Speeds:
    """Tell how fast everything moves from here; `aged` is the put speed one checkpoint age ago."""
    near = limits.tolerance
    reading = consuming and state.got < state.stolen - near
    got = 0.0 if not consuming else rates.get_from_page_set if reading else rates.get_from_pool
    room = limits.page_set - (state.put - state.got)
    put = rates.put if room > near else min(rates.put, got)

    checkpoint = aged if state.aged >= state.written - near else 0.0
    emptied = got if state.got >= state.written - near else 0.0
    base = max(checkpoint, emptied)
    deferred = _deferred(state, rates, limits, put)
    shortage = max(base, deferred)
    unwritten = state.put - state.written
    written = max(shortage, put) if unwritten >= limits.synchronous - near else shortage
    if unwritten <= near:
        written = min(written, put)

    empty = limits.capacity - (state.put - max(state.stolen, state.got))
    stolen = put if empty <= near and (reading or not consuming) else 0.0
    by_checkpoint = max(0.0, min(written, checkpoint) - emptied)
    by_deferred = max(0.0, min(written, deferred) - base)
    return Speeds(
        put=put,
        written=written,
        stolen=stolen,
        got=got,
        aged=aged,
        refused=rates.put - put,
        deferred=by_deferred,
        synchronous=max(0.0, written - shortage),
        checkpoint=by_checkpoint * limits.checkpoint_share,
        read=got if reading else 0.0,
    )


def _deferred(state: State, rates: OutageRates, limits: Limits, put: float) -> float:
    """Speed of the deferred writes: all they can above the threshold, just enough to hold it when at it."""
    above = state.put - state.written - limits.deferred
    if above > limits.tolerance:
        return rates.deferred
    return min(rates.deferred, put) if above >= -limits.tolerance and put > 0 else 0.0


COUNTED = ("refused", "deferred", "synchronous", "checkpoint", "read")
CATCHES_UP = 1e-6  # a consumer that gains less than this share of the put rate is taken never to catch up
MOST_EVENTS = 10_000  # far beyond what any input needs; a run that gets there is a defect of the model


@dataclass(slots=True)
class OutageRun:
    """One simulation under way; seconds and pages since the outage began."""

    rates: OutageRates
    limits: Limits
    age: float  # seconds until a checkpoint writes a page; infinite without checkpoints
    state: State = field(default_factory=State)
    time: float = 0.0
    totals: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))
    first: dict[str, float] = field(default_factory=dict)  # when a speed was above 0 for the first time
    phases: list[Stretch] = field(default_factory=list)
    puts: deque[tuple[float, float]] = field(default_factory=deque)  # (when, speed), not yet of that age
    aged: float = 0.0

    def go(self, *, until: float = math.inf, consuming: bool) -> bool:
        """Move on to `until`, or when consuming to the end of the backlog; False when that never comes.

        When consuming, the consumer must be faster than the puts as long as it finds every page in the pool.
        Raises RuntimeError when the events do not end, which no input should bring about.
        """
        for _ in range(MOST_EVENTS):
            if self.time >= until or (consuming and self.state.put - self.state.got <= self.limits.tolerance):
                return True
            self._let_age()
            now = speeds(self.state, self.rates, self.limits, self.aged, consuming=consuming)
            if now.read > 0 and now.stolen > 0 and now.got - now.stolen <= CATCHES_UP * self.rates.put:
                return False  # pages leave the full pool as fast as the consumer reads: for good
            self._remember_puts(now.put)
            step = min(self._next_event(now, consuming=consuming), until - self.time)
            self._move(now, step)
        raise RuntimeError("the outage model did not come to an end: please report these inputs as a defect")

    def _let_age(self) -> None:
        while self.puts and self.puts[0][0] + self.age <= self.time:
            self.aged = self.puts.popleft()[1]

    def _remember_puts(self, speed: float) -> None:
        known = self.puts[-1][1] if self.puts else self.aged
        if speed != known and math.isfinite(self.age):
            self.puts.append((self.time, speed))

    def _next_event(self, now: Speeds, *, consuming: bool) -> float:
        state, limits = self.state, self.limits
        unwritten, filling = state.put - state.written, now.put - now.written
        oldest, leaving = max((state.stolen, now.stolen), (state.got, now.got))
        gaps = [
            (limits.deferred - unwritten, filling),
            (unwritten - limits.deferred, -filling),
            (limits.synchronous - unwritten, filling),
            (unwritten, -filling),
            (state.written - state.aged, now.aged - now.written),
            (limits.page_set - (state.put - state.got), now.put - now.got),
            (limits.capacity - (state.put - oldest), now.put - leaving),
        ]
        if consuming:
            gaps.append((state.written - state.got, now.got - now.written))
            gaps.append((state.stolen - state.got, now.got - now.stolen))
            gaps.append((state.put - state.got, now.got - now.put))
        waits = [gap / closing for gap, closing in gaps if gap > limits.tolerance and closing > 0]
        if self.puts:
            waits.append(self.puts[0][0] + self.age - self.time)
        return min(waits, default=math.inf)

    def _move(self, now: Speeds, step: float) -> None:
        for name in ("put", "written", "stolen", "got", "aged"):
            setattr(self.state, name, getattr(self.state, name) + getattr(now, name) * step)
        for name in COUNTED:
            self.totals[name] += getattr(now, name) * step
        for name in (*COUNTED, "stolen"):
            if getattr(now, name) > 0:
                self.first.setdefault(name, self.time)
        end = self.time + step
        phase = _phase(now)
        if self.phases and self.phases[-1].phase is phase:
            start = self.phases.pop().start
        else:
            start = Seconds(self.time)
        self.phases.append(Stretch(phase=phase, start=start, end=Seconds(end)))
        self.time = end


def _phase(now: Speeds) -> Phase:
    if now.refused > 0:
        return Phase.PAGE_SET_FULL
    if now.synchronous > 0:
        return Phase.SYNCHRONOUS_WRITES
    if now.deferred > 0:
        return Phase.DEFERRED_WRITES
    return Phase.CHECKPOINT_WRITES if now.checkpoint > 0 else Phase.IN_MEMORY


def simulate(inputs: OutageInputs) -> Outcome:
    """Run the outage and the drain; deterministic, without a time step."""
    age = inputs.checkpoint_age
    run = OutageRun(OutageRates.of(inputs), Limits.of(inputs), math.inf if age is None else age)
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


def _drain(inputs: OutageInputs, run: OutageRun) -> Drain:
    backlog, before, start = run.state.put, dict(run.totals), run.time
    from_memory = _from_memory(inputs, run.limits, Pages(backlog))
    if from_memory is None:
        return _endless(DrainEnd.CONSUMER_TOO_SLOW, None)
    if not run.go(consuming=True):
        return _endless(DrainEnd.READS_TOO_SLOW, from_memory)
    spent = {name: value - before[name] for name, value in run.totals.items()}
    seconds, messages = run.time - start, run.state.got / inputs.message.value
    return Drain(
        verdict=DrainEnd.DRAINS,
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


def _endless(verdict: DrainEnd, from_memory: Seconds | None) -> Drain:
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


def _reached(run: OutageRun, inputs: OutageInputs) -> Milestones:
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
