"""Nursery too small: young collections take much of the time.

What it does:
    Names heaps whose young collections stop the program for more than 3 % of the time.

Why it matters:
    A nursery twice as large is collected half as often. What died meanwhile is not copied, and less that
    would soon have died is moved to the tenure area, where only a global collection frees it.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: java_collection.

What to do:
    Make the nursery larger (-Xmn), and the heap with it, so that the tenure area keeps its size.

How to verify:
    Young collections are fewer, what is tenured a second is less, and so is the time in collections.

References:
    Eclipse OpenJ9 documentation, gencon policy. SHARE 17878, application 4: a nursery of 1023M saved 10.5 %
    of CPU. The 3 % are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.java.changes import TARGET
from getpage.products.java.jvm import COLLECTIONS, megabytes
from getpage.products.java.thresholds import MOST_STOPPED_YOUNG
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-nursery-small"
TITLE = "Nursery too small"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_YOUNG: Final = (pl.col("kind") == "young") & ~pl.col("explicit").fill_null(value=False)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where its young collections take too much of the time."""
    stopped = jvm.share(_YOUNG) if jvm.judged else 0.0
    if stopped <= MOST_STOPPED_YOUNG or not jvm.committed or jvm.leak is not None:
        return
    rows = jvm.stops.filter(_YOUNG)
    every = jvm.seconds / rows.height
    claim = (
        f"Young collections stopped {jvm.label} for {wording.percent(stopped)} of the time, one every "
        f"{wording.seconds(every)}"
    )
    allocated, promoted = jvm.rate("allocated"), jvm.rate("promoted")
    if allocated and promoted is not None:
        claim += f"; {wording.percent(promoted / allocated)} of what it allocates is tenured"
    row = rows.row(int(rows["pause_us"].arg_max() or 0), named=True)
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Nursery too small: its collections take {wording.percent(stopped)} of the time",
        claim=claim + ".",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest", young_room="nursery", promoted="tenured by it"),
            computed("stopped by young collections", round(100 * stopped, 2), "percent"),
            computed(TARGET, 2 * megabytes(jvm.committed), "MiB"),
        ),
        storage_bytes=megabytes(jvm.committed) * MIB,
        delay_seconds=float(rows["pause_us"].sum()) / 1e6,
    )
