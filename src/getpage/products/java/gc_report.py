"""What a log of garbage collection says of each heap: throughput, pauses by type and cause, phases.

A percentile lies between two pauses as their ranks say (linear, the default of NumPy). Reclaimed is what was
in use before a collection less what was after it; a concurrent one reclaims while the program allocates: of
it this is the least.

Reference: Eclipse OpenJ9 documentation, "Verbose GC logs"; JEP 158, unified JVM logging.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from getpage.core import numbers
from getpage.core.numbers import Scalar
from getpage.core.units import MIB
from getpage.result import Table

from .jvm import Jvm, megabytes
from .resized import AS_LARGE

_PERCENTILES: Final = (0.5, 0.95, 0.99, 1.0)
_HEADS: Final = ("p50 ms", "p95 ms", "p99 ms", "longest ms")
_IN_SHORT: Final = ("heap of", "collector", "throughput %", *_HEADS, "allocated MiB/s", "live MiB")
_BY_CAUSE: Final = (
    "heap of",
    "type",
    "cause",
    "count",
    *_HEADS,
    "all s",
    "CPU s",
    "reclaimed MiB",
    "longest at",
)
_BY_PHASE: Final = ("heap of", "phase", "count", *_HEADS, "all s", "of all phases %")
#: Types and causes, and phases, of a heap that have rows of their own, those that took longest; ours.
_MOST_CAUSES: Final = 20
_ALL, _OTHERS = "all pauses", "others"
#: When a phase began and ended, which its type has beside it: `Concurrent Mark (4.570s, 4.577s)`.
_SPAN: Final = r" \([0-9.]+m?s(?:, [0-9.]+m?s)?\)$"


def tables(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Each heap in a row, and its collections by type and cause."""
    timed = [(jvm, times) for jvm in machines if (times := _times(jvm)).height]
    if not timed:
        return
    yield Table(
        title="Garbage collection in short",
        columns=_IN_SHORT,
        rows=tuple(_in_short(jvm, times) for jvm, times in timed),
        note="Throughput is the time in which no collection stopped the program. Percentiles are of pauses.",
        in_short=True,
    )
    yield Table(
        title="Collections by type and cause",
        columns=_BY_CAUSE,
        rows=tuple(row for jvm, times in timed for row in _by_cause(jvm, times)),
        note="Each heap's pauses together, then each type; concurrent phases took their time beside the "
        "program. Reclaimed is what was in use before less what was after.",
    )
    phases = tuple(row for jvm in machines for row in _by_phase(jvm))
    if phases:
        yield Table(
            title="Phases of collections",
            columns=_BY_PHASE,
            rows=phases,
            note="Elapsed times as the log prints them. Stopping threads is the time until all threads of "
            "the program stood still, whatever stopped them.",
        )


def _times(jvm: Jvm) -> pl.DataFrame:
    """Each pause and concurrent phase since the heap may have as much as now, and its seconds."""
    text = pl.col("printed").fill_null("").str.replace(_SPAN, "")
    cause = pl.col("cause").fill_null("")
    freed = (pl.col("heap_before").cast(pl.Int64) - pl.col("heap_after").cast(pl.Int64)).clip(lower_bound=0)
    return (
        jvm.rows.filter(AS_LARGE)
        .select(
            pl.when(cause == "")
            .then(text)
            .otherwise(text.str.strip_suffix(pl.format(" ({})", cause)))
            .alias("type"),
            cause.alias("cause"),
            (pl.coalesce("pause_us", "concurrent_us", "stalled_us") / 1e6).alias("seconds"),
            pl.col("pause_us").is_not_null().alias("stops"),
            (pl.col("cpu_us") / 1e6).alias("cpu"),
            freed.alias("freed"),
            "written",
            "uptime_us",
        )
        .filter(pl.col("seconds").is_not_null() | pl.col("freed").is_not_null())
    )


def _in_short(jvm: Jvm, times: pl.DataFrame) -> tuple[Scalar, ...]:
    pauses, share, allocated = times.filter("stops")["seconds"], jvm.share(), jvm.rate("allocated")
    return (
        jvm.label,
        jvm.setting("collector"),
        round(100 * (1 - share), 3) if jvm.seconds and share <= 1 else None,
        *_percentiles(pauses),
        None if allocated is None else round(allocated / MIB, 2),
        megabytes(jvm.live[0]) if jvm.live is not None and jvm.is_live_measured else None,
    )


def _by_cause(jvm: Jvm, times: pl.DataFrame) -> Iterator[tuple[Scalar, ...]]:
    stops = times.filter("stops")
    if stops.height:
        yield (jvm.label, _ALL, None, *_sums(stops))
    groups = times.partition_by("stops", "type", "cause", maintain_order=True)
    groups.sort(key=lambda group: (not group["stops"][0], -float(group["seconds"].sum())))
    for group in groups[:_MOST_CAUSES]:
        yield (jvm.label, group["type"][0], group["cause"][0] or None, *_sums(group))
    if rest := groups[_MOST_CAUSES:]:
        yield (jvm.label, _OTHERS, None, *_sums(pl.concat(rest)))


def _by_phase(jvm: Jvm) -> Iterator[tuple[Scalar, ...]]:
    times = jvm.phases.select("phase", (pl.col("took_us") / 1e6).alias("seconds")).drop_nulls()
    whole = float(times["seconds"].sum())
    groups = times.partition_by("phase", maintain_order=True)
    groups.sort(key=lambda group: -float(group["seconds"].sum()))
    for group in groups[:_MOST_CAUSES]:
        yield (jvm.label, group["phase"][0], *_phase(group, whole))
    if rest := groups[_MOST_CAUSES:]:
        yield (jvm.label, _OTHERS, *_phase(pl.concat(rest), whole))


def _phase(times: pl.DataFrame, whole: float) -> tuple[Scalar, ...]:
    took = float(times["seconds"].sum())
    share = round(100 * took / whole, 1) if whole else None
    return (times.height, *_percentiles(times["seconds"]), round(took, 3), share)


def _sums(times: pl.DataFrame) -> tuple[Scalar, ...]:
    longest = times["seconds"].arg_max()
    cpu, freed = times["cpu"].drop_nulls(), times["freed"].drop_nulls()
    return (
        times.height,
        *_percentiles(times["seconds"]),
        round(float(times["seconds"].sum()), 3),
        round(float(cpu.sum()), 3) if cpu.len() else None,
        round(float(freed.sum()) / MIB, 1) if freed.len() else None,
        at(times.row(longest, named=True)) if longest is not None else None,
    )


def _percentiles(seconds: pl.Series) -> tuple[Scalar, ...]:
    known = seconds.drop_nulls()
    if not known.len():
        return (None,) * len(_PERCENTILES)
    times = (1e3 * float(known.quantile(share, "linear") or 0) for share in _PERCENTILES)
    return tuple(round(time, 1 if time >= 1 else 3) for time in times)


def at(row: Mapping[str, Any]) -> str | None:
    """When it was; of a log without dates how long after the start of the virtual machine."""
    if row["written"] is not None:
        return str(row["written"])[:19]
    uptime = row["uptime_us"]
    return None if uptime is None else f"{numbers.seconds(uptime / 1e6)} after start"
