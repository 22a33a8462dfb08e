"""What a result shows beside findings and changes: accounts, evidence, gaps, pictures, tables, totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.core.numbers import Scalar
from getpage.result.model import INTERNAL, Fact, Kind, Severity


class Place(StrEnum):
    """Which storage a line of a ledger is of, or what else it says. What is here counts: what the lines of
    one place hold adds up, but for those that nobody holds.
    """

    BELOW_LINE = "below 16 MB"
    BELOW_BAR = "below the bar"
    ABOVE_BAR = "above the bar"
    REAL = "real storage"  # measured there, fixed or not
    VIRTUAL = "virtual"  # promised; its real part is not known, or does not fit
    GUEST = "guest memory"
    SWAP = "swap space"
    OF_WHICH = "of what is in use"  # divides what is in use in another way
    BY_SIZE = "by frame size"  # and in another
    LIMIT = "limit"  # bounds what others hold
    SUM = "sum"  # adds up other lines of the account

    @property
    def is_held(self) -> bool:
        """Whether lines of it hold something themselves."""
        return self not in (Place.LIMIT, Place.SUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a ledger: who holds how much of what."""

    holder: str
    bytes: int | None
    place: Place
    fixed: bool = False
    note: str = ""
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A ledger of one subsystem, or of a z/OS image as a whole: lines that add up, and what is free at its
    minimum.
    """

    of: Image | Subsystem
    lines: tuple[Line, ...]
    free_at_minimum: tuple[Line, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One refused record or stretch of bytes: where it is, what was expected and what was there."""

    file: str
    offset: int
    length: int
    record_type: int | None
    subtype: int | None
    expected: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What evidence of one kind of one subsystem there is: how many intervals, from when to when, and the
    gaps. `record` is the type and subtype of the SMF records; empty where it is none of SMF.
    """

    subsystem: Subsystem | None
    table: str
    title: str
    rows: int
    intervals: int
    first: datetime | None
    last: datetime | None
    gaps: tuple[tuple[datetime, datetime], ...] = ()
    zero_length_intervals: int = 0
    record: str = field(default="", metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A question that the evidence cannot answer, and what would supply the answer; or, with `failed`, what
    could not be judged, and why.
    """

    subsystem: str
    question: str
    supply: str
    failed: bool = field(default=False, metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The number of a product's rules that checked one kind of object, and the number of objects. `what` is
    the object in the singular, `plural` its plural where that is not `what` and an s; `finds` are the kinds
    of finding that these rules may yield.
    """

    product: str
    rules: int
    objects: int
    what: str
    finds: tuple[Kind, ...]
    plural: str = field(default="", metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file of evidence: what it is and what was found in it."""

    name: str
    bytes: int
    framing: str
    records: int
    decoded: int
    damaged: int
    duplicates: int
    digest: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line of a picture: `values[i]` at `Picture.times[i]`; None is a gap. `extreme` is a line of the
    highest or lowest value of each interval, which is drawn as steps.
    """

    label: str
    values: tuple[float | None, ...]
    extreme: bool = field(default=False, metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A horizontal line that a picture is read against."""

    label: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A chart over time of one object, as data. `times` are interval ends; those of a log without dates count
    from 0001-01-01 as its start. Its axis reaches `least_top` at
    least, so that values which are next to nothing look like it.
    """

    id: str
    title: str
    object: Object | str
    unit: str
    times: tuple[datetime, ...]
    curves: tuple[Curve, ...]
    thresholds: tuple[Threshold, ...] = ()
    note: str = ""
    least_top: float = field(default=0.0, metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentStep:
    """One thing that happened in an incident: when, local time, to which object, and what.

    `event` is true of what began and ended at times of its own (a sort), false of what an interval shows.
    """

    start: datetime
    end: datetime
    object: str
    what: str
    event: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """How an image became short of real storage in the worst interval of a finding: steps in order of time,
    cause first, and the measures that show it, from some intervals before to some after.
    """

    finding: FindingId
    image: Image
    start: datetime
    end: datetime
    headline: str
    steps: tuple[IncidentStep, ...]
    signals: tuple[Picture, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeCosts:
    """What sizes cost a second, each measure as (size, best guess, at least, at most), ascending by size;
    None is one that is not known.

    Reads are those that work waits for; seconds are a second of the window: 0.5 CPU seconds are half a
    processor.
    """

    reads: tuple[tuple[int, float, float, float], ...] | None = None
    cpu_seconds: tuple[tuple[int, float, float, float], ...] | None = None
    waited_seconds: tuple[tuple[int, float, float, float], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBySize:
    """What other sizes of one knob would cost, with bounds.

    Sizes are in `unit`s of `unit_bytes`, `size` the present one. `basis` says what the costs are from (trace,
    simulated pool, past intervals, page sets), and `evidence` are the numbers that they were worked out from.
    """

    knob: KnobId
    object: Object
    unit: str
    unit_bytes: int
    size: int
    basis: str
    costs: SizeCosts
    note: str = ""
    evidence: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A small table for people: column heads, rows, and a sentence that says what it is. One that is
    `in_short` has a row an object and stands beside the findings on a terminal, too.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    note: str = ""
    in_short: bool = field(default=False, metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One number over all of the site, for the first screen: how much of it, in `unit`, and `whose` it is.

    `value` is None where findings say that there is some and not how much. `severity` is that of the worst
    finding behind it, where a total is of what is short.
    """

    label: str
    value: float | None
    unit: str
    whose: str
    severity: Severity | None = None
