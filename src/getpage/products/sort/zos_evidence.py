"""What z/OS shows of the hours in which sorts ran: what they waited for, storage that was free, and dumps.

What work of a service class waited for, as RMF sampled it: processors, or disks.

From an overview report (CPUUSGP, CPUDLYP, IOUSGP, IODLYP: percent of the samples of a class that the report
does not name) or from the workload activity of the class that the sorting steps ran in (SMF 72.3).

Reference: z/OS RMF Postprocessor, overview conditions CPUUSGP, CPUDLYP, IOUSGP, IODLYP; SMF 72 subtype 3.

Real storage that was free in the hours in which sorts run, and at the tightest moment of all.

Sorts hold storage in their hour alone: what is free then beyond what is free at the tightest moment is
theirs, as nobody who holds storage all the time can have it.

References: SMF 71 (SMF71AVL minimum), RMF paging report.

SVC dumps that held storage while sorts ran, by the messages of the system's log.

A dump holds real storage from when it is asked for until it is written (IEA794I, then IEA611I): sorts that
begin meanwhile find less.

Reference: IBM z/OS MVS System Messages, IEA794I, IEA611I, IEA911E, IEA045I.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.storage import stays_free
from getpage.core.text import is_whole
from getpage.core.units import MIB, PAGE
from getpage.products.common import svc_dump
from getpage.products.common.every_row import every_row
from getpage.products.common.passes import ALWAYS
from getpage.result import Fact

from .constants import LITTLE_CPU_DELAY, MUCH_CPU_DELAY

VALUES: Final = "rmf_report_value"
CLASSES: Final = "rmf_class_period"
_LABELS: Final = {
    "CPUUSGP": "using a processor",
    "CPUDLYP": "waiting for a processor",
    "IOUSGP": "using disk",
    "IODLYP": "waiting for disk",
}
_SAMPLES: Final = ("cpu_using_samples", "cpu_delay_samples", "using_samples", "io_delay_samples")


@dataclass(frozen=True, slots=True)
class SampledWaits:
    """Shares of samples, 0 to 1, and whose they are; `facts` are those of the interval with most waiting."""

    cpu_using: float
    cpu_delay: float
    io_using: float
    io_delay: float
    of: str
    facts: tuple[Fact, ...]

    @property
    def disk(self) -> float:
        """Using it or waiting for it."""
        return self.io_using + self.io_delay

    @property
    def is_of_processors(self) -> bool:
        """Whether it waits for processors far more than for disk, so that less I/O brings nothing."""
        return self.cpu_delay > MUCH_CPU_DELAY * self.disk

    @property
    def is_of_disks(self) -> bool:
        """Whether it waits for disk rather than for processors."""
        return self.cpu_delay <= LITTLE_CPU_DELAY * self.disk and self.io_delay > 0

    @property
    def work_share(self) -> float:
        """The share of its samples that were disk, of those in which it used or waited for anything."""
        every = self.cpu_using + self.cpu_delay + self.disk
        return self.disk / every if every else 0.0


def waits(evidence: Evidence, system: str | None, classes: Collection[str]) -> SampledWaits | None:
    """Those of the classes that sorts ran in, else of the class of an overview report; None where neither is
    there.
    """
    return _by_class(evidence, system, classes) or _by_overview(evidence, system)


def owners(evidence: Evidence) -> list[str | None]:
    """Systems, or none where it is of a sysplex, that an overview report of a class tells of."""
    rows = evidence.scan(VALUES).filter(pl.col("field") == "CPUDLYP").select("system").unique().collect()
    return sorted(rows["system"].to_list(), key=lambda system: system or "")


def _by_overview(evidence: Evidence, system: str | None) -> SampledWaits | None:
    rows = (
        evidence.scan(VALUES)
        .filter(
            pl.col("field").is_in(list(_LABELS)),
            pl.col("number").is_between(0, 100),
            pl.col("system").is_null() | pl.col("system").eq_missing(pl.lit(system)),
        )
        .collect()
        .sort("file", "record", "column")
    )
    means = {name: rows.filter(pl.col("field") == name)["number"].mean() for name in _LABELS}
    if any(value is None for value in means.values()):
        return None
    most = rows.filter(pl.col("field") == "CPUDLYP").sort("number", descending=True).row(0, named=True)
    same = rows.filter(pl.col("file") == most["file"], pl.col("record") == most["record"])
    facts = tuple(
        evidence.fact(VALUES, "number", row, label=_LABELS[row["field"]] + ", percent of samples")
        for row in same.iter_rows(named=True)
    )
    using, delay, disk, waited = (float(means[name]) / 100 for name in _LABELS)  # type: ignore[arg-type]
    return SampledWaits(using, delay, disk, waited, "the service class of the overview report", facts)


def _by_class(evidence: Evidence, system: str | None, classes: Collection[str]) -> SampledWaits | None:
    if not classes:
        return None
    columns = (*ALWAYS, "class_name", "execution_samples", *_SAMPLES)
    of_classes = every_row(evidence, CLASSES, columns=columns, among={"class_name": classes})
    rows = of_classes.filter(pl.col("system").eq_missing(pl.lit(system)))
    rows = rows.sort("interval_start", "file", "record", nulls_last=True)
    totals: Mapping[str, Any] = {name: float(rows[name].sum() or 0) for name in _SAMPLES}
    every = float(rows["execution_samples"].sum() or 0) if rows.height else 0.0
    if not every or not totals["using_samples"] + totals["cpu_delay_samples"]:
        return None
    using, delay = totals["cpu_using_samples"] / every, totals["cpu_delay_samples"] / every
    disk = max(0.0, totals["using_samples"] - totals["cpu_using_samples"]) / every
    most = rows.sort("cpu_delay_samples", descending=True, nulls_last=True).row(0, named=True)
    facts = tuple(
        evidence.fact(CLASSES, name, most, label=label)
        for name, label in zip(
            _SAMPLES, ("using a processor", "waiting for a processor", "using either", "waiting for disk"),
            strict=True,
        )
        if most[name] is not None
    )  # fmt: skip
    names = ", ".join(sorted(classes))
    return SampledWaits(
        using, delay, disk, totals["io_delay_samples"] / every, f"service class {names}", facts
    )


_TABLES: Final = (("rmf_paging", "total_minimum"), ("zos_storage", "online_frames"))


@dataclass(frozen=True, slots=True)
class FreeForSorts:
    """Bytes that were free at least in the hours of the sorts, and at any time; `online` are all that there
    are, None where that is not told. `dump` is what a dump needs (MAXSPACE), None where nothing tells.
    """

    then: int
    ever: int
    online: int | None
    dump: int | None
    facts: tuple[Fact, ...]

    def beside(self, expres: str) -> int:
        """What sorts can have of what is free then: not what EXPRES leaves, in MB or percent of all."""
        if expres.endswith("%") and is_whole(expres[:-1]):
            kept = int(expres[:-1]) * (self.online or 0) // 100
        else:
            kept = int(expres) * MIB if is_whole(expres) else 0
        return max(0, self.then - max(kept, self.kept))

    @property
    def kept(self) -> int:
        """What sorts are given nothing of."""
        return stays_free(self.dump, self.online)

    @property
    def is_short(self) -> bool:
        """Whether less than that was free at the tightest moment: EXPMAX holds at all hours."""
        return self.ever < self.kept

    @property
    def beyond(self) -> int:
        """What was free in their hours and not at the tightest moment."""
        return self.then - self.ever


def free(evidence: Evidence, system: str | None, hours: Collection[datetime]) -> FreeForSorts | None:
    """The least of the intervals that begin in these hours; None where no interval tells."""
    if system is None or not hours:
        return None
    for table, all_frames in _TABLES:
        has_values = pl.col("available_minimum").is_not_null() & pl.col("interval_start").is_not_null()
        every = every_row(
            evidence, table, columns=(*ALWAYS, "available_minimum", all_frames), where=has_values
        )
        rows = every.filter(pl.col("system") == system)
        rows = rows.sort("available_minimum", "interval_start", "file", "record")
        mine = rows.filter(pl.col("interval_start").dt.truncate("1h").is_in(sorted(hours)))
        if not mine.height:
            continue
        then_row, tightest = mine.row(0, named=True), rows.row(0, named=True)
        label = "available frames in the hour of the sorts, lowest"
        facts = [evidence.fact(table, "available_minimum", then_row, label=label)]
        if tightest["record"] != then_row["record"]:
            label = "available frames at the tightest moment"
            facts.append(evidence.fact(table, "available_minimum", tightest, label=label))
        then, ever = (round(float(line["available_minimum"]) * PAGE) for line in (then_row, tightest))
        online = None if then_row[all_frames] is None else round(float(then_row[all_frames]) * PAGE)
        row = svc_dump.latest_row(evidence, system)
        if row is not None:
            facts.append(svc_dump.fact(evidence, row))
        return FreeForSorts(then, ever, online, None if row is None else int(row["maxspace"]), tuple(facts))
    return None


_TABLE: Final = "svc_dump"
#: What asks for a dump stands no longer before its capture than that; ours.
_NEAR: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class DumpSpan:
    """One dump: from when to when it held storage, whose it is, and the message that says so."""

    start: datetime
    end: datetime
    job: str
    fact: Fact

    def overlaps(self, begin: datetime, end: datetime) -> bool:
        """Whether it held storage in that time."""
        return self.start < end and begin < self.end


def dump_spans(evidence: Evidence, system: str | None) -> list[DumpSpan]:
    """The dumps of a system, in order; one that was never written holds until the last message."""
    mine = pl.col("written").is_not_null() & pl.col("system").eq_missing(pl.lit(system, pl.String))
    rows = every_row(evidence, _TABLE).filter(mine).sort("written", "file", "record")
    captured: dict[str | None, tuple[datetime, Mapping[str, Any]]] = {}
    requested_at: datetime | None = None
    spans: list[DumpSpan] = []

    def close(dump: str | None, end: datetime) -> None:
        start, row = captured.pop(dump)
        fact = evidence.fact(_TABLE, "message", row, label="a dump was captured")
        spans.append(DumpSpan(start, end, str(row["job"] or "another job"), fact))

    for row in rows.iter_rows(named=True):
        at = row["written"]
        if row["is_captured"]:
            near = requested_at is not None and at - requested_at <= _NEAR
            captured[row["dump_id"]] = (requested_at if near and requested_at is not None else at, row)
        elif row["data_set"] is not None and row["dump_id"] in captured:
            close(row["dump_id"], at)
        elif row["data_set"] is None and not row["is_waiting"]:
            requested_at = at
    for dump in list(captured):
        close(dump, max(rows["written"]))
    return sorted(spans, key=lambda span: span.start)
