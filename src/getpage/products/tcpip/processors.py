"""Processor seconds of jobs, from SMF 30: intervals where there are any, else ends of steps.

Reference: IBM z/OS SMF record type 30, processor accounting section.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.result import Fact

_TABLE: Final = "smf30_processor"
_INTERVALS: Final = (2, 3)
_END_OF_STEP: Final = 4
_PARTS: Final = ("tcb_hundredths", "srb_hundredths", "preemptable_hundredths")


@dataclass(frozen=True, slots=True)
class JobProcessor:
    """Processor time of a job: seconds in all, and by the hour in which its records were written."""

    seconds: float
    hours: Mapping[object, float]
    facts: tuple[Fact, ...]


def used(evidence: Evidence, system: str | None, jobs: Collection[str]) -> dict[str, JobProcessor]:
    """Processor time by job; jobs without records are left out."""
    if not jobs:
        return {}
    rows = (
        evidence.scan(_TABLE)
        .filter(
            pl.col("system").eq_missing(pl.lit(system, pl.String)),
            pl.col("job").is_in(sorted(jobs)),
            pl.col("subtype").is_in([*_INTERVALS, _END_OF_STEP]),
        )
        .select("file", "record", "written", "job", "subtype", *_PARTS)
        .collect()
        .sort("job", "written", "file", "record", nulls_last=False)
    )
    by_job = {}
    for (job,), mine in rows.group_by("job", maintain_order=True):
        intervals = mine.filter(pl.col("subtype").is_in(_INTERVALS))
        counted = intervals if intervals.height else mine
        each = counted.with_columns(
            cpu=pl.sum_horizontal(pl.col(*_PARTS).cast(pl.Int64)), hour=pl.col("written").dt.truncate("1h")
        )
        hours = each.group_by("hour", maintain_order=True).agg(pl.col("cpu").sum())
        most = each.sort("cpu", descending=True, maintain_order=True).row(0, named=True)
        fact = evidence.fact(_TABLE, "tcb_hundredths", most, label=f"processor time of {job}")
        by_job[str(job)] = JobProcessor(
            int(each["cpu"].sum()) / 100,
            {hour: cpu / 100 for hour, cpu in hours.rows()},
            (fact,),
        )
    return by_job
