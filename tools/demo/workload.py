"""What the applications ask of a queue: how many messages a second, when, how large, and who gets them.

Rates follow the hours of the day in straight lines between hourly points. There is no random choice here.
"""

from __future__ import annotations

from dataclasses import dataclass

from .clock import SECONDS_PER_DAY

Day = tuple[float, ...]

ONLINE: Day = (
    *(0.10, 0.08, 0.07, 0.07, 0.08, 0.12, 0.25, 0.48),
    *(0.72, 0.90, 0.98, 1.00, 0.88, 0.90, 0.96, 0.95),
    *(0.90, 0.80, 0.62, 0.48, 0.38, 0.28, 0.20, 0.14),
)
"""Customers and branches: two humps, a quiet night."""

STEADY: Day = (1.0,) * 24
"""Machines that talk to each other."""

NEVER: Day = (0.0,) * 24


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the day, from and to in seconds after midnight."""

    start: int
    end: int

    def __contains__(self, second: object) -> bool:
        """Tell whether a second lies in the stretch."""
        return isinstance(second, int | float) and self.start <= second < self.end


@dataclass(frozen=True, slots=True)
class Burst:
    """More messages a second than the time of day brings."""

    window: Window
    rate: float


@dataclass(frozen=True, slots=True)
class Lookups:
    """Browses of a deep queue by correlation ID: what each asks of the pool, and how much of it is read."""

    rate: float
    day: Day
    getpages: int
    reads: int


@dataclass(frozen=True, slots=True)
class Flow:
    """One queue, who puts to it and who gets from it."""

    queue: str
    page_set: int
    message_bytes: int
    pages: int
    """Pages of the page set that a message takes."""
    rate: float
    """Messages put a second at the busiest time of the day."""
    putter: str
    getter: str
    day: Day = ONLINE
    persistent: bool = True
    lag: float = 0.5
    """Seconds that a message stays on the queue while its getter keeps up."""
    capacity: float = 1000.0
    """Messages a second that the getter takes at the most."""
    waiting: float = 0.0
    """Share of the messages handed straight to a waiting getter; they never touch a buffer pool."""
    deep: int = 0
    """Messages that lie on the queue all day: first in, first out behind them."""
    deep_in_pool: bool = False
    bursts: tuple[Burst, ...] = ()
    stopped: tuple[Window, ...] = ()
    """When the getter is down."""
    lookups: Lookups | None = None


def at_time(day: Day, second: float) -> float:
    """Give the share of the busiest rate at a time of day."""
    hour = second % SECONDS_PER_DAY / 3600
    first = int(hour)
    before, after = day[first], day[(first + 1) % 24]
    return before + (after - before) * (hour - first)


def put_rate(flow: Flow, second: float) -> float:
    """Give the messages put a second at a time of day."""
    return flow.rate * at_time(flow.day, second) + sum(b.rate for b in flow.bursts if second in b.window)


def is_stopped(flow: Flow, second: float) -> bool:
    """Tell whether the getter is down."""
    return any(second in window for window in flow.stopped)
