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

from datetime import datetime, timedelta
from typing import Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import KIB

from .connections import SIZES
from .constants import CPU_RECEIVING, CPU_SENDING, FASTER, MOST_BUFFER, RIGHT_SIZED_FROM, UNHELD, measured
from .flows import FREE, IN, NEAR, OUT, WINDOW
from .stack import ConnectionKind, Stack

Cost = tuple[float, float, float]
_BASIS: Final = "window model"
#: What tells whether the window holds a stream, or the path and the application just beyond it.
_FASTER: Final = {
    IN: "one transfer is seen to be faster with a larger receive buffer of its own (SO_RCVBUF)",
    OUT: "one transfer is seen to be faster with a larger send buffer of its own (SO_SNDBUF)",
}


def path_ratio(stack: Stack, kind: ConnectionKind) -> float:
    """How many times its present rate a kind that its window holds may reach: best guess."""
    return max(UNHELD, _seen_ratio(stack, kind))


def _seen_ratio(stack: Stack, kind: ConnectionKind) -> float:
    """How many times its rate the fastest stream has that no window held over as long a round trip."""
    rates = (
        other.fastest
        for other in stack.streams(kind.direction)
        if other.why == FREE and _as_long(other.trips, kind.trips)
    )
    return max(rates, default=0.0) / kind.rate if kind.rate else 0.0


def _only_after(stack: Stack, direction: str) -> str:
    """What has to be known before a larger buffer may be said to help; empty where another stream shows that
    the path of each that its window holds carries more.
    """
    held = [kind for kind in stack.streams(direction) if kind.why == WINDOW]
    is_seen = held and all(_seen_ratio(stack, kind) > 1 for kind in held)
    return "" if is_seen else _FASTER[direction]


def _as_long(trips: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    return trips is not None and other is not None and trips[1] >= other[0] / 2


def larger(now: int, size: int) -> float:
    """How many times the present window one of a buffer of `size` bytes may be."""
    if now < RIGHT_SIZED_FROM <= size:
        return max(MOST_BUFFER, size) / now
    return size / now


def seconds(stack: Stack, kind: ConnectionKind, now: int, size: int) -> Cost:
    """Seconds of a kind with a buffer of `size` KiB instead of `now` bytes: best guess, least, most."""
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
    """Processor seconds of streaming jobs with a buffer of `size` bytes: best guess, least, most."""
    changed = spent * (1 - share * measured(size)) / (1 - share * measured(now))
    return changed, min(changed, spent), max(changed, spent)


def cpu_share(direction: str) -> float:
    """Share by which processor time fell between the sizes that were measured."""
    return CPU_RECEIVING if direction == IN else CPU_SENDING


def curve(stack: Stack, direction: str) -> SizeCurve | None:
    """What every other default buffer costs the streams of a direction; None if the buffer is unknown or
    there are no streams.
    """
    now, streams = stack.buffer(direction), stack.streams(direction)
    if not now or not streams:
        return None
    sizes = sorted({*SIZES, now // KIB})
    waits = [_waits(stack, direction, now, size) for size in sizes]
    spent = spent_cpu(stack, direction)
    cpus = [cpu(cpu_share(direction), spent / stack.span, now, size * KIB) for size in sizes] if spent else []
    facts = (
        *stack.buffer_facts(direction),
        *stack.of_largest(streams[0], bytes_in="bytes in", bytes_out="bytes out"),
    )
    return SizeCurve(
        basis=_BASIS,
        sizes=tuple(sizes),
        wait=_rates(waits),
        cpu=_rates(cpus) if cpus else None,
        note="streams that their window limits gain between nothing and what the window allows; "
        "others stay as they were; streams nearby, and CPU, follow what was published for 180 "
        "KB to 2 MB",
        facts=facts,
        seen=_seen(stack),
        only_after=_only_after(stack, direction),
    )


def _waits(stack: Stack, direction: str, now: int, size: int) -> Cost:
    """Seconds per second that streams take."""
    known = size if size in SIZES else min(SIZES, key=lambda other: abs(other - size))
    each = [
        seconds(stack, kind, now, size if size * KIB >= now else known) for kind in stack.streams(direction)
    ]
    value, least, most = (sum(cost[n] for cost in each) / stack.span for n in range(3))
    return value, least, most


def spent_cpu(stack: Stack, direction: str) -> float:
    """Processor seconds of jobs, in proportion to what their streams move in this direction."""
    total = 0.0
    for job, used in sorted(stack.cpu.items()):
        every = sum(kind.moved for kind in stack.kinds if kind.job == job)
        mine = sum(kind.moved for kind in stack.streams(direction) if kind.job == job)
        total += used.seconds * mine / every if every else 0.0
    return total


def _rates(costs: list[Cost]) -> Rates:
    value, low, high = (np.minimum.accumulate([cost[n] for cost in costs]).tolist() for n in range(3))
    return Rates(value, low, high)


def _seen(stack: Stack) -> tuple[tuple[datetime, datetime], ...] | None:
    if not stack.hours.height:
        return None
    hours = sorted(set(stack.hours["hour"].to_list()))
    return tuple((hour, hour + timedelta(minutes=59, seconds=59)) for hour in hours)
