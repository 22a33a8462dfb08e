"""Pictures of a heap over time: what it holds, its pauses, and what fills it.

A point is a stretch of time, so wide that a picture has at most 240 of them, and empty where nothing was
logged. The live set stays as the last global collection left it. A log without dates is drawn by the time
since its virtual machine started; of several starts the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

import polars as pl

from getpage.core import numbers
from getpage.core.units import MIB
from getpage.products.common.series import FEWEST_INTERVALS
from getpage.result import Curve, Picture, Threshold

from .jvm import Jvm

_MOST_POINTS: Final = 240
_A_SECOND: Final = 1_000_000
#: Microseconds of a century: no machine runs longer.
_LONGEST: Final = 36_525 * 86_400 * _A_SECOND
_UNDATED: Final = "The log has no dates: times are those since the virtual machine started."
_WIDTHS: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400)
)


def pictures(machines: Sequence[Jvm]) -> Iterator[Picture]:
    """Three of each heap."""
    for jvm in machines:
        frame = _stretches(_timed(jvm))
        if frame.height >= FEWEST_INTERVALS:
            yield from _of(jvm, frame)


def _of(jvm: Jvm, frame: pl.DataFrame) -> Iterator[Picture]:
    times = tuple(frame["end"].to_list())
    undated = "" if numbers.since_start(times[0]) is None else _UNDATED
    name = str(jvm.heap).replace(" ", "-").lower()

    def picture(
        what: str,
        title: str,
        unit: str,
        note: str,
        thresholds: tuple[Threshold, ...] = (),
        **curves: str,
    ) -> Iterator[Picture]:
        known = {column: label for column, label in curves.items() if frame[column].drop_nulls().len()}
        if known:
            yield Picture(
                id=f"java-{name}-{what}",
                title=f"{title} of {jvm.label}",
                object=jvm.heap,
                unit=unit,
                times=times,
                curves=tuple(
                    Curve(label=label, values=tuple(frame[column].to_list()))
                    for column, label in known.items()
                ),
                thresholds=thresholds,
                note=f"{note} {undated}".rstrip(),
            )

    yield from picture(
        "heap",
        "Heap after collections",
        "bytes",
        "What global collections leave is the live set: where it keeps rising the heap leaks.",
        _most(jvm),
        live="live after the last global collection",
        after="in use after collections, lowest",
        held="held",
    )
    yield from picture(
        "pauses",
        "Pauses",
        "ms",
        "The program stands still meanwhile.",
        longest="longest",
        median="median",
    )
    yield from picture(
        "rates",
        "Allocation",
        "MiB/s",
        "What is promoted outlives the nursery and fills the tenure area.",
        allocated="allocated",
        promoted="promoted",
    )


def _most(jvm: Jvm) -> tuple[Threshold, ...]:
    most = jvm.setting("heap_max")
    return (Threshold(label="-Xmx", value=float(most)),) if most else ()


def _timed(jvm: Jvm) -> pl.DataFrame:
    """Its rows with a time, called `at`."""
    dated = jvm.rows.filter(pl.col("written").is_not_null())
    if dated.height:
        return dated.with_columns(at="written")
    uptime = pl.col("uptime_us")
    starts = (uptime < uptime.shift() - _A_SECOND).fill_null(value=False).cum_sum()
    rows = jvm.rows.filter(uptime < _LONGEST).with_columns(start=starts)
    return rows.filter(pl.col("start") == pl.col("start").max()).with_columns(
        at=pl.lit(numbers.START) + pl.duration(microseconds=uptime)
    )


def _stretches(rows: pl.DataFrame) -> pl.DataFrame:
    """A row a stretch in which something was collected, by its end."""
    if not rows.height:
        return pl.DataFrame({"end": []})
    times = rows["at"].sort()
    least = (times[-1] - times[0]) / _MOST_POINTS
    width = next((width for width in _WIDTHS if width >= least), _WIDTHS[-1] * (least // _WIDTHS[-1] + 1))
    seconds = pl.col("interval_us").sum() / 1e6

    def rate(column: str) -> pl.Expr:
        is_known = pl.col(column).is_not_null().any() & (seconds > 0)
        return pl.when(is_known).then(pl.col(column).cast(pl.Float64).sum() / MIB / seconds)

    paused = pl.col("pause_us") / 1e3
    return (
        rows.with_columns(end=pl.col("at").dt.truncate(width) + width)
        .group_by("end")
        .agg(
            live=pl.col("live").max().cast(pl.Float64),
            after=pl.col("heap_after").min().cast(pl.Float64),
            held=pl.col("heap_committed").max().cast(pl.Float64),
            longest=paused.max(),
            median=paused.median(),
            allocated=rate("allocated"),
            promoted=rate("promoted"),
        )
        .sort("end")
        .with_columns(pl.col("live").forward_fill())
    )
