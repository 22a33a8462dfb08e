"""What a proof compares of a subsystem beside the work that it counts: a measure, interval by interval.

A buffer pool is proved by its reads, which `Work` has; a Java heap by what its collector takes, which is no
work of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from getpage.core.names import Subsystem
from getpage.result import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Metered:
    """One measure of one subsystem: in each interval `above` over `below`, in order of time.

    `name` identifies it, `title` is its name for readers, in `unit`. `better` is the good direction: -1 where
    less is, 1 where more is, 0 where neither is by itself. `volume` is the work of each interval and
    `seconds` how long it was, of a measure that is to be compared at equal volume; None of others. `starts`
    are None where the evidence does not say when: such intervals are compared as they are, whatever the time
    of day, and `note` says so in a sentence without its full stop.
    """

    subsystem: Subsystem
    name: str
    title: str
    unit: str
    better: int
    starts: Sequence[datetime] | None
    above: Sequence[float]
    below: Sequence[float]
    volume: Sequence[float] | None = None
    seconds: Sequence[float] = ()
    note: str = ""
    facts: tuple[Fact, ...] = ()
