"""What is alive in a heap grows: a leak, or a cache without a bound.

What it does:
    Takes the slope of what global collections leave, with a 90 % interval, and names heaps that are full
    within two weeks if it goes on, where the whole interval rises.

Why it matters:
    A heap that only fills is collected more and more often, and ends with OutOfMemoryError. More storage puts
    that off, no more.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: live of java_collection, eight global collections at
    least.

What to do:
    Find what grows: compare two heap dumps (Eclipse Memory Analyzer). A start at a quiet hour empties the
    heap until then.

How to verify:
    What global collections leave no longer rises.

References:
    IBM SDK, Java Technology Edition, Understanding the garbage collector; P. K. Sen, JASA 63 (1968). The two
    weeks are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.java.jvm import COLLECTIONS
from getpage.products.java.thresholds import SOON_FULL
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-heap-growth"
TITLE = "What is alive in the heap grows"
NO_COMMAND = "What grows is in the program: a larger heap only fills later."
FINDS = (Kind.RISK,)

_HOUR = 3600.0


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where what is alive rises, and fills it soon."""
    found, last = jvm.growth, jvm.latest("live")
    if found is None or found.low <= 0 or last is None or not jvm.most:
        return
    room = max(0.0, jvm.most * (1 - jvm.nursery_share) - float(last["live"]))
    soon, late = room / found.high, room / found.low
    if soon > SOON_FULL:
        return
    rate, *around = (wording.size(round(one * _HOUR)) for one in (found.value, found.low, found.high))
    between = "" if around == [rate, rate] else f" ({' to '.join(around)}, 90 %)"
    when = " to ".join(dict.fromkeys((wording.seconds(soon), wording.seconds(late))))
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        claim=f"What is alive in the heap of {jvm.label} grows by {rate} an hour{between}: if that "
        f"goes on, {wording.size(jvm.most)} are full in {when}.",
        evidence=(
            *jvm.facts(COLLECTIONS, last, live="alive after the last global collection"),
            *jvm.settings(heap_max="heap at most"),
            computed("global collections that tell it", found.points, "collections"),
            computed("growth", round(found.value * _HOUR), "bytes an hour"),
        ),
    )
