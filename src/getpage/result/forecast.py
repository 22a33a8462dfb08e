"""The result of a forecast: the sizes asked about, every figure before and after with its interval, and what
it rests on.

A figure is identified by its subject, its name and its unit; `prove` finds the actual value of the same
three. Subjects are a knob, a subsystem, a z/OS image or the label of a row of measured points. Names are
those of `FigureName` or, for points, the name of a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from getpage.core.names import KnobId, Subject, Subsystem, find
from getpage.result.model import Change, Estimate, Fact
from getpage.result.shown import Missing, SizeCosts, Table
from getpage.result.trend import DemandTrend

#: Rises when a field of the model changes its meaning or goes.
FORECAST_VERSION = 3
#: The basis of a figure that was given rather than worked out.
GIVEN: Final = "given"


class FigureName(StrEnum):
    """The figures that a forecast gives, each with one unit; `unit` below is what a commit or message is."""

    READS = "reads"  # reads that somebody waits for, per s
    READS_AVOIDED = "reads avoided"  # per s; negative where a smaller size adds reads
    READS_PER_UNIT = "reads per unit"
    WAIT_PER_UNIT = "read wait per unit"  # s
    WAIT_AVOIDED = "read wait avoided per unit"  # s; where the wait as a whole was not measured
    WAIT = "wait"  # seconds waited per s, of what has no reads
    WAIT_SAVED = "wait saved"  # seconds waited per s
    WAIT_SAVED_PER_UNIT = "wait saved per unit"  # s
    CPU = "CPU"  # processor seconds per s that a knob costs
    CPU_PER_UNIT = "CPU per unit"  # s
    CPU_SAVED = "CPU saved"  # processor seconds per s: 1.0 is one processor
    RESPONSE = "response"  # s
    ETR = "ETR"  # external throughput rate: units per s
    ITR = "ITR"  # internal throughput rate: units per s of a machine that is all busy
    CPU_BUSY = "CPU busy"  # %
    REAL_STORAGE = "real storage"  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedSize:
    """One change of size that was asked for; read from a file its knob is text.

    `storage_bytes` is what it takes (negative: gives back).
    """

    knob: KnobId | str
    wanted: str
    unit: str
    size_before: int
    size_after: int
    storage_bytes: int
    curve: str = ""  # what the curve rests on: trace, simulated pool, counters
    costs: SizeCosts | None = None  # the curve
    setting: str | None = None  # what is shown of it where `size_before` is what was held and not that


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of one subject. Of a site `after` is that of as many hours like those of the evidence, and
    `same_hours` that of the same hours again: the work is then what it was. `change_percent` is relative to
    `before`, over the same hours; `measured` is what a table of points says of the row that was forecast,
    where it says it.
    """

    subject: Subject
    name: str
    unit: str
    after: Estimate
    before: Estimate | None = None
    same_hours: Estimate | None = None
    change_percent: Estimate | None = None
    measured: float | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What one avoided read is worth to one subsystem: processor seconds, and seconds that somebody waits.

    `intervals` is how many intervals of work it was worked out from; 0 means published ranges alone.
    """

    subsystem: Subsystem
    cpu_seconds: Estimate
    waited_seconds: Estimate
    intervals: int = 0
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalModel:
    """How work arrives: `open` (the rate stays), `closed` (a population that waits and thinks), or `open or
    closed` where nothing tells.
    """

    subject: Subject
    kind: str
    basis: str
    processors: int | None = None
    busy_percent: float | None = None
    population: Estimate | None = None
    think_seconds: Estimate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowAgreement:
    """Whether a measured row agrees with itself: `printed` against `computed` from its other columns, which
    lies between `low` and `high` by their rounding.
    """

    subject: str
    name: str
    unit: str
    printed: float
    computed: float
    low: float
    high: float
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """One forecast. `source` is `store` or `points`; `cautions` are conditions for any figure to hold: real
    storage for what it takes.
    """

    source: str
    level: float
    figures: tuple[Figure, ...]
    assumptions: tuple[str, ...]
    cautions: tuple[str, ...] = ()
    asked: tuple[RequestedSize, ...] = ()
    prices: tuple[Price, ...] = ()
    loads: tuple[ArrivalModel, ...] = ()
    agreements: tuple[RowAgreement, ...] = ()
    missing: tuple[Missing, ...] = ()
    changes: tuple[Change, ...] = ()
    tables: tuple[Table, ...] = ()
    window_first: datetime | None = None
    window_last: datetime | None = None
    demands: tuple[DemandTrend, ...] = ()  # on the day that was asked for
    files: tuple[str, ...] = ()
    tool: str = ""
    version: int = FORECAST_VERSION

    def figure(self, subject: Subject, name: str) -> Figure | None:
        """The figure of this subject and name; None where the evidence did not carry it.

        A subject may be given as text, as people write it.
        """
        named = [candidate for candidate in self.figures if candidate.name == name]
        if isinstance(subject, str):
            subject = find(subject, (candidate.subject for candidate in named)) or subject
        return next((candidate for candidate in named if candidate.subject == subject), None)
