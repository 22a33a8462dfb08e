"""What a proof compares of a guest: pages swapped in a second, and what was available, by quarter of an hour.

A guest does not say what it works, so that neither is held against the work: compare like days.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.observation import Metered
from getpage.core.units import MIB, PAGE

from .guest import MEMORY, PAGING, Guest

_QUARTER: Final = "15m"


def metered(guests: Iterable[Guest]) -> Iterator[Metered]:
    """Of every guest whose evidence has times."""
    return (series for guest in guests for series in (*_swapping(guest), *_available(guest)))


def _swapping(guest: Guest) -> Iterator[Metered]:
    rows = guest.lines.filter(pl.col("written").is_not_null(), pl.col("interval_us").is_not_null())
    if not rows.height:
        return
    seconds = pl.col("interval_us") / 1e6
    bins = _bins(rows, above=(pl.col("swapped_in_rate") * seconds).sum() / PAGE, below=seconds.sum())
    yield Metered(
        subsystem=guest.id,
        name="swapped in",
        title="pages swapped in",
        unit="/s",
        better=-1,
        starts=bins["start"].to_list(),
        above=bins["above"].to_list(),
        below=bins["below"].to_list(),
        facts=guest.facts(PAGING, guest.most_swapping, swapped_in_rate="swapped in a second, at most"),
    )


def _available(guest: Guest) -> Iterator[Metered]:
    rows = guest.memory.filter(pl.col("written").is_not_null(), pl.col("available").is_not_null())
    if not rows.height:
        return
    bins = _bins(rows, above=pl.col("available").min() / MIB, below=pl.lit(1.0))
    yield Metered(
        subsystem=guest.id,
        name="available",
        title="MemAvailable, at least in a quarter of an hour",
        unit="MB",
        better=0,
        starts=bins["start"].to_list(),
        above=bins["above"].to_list(),
        below=bins["below"].to_list(),
        facts=guest.facts(MEMORY, guest.least, available="MemAvailable, at least"),
    )


def _bins(rows: pl.DataFrame, *, above: pl.Expr, below: pl.Expr) -> pl.DataFrame:
    start = pl.col("written").dt.truncate(_QUARTER).alias("start")
    bins = rows.group_by(start, maintain_order=True).agg(above=above, below=below)
    return bins.with_columns(pl.col("above", "below").cast(pl.Float64)).sort("start")
