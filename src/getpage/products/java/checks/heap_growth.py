"""Heap that leaks: its live set grows, and nothing frees it.

What it does:
    Takes the slope of what global collections leave, with a 90 % interval. It names heaps that are full
    within two weeks at that rate, where the whole interval rises and still does in the later half. Where a
    heap was full, it takes the time until then. For G1 it is the least in use after a remark and the mixed
    collections that follow, for Shenandoah that after the cleanups of a cycle, and for ZGC what a cycle says
    is alive. Such a heap gets no other size, and none is forecast.

Why it matters:
    A heap that only fills is collected more and more often, and ends with OutOfMemoryError. More storage only
    delays that.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: live and heap_after of java_collection, eight global
    collections or cycles at least.

What to do:
    Find what grows: compare two heap dumps (Eclipse Memory Analyzer). Until that is fixed, a restart at a
    quiet hour empties the heap.

How to verify:
    What global collections leave no longer rises.

References:
    IBM SDK, Java Technology Edition, Understanding the garbage collector; P. K. Sen, JASA 63 (1968). Eclipse
    OpenJ9 documentation, jcmd. The two weeks are getpage's own, and that 1 % of the heap filled while it was
    watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.leak import Leak
from getpage.products.java.scopes import GROWTH
from getpage.products.java.spelling import heap_dump
from getpage.products.java.thresholds import SOON_FULL
from getpage.result import Cause, Criterion, Fact, Finding, Harm, Kind, Severity

ID = "java-heap-growth"
TITLE = "Heap that leaks"
LOOKS_AT = GROWTH
NO_COMMAND = "What grows is in the program: a larger heap only fills later."
FINDS = (Kind.RISK,)

_HOUR: Final = 3600.0


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where its live set rises all the time and fills it soon."""
    leak = jvm.leak
    if leak is None:
        return
    rate = f"{wording.size(round(leak.growth.value * _HOUR))}/h"
    full = jvm.full_run
    when = f"full in {wording.seconds(leak.full_in)}"
    apart = wording.seconds(min(_HOUR, leak.low / 3))
    claim = (
        f"Take two heap dumps {apart} apart and compare them: {heap_dump(jvm)}. Restart it before it is full."
    )
    next_step = f"Take a heap dump: {heap_dump(jvm)}"
    if not leak.room:
        # After an OutOfMemoryError the thread that held it is gone, and so is what it held.
        is_over = full is not None and full.is_over
        when = "it was full" if is_over else "it is full"
        claim = f"Take a heap dump ({heap_dump(jvm)}), then restart it now."
        if is_over:
            claim = f"Or take one before it is full again: {heap_dump(jvm)}."
            next_step = "Look at the heap dump of its OutOfMemoryError (-XX:+HeapDumpOnOutOfMemoryError)"
    yield Finding(
        check=ID,
        object=jvm.heap,
        severity=Severity.CRITICAL,
        criterion=Criterion(
            "full in, at the earliest",
            "s",
            leak.low,
            jvm.in_force(SOON_FULL, jvm.heap),
            falls=True,
        ),
        kind=Kind.RISK,
        harm=Harm.SOON if leak.room else Harm.OUTAGE,
        cause=Cause.LEAK,
        rules_out=(jvm.knob,),
        headline=f"Heap leaks {rate}: {when}",
        in_brief=f"a leak of {rate}",
        claim=claim,
        next_step=next_step,
        evidence=tuple(_facts(jvm, leak)),
    )


def _facts(jvm: Jvm, leak: Leak) -> Iterator[Fact]:
    # A global collection tells what is live, else what is in use after a cycle of G1.
    column = "live" if leak.last["live"] is not None else "heap_after"
    yield from jvm.facts(COLLECTIONS, leak.last, **{column: "live after the last collection that tells it"})
    yield from jvm.settings(heap_max="heap at most")
    queue = jvm.largest("finalizers")
    if queue is not None and queue["finalizers"]:
        yield from jvm.facts(COLLECTIONS, queue, finalizers="objects that waited for a finalizer, most")
    yield computed("collections that tell it", leak.growth.points, "collections")
    yield computed("growth", round(leak.growth.value * _HOUR), "bytes per hour")
    yield computed("growth at the least, 90 %", round(leak.growth.low * _HOUR), "bytes per hour")
    yield computed("growth at the most, 90 %", round(leak.growth.high * _HOUR), "bytes per hour")
    if leak.room:
        yield computed("full at the earliest", round(leak.low), "seconds after the last of them")
    if jvm.full_run is not None:
        yield computed("collections in a row that found it full", jvm.full_run.count, "collections")
