"""What is observed in a window of evidence: by one product, and by all together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, Final

from getpage.contract.dump_space import DumpSpace
from getpage.contract.event import Event
from getpage.contract.knob import Knob, Limit
from getpage.contract.lazy import LazySequence, Restartable
from getpage.contract.meter import Metered
from getpage.contract.stop import Stop
from getpage.contract.storage import Processors, RealStorage
from getpage.contract.work import AllWork, ClassTime, Work
from getpage.core.names import Object
from getpage.result import Account, Finding, Looked, Missing, Picture, Table
from getpage.result.day import Calendar, Demand


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a product says of its evidence, or what all of them say."""

    findings: tuple[Finding, ...] = ()
    accounts: tuple[Account, ...] = ()
    #: Findings that hold only where real storage is free at its minimum, which only z/OS knows: `offers`.
    offers: tuple[Finding, ...] = ()
    #: What captured dumps may take, to be held against what the largest subsystem needs: `dump_space`.
    dump_spaces: tuple[DumpSpace, ...] = ()
    #: When address spaces did no work at all, to be held against the work of their subsystems: `stop`.
    stops: tuple[Stop, ...] = ()
    #: What began and took storage, for the account of a shortage: `event`.
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
        real_by_interval=Restartable(lambda: chain.from_iterable(map(_intervals, every))),
        repeats={name: other for observation in every for name, other in observation.repeats.items()},
    )


def _intervals(observed: Observation) -> Iterable[RealStorage]:
    return observed.real_storage if observed.real_by_interval is None else observed.real_by_interval


def _chained(every: Sequence[Observation], name: str) -> Sequence[Any]:
    parts = [getattr(observation, name) for observation in every]
    if any(isinstance(part, LazySequence) for part in parts):
        return LazySequence(lambda: chain.from_iterable(parts))
    return tuple(chain.from_iterable(parts))
