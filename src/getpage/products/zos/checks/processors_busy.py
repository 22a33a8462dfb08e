"""Processors that are busy while memory is not short.

What it does:
    Reports systems whose general processors were dispatched 95 % of the time or more in at least two
    intervals, while nothing paged and at the minimum as much was free as every command leaves. Says what
    the hardware counters show of these hours.

Why it matters:
    More memory does not help work that waits for processors, except where it saves reads and their CPU.
    Memory that is bought for such hours is bought in vain.

Evidence:
    RMF CPU Activity (SMF 70: LPAR busy, address spaces with work that is ready, parked processors), RMF
    Paging Activity (SMF 71) of the same intervals, hardware counters (SMF 113).

What to do:
    Look at weights, capping and the number of logical processors, at work that can run on zIIPs or at
    another hour. Only then at pools that save CPU (getpage forecast).

How to verify:
    LPAR busy under 95 % at the peak, and fewer address spaces with work that is ready than processors.

References:
    IBM z/OS RMF Report Analysis, CPU Activity. The 95 % and two intervals are getpage's own.
    docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.zos import busy
from getpage.products.zos.busy import BusyTime
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import PROCESSORS
from getpage.products.zos.storage import MINIMUM
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import BUSY, DEMAND_PAGING
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "zos-processors-busy"
TITLE = "Processors that are busy while memory is not short"
LOOKS_AT = PROCESSORS
NO_COMMAND = "Weights, capping and logical processors are set on the hardware console, for the whole machine."
FINDS = (Kind.NOTE,)

_FEWEST = 2


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when it ran out of processors and not of memory."""
    name = system.within_itself("processors")
    measured = system.measured
    least, paging = system.in_force(BUSY, name), system.in_force(DEMAND_PAGING)
    time = busy.busy_time(measured, system.system, least, paging, system.stays_free)
    if time is None or len(time.intervals) < _FEWEST:
        return
    ready = busy.ready_queue(system.evidence, system.system, time.worst)
    queue = _queue(ready)
    then, else_ = busy.counters(system.evidence, system.system, time.intervals)
    waits = f"{queue:.1f} address spaces had work for {_processors(time):.0f} processors" if queue else ""
    cycles = (
        f"{then.cycles:.2f} cycles per instruction, {else_.cycles:.2f} otherwise" if then and else_ else ""
    )
    proof = "; ".join(filter(None, (waits, cycles)))
    free, hours = wording.size(time.free), wording.seconds(time.seconds)
    yield Finding(
        check=ID,
        object=name,
        severity=Severity.WARNING,
        kind=Kind.NOTE,
        cause=Cause.PROCESSOR,
        headline=f"CPU is short, not memory: {wording.percent(time.busy)} busy, {free} free",
        claim=f"More memory does not help these {hours}: nothing pages.{f' {proof}.' if proof else ''}",
        evidence=tuple(_facts(system, time, ready, queue, then, else_)),
    )


def _queue(ready: dict[str, object] | None) -> float | None:
    if not ready or not ready["samples"]:
        return None
    return float(ready["ready_sum"]) / float(ready["samples"])  # type: ignore[arg-type]


def _processors(time: BusyTime) -> float:
    return time.worst.online_seconds / time.worst.seconds


def _facts(
    system: ZosSystem,
    time: BusyTime,
    ready: dict[str, object] | None,
    queue: float | None,
    then: busy.CountedInstructions | None,
    else_: busy.CountedInstructions | None,
) -> Iterator[Fact]:
    yield from time.worst.facts
    yield computed("LPAR busy in the busiest interval", round(100 * time.busy, 1), "percent")
    yield computed("intervals as busy", len(time.intervals), "intervals")
    yield from system.facts(
        STORAGE,
        time.storage_row,
        **{MINIMUM: "available frames then, lowest", "demand_page_rate": "demand paging then"},
    )
    if ready and queue is not None:
        yield system.evidence.fact(
            busy.READY, "ready_sum", ready, label="address spaces with work ready, all samples"
        )
        yield computed("address spaces with work ready, on average", round(queue, 1), "address spaces")
    parked = busy.parked(system.evidence, system.system, time.intervals)
    if parked is not None:
        yield computed(
            "time in which processors were parked (HyperDispatch)", round(100 * parked, 1), "percent"
        )
    for counted, when in ((then, "in these intervals"), (else_, "in the others")):
        if counted:
            yield computed(f"cycles per instruction {when}", round(counted.cycles, 2), "cycles")
            yield computed(
                f"first level misses in 100 instructions {when}", round(counted.misses, 2), "misses"
            )
