"""What the logs tell of every heap, in one table, and what other nurseries bring, in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.units import MIB
from getpage.result import Table

from .jvm import megabytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl

    from .jvm import Jvm

_COLUMNS: Final = (
    *("heap of", "collector", "held MiB", "at most MiB", "alive MiB", "nursery MiB", "nursery after %"),
    *("tenure after %", "allocated MiB/s", "tenured MiB/s", "stops", "stopped s", "median ms", "p99 ms"),
    *("longest ms", "stopped %", "GC CPU %", "resized", "pages", "asked for", "4-byte references"),
    "growth MiB/h (90 %)",
)
_NURSERY_TIMES: Final = (0.5, 1.0, 2.0, 4.0)
_HOUR: Final = 3600.0


def tables(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Of all machines that stopped at all."""
    rows = tuple(_row(one) for one in machines if one.stops.height)
    if rows:
        yield Table(
            title="Heaps of Java",
            columns=_COLUMNS,
            rows=rows,
            note="From the logs of their collections. GC CPU is processor time of collections that "
            "stopped the program, 100 % one processor; alive is the median after global collections, and "
            "at most that where none was seen.",
        )
    nurseries = tuple(row for one in machines for row in _nurseries(one))
    if nurseries:
        yield Table(
            title="What other nurseries of Java bring",
            columns=("heap of", "nursery MiB", "stopped % (90 %)", "GC CPU % (90 %)"),
            rows=nurseries,
            note="Young collections alone, by the collection model; the tenure area stays as large as it "
            "is, and the heap grows or shrinks with its nursery.",
        )


def _row(jvm: Jvm) -> tuple[str | float | int | None, ...]:
    pauses = jvm.stops["pause_us"] / 1e3
    live, last_old, last_young = jvm.live, jvm.latest("old_committed"), jvm.latest("young_room")
    allocated, promoted = jvm.rate("allocated"), jvm.rate("promoted")
    return (
        jvm.label,
        jvm.setting("collector"),
        megabytes(jvm.committed or 0),
        megabytes(jvm.most or 0),
        None if live is None else megabytes(live[0]),
        round(jvm.nursery_share * megabytes(jvm.committed or 0)) or None,
        None if last_young is None else _percent(last_young["young_after"], last_young["young_room"]),
        None if last_old is None else _percent(last_old["old_after"], last_old["old_committed"]),
        None if allocated is None else round(allocated / MIB, 2),
        None if promoted is None else round(promoted / MIB, 3),
        jvm.stops.height,
        round(float(pauses.sum()) / 1e3, 2),
        _milliseconds(pauses, 0.5),
        _milliseconds(pauses, 0.99),
        _milliseconds(pauses, 1.0),
        round(100 * jvm.share(), 2),
        None if jvm.cpu_share is None else round(100 * jvm.cpu_share, 2),
        jvm.rows["resized"].drop_nulls().len(),
        _pages(jvm.setting("page_bytes")),
        _pages(jvm.setting("page_bytes_asked")),
        {True: "yes", False: "no"}.get(jvm.setting("compressed_references")),
        _growth(jvm),
    )


def _nurseries(jvm: Jvm) -> Iterator[tuple[str | float | int | None, ...]]:
    model = jvm.model
    if model is None or model.young is None or not jvm.nursery_share:
        return
    for times in _NURSERY_TIMES:
        cells = []
        for measure in ("wait", "cpu"):
            found = model.young_seconds(times, measure)
            cells.append(
                None if found is None else "{:.2f} ({:.2f} to {:.2f})".format(*(100 * one for one in found))
            )
        yield (jvm.label, round(times * jvm.nursery_share * megabytes(model.heap)), *cells)


def _percent(part: int | None, whole: int | None) -> float | None:
    return round(100 * part / whole, 1) if part is not None and whole else None


def _milliseconds(pauses: pl.Series, share: float) -> float:
    return round(float(pauses.quantile(share, "linear") or 0), 1)


def _pages(size: int | None) -> str | None:
    return None if not size else wording.size(size)


def _growth(jvm: Jvm) -> str | None:
    found = jvm.growth
    if found is None:
        return None
    return "{:.1f} ({:.1f} to {:.1f})".format(
        *(one * _HOUR / MIB for one in (found.value, found.low, found.high))
    )
