"""Heap that grows and shrinks all the time.

What it does:
    Names heaps that more than a tenth of their collections resized.

Why it matters:
    Each resize makes a pause longer, and a heap that shrinks is full sooner: another collection follows.

Evidence:
    Verbose GC: heap-resize; java_collection.

What to do:
    Set -Xms to the size that it reaches, so that it starts there.

How to verify:
    initialHeapSize is that size; few collections have a heap-resize.

References:
    IBM SDK, Java Technology Edition, How to do heap sizing. The tenth is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.contract.facts import computed
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.scopes import COLLECTED_HEAPS
from getpage.products.java.spelling import starts_at_its_size
from getpage.products.java.thresholds import RESIZED
from getpage.result import Finding, Kind, Severity

ID = "java-heap-resizing"
TITLE = "Heap that is resized all the time"
LOOKS_AT = COLLECTED_HEAPS
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where many collections resized it."""
    rows = jvm.stops_now.filter(pl.col("resized").is_not_null())
    if not jvm.judged or rows.height <= jvm.in_force(RESIZED, jvm.heap) * jvm.stops_now.height:
        return
    shrank = rows.filter(pl.col("resized") < 0).height
    row = rows.row(-1, named=True)
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.WARNING,
        kind=Kind.WASTE,
        headline=f"{rows.height:,} of {jvm.stops_now.height:,} collections resized the heap",
        claim="Each resize makes a pause longer. Let the heap start at the size that it reaches.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, resized="the last of them", heap_committed="heap held then"),
            *jvm.settings(heap_initial="heap at start", heap_max="heap at most"),
            computed("collections that made it smaller", shrank, "collections"),
        ),
        advice=() if jvm.leak is not None or not jvm.committed else (starts_at_its_size(jvm),),
    )
