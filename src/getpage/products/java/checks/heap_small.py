"""Heap too small for what is alive in it.

What it does:
    Names heaps of which more than 70 % is alive after global collections at their largest size, heaps whose
    global collections stop the program for more than 5 % of the time, heaps in which something could not
    be allocated or that five collections in a row at the end of the log left full, and heaps in which G1
    begins to mark anew within 10 s again and again while collections take more than 3 % of the time. A heap
    that leaks is java-heap-growth.

Why it matters:
    The less is free beyond the live set, the sooner it is full again: each collection frees little, and marks
    all that is alive again. At the end Java does nothing but collect, and then gives up (OutOfMemoryError).

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: java_collection, java_heap.

What to do:
    Make the heap so large that at most 55 % of it is alive, with -Xms equal to -Xmx; the curve says what that
    saves. See that real storage is free for it at its minimum, and that MEMLIMIT leaves room.

How to verify:
    Global collections are fewer, and less than 5 % of the time is spent in them.

References:
    IBM SDK, Java Technology Edition, How to do heap sizing: no more than 70 % occupied, less than 10 % of the
    time in collections. SHARE 17878, application 4: 3 % to 10.5 % of CPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.java.changes import TARGET
from getpage.products.java.curve import FARTHEST
from getpage.products.java.jvm import COLLECTIONS, megabytes
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.thresholds import (
    BUSY_CYCLE,
    FEWEST_CYCLES,
    MOST_OCCUPIED,
    MOST_STOPPED,
    MOST_STOPPED_YOUNG,
    OCCUPIED,
)
from getpage.result import Ask, Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-heap-small"
TITLE = "Heap too small for what is alive in it"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_GLOBAL: Final = (pl.col("kind") != "young") & ~pl.col("explicit").fill_null(value=False)
#: A heap that filled up may leak: nothing in a log that was full from the start tells.
_KNOWN: Final = "a heap dump shows that what fills the heap belongs there"
_GAVE_UP: Final = pl.col("trouble").str.contains("allocation-unsatisfied|excessive gc|Allocation Stall")


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where too much of it is alive, where it is collected too often, or where it was full; nothing
    of one that leaks.
    """
    if not jvm.most or jvm.leak is not None or not (jvm.judged or jvm.full_collections):
        return
    stopped = jvm.share(_GLOBAL)
    alive = jvm.live[0] / jvm.most if jvm.live is not None and jvm.is_live_measured else None
    full = jvm.rows.filter(AS_LARGE).filter(_GAVE_UP)
    occupied = alive is not None and alive > MOST_OCCUPIED
    cycle = _busy_cycle(jvm)
    gave_up = bool(full.height or jvm.full_collections)
    if not (occupied or gave_up or cycle or stopped > MOST_STOPPED):
        return
    said = []
    if jvm.full_collections:
        said.append(f"{wording.plural(jvm.full_collections, 'collection')} in a row freed next to nothing")
    if cycle:
        said.append(f"G1 begins to mark anew every {wording.seconds(cycle)}")
    if alive is not None:
        said.append(f"{wording.percent(alive)} of the {wording.size(jvm.most)} that it may have is alive")
    if stopped:
        said.append(f"collections of the whole heap stopped it for {wording.percent(stopped)} of the time")
    if full.height:
        said.append(f"an allocation found no room {wording.times(full.height)}")
    size = _target(jvm)
    most, held = jvm.alive
    lost = float(jvm.stops.filter(_GLOBAL)["pause_us"].sum()) / 1e6
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.CRITICAL if gave_up else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=_headline(jvm, full.height, alive if occupied else None, cycle, stopped),
        claim=f"The heap of {jvm.label} is too small: {wording.listed(said)}.",
        evidence=(
            *jvm.facts(COLLECTIONS, most, live="alive after a global collection"),
            *jvm.facts(COLLECTIONS, held, heap_committed="heap held"),
            *jvm.settings(heap_max="heap at most"),
            computed("stopped by collections of the whole heap", round(100 * stopped, 2), "percent"),
            computed(TARGET, size, "MiB"),
        ),
        storage_bytes=max(0, size * MIB - (jvm.committed or 0)),
        # A program that gets no storage ends: that is critical, however little was waited for.
        delay_seconds=0.0 if gave_up else lost,
        harm=Harm.OUTAGE if gave_up else Harm.DELAY,
        asks=(Ask(knob=jvm.knob, size=size, only_after=_KNOWN),) if jvm.full_collections else (),
    )


def _headline(jvm: Jvm, failed: int, alive: float | None, cycle: float | None, stopped: float) -> str:
    """The gravest of what shows it."""
    if jvm.full_collections:
        return f"Heap is full: {jvm.full_collections:,} collections in a row freed next to nothing"
    if failed:
        return f"Heap was full: an allocation found no room {wording.times(failed)}"
    if alive is not None:
        return f"Heap too small: {wording.percent(alive)} of {wording.size(jvm.most or 0)} is alive"
    if cycle:
        return f"Heap too small: G1 begins to mark anew every {wording.seconds(cycle)}"
    return f"Heap too small: its collections take {wording.percent(stopped)} of the time"


def _busy_cycle(jvm: Jvm) -> float | None:
    """Seconds from one remark of G1 to the next, where it marks all the time and stops the program for long;
    None where it does not.
    """
    remarks = jvm.stops.filter(pl.col("printed").str.starts_with("Pause Remark")).height
    if remarks < FEWEST_CYCLES or jvm.share() <= MOST_STOPPED_YOUNG:
        return None
    every = jvm.seconds / remarks
    return every if every < BUSY_CYCLE else None


def _target(jvm: Jvm) -> int:
    """MiB of which 55 % are alive; twice the heap where nothing tells what is, or where that is no more."""
    now = megabytes(jvm.committed or 0)
    wanted = 2 * now
    if jvm.is_live_measured and jvm.live is not None:
        wanted = max(round(jvm.live[0] / OCCUPIED / MIB), now * 5 // 4)
    return min(wanted, FARTHEST * now)
