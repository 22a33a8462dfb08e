"""What was done meanwhile: work by interval, and where the time of each class of it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from getpage.core.names import Subsystem
    from getpage.result import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What one subsystem did in one interval; what a price on a read is worked out from.

    `units` counts commits, messages or transactions, as `unit` says. `reads` are reads that somebody waited
    for. `getpages` are requests for pages, read or not: with them a heavier mix of work is told from more
    reads for the same work. `ziip_seconds` is the part of `cpu_seconds` that ran on zIIPs. None is what the
    evidence does not tell.
    """

    subsystem: Subsystem
    start: datetime
    seconds: float
    unit: str
    units: float
    reads: float | None = None
    read_seconds: float | None = None
    getpages: float | None = None
    cpu_seconds: float | None = None
    ziip_seconds: float | None = None
    elapsed_seconds: float | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTime:
    """Where the time of one class of work went in one interval: the MQGETs of a queue, the commits of a plan.

    `kind` says what is counted and its unit (MQGET call); all classes of one kind make its mix. `elapsed`
    are seconds of all `units` together, and `parts` what they are made of as far as it is known, by name
    (CPU, page set wait); parts do not overlap. `rounded` is the unit of the last digit, in seconds a unit of
    work, where the figures are printed averages; 0 where they are not. `start` is None where nothing says
    when.
    """

    subsystem: Subsystem
    kind: str
    name: str
    units: float
    elapsed: float
    parts: Mapping[str, float]
    start: datetime | None = None
    rounded: float = 0.0
    facts: tuple[Fact, ...] = ()
