"""Pauses that people notice.

What it does:
    Names heaps with a collection that stopped the program for a second or longer and that it did not ask for.

Why it matters:
    Nothing answers meanwhile: each request that was in flight takes so much longer, and timeouts begin to
    fire.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: pause_us of java_collection.

What to do:
    A collector that works on a part of the heap at a time: gencon where the policy is optthruput or
    optavgpause; balanced for heaps of more than 4 GB with gencon. A long pause with little processor time is
    another matter: pages of the heap were on auxiliary storage, or the processors were taken.

How to verify:
    The longest pause is shorter; the processor time of collections may be more.

References:
    Eclipse OpenJ9 documentation, Garbage collection policies. The second is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java.jvm import COLLECTIONS
from getpage.products.java.resized import AS_LARGE
from getpage.products.java.thresholds import BALANCED_FROM, LONG_PAUSE_SECONDS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-long-pauses"
TITLE = "Collections that stop Java for a second or longer"
NO_COMMAND = (
    "No other policy of collection is sure to be shorter here: see the processor time of the longest, and "
    "whether its pages were in real storage."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)

_FLAT = ("optthruput", "optavgpause")


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where it was stopped so long."""
    asked = pl.col("explicit").fill_null(value=False)
    rows = jvm.rows.filter(AS_LARGE).filter((pl.col("pause_us") >= LONG_PAUSE_SECONDS * 1e6) & ~asked)
    if not rows.height:
        return
    row = rows.row(int(rows["pause_us"].arg_max() or 0), named=True)
    policy = jvm.setting("collector")
    answered = policy in _FLAT or (policy == "gencon" and (jvm.most or 0) > BALANCED_FROM)
    yield Finding(
        check=ID,
        object=Object(jvm.id, "collections"),
        severity=Severity.WARNING if answered else Severity.INFO,
        kind=Kind.SHORTAGE if answered else Kind.NOTE,
        headline=f"Stopped for up to {wording.seconds(row['pause_us'] / 1e6)} at once, "
        f"{wording.times(rows.height)} for {wording.seconds(LONG_PAUSE_SECONDS)} or longer",
        claim=f"Collections stopped {jvm.label} for {wording.seconds(LONG_PAUSE_SECONDS)} or longer "
        f"{wording.times(rows.height)}, at the longest for {wording.seconds(row['pause_us'] / 1e6)}.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest pause", cpu_us="its processor time", live="alive"),
            *jvm.settings(collector="collector", heap_max="heap at most"),
        ),
        delay_seconds=float(rows["pause_us"].sum()) / 1e6,
    )
