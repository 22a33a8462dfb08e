"""What is kept of one day of a store, for questions about several days: findings, sizes and demands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from getpage.core.names import FindingId, KnobId, Object
from getpage.result.model import Criterion, Fact, Kind, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What one object took at its peak in a window, and the limit that it must not reach, both in `unit`.

    Where it `falls`, `value` is the least that was left, and `limit` what has to be left. `measure` says what
    was measured, as in "buffers in use"; `fact` is where the peak stands.
    """

    object: Object
    measure: str
    unit: str
    value: float
    limit: float
    falls: bool = False
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayFinding:
    """A finding of one day: how grave it was, and the numbers that days are compared by.

    `fact` is the number that proves it, `criterion` what made it critical, where it is. `delay_seconds` are
    of all of the day; 0 where it cannot be said, as `storage_bytes`. `soon` is whether it foretells what
    later days show to come true or not.
    """

    id: FindingId
    severity: Severity
    kind: Kind
    headline: str
    delay_seconds: float = 0.0
    storage_bytes: int = 0
    fact: Fact | None = None
    criterion: Criterion | None = None
    soon: bool = False

    @property
    def object(self) -> Object:
        """What it is of."""
        return self.id.object


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """How severe the worst finding of an object was on a day; None where nothing was short or at risk."""

    date: date
    severity: Severity | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """The days of a window, as one object had them; days without evidence are not among them."""

    object: Object
    days: tuple[CalendarDay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The size of one knob at the end of a day, in `unit`s; `fact` is where that stands."""

    knob: KnobId
    object: Object
    unit: str
    size: int
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDay:
    """One day: its intervals, and what has no time. `first` and `last` are the ends of its evidence."""

    date: date
    first: datetime | None
    last: datetime | None
    findings: tuple[DayFinding, ...] = ()
    settings: tuple[Setting, ...] = ()
    demands: tuple[Demand, ...] = ()
    objects: tuple[Object, ...] = ()
    #: What failed on a value of the evidence, so that the day may lack findings.
    unjudged: tuple[str, ...] = ()
