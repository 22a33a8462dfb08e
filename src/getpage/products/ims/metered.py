"""What a proof compares of a subpool: reads for each request, interval by interval.

Reads go with requests, so that a change of a size is judged by what a thousand requests read; at more or
fewer requests a second a comparison is of equal volumes. Runs of batch regions, of which nothing tells how
long they were, are compared as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.meter import Metered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .ims import Ims
    from .pools import LogBuffers
    from .subpool import Subpool

_UNDATED: Final = "the reports have no dates: compared as they are, whatever the time of day"
_THOUSAND: Final = 1_000.0


def metered(systems: Iterable[Ims]) -> Iterator[Metered]:
    """Of every subpool that was asked for anything, and of the log."""
    for ims in systems:
        yield from (one for subpool in ims.judged if (one := _of(subpool)) is not None)
        if ims.log_buffers is not None and (log := _of_log(ims.log_buffers)) is not None:
            yield log


def _of_log(log: LogBuffers) -> Metered | None:
    """Waits for log buffers of a thousand log records."""
    rows = log.rows.filter((pl.col("records") > 0) & (pl.col("interval_us") > 0))
    if not rows.height:
        return None
    waits = rows.select(pl.sum_horizontal("buffer_waits", "checkpoint_waits").cast(pl.Float64)).to_series()
    records = rows["records"].cast(pl.Float64)
    return Metered(
        subsystem=log.ims.id,
        name="waits for log buffers",
        title="waits for a log buffer of a thousand log records",
        unit="waits",
        better=-1,
        starts=None,
        above=waits.to_list(),
        below=(records / _THOUSAND).to_list(),
        volume=records.to_list(),
        seconds=(rows["interval_us"].cast(pl.Float64) / 1e6).to_list(),
        note=_UNDATED,
        facts=log.ims.facts("ims_log_buffers", log.worst, buffer_waits="waits for a log buffer"),
    )


def _of(subpool: Subpool) -> Metered | None:
    rows = subpool.rows.filter((pl.col("requests") > 0) & pl.col("reads").is_not_null())
    timed = rows.filter(pl.col("seconds").is_not_null())
    rows = timed if timed.height else rows
    if not rows.height:
        return None
    dated = not rows["start"].null_count()
    requests = rows["requests"].cast(pl.Float64)
    return Metered(
        subsystem=subpool.ims.id,
        name=f"{subpool.name} reads",
        title=f"reads of {subpool.name} for a thousand requests",
        unit="reads",
        better=-1,
        starts=rows["start"].to_list() if dated else None,
        above=rows["reads"].cast(pl.Float64).to_list(),
        below=(requests / _THOUSAND).to_list(),
        volume=requests.to_list() if timed.height else None,
        seconds=rows["seconds"].to_list() if timed.height else (),
        note="" if dated else _UNDATED,
        facts=subpool.facts(subpool.worst("reads"), reads="reads, worst interval", requests="requests of it"),
    )
