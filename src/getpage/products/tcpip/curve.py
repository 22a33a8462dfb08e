"""What every other default buffer would cost the streams of one direction: waits and processor time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import KIB

from .measures import SIZES
from .model import cpu, cpu_share, seconds

if TYPE_CHECKING:
    from datetime import datetime

    from .model import Cost
    from .stack import Stack

BASIS: Final = "window model"


def curve(stack: Stack, direction: str) -> SizeCurve | None:
    """The curve; None where the present buffer is not known, or there are no streams."""
    now, streams = stack.buffer(direction), stack.streams(direction)
    if not now or not streams:
        return None
    mine = now // KIB
    sizes = sorted({*SIZES, mine})
    waits = [_waits(stack, direction, now, size) for size in sizes]
    spent = spent_cpu(stack, direction)
    cpus = [cpu(cpu_share(direction), spent / stack.span, now, size * KIB) for size in sizes] if spent else []
    facts = (
        *stack.buffer_facts(direction),
        *stack.of_largest(streams[0], bytes_in="bytes in", bytes_out="bytes out"),
    )
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=_rates(waits),
        cpu=_rates(cpus) if cpus else None,
        note="streams that their window holds, from as fast as the window allows to no faster at all; others "
        "as they were; those nearby, and processor time, by what was published between 180 KB and 2 MB",
        facts=facts,
        seen=_seen(stack),
    )


def _waits(stack: Stack, direction: str, now: int, size: int) -> Cost:
    """Seconds a second that streams take."""
    known = size if size in SIZES else min(SIZES, key=lambda one: abs(one - size))
    each = [
        seconds(stack, one, now, size if size * KIB >= now else known) for one in stack.streams(direction)
    ]
    value, least, most = (sum(one[n] for one in each) / stack.span for n in range(3))
    return value, least, most


def spent_cpu(stack: Stack, direction: str) -> float:
    """Processor seconds of jobs, as far as their streams go in this direction."""
    total = 0.0
    for job, used in sorted(stack.cpu.items()):
        every = sum(one.moved for one in stack.kinds if one.job == job)
        mine = sum(one.moved for one in stack.streams(direction) if one.job == job)
        total += used.seconds * mine / every if every else 0.0
    return total


def _rates(costs: list[Cost]) -> Rates:
    value, low, high = (np.minimum.accumulate([one[n] for one in costs]).tolist() for n in range(3))
    return Rates(value, low, high)


def _seen(stack: Stack) -> tuple[tuple[datetime, datetime], ...] | None:
    if not stack.hours.height:
        return None
    hours = sorted(set(stack.hours["hour"].to_list()))
    return tuple((hour, hour + timedelta(minutes=59, seconds=59)) for hour in hours)
