"""Hours in which a system ran out of processors and not of memory: what more memory would not help.

An interval counts where its logical processors were dispatched nearly all the time they were online (LPAR
busy), and where records of the same interval show that memory was not short: no demand paging worth a
look, and at the minimum as much free as every command leaves. Where nothing tells of memory nothing is
said.

Beside it stand how many address spaces had work that was ready (SMF 70), which part of the time
processors were parked (HyperDispatch), and what the hardware counters (SMF 113) show of those intervals
and of the others: cycles per instruction and misses of the first cache level.

References: IBM z/OS RMF Report Analysis, CPU Activity; SMF record types 70, 71 and 113; IBM, The
Load-Program-Parameter and the CPU-Measurement Facilities, basic counters 0 to 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.storage import Processors
from getpage.core.units import PAGE
from getpage.products.common.by_day import Gathered, by_day
from getpage.products.common.collected import collected
from getpage.products.common.every_row import every_row, rows_near
from getpage.products.common.owners import SYSTEM
from getpage.products.common.processors import of_row

from .measured import ZosMeasures
from .rows import HIS_COUNTER, STORAGE
from .storage import MINIMUM

READY: Final = "rmf_ready_queue"
PROCESSORS: Final = "rmf_processor"
#: By how much a record may be written after its interval.
_LATE: Final = timedelta(seconds=59)
_BASIC: Final = "basic"
_PARKED: Final = ("system", "interval_start", "parked_us", "interval_us")
_GENERAL: Final = (pl.col("processor_type") == "CP") & (pl.col("interval_us") > 0)


@dataclass(frozen=True, slots=True)
class CountedInstructions:
    """Cycles per instruction, and misses of the first cache level in 100 instructions."""

    cycles: float
    misses: float


@dataclass(frozen=True, slots=True)
class BusyTime:
    """The busiest interval, and all that were as busy while memory was not short."""

    worst: Processors
    intervals: tuple[Processors, ...]
    free: int
    paging: float
    storage_row: dict[str, Any]

    @property
    def seconds(self) -> float:
        """How long it was so."""
        return sum(interval.seconds for interval in self.intervals)

    @property
    def busy(self) -> float:
        """The share of the processors in use in the busiest interval."""
        return share(self.worst)


def share(interval: Processors) -> float:
    """LPAR busy of an interval."""
    return interval.busy_seconds / interval.online_seconds if interval.online_seconds else 0.0


def busy_time(
    measured: ZosMeasures, system: str | None, least_busy: float, most_paging: float, kept: int
) -> BusyTime | None:
    """When a system was short of processors and not of memory; None where it never was, or nothing tells."""
    share_of = pl.col("busy") / pl.col("online")
    own = measured.processors.filter(pl.col("system") == (system or ""), share_of >= least_busy)
    busy = [of_row(measured.evidence, row) for row in own.iter_rows(named=True)]
    if not busy:
        return None
    rows = measured.rows(STORAGE, (MINIMUM, "demand_page_rate"))
    of_system = pl.col(SYSTEM).eq_missing(pl.lit(system, pl.String))
    known = rows.filter(of_system).drop_nulls((MINIMUM, "demand_page_rate", "start"))
    by_start = {_minute(row["start"]): row for row in known.iter_rows(named=True)}
    met = [(interval, row) for interval in busy if (row := by_start.get(_minute(interval.start))) is not None]
    fine = [
        (interval, row)
        for interval, row in met
        if row["demand_page_rate"] < most_paging and int(row[MINIMUM]) * PAGE >= kept
    ]
    # Where it was short of memory in part of that time, memory is a problem too.
    if not fine or len(fine) < len(met):
        return None
    tightest = min((row for _, row in fine), key=lambda row: row[MINIMUM])
    return BusyTime(
        worst=max((interval for interval, _ in fine), key=share),
        intervals=tuple(interval for interval, _ in fine),
        free=int(tightest[MINIMUM]) * PAGE,
        paging=max(row["demand_page_rate"] for _, row in fine),
        storage_row=tightest,
    )


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def ready_queue(evidence: Evidence, system: str | None, worst: Processors) -> dict[str, Any] | None:
    """The row of address spaces with work that was ready in an interval; None where no record has it."""
    of_interval = pl.col("interval_start") == worst.start
    rows = rows_near(evidence, READY, [worst.start], pl.col("system") == (system or ""), of_interval)
    return next(rows.iter_rows(named=True), None)


def parked(evidence: Evidence, system: str | None, intervals: Sequence[Processors]) -> float | None:
    """The share of the time in which general processors were parked; None where no record tells it."""
    rows = every_row(evidence, PROCESSORS, columns=_PARKED, where=_GENERAL).filter(
        pl.col("system") == (system or ""),
        pl.col("interval_start").is_in([interval.start for interval in intervals]),
    )
    rows = rows.drop_nulls("parked_us")
    time, whole = rows.select(pl.col("parked_us", "interval_us").sum()).row(0)
    return float(time) / float(whole) if whole else None


def counters(
    evidence: Evidence, system: str | None, intervals: Sequence[Processors]
) -> tuple[CountedInstructions | None, CountedInstructions | None]:
    """What the hardware counted in these intervals, and in the others of the window."""
    by_time = by_day(evidence, (HIS_COUNTER,), "instructions by interval", _counted, _count).done()
    # an hour that a clock was set back is there twice: which of the two is not known
    of_system = by_time.filter(pl.col("system") == (system or ""), ~pl.col("twice").any().over("written"))
    spans = [(interval.start, interval.start + timedelta(seconds=interval.seconds)) for interval in intervals]
    written = pl.col("written").cast(pl.Datetime("us")).dt.replace_time_zone(None)
    inside = pl.any_horizontal(
        pl.lit(value=False), *(written.is_between(start + _LATE, end + _LATE) for start, end in spans)
    )
    return _of(of_system.filter(inside)), _of(of_system.filter(~inside))


def _counted() -> Gathered:
    names = {"system": pl.String(), "written": pl.Datetime("us"), "counter": pl.UInt32()}
    return Gathered({**names, "value": pl.Float64(), "twice": pl.Boolean()})


def _count(part: Evidence, to: Gathered) -> None:
    """Add what all processors of a system counted in each interval, and whether one is there twice."""
    if most := part.most_rows(HIS_COUNTER):
        of_basic = part.scan(HIS_COUNTER).filter(pl.col("counter_set") == _BASIC, pl.col("counter") <= 4)
        sums = of_basic.group_by("system", "written", "counter", maintain_order=True).agg(
            pl.col("value").cast(pl.Float64).sum(),
            (pl.len() > pl.struct("processor", "processor_type").n_unique()).alias("twice"),
        )
        to.add(collected(sums, most))


def _of(rows: pl.DataFrame) -> CountedInstructions | None:
    sums = dict(rows.group_by("counter").agg(pl.col("value").sum()).iter_rows())
    cycles, instructions = sums.get(0, 0.0), sums.get(1, 0.0)
    if not cycles or not instructions:
        return None
    return CountedInstructions(
        cycles / instructions, 100 * (sums.get(2, 0.0) + sums.get(4, 0.0)) / instructions
    )
