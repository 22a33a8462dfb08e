"""What a proof compares: reads per thousand requests of a subpool, waits per thousand log records.

Reads go with requests, so that intervals with equal volumes of requests are compared. Runs of batch regions,
whose length is not reported, are compared as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.observation import Metered

from .ims import Ims
from .pools import LOG, LogBuffers
from .subpool import Subpool

_UNDATED: Final = "the reports have no dates: compared as they are, whatever the time of day"
_THOUSAND: Final = 1_000.0


def metered(systems: Iterable[Ims]) -> Iterator[Metered]:
    """Measures of every subpool with requests, and of the log."""
    for ims in systems:
        measures = [_of_subpool(subpool) for subpool in ims.judged]
        if ims.log_buffers is not None:
            measures.append(_of_log(ims.log_buffers))
        yield from filter(None, measures)


def _of_log(log: LogBuffers) -> Metered | None:
    """Waits for log buffers per thousand log records; None without records."""
    rows = log.rows.filter((pl.col("records") > 0) & (pl.col("interval_us") > 0))
    if not rows.height:
        return None
    waits = rows.select(pl.sum_horizontal("buffer_waits", "checkpoint_waits").cast(pl.Float64)).to_series()
    records = rows["records"].cast(pl.Float64)
    return Metered(
        subsystem=log.ims.id,
        name="waits for log buffers",
        title="waits for a log buffer per thousand log records",
        unit="waits",
        better=-1,
        starts=None,
        above=waits.to_list(),
        below=(records / _THOUSAND).to_list(),
        volume=records.to_list(),
        seconds=(rows["interval_us"].cast(pl.Float64) / 1e6).to_list(),
        note=_UNDATED,
        facts=log.ims.facts(LOG, log.worst, buffer_waits="waits for a log buffer"),
    )


def _of_subpool(subpool: Subpool) -> Metered | None:
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
        title=f"reads of {subpool.name} per thousand requests",
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
