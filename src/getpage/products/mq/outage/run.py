"""Move the fluid from event to event: an event is the moment at which some speed may change.

The number of events is small and does not grow with the length of the outage: each threshold is met at most
a few times, and what is put late in the drain returns once more as pages that a checkpoint writes.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .fluid import Rates, Speeds, State, speeds
from .outcome import Phase, Stretch
from .units import Seconds

if TYPE_CHECKING:
    from .limits import Limits

COUNTED = ("refused", "deferred", "synchronous", "checkpoint", "read")
CATCHES_UP = 1e-6  # a consumer that gains less than this share of the put rate is taken never to catch up
MOST_EVENTS = 10_000  # far beyond what any input needs; a run that gets there is a defect of the model


@dataclass(slots=True)
class Run:
    """One simulation under way; seconds and pages since the outage began."""

    rates: Rates
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
