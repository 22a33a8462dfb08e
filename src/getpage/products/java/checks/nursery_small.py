"""Nursery too small: young collections take much of the time.

What it does:
    Names heaps whose young collections stop the program for more than 3 % of the time.

Why it matters:
    A nursery twice as large is collected half as often. What has died meanwhile is not copied, and less that
    would soon have died is moved to the tenure area, where only a global collection frees it.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: java_collection.

What to do:
    Make the nursery larger (-Xmn), and the heap with it, so that the tenure area keeps its size. G1 takes its
    young part from the heap that it has: first -XX:NewSize where pauses are short, or a longer pause goal
    (-XX:MaxGCPauseMillis).

How to verify:
    Young collections are fewer, less is tenured per second, and collections take less of the time.

References:
    Eclipse OpenJ9 documentation, gencon policy. Oracle, HotSpot Virtual Machine Garbage Collection Tuning
    Guide, Garbage-First Garbage Collector Tuning. SHARE 17878, application 4: a nursery of 1023M saved 10.5 %
    of CPU. The 3 % are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import MIB
from getpage.products.java.constants import SHORT_PAUSE_SECONDS
from getpage.products.java.gc_events import busy_cycle
from getpage.products.java.jvm import COLLECTIONS, Jvm, megabytes
from getpage.products.java.scopes import COLLECTED_HEAPS
from getpage.products.java.sizing import larger, target, young_size
from getpage.products.java.spelling import larger_young_part, longer_pause_goal
from getpage.products.java.thresholds import STOPPED_YOUNG
from getpage.result import Advise, Fact, Finding, Kind, Severity

ID = "java-nursery-small"
TITLE = "Nursery too small"
LOOKS_AT = COLLECTED_HEAPS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_YOUNG: Final = (pl.col("kind") == "young") & ~pl.col("explicit").fill_null(value=False)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where its young collections take too much of the time."""
    stopped = jvm.share(_YOUNG) if jvm.judged else 0.0
    if stopped <= jvm.in_force(STOPPED_YOUNG, jvm.heap) or not jvm.committed or jvm.leak is not None:
        return
    if busy_cycle(jvm) is not None:  # The heap is too small: what the nursery takes, the rest lacks.
        return
    rows = jvm.stops.filter(_YOUNG)
    row = rows.row(int(rows["pause_us"].arg_max() or 0), named=True)
    advice = _of_g1(jvm, rows)
    wanted = 2 * megabytes(jvm.committed)
    yield Finding(
        check=ID,
        object=Object(jvm.id, "nursery") if advice else jvm.heap,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Nursery too small: its GC takes {wording.percent(stopped)} of the time",
        claim="A larger nursery is collected less often, and more objects in it are dead by then. "
        + ("G1 takes it from the heap that it has." if advice else "The heap has to grow with it."),
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest", young_room="nursery", promoted="tenured by it"),
            computed("stopped by young collections", round(100 * stopped, 2), "percent"),
            computed("from one young collection to the next", round(jvm.seconds / rows.height, 3), "seconds"),
            *_tenured(jvm),
        ),
        storage_bytes=0 if advice else target(jvm, wanted) * MIB - jvm.committed,
        delay_seconds=float(rows["pause_us"].sum()) / 1e6,
        asks=() if advice else larger(jvm, wanted),
        advice=advice,
    )


def _of_g1(jvm: Jvm, young: pl.DataFrame) -> tuple[Advise, ...]:
    """What G1 gets before a larger heap: more of it for young objects while pauses are short, else a longer
    goal; nothing of other collectors, or where its heap has no room for that.
    """
    if jvm.setting("collector") != "G1":
        return ()
    if float(young["pause_us"].quantile(0.95) or 0.0) / 1e6 > SHORT_PAUSE_SECONDS:
        return (longer_pause_goal(jvm),)
    size = young_size(jvm)
    return () if size is None else (larger_young_part(jvm, size),)


def _tenured(jvm: Jvm) -> tuple[Fact, ...]:
    allocated, promoted = jvm.rate("allocated"), jvm.rate("promoted")
    if not allocated or promoted is None:
        return ()
    return (computed("tenured of what is allocated", round(100 * promoted / allocated, 1), "percent"),)
