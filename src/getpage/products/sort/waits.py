"""What work of a service class waited for, as RMF sampled it: processors, or disks.

From an overview report (CPUUSGP, CPUDLYP, IOUSGP, IODLYP: percent of the samples of a class that the report
does not name) or from the workload activity of the class that the sorting steps ran in (SMF 72.3).

Reference: z/OS RMF Postprocessor, overview conditions CPUUSGP, CPUDLYP, IOUSGP, IODLYP; SMF 72 subtype 3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
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
    rows = (
        evidence.scan(CLASSES)
        .filter(pl.col("system").eq_missing(pl.lit(system)), pl.col("class_name").is_in(list(classes)))
        .collect()
        .sort("interval_start", "file", "record", nulls_last=True)
    )
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
