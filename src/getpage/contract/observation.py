"""What is observed in a window of evidence: by one product, and by all together.

A product knows of a stop, an event or the space for dumps; others know what work was done meanwhile and what
their dumps take. `answers/stopped.py`, `answers/incident.py` and `ledger/dump_needs.py` bring them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from itertools import chain
from typing import Any, Final

from getpage.contract.knob import Knob, Limit
from getpage.contract.lazy import LazySequence, Restartable
from getpage.contract.storage import Processors, RealStorage, RealTimes
from getpage.contract.work import AllWork, ClassTime, Work
from getpage.core.names import Image, Object, Subsystem
from getpage.result import Account, Fact, Finding, Looked, Missing, Picture, Table
from getpage.result.day import Calendar, Demand


@dataclass(frozen=True, slots=True, kw_only=True)
class Metered:
    """One measure of one subsystem that a proof compares beside its work, as what a Java collector takes: in
    each interval `above` over `below`, in order of time.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpNeed:
    """The most that a dump of one subsystem takes, in bytes; `of` names it, `note` says how that is known."""

    bytes: int
    of: str
    note: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpSpace:
    """What dumps may take on an image; `judged` gives the findings on the largest that is needed."""

    image: Image
    judged: Callable[[DumpNeed], tuple[Finding, ...]] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What began on an image and took its storage, in local time: `what` is a sort, a dump."""

    image: Image
    start: datetime
    end: datetime
    job: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """When the address spaces of `jobs` on an image did no work at all: `what` stopped them ("capture of a
    dump"), from when, local time, and for how many seconds.
    """

    image: Image
    jobs: tuple[str, ...]
    what: str
    start: datetime
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a product says of its evidence, or what all of them say."""

    findings: tuple[Finding, ...] = ()
    accounts: tuple[Account, ...] = ()
    #: Findings that hold only where real storage is free at its minimum, which only z/OS knows: `offers`.
    offers: tuple[Finding, ...] = ()
    #: What captured dumps may take, to be held against what the largest subsystem needs.
    dump_spaces: tuple[DumpSpace, ...] = ()
    #: When address spaces did no work at all, to be held against the work of their subsystems.
    stops: tuple[Stop, ...] = ()
    #: What began and took storage, for the account of a shortage.
    events: Sequence[Event] = ()
    #: Pictures, tables, work, processors, class times, measures may be made on first look: `lazy`, `work`.
    pictures: Sequence[Picture] = ()
    tables: Sequence[Table] = ()
    missing: tuple[Missing, ...] = ()
    #: What failed so far on a value of the evidence: its part of the answers is not there. What is made on
    #: first look fails then.
    unjudged: Iterable[Missing] = ()
    #: What rules looked at, whether or not they found anything.
    looked: tuple[Looked, ...] = ()
    #: What the ledger puts all accounts of one z/OS image into: what counts is the interval with least free.
    real_storage: tuple[RealStorage, ...] = ()
    #: All intervals, computed at each iteration; None if `real_storage` is complete.
    real_by_interval: Iterable[RealStorage] | None = field(default=None, compare=False)
    #: From when to when it is known of an image, as far as a product tells.
    real_times: Sequence[RealTimes] = ()
    #: What forecast and plan may turn, what bounds it, and what was done in each interval.
    knobs: tuple[Knob, ...] = ()
    limits: tuple[Limit, ...] = ()
    work: Sequence[Work] = ()
    #: How busy the processors were meanwhile; only z/OS itself knows it.
    processors: Sequence[Processors] = ()
    #: Where the time of each class of work went; what prove compares class by class.
    class_times: Sequence[ClassTime] = ()
    #: What objects took at their peak against what limits them: what a trend is of.
    demands: Sequence[Demand] = ()
    #: The days of objects in a window longer than a day.
    calendars: tuple[Calendar, ...] = ()
    #: What prove compares of a subsystem beside its work.
    metered: Sequence[Metered] = ()
    #: Objects whose shortage is that of another, each with the other: a queue that waits for its pool.
    repeats: Mapping[Object, Object] = field(default_factory=dict)


#: What is not put together entry after entry.
_OTHERWISE: Final = ("work", "repeats", "real_by_interval", "unjudged")


def together(observations: Iterable[Observation]) -> Observation:
    """What all say, in their order, as one."""
    every = tuple(observations)
    names = [field_.name for field_ in fields(Observation) if field_.name not in _OTHERWISE]
    lists: dict[str, Any] = {name: _chained(every, name) for name in names}
    return Observation(
        **lists,
        work=AllWork.together(observation.work for observation in every),
        unjudged=Restartable(lambda: (lost for observation in every for lost in observation.unjudged)),
        real_by_interval=Restartable(lambda: chain.from_iterable(map(real_by_interval, every))),
        repeats={name: other for observation in every for name, other in observation.repeats.items()},
    )


def real_by_interval(observed: Observation) -> Iterable[RealStorage]:
    """Real storage interval by interval, or of the window as a whole where that is all there is."""
    return observed.real_storage if observed.real_by_interval is None else observed.real_by_interval


def _chained(every: Sequence[Observation], name: str) -> Sequence[Any]:
    parts = [getattr(observation, name) for observation in every]
    if any(isinstance(part, LazySequence) for part in parts):
        return LazySequence(lambda: chain.from_iterable(parts))
    return tuple(chain.from_iterable(parts))
