"""Heap too small for its live set.

What it does:
    Names heaps of which more than 70 % is live after global collections at their largest size, heaps whose
    global collections stop the program for more than 5 % of the time, heaps in which something could not be
    allocated or which five collections in a row left full, and heaps in which G1 starts to mark within 10 s
    again and again while collections take more than 3 % of the time. It also names those whose collector
    works in parts and could not keep up: G1, Shenandoah or balanced collected the whole heap at once, or with
    ZGC threads waited for storage. Where all that takes less than 0.5 % of the time, or a
    larger heap saves less than that, it is a note. A heap that leaks is java-heap-growth.

Why it matters:
    The less is free beyond the live set, the sooner the heap is full again. Each collection then frees little
    and marks all that is live again. In the end Java does nothing but collect, and gives up
    (OutOfMemoryError).

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: java_collection, java_heap.

What to do:
    Make the heap so large that at most 55 % of it is live, with -Xms equal to -Xmx; below 2 GB where the live
    set fits there. See that real storage is free for it at its minimum, and that MEMLIMIT leaves room.

How to verify:
    Global collections are fewer and take less than 5 % of the time.

References:
    IBM SDK, Java Technology Edition, How to do heap sizing: no more than 70 % occupied, less than 10 % of the
    time in collections. SHARE 17878, application 4: 3 % to 10.5 % of CPU. The 0.5 % are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.facts import computed, counted
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.java.constants import (
    LEAST_SAVED,
    MUCH_MARKING,
    OCCUPIED,
)
from getpage.products.java.gc_events import STALLED, busy_cycle, fell_back, marking
from getpage.products.java.jvm import COLLECTIONS, Jvm, megabytes
from getpage.products.java.leak import GAVE_UP
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.scopes import COLLECTED_HEAPS
from getpage.products.java.sizing import larger, target, worthless
from getpage.products.java.spelling import heap_dump
from getpage.products.java.thresholds import LIVE, STOPPED
from getpage.result import Fact, Finding, Harm, Kind, Severity

ID = "java-heap-small"
TITLE = "Heap too small for its live set"
LOOKS_AT = COLLECTED_HEAPS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)

_GLOBAL: Final = (pl.col("kind") != "young") & ~pl.col("explicit").fill_null(value=False)
#: A heap that filled up may leak: nothing in a log that was full from the start tells.
_KNOWN: Final = "a heap dump shows that what fills the heap belongs there"
_LARGER: Final = "The heap has to be larger."


@dataclass(frozen=True, slots=True)
class _Signs:
    """What shows that a heap is too small; `full` and `failed` are counts, `is_over` whether a later
    collection found room, `cycle` seconds from one marking to the next, `stopped` the share of time in global
    collections, `live` that of the heap; `most_stopped` and `most_live` are what these may be. `behind` are
    the times that its collector could not keep up, `waited` the seconds that this took, and `stalled` those
    of single threads.
    """

    full: int
    is_over: bool
    failed: int
    behind: int
    waited: float
    stalled: float
    live: float | None
    cycle: float | None
    stopped: float
    most_live: float
    most_stopped: float

    @property
    def gave_up(self) -> bool:
        """Whether something could not be allocated, or nothing was freed any more."""
        return bool(self.full or self.failed)

    @property
    def is_occupied(self) -> bool:
        """Whether too much of the heap is live."""
        return self.live is not None and self.live > self.most_live

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        is_stopped = self.stopped > self.most_stopped
        return self.gave_up or self.is_occupied or self.cycle is not None or is_stopped or self.behind > 0


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where it is too small; nothing of one that leaks."""
    if not jvm.most or jvm.leak is not None:
        return
    signs = _signs(jvm, jvm.most)
    if not signs.any or not (jvm.judged or signs.gave_up):
        return
    wanted = _wanted(jvm)
    size = target(jvm, wanted)
    waits = signs.waited / jvm.seconds if jvm.seconds else 0.0
    is_urgent = signs.gave_up or waits >= LEAST_SAVED
    asks = larger(jvm, wanted, is_urgent=is_urgent, only_after=_KNOWN if signs.full else "")
    share, most = jvm.share(), worthless(jvm) if waits < LEAST_SAVED else None
    is_quiet = not signs.gave_up and (max(share, waits) < LEAST_SAVED or most is not None)
    lost = float(jvm.stops.filter(_GLOBAL)["pause_us"].sum()) / 1e6 + signs.stalled
    headline, claim = _words(jvm, signs)
    if is_quiet:
        less = "" if most is None else f"; one of {most:,} MiB saves less than {wording.percent(LEAST_SAVED)}"
        claim = f"Collections take {wording.percent(share)} of the time{less}. No action."
        if signs.behind:
            claim = f"That is {wording.percent(waits)} of the time{less}. No action."
        if signs.cycle is not None and (beside := marking(jvm)) > MUCH_MARKING:
            claim = (
                f"Collections stop it for {wording.percent(share)} of the time{less}. G1 marks beside it for "
                f"{wording.percent(beside)}: a larger heap saves processors, as -Xlog:gc+cpu shows."
            )
    severity = Severity.CRITICAL if signs.gave_up else Severity.WARNING
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.INFO if is_quiet else severity,
        criterion=counted("collections that freed next to nothing", signs.full, "collections")
        if signs.full
        else counted("collections after which storage was still missing", signs.failed, "collections"),
        kind=Kind.NOTE if is_quiet else Kind.SHORTAGE,
        headline=headline,
        claim=claim,
        evidence=tuple(_facts(jvm, signs)),
        storage_bytes=0 if is_quiet else max(0, size * MIB - (jvm.committed or 0)),
        # A program that gets no storage ends: that is critical, however little was waited for.
        delay_seconds=0.0 if signs.gave_up else lost,
        harm=Harm.OUTAGE if signs.gave_up else Harm.DELAY,
        asks=() if is_quiet else asks,
    )


def _signs(jvm: Jvm, most: int) -> _Signs:
    behind = jvm.rows.filter(AS_LARGE).filter(STALLED | fell_back(jvm))
    return _Signs(
        full=jvm.full_run.count if jvm.full_run is not None else 0,
        is_over=jvm.full_run is not None and jvm.full_run.is_over,
        failed=jvm.rows.filter(AS_LARGE).filter(GAVE_UP).height,
        behind=behind.height,
        waited=_seconds(behind, pl.coalesce("stalled_us", "pause_us")),
        stalled=_seconds(behind, pl.col("stalled_us")),
        live=jvm.live[0] / most if jvm.live is not None and jvm.is_live_measured else None,
        cycle=busy_cycle(jvm),
        stopped=jvm.share(_GLOBAL),
        most_live=jvm.in_force(LIVE, jvm.heap),
        most_stopped=jvm.in_force(STOPPED, jvm.heap),
    )


def _seconds(rows: pl.DataFrame, microseconds: pl.Expr) -> float:
    return float(rows.select(microseconds.sum()).item() or 0) / 1e6


def _words(jvm: Jvm, signs: _Signs) -> tuple[str, str]:
    """Headline and claim of the worst sign."""
    if signs.full:
        is_full = "was full" if signs.is_over else "is full"
        return (
            f"Heap {is_full}: {signs.full:,} collections in a row freed next to nothing",
            f"See what fills it: {heap_dump(jvm)}. If that belongs there, the heap has to be larger.",
        )
    if signs.failed:
        return (
            f"Heap was full: an allocation found no room {wording.times(signs.failed)}",
            f"An allocation {_of(jvm)}without room ends in OutOfMemoryError. {_LARGER}",
        )
    if signs.behind:
        took = f"{wording.times(signs.behind)}, {wording.seconds(signs.waited)} in all"
        if jvm.rows.filter(STALLED).height:
            return (
                f"Threads waited for storage {took}",
                f"The collector frees storage more slowly than threads allocate it. {_LARGER}",
            )
        often = took if signs.behind > 1 else f"in a stop of {wording.seconds(signs.waited)}"
        return (
            f"Whole heap collected at once {often}",
            f"The collector works in parts, and found no room to go on. {_LARGER}",
        )
    if signs.is_occupied and signs.live is not None:
        return (
            f"{wording.percent(signs.live)} of the heap is live after global collections",
            f"Little is free beyond the live set, so the heap is full again soon. {_LARGER}",
        )
    if signs.cycle is not None:
        return (
            f"Heap too small: G1 starts to mark every {wording.seconds(signs.cycle)}",
            f"G1 has too little free beyond the live set. {_LARGER}",
        )
    return (
        f"Heap too small: GC takes {wording.percent(signs.stopped)} of the time",
        "The whole heap is collected too often. A larger heap is full less often.",
    )


def _facts(jvm: Jvm, signs: _Signs) -> Iterator[Fact]:
    most, held = jvm.alive
    yield from jvm.facts(COLLECTIONS, most, live="live after a global collection")
    yield from jvm.facts(COLLECTIONS, held, heap_committed="heap held")
    yield from jvm.settings(heap_max="heap at most")
    if signs.live is not None:
        yield computed("live of what the heap may have, median", round(100 * signs.live, 1), "percent")
    yield computed("stopped by collections of the whole heap", round(100 * signs.stopped, 2), "percent")
    if signs.cycle is not None:
        yield computed("from one marking of G1 to the next", round(signs.cycle, 3), "seconds")
    if signs.failed:
        yield computed("allocations that found no room", signs.failed, "allocations")
        failed = jvm.rows.filter(GAVE_UP).row(0, named=True)
        yield from jvm.facts(
            COLLECTIONS, failed, requested="asked for by the first", pause_us="it stopped for"
        )
    if signs.behind:
        row = jvm.rows.filter(STALLED | fell_back(jvm)).row(0, named=True)
        yield from jvm.facts(COLLECTIONS, row, stalled_us="first wait", pause_us="first whole collection")
        yield computed("times that the collector could not keep up", signs.behind, "times")


def _wanted(jvm: Jvm) -> int:
    """MiB of which 55 % are live, with the largest object that found no room; twice the heap where the live
    set is not known, and where threads waited for a collector beside them: it needs room for what they
    allocate meanwhile.
    """
    now, room = megabytes(jvm.committed or 0), _largest_unmet(jvm)
    waited = jvm.rows.filter(AS_LARGE).filter(STALLED).height
    if jvm.is_live_measured and jvm.live is not None and not waited:
        return max(round((jvm.live[0] + room) / OCCUPIED / MIB), now * 5 // 4)
    return max(2 * now, megabytes(room / OCCUPIED))


def _largest_unmet(jvm: Jvm) -> int:
    """Bytes of the largest allocation that found no room; 0 where the log does not tell."""
    largest = jvm.rows.filter(AS_LARGE).filter(GAVE_UP)["requested"].drop_nulls().sort(descending=True)
    return int(largest[0]) if largest.len() else 0


def _of(jvm: Jvm) -> str:
    largest = _largest_unmet(jvm)
    return f"of {wording.size(largest)} " if largest >= MIB else ""
