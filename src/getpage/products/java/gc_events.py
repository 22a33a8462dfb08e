"""What went wrong in collections, and when: storage that was not found, warnings, collectors that gave up.

A collector that works beside the program stops all of it where it cannot keep up: G1 in a full collection,
Shenandoah in a degenerated one, balanced in a global one. ZGC lets the threads wait that ask for storage.

Reference: Eclipse OMR, gc/verbose: allocation-unsatisfied, warning, percolate-collect. Oracle, HotSpot
Virtual Machine Garbage Collection Tuning Guide, Garbage-First Garbage Collector: Full GCs, Humongous Objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.core.numbers import Scalar
from getpage.core.units import MIB
from getpage.result import Table

from .constants import BUSY_CYCLE, FEWEST_CYCLES, MOST_STOPPED_YOUNG, MUCH_MARKING
from .gc_report import at
from .jvm import Jvm
from .leak import GAVE_UP

#: A thread of the program waited for storage.
STALLED: Final = pl.col("kind") == "stall"
#: Objects found no room where they were to be copied to.
NO_ROOM: Final = pl.col("trouble").str.contains("To-space exhausted|Evacuation Failure|aborted collection")
#: Collectors that stop the program for the whole heap only where nothing else is left.
IN_PARTS: Final = ("G1", "Z", "Shenandoah", "balanced")
#: Why they do so, where it is not for storage: classes, a heap dump, a debugger.
_NOT_FOR_STORAGE: Final = "Metadata|Heap Dump|Heap Inspection|Diagnostic|WhiteBox|JvmtiEnv|System"
_MOST_EVENTS: Final = 100
_COLUMNS: Final = ("heap of", "at", "event", "in", "cause", "took ms", "asked for", "in use after MiB")


def fell_back(jvm: Jvm) -> pl.Expr:
    """Whether a collection stopped all for the whole heap, though its collector works in parts."""
    if jvm.setting("collector") not in IN_PARTS:
        return pl.lit(value=False)
    is_explicit = pl.col("explicit").fill_null(value=False)
    apart = pl.col("cause").str.contains(_NOT_FOR_STORAGE).fill_null(value=False)
    return (pl.col("kind") == "global") & ~is_explicit & ~apart


def busy_cycle(jvm: Jvm) -> float | None:
    """Seconds from one remark of G1 to the next, where it marks all the time and stops the program for long
    or takes its processors; None where it does not.
    """
    remarks = jvm.stops.filter(pl.col("printed").str.starts_with("Pause Remark")).height
    if remarks < FEWEST_CYCLES or (jvm.share() <= MOST_STOPPED_YOUNG and marking(jvm) <= MUCH_MARKING):
        return None
    every = jvm.seconds / remarks
    return every if every < BUSY_CYCLE else None


def marking(jvm: Jvm) -> float:
    """The share of the time in which collections worked beside the program."""
    return float(jvm.rows["concurrent_us"].sum()) / 1e6 / jvm.seconds if jvm.seconds else 0.0


def tables(machines: Sequence[Jvm]) -> Iterator[Table]:
    """All events, the first of each heap."""
    rows = tuple(row for jvm in machines for row in _rows(jvm))
    if rows:
        yield Table(
            title="What went wrong in collections",
            columns=_COLUMNS,
            rows=rows,
            note=f"At most {_MOST_EVENTS} events of each heap, the gravest. The whole heap is collected at "
            "once where a collector that works in parts could not keep up.",
        )


def _rows(jvm: Jvm) -> Iterator[tuple[Scalar, ...]]:
    wrong = jvm.rows.filter(pl.col("trouble").is_not_null() | (pl.col("copy_failed") > 0) | fell_back(jvm))
    # Those that end a thread are shown before those that cost time, and all in their order.
    ordered = wrong.with_row_index("place").sort(
        GAVE_UP.fill_null(value=False), descending=True, maintain_order=True
    )
    for row in ordered.head(_MOST_EVENTS).sort("place").iter_rows(named=True):
        took = row["pause_us"] if row["pause_us"] is not None else row["stalled_us"]
        copied = "objects found no room to be copied to" if row["copy_failed"] else None
        yield (
            jvm.label,
            at(row),
            row["trouble"] or copied or "whole heap collected at once",
            row["printed"],
            row["cause"],
            None if took is None else round(took / 1e3, 3),
            row["requested"],
            None if row["heap_after"] is None else round(row["heap_after"] / MIB, 1),
        )
