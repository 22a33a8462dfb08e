"""Heap that leaks: what is alive in it grows, and nothing frees it.

What it does:
    Takes the slope of what global collections leave, with a 90 % interval, and names heaps that are full
    within two weeks if it goes on, where the whole interval rises, and still does in the later half. Of G1 it
    is the least in use after a remark and the mixed collections that follow it. No other size of such a heap
    is proposed, and none is forecast.

Why it matters:
    A heap that only fills is collected more and more often, and ends with OutOfMemoryError. More storage puts
    that off, no more.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: live and heap_after of java_collection, eight global
    collections or cycles at least.

What to do:
    Find what grows: compare two heap dumps (Eclipse Memory Analyzer). A start at a quiet hour empties the
    heap until then.

How to verify:
    What global collections leave no longer rises.

References:
    IBM SDK, Java Technology Edition, Understanding the garbage collector; P. K. Sen, JASA 63 (1968). The two
    weeks are ours, and that 1 % of the heap has to have gone while it was watched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.java.jvm import COLLECTIONS
from getpage.result import Cause, Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.java.jvm import Jvm

ID = "java-heap-growth"
TITLE = "Heap that leaks"
NO_COMMAND = "What grows is in the program: a larger heap only fills later."
FINDS = (Kind.RISK,)

_HOUR = 3600.0


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where what is alive rises all the time, and fills it soon."""
    leak = jvm.leak
    if leak is None:
        return
    rate = f"{wording.size(round(leak.growth.value * _HOUR))}/h"
    full = jvm.full_collections
    when = f"full in {wording.seconds(leak.full_in)}" if leak.room else "it is full"
    advice = (
        f"It is full: {wording.plural(full, 'collection')} in a row freed next to nothing. Restart it now."
        if full
        else "Plan a restart before it is full: a larger heap only fills later."
    )
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.CRITICAL,
        kind=Kind.RISK,
        harm=Harm.OUTAGE,
        cause=Cause.LEAK,
        rules_out=(jvm.knob,),
        headline=f"Heap leaks {rate}: {when}",
        in_brief=f"a leak of {rate}",
        claim=f"Take two heap dumps an hour apart and compare what grew. {advice}"
        if not full
        else f"Take a heap dump and see what fills it. {advice}",
        evidence=(
            *jvm.facts(COLLECTIONS, leak.last, **_alive(leak.last)),
            *jvm.settings(heap_max="heap at most"),
            computed("collections that tell it", leak.growth.points, "collections"),
            computed("growth", round(leak.growth.value * _HOUR), "bytes an hour"),
            computed("growth at the least, 90 %", round(leak.growth.low * _HOUR), "bytes an hour"),
            computed("growth at the most, 90 %", round(leak.growth.high * _HOUR), "bytes an hour"),
            *(
                (computed("full at the earliest", round(leak.low), "seconds after the last of them"),)
                if leak.room
                else (computed("collections in a row that found it full", full, "collections"),)
            ),
        ),
    )


def _alive(last: Row) -> dict[str, str]:
    """What tells what is alive: a global collection does, else what is in use after a cycle of G1."""
    column = "live" if last["live"] is not None else "heap_after"
    return {column: "alive after the last collection that tells it"}
