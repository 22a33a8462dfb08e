"""What z/OS saw meanwhile of a region: page-ins of its address space, and how short processors were.

A TCB that was dispatched without CPU waited for a page, for a processor that others had, or in a call that
blocks. Which of them, CICS does not say (IBM REDP-5238, 4.1.3). SMF 30 and the panels of SDSF and RMF have
the page-ins of an address space; SMF 70 how busy the logical processors were, SMF 72 in how many samples the
region's service class waited for one.

What is of the same time counts; a panel that prints no time counts where nothing that has one is of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.contract.storage import Processors
from getpage.core.memoized import memoized
from getpage.products.common.every_row import every_row, rows_near
from getpage.products.common.passes import read
from getpage.products.common.processors import processors
from getpage.result import Fact

from .constants import CPU_DELAY_SUSPECT, LPAR_BUSY_SUSPECT, PAGE_INS_SUSPECT

_SPACES: Final = "zos_address_space"
_RECORDS: Final = "smf30_storage"
_PERFORMANCE: Final = "smf30_performance"
_CLASSES: Final = "rmf_class_period"
_STEP_END: Final = 4
_REGIONS: Final = ("region_below", "region_above", "user_below", "user_above")
_AT: Final = ["file", "record"]
_PAGING = {
    "system": pl.String(),
    "job": pl.String(),
    "start": pl.Datetime("us"),
    "end": pl.Datetime("us"),
    "rate": pl.Float64(),
    "table": pl.String(),
    "service_class": pl.String(),
    "file": pl.UInt32(),
    "record": pl.UInt64(),
}


@dataclass(frozen=True, slots=True)
class Indicator:
    """Something that z/OS saw: a figure, whether it makes a suspect, and where it stands."""

    value: float
    suspect: bool
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Suspects:
    """What was seen of paging and of processors; None is what no evidence tells."""

    paging: Indicator | None
    busy: Indicator | None
    delay: Indicator | None

    @property
    def processor(self) -> bool | None:
        """Whether processors were short; None where nothing tells."""
        known = [indicator.suspect for indicator in (self.busy, self.delay) if indicator is not None]
        return any(known) if known else None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Of all that was seen."""
        return tuple(
            fact
            for indicator in (self.paging, self.busy, self.delay)
            if indicator
            for fact in indicator.facts
        )


class ZosEvidence:
    """What z/OS says of the address spaces of all regions, read once and when it is first asked for."""

    def __init__(self, evidence: Evidence, jobs: Iterable[str]) -> None:
        """`jobs` are the names that their address spaces may have."""
        self._evidence, self._jobs = evidence, sorted(set(jobs))

    def of(self, system: str | None, jobs: Sequence[str], row: Row) -> Suspects:
        """What was seen of a region in the interval of a row."""
        paging = self._paging(system, jobs, row)
        return Suspects(
            paging=None if paging is None else self._pages(paging),
            busy=self._busy_then(system, row),
            delay=None if paging is None else self._delayed(system, paging["service_class"], row),
        )

    @memoized()
    def space(self, system: str | None, jobs: tuple[str, ...]) -> Row | None:
        """Virtual storage of its address space below 2 GB at the most (SMF 30); None where nothing tells."""
        mine = self._regions.filter(
            pl.col("job").is_in(jobs),
            pl.col("system").is_null() | (pl.lit(system) == pl.col("system")).fill_null(value=True),
        )
        if not mine.height:
            return None
        return mine.select(pl.col(*_REGIONS).max()).to_dicts()[0]

    @cached_property
    def _regions(self) -> pl.DataFrame:
        columns = ("system", "job", *_REGIONS)
        return every_row(self._evidence, _RECORDS, columns=columns, among={"job": self._jobs})

    @cached_property
    def _rows(self) -> pl.DataFrame:
        parts = [self._printed(), self._recorded()]
        return pl.concat([part.select(list(_PAGING)).cast(pl.Schema(_PAGING)) for part in parts])

    def _printed(self) -> pl.DataFrame:
        end = _naive("written")
        length = pl.col("interval_us").cast(pl.Float64)
        has_values = pl.col("page_in_rate").is_not_null()
        columns = ("system", "job", "written", "interval_us", "page_in_rate", "service_class", *_AT)
        among = {"job": self._jobs}
        rows = every_row(self._evidence, _SPACES, columns=columns, where=has_values, among=among)
        return rows.select(
            "system",
            "job",
            (end - _after(length)).alias("start"),
            end.alias("end"),
            pl.col("page_in_rate").alias("rate"),
            pl.lit(_SPACES).alias("table"),
            "service_class",
            "file",
            "record",
        )

    def _recorded(self) -> pl.DataFrame:
        wanted = ("job", "subtype", "interval_end", "page_ins", "block_page_ins")
        columns = read(self._evidence, _RECORDS, wanted)
        goes_on, among = pl.col("subtype") != _STEP_END, {"job": self._jobs}
        rows = every_row(self._evidence, _RECORDS, columns=columns, where=goes_on, among=among)
        named = every_row(self._evidence, _PERFORMANCE, columns=(*_AT, "service_class"), among=among)
        named = named.unique(_AT, keep="first", maintain_order=True)
        length = (pl.col("interval_end") - pl.col("interval_start")).dt.total_microseconds().cast(pl.Float64)
        read_back = pl.col("page_ins").cast(pl.Float64) + pl.col("block_page_ins").cast(pl.Float64)
        end = _naive("written")
        joined = rows.join(named, on=_AT, how="left", maintain_order="left")
        return joined.filter(length > 0).select(
            "system",
            "job",
            (end - _after(length)).alias("start"),
            end.alias("end"),
            (read_back / (length / 1e6)).alias("rate"),
            pl.lit(_RECORDS).alias("table"),
            "service_class",
            "file",
            "record",
        )

    def _paging(self, system: str | None, jobs: Sequence[str], row: Row) -> dict[str, Any] | None:
        mine = self._rows.filter(
            pl.col("job").is_in(jobs),
            pl.col("system").is_null() | (pl.lit(system) == pl.col("system")).fill_null(value=True),
        )
        timed = mine.filter(_meets(row))
        if not timed.height:
            timed = mine.filter(pl.col("end").is_null()) if row["end"] is not None else mine
        worst = timed.sort("rate", "file", "record", descending=[True, False, False]).head(1).to_dicts()
        return worst[0] if worst else None

    def _pages(self, row: dict[str, Any]) -> Indicator:
        label = "page-ins of its address space"
        times = {"start": row["start"], "seconds": _seconds(row["start"], row["end"])}
        if row["table"] == _SPACES:
            facts = [self._evidence.fact(_SPACES, "page_in_rate", self._whole(row), label=label)]
        else:
            whole = self._whole(row)
            facts = [
                self._evidence.fact(_RECORDS, "page_ins", whole, label=label),
                computed("page-ins per second", row["rate"], "pages/s", times),
            ]
        return Indicator(row["rate"], row["rate"] >= PAGE_INS_SUSPECT, tuple(facts))

    def _whole(self, row: dict[str, Any]) -> dict[str, Any]:
        at = (pl.col("file") == row["file"]) & (pl.col("record") == row["record"])
        if row["end"] is None:
            return self._evidence.scan(row["table"]).filter(at).head(1).collect().to_dicts()[0]
        return rows_near(self._evidence, row["table"], [row["end"]], at).row(0, named=True)

    @cached_property
    def _busy(self) -> tuple[Processors, ...]:
        return tuple(processors(self._evidence))

    def _busy_then(self, system: str | None, row: Row) -> Indicator | None:
        start, end = row["start"] or row["end"], row["end"]
        met = [
            interval
            for interval in self._busy
            if (not system or interval.image.name == system)
            and end is not None
            and _naive_of(interval.start) < end
            and _seconds(_naive_of(interval.start), start) < interval.seconds
        ]
        online = sum(interval.online_seconds for interval in met)
        if not online or len({interval.image for interval in met}) > 1:
            return None
        share = sum(interval.busy_seconds for interval in met) / online
        fact = computed(
            "LPAR busy meanwhile", 100 * share, "percent", {"start": start, "seconds": row["seconds"]}
        )
        return Indicator(share, share >= LPAR_BUSY_SUSPECT, (fact, *met[0].facts))

    def _delayed(self, system: str | None, name: str | None, row: Row) -> Indicator | None:
        if not name or row["end"] is None:
            return None
        start = _naive("interval_start")
        end = start + _after(pl.col("interval_us").cast(pl.Float64))
        since = row["start"] or row["end"]
        meets = (pl.col("class_name") == name) & (start < row["end"]) & (end > since)
        periods = rows_near(self._evidence, _CLASSES, [since, row["end"]], meets)
        if system:
            periods = periods.filter(pl.col("system") == system)
        samples = periods["execution_samples"].sum() if periods.height else 0
        if not samples:
            return None
        share = float(periods["cpu_delay_samples"].sum()) / float(samples)
        worst = periods.sort("cpu_delay_samples", "file", "record", descending=[True, False, False]).row(
            0, named=True
        )
        fact = self._evidence.fact(
            _CLASSES, "cpu_delay_samples", worst, label=f"samples in which {name} waited for CPU"
        )
        delay = computed(f"CPU delay of service class {name}", 100 * share, "percent")
        return Indicator(share, share >= CPU_DELAY_SUSPECT, (delay, fact))


def _meets(row: Row) -> pl.Expr:
    """Rows that are of the time of a row, as far as both have one."""
    if row["end"] is None:
        return pl.lit(value=False)
    start = row["start"] or row["end"]
    return pl.coalesce("start", "end").le(row["end"]) & pl.col("end").ge(start)


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)


def _after(microseconds: pl.Expr) -> pl.Expr:
    return pl.duration(microseconds=microseconds.fill_null(0.0).cast(pl.Int64))


def _naive_of(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


def _seconds(start: datetime | None, end: datetime | None) -> float:
    return (end - start).total_seconds() if start and end else 0.0
