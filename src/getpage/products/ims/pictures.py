"""Each subpool over time: reads a second, and the share of requests that found their block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Curve, Picture, Threshold

from .thresholds import READS_HIGH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .ims import Ims
    from .subpool import Subpool

_FEWEST: Final = 2  # one point is no picture


def pictures(systems: Iterable[Ims]) -> Iterator[Picture]:
    """Two pictures of every subpool that has intervals with dates."""
    for ims in systems:
        for one in ims.judged:
            yield from _of(one)


def _of(subpool: Subpool) -> Iterator[Picture]:
    rows = subpool.rows.filter(
        pl.col("seconds").is_not_null()
        & pl.col("end").is_not_null()
        & pl.col("reads").is_not_null()
        & (pl.col("requests") > 0)
    )
    if rows.height < _FEWEST:
        return
    name = str(subpool.object).replace(" ", "-").lower()
    times = tuple(rows["end"].dt.replace_time_zone(None).to_list())
    reads = tuple((rows["reads"] / rows["seconds"]).to_list())
    found = tuple((100 * rows["found"] / rows["requests"]).to_list())
    yield Picture(
        id=f"ims-{name}-reads",
        title=f"Reads a second, {subpool.label}",
        object=subpool.object,
        unit="reads/s",
        times=times,
        curves=(Curve(label="reads", values=reads),),
        thresholds=(Threshold(label="many reads", value=READS_HIGH),),
    )
    yield Picture(
        id=f"ims-{name}-found",
        title=f"Requests that found their block, {subpool.label}",
        object=subpool.object,
        unit="percent",
        times=times,
        curves=(Curve(label="found in a buffer", values=found),),
    )
