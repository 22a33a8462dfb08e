"""What a proof compares of a heap: what its collector takes, by interval.

What collections take goes with what is allocated, so a change of the heap is judged by what a GB that is
allocated costs, and by the pauses; what they take of the time is told beside it. Where a log does not tell
what was allocated, the share of the time is judged itself. Intervals are quarters of an hour, as SMF has
them; minutes where the log is of less than two hours. A stop, and the time since the one before it, belong to
the interval in which it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.observation import Metered
from getpage.core.units import GIB, MIB

from .gc_events import STALLED
from .jvm import COLLECTIONS, Jvm

_QUARTER: Final = 900
_MINUTE: Final = 60
#: Seconds from which on there are quarters of an hour enough to tell noise.
_LONG: Final = 8 * _QUARTER
#: Pauses of an interval of which there is a 95th percentile.
_FEWEST_PAUSES: Final = 20
_EPOCH: Final = datetime(1970, 1, 1)
_UNDATED: Final = "the log has no dates: compared by the time since it began, whatever the time of day"
_SECONDS: Final = pl.col("interval_us").sum() / 1e6
_PAUSED: Final = pl.col("pause_us").sum() / 1e6


def metered(jvms: Iterable[Jvm]) -> Iterator[Metered]:
    """Of every virtual machine that stopped."""
    return (meter for jvm in jvms for meter in _of(jvm))


def _of(jvm: Jvm) -> Iterator[Metered]:
    if not jvm.all_stops.height:
        return
    long = float(jvm.all_stops["interval_us"].sum()) / 1e6 >= _LONG
    step = _QUARTER if long else _MINUTE
    every = "15 minutes" if step == _QUARTER else "a minute"
    dated = not jvm.all_stops["written"].null_count()
    bins = _bins(jvm, step, dated=dated)
    row = jvm.largest("pause_us")
    facts = jvm.facts(COLLECTIONS, row, pause_us="longest pause", cpu_us="processor time of it")
    telling = {
        name: jvm.all_stops[name].null_count() < jvm.all_stops.height for name in ("allocated", "cpu_us")
    }

    def measured(
        name: str,
        title: str,
        unit: str,
        better: int,
        above: pl.Expr,
        below: pl.Expr,
        *,
        of_volume: bool = False,
    ) -> Metered:
        rows = bins.select(
            "start", above=above, below=below, volume="gigabytes", seconds="seconds"
        ).drop_nulls(["above", "below"])
        return Metered(
            subsystem=jvm.id,
            name=name,
            title=title,
            unit=unit,
            better=better,
            starts=rows["start"].to_list() if dated else None,
            above=rows["above"].to_list(),
            below=rows["below"].to_list(),
            volume=rows["volume"].to_list() if of_volume else None,
            seconds=rows["seconds"].to_list() if of_volume else (),
            note="" if dated else _UNDATED,
            facts=facts,
        )

    seconds, gigabytes, ones = pl.col("seconds"), pl.col("gigabytes"), pl.lit(1.0)
    judged = 0 if telling["allocated"] else -1
    if telling["allocated"]:
        yield measured("allocated", "allocation rate", "MB/s", 0, gigabytes * (GIB / MIB), seconds)
    yield measured("collections", "collections that stop it", "/min", 0, pl.col("stops"), seconds / _MINUTE)
    if jvm.setting("collector") == "Z":  # It stops nothing for long: threads wait.
        waited = "time that threads waited for storage, per second"
        yield measured("waited for storage", waited, "s", -1, pl.col("stalled"), seconds)
    costs = [("stopped", "time stopped by collections", "paused")]
    costs += [("GC CPU", "processor time of collections", "cpu")] if telling["cpu_us"] else []
    for name, title, column in costs:
        yield measured(name, f"{title}, of the time", "%", judged, 100 * pl.col(column), seconds)
        if telling["allocated"]:
            yield measured(
                f"{name} per GB",
                f"{title}, per GB allocated",
                "s",
                -1,
                pl.col(column),
                gigabytes,
                of_volume=True,
            )
    yield measured("longest pause", f"longest pause in {every}", "s", -1, pl.col("longest"), ones)
    yield measured(
        "95th percentile of pauses", f"95th percentile of pauses in {every}", "s", -1, pl.col("p95"), ones
    )


def _bins(jvm: Jvm, step: int, *, dated: bool) -> pl.DataFrame:
    """A row an interval, in order of time."""
    at = (
        pl.col("written")
        if dated
        else pl.lit(_EPOCH) + pl.duration(microseconds=pl.col("interval_us").cum_sum())
    )
    pause = pl.col("pause_us") / 1e6
    enough = pause.count() >= _FEWEST_PAUSES
    is_stop = pl.col("pause_us").is_not_null() & pl.col("interval_us").is_not_null()
    return (
        jvm.rows.filter(is_stop | STALLED)
        .with_columns(pl.col("interval_us").fill_null(0.0))
        .with_columns(start=at.dt.truncate(f"{step}s"))
        .group_by("start", maintain_order=True)
        .agg(
            seconds=_SECONDS,
            stops=pause.count().cast(pl.Float64),
            paused=_PAUSED,
            stalled=pl.col("stalled_us").sum() / 1e6,
            cpu=pl.col("cpu_us").sum() / 1e6,
            gigabytes=pl.col("allocated").sum() / GIB,
            longest=pause.max(),
            p95=pl.when(enough).then(pause.quantile(0.95, "linear")),
        )
        .sort("start")
    )
