"""What is shown of heaps beside findings: the account of their storage, and tables.

A heap is virtual: what of it is real is within the frames of its address space, which z/OS tells, and is not
counted again. A heap in fixed large pages must be real.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.java import gc_details, gc_events, gc_report
from getpage.products.java.jvm import COLLECTIONS, HEAPS, Jvm, megabytes
from getpage.products.java.space import Space, zfs_of
from getpage.result import Account, Line, Place, Table
from getpage.result.day import Demand

_COLUMNS: Final = (
    *("heap of", "collector", "held MiB", "at most MiB", "alive MiB", "nursery MiB", "nursery after %"),
    *(
        "tenure after %",
        "allocated MiB/s",
        "tenured MiB/s",
        "GC CPU %",
        "resized",
        "pages",
        "asked for",
        "4-byte references",
    ),
    "growth MiB/h (90 %)",
)
_NURSERY_TIMES: Final = (0.5, 1.0, 2.0, 4.0)
_HOUR: Final = 3600.0
_SPACE_COLUMNS: Final = ("address space", "what it is", "heap of", "MEMLIMIT", "most above the bar")

Cells = tuple[str | None, ...]


def account(jvm: Jvm) -> Account | None:
    """The account; None where nothing tells how large its heap was."""
    if not jvm.committed:
        return None
    held, most = jvm.held, jvm.setting_row("heap_max")
    lines = [
        Line(
            holder="heap",
            bytes=jvm.committed,
            place=Place.ABOVE_BAR,
            fixed=jvm.is_fixed,
            note="the most that it held",
            fact=None if held is None else jvm.fact(COLLECTIONS, "heap_committed", held, "heap held"),
        )
    ]
    if most is not None:
        fact = jvm.fact(HEAPS, "heap_max", most, "heap at most")
        lines.append(Line(holder="-Xmx", bytes=int(most["heap_max"]), place=Place.LIMIT, fact=fact))
    return Account(
        of=jvm.id,
        lines=tuple(lines),
        note="The heap alone: classes, compiled code and threads are not included. Its real frames "
        "count in its address space.",
    )


def tables(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Collections, heaps, other nurseries of them, and their address spaces."""
    for part in (gc_report, gc_events, gc_details):
        yield from part.tables(machines)
    rows = tuple(_row(jvm) for jvm in machines if jvm.stops.height)
    if rows:
        yield Table(
            title="Heaps of Java",
            columns=_COLUMNS,
            rows=rows,
            note="From the GC logs. GC CPU is the CPU of collections that stopped the program, 100 % "
            "being one processor. The live set is the median after global collections; without "
            "any, it is at most the figure shown.",
        )
    nurseries = tuple(row for jvm in machines for row in _nurseries(jvm))
    if nurseries:
        yield Table(
            title="What other nursery sizes save",
            columns=("heap of", "nursery MiB", "stopped % (90 %)", "GC CPU % (90 %)"),
            rows=nurseries,
            note="Young collections alone, by the collection model; the tenure area keeps its size, "
            "and the heap grows or shrinks with its nursery.",
        )
    yield from _spaces(machines)


def _row(jvm: Jvm) -> tuple[str | float | int | None, ...]:
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
            cost = model.young_seconds(times, measure)
            cells.append(
                None if cost is None else "{:.2f} ({:.2f} to {:.2f})".format(*(100 * part for part in cost))
            )
        yield (jvm.label, round(times * jvm.nursery_share * megabytes(model.heap)), *cells)


def _percent(part: int | None, whole: int | None) -> float | None:
    return round(100 * part / whole, 1) if part is not None and whole else None


def _pages(size: int | None) -> str | None:
    return None if not size else wording.size(size)


def _growth(jvm: Jvm) -> str | None:
    growth = jvm.growth
    if growth is None:
        return None
    rates = (growth.value, growth.low, growth.high)
    return "{:.1f} ({:.1f} to {:.1f})".format(*(rate * _HOUR / MIB for rate in rates))


def _spaces(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Of all machines whose address space is known, with zFS of their systems."""
    rows = [_space_row(jvm.space, _kind(jvm.space), jvm.label) for jvm in machines if jvm.space is not None]
    if not rows:
        return
    systems = dict.fromkeys(jvm.system for jvm in machines if jvm.space is not None)
    evidence = machines[0].evidence
    rows += [
        _space_row(space, f"zFS of {system}", None)
        for system in systems
        for space in zfs_of(evidence, system)
    ]
    yield Table(
        title="Address spaces of Java and of zFS",
        columns=_SPACE_COLUMNS,
        rows=tuple(rows),
        note="By SMF 30. A heap counts against MEMLIMIT with all else above the bar in its space; the "
        "caches of zFS, for the files that Java loads and writes, are set in IOEFSPRM (user_cache_size, "
        "meta_cache_size) and are real storage beside the heaps.",
    )


def _kind(space: Space) -> str:
    return "JVM server of a CICS region" if space.is_cics else f"program {space.row['program']}"


def _space_row(space: Space, what: str, heap: str | None) -> Cells:
    limit = "NOLIMIT" if space.is_unlimited else None if space.limit is None else wording.size(space.limit)
    return (space.job, what, heap, limit, None if space.high is None else wording.size(space.high))


def demands(machines: Sequence[Jvm]) -> Iterator[Demand]:
    """The most that was alive after a collection of each heap whose log has dates and tells it."""
    for jvm in machines:
        row = jvm.largest("live")
        if row is not None and jvm.most and row["written"] is not None:
            yield Demand(
                object=jvm.heap,
                measure="live set at its largest",
                unit="bytes",
                value=int(row["live"]),
                limit=jvm.most,
                fact=jvm.fact(COLLECTIONS, "live", row, "live after a collection, most"),
            )
