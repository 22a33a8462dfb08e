"""How long the streams of one direction would take with another default buffer, and their processor time.

- A stream that its window holds moves one window a round trip, so its time falls as the buffer grows, until
  the path or the application holds it. Where that is, nothing in its own record tells: the best guess is no
  faster than the fastest stream of the stack that no window held over as long a round trip, or than 1.98
  times its present rate, as published, whichever is more; at best in proportion to the buffer, at worst not.
- With 64 KB or more a stream may be right-sized, to 2 MB: of a smaller default that size is the step.
- A stream that no window holds takes as long with a larger buffer, and longer with one below what it has in
  flight: in the middle between that of twice the buffer, which z/OS advertises, and that of the buffer; at
  best no longer at all, as packets that queued on the way made the round trip longer than the path is.
- A stream nearby gains as published between 180 KB and 2 MB, up to 12 % of throughput, by powers of two.
- Processor time of jobs that stream falls as published between those sizes, or not at all.

References: IBM REDP-5238, 6.2, figures 6-14 and 6-15; IBM z/OS Communications Server: IP Configuration Guide,
TCP receive window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import KIB

from .constants import CPU_RECEIVING, CPU_SENDING, FASTER, MOST_BUFFER, RIGHT_SIZED_FROM, UNHELD, measured
from .flows import FREE, IN, NEAR, WINDOW

if TYPE_CHECKING:
    from .stack import ConnectionKind, Stack

Cost = tuple[float, float, float]


def path_ratio(stack: Stack, kind: ConnectionKind) -> float:
    """How many times as fast as now a kind that its window holds may be, as best guess."""
    like = (
        one.fastest
        for one in stack.streams(kind.direction)
        if one.why == FREE and _as_long(one.trips, kind.trips)
    )
    return max(UNHELD, max(like, default=0.0) / kind.rate if kind.rate else 0.0)


def _as_long(one: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    return one is not None and other is not None and one[1] >= other[0] / 2


def larger(now: int, size: int) -> float:
    """How many times as large a window may be with a buffer of `size` bytes."""
    if now < RIGHT_SIZED_FROM <= size:
        return max(MOST_BUFFER, size) / now
    return size / now


def seconds(stack: Stack, kind: ConnectionKind, now: int, size: int) -> Cost:
    """What a kind takes with a buffer of `size` KiB in place of `now` bytes: best guess, least, most."""
    took = kind.seconds
    times = larger(now, size * KIB)
    if kind.why == WINDOW:
        if times >= 1:
            return took / min(times, path_ratio(stack, kind)), took / times, took
        return took / times, took, took / times
    if kind.why == NEAR:
        gain = (1 + FASTER * measured(now)) / (1 + FASTER * measured(size * KIB))
        return took * gain, took * min(1.0, gain), took * max(1.0, gain)
    if size * KIB >= now:
        return took, took, took
    least, most = kind.takes(size)
    return (least + most) / 2, took, most


def cpu(share: float, spent: float, now: int, size: int) -> Cost:
    """Processor seconds of streaming jobs with a buffer of `size` bytes, likewise."""
    made = spent * (1 - share * measured(size)) / (1 - share * measured(now))
    return made, min(made, spent), max(made, spent)


def cpu_share(direction: str) -> float:
    """What processor time fell by as a share, between the sizes that were measured."""
    return CPU_RECEIVING if direction == IN else CPU_SENDING
