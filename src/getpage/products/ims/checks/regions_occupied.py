"""Messages that wait while all regions of their class are occupied.

What it does:
    Looks at each group of classes that the same message regions serve, by the quarter of an hour: the regions
    were occupied for at least 90 % of it, and messages were on the queue for half a second on average.

Why it matters:
    A message waits until a region of its class ends another one. Response time is then mostly queue time, and
    faster programs or larger buffers are not seen by who waits.

Evidence:
    Log records X'56FA': TPINUTC, TPSTARTU and TPENDU by transaction, class and region, TPTDBPL and TPTDBIO
    within them. DFS551I: which regions serve which classes. Without log records, reports of the IMS Monitor:
    Region Summary (occupancy, IWAIT) and Transaction Queuing (messages on the queue at a schedule).

What to do:
    First see why the regions are occupied. If programs wait for locks or database I/O for most of the time,
    more regions would wait for the same. Otherwise let a region that is idle serve the class, or start
    another one.

How to verify:
    The same records: messages wait less, and the regions are occupied for 80 % of the time or less.

References:
    IBM IMS 15 documentation, "Input queuing and scheduling/termination in DB/DC and DCCTL environments",
    "Measuring region occupancy", "/ASSIGN command", "Starting dependent regions". The thresholds are
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.names import Object
from getpage.products.common.ims_messages import REGIONS, TRANSACTIONS
from getpage.products.ims.constants import MOSTLY, ON_QUEUE, QUEUED_MANY
from getpage.products.ims.ims import Ims
from getpage.products.ims.occupied import ClassQueue, RegionGroup
from getpage.products.ims.region_commands import more_regions, one_more_region
from getpage.products.ims.scopes import CLASSES
from getpage.products.ims.thresholds import OCCUPIED, QUEUED
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "ims-regions-occupied"
TITLE = "Messages that wait while all regions of their class are occupied"
LOOKS_AT = CLASSES
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

#: What to do first, and why no more regions are advised.
_Instead = tuple[str, str]
_LOCKS: _Instead = ("See who holds the locks", "More regions would wait for the same ones.")
_DATABASE: _Instead = ("See the subpools and disks of its databases", "Its I/O has to be shorter first.")
_WAITS: _Instead = (
    "See Program I/O of the IMS Monitor",
    "More regions would wait for the same as these.",
)
_NO_WAITS: _Instead = ("Load the whole Region Summary", "What the regions wait for is not known.")
_UNKNOWN: _Instead = ("Add TPTDBPL and TPTDBIO", "What the regions wait for is not known.")
_NOTHING: _Instead = ("", "")


def find(ims: Ims) -> Iterator[Finding]:
    """Every group of classes whose regions were all occupied while messages waited."""
    yield from _of_traces(ims)
    for group in ims.region_groups:
        waits = group.waits(ims.in_force(QUEUED, group.object), QUEUED_MANY)
        full = [q for q in waits if group.occupied(q) >= ims.in_force(OCCUPIED, group.object)]
        if full:
            yield _finding(ims, group, full)


def _of_traces(ims: Ims) -> Iterator[Finding]:
    """All message regions, where reports of the IMS Monitor alone show them and the queue."""
    least = ims.in_force(OCCUPIED)
    full = [
        trace
        for trace in ims.traced
        if trace.occupied >= least and trace.longest["on_queue_most"] > ON_QUEUE * len(trace.regions)
    ]
    if not full:
        return
    worst = max(full, key=lambda trace: (trace.longest["on_queue_most"], trace.start))
    most, name = worst.longest["on_queue_most"], worst.longest["transaction"]
    first = _NOTHING if worst.waiting is not None else _NO_WAITS
    if worst.waiting is not None and worst.waiting >= MOSTLY:
        first = _WAITS
    share = "" if worst.waiting is None else wording.percent(worst.waiting)
    yield Finding(
        check=ID,
        object=Object(ims.id, "message regions"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{most:,} messages on the queue, all regions occupied",
        claim=f"Every message region was occupied when {name} was scheduled. "
        + (f"Waits are {share} of the time of programs." if share else "Waits of programs are not known."),
        evidence=(
            computed(
                "occupied, worst trace", round(100 * worst.occupied, 1), "percent", {"start": worst.start}
            ),
            computed("message regions", len(worst.regions), "regions"),
            *ims.facts(
                TRANSACTIONS,
                worst.longest,
                on_queue_most=f"messages of {name} on the queue when scheduled, at most",
                units="messages taken off the queue",
                schedules="schedules",
            ),
        ),
        cause=Cause.ELSEWHERE if first == _WAITS else None,
        next_step=first[0],
        no_command=first[1],
        advice=() if first[0] else one_more_region(ims, worst.regions[0]),
    )


def _finding(ims: Ims, group: RegionGroup, full: Sequence[ClassQueue]) -> Finding:
    queued, waited = sum(q.queued for q in full), sum(q.waited for q in full)
    processing = sum(q.processing for q in full)
    parts = {Cause.LOCK: sum(q.locks for q in full), Cause.ELSEWHERE: sum(q.database for q in full)}
    worst = max(full, key=lambda queue: queue.waited)
    known = all(queue.is_divided for queue in full)
    cause = next((cause for cause, part in parts.items() if known and part >= MOSTLY * processing), None)
    first = {Cause.LOCK: _LOCKS, Cause.ELSEWHERE: _DATABASE}.get(cause, _NOTHING if known else _UNKNOWN)  # type: ignore[arg-type]
    return Finding(
        check=ID,
        object=group.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{queued:,} messages waited {numbers.seconds(waited / queued)} each, all regions occupied",
        in_brief=f"messages wait {numbers.seconds(waited / queued)} each",
        claim=_claim(group, cause, parts, processing, worst, known),
        evidence=_facts(ims, group, full, worst),
        delay_seconds=waited,
        cause=cause,
        next_step=first[0],
        no_command=first[1],
        advice=() if first[0] else more_regions(ims, group, full),
    )


def _claim(
    group: RegionGroup,
    cause: Cause | None,
    parts: dict[Cause, float],
    processing: float,
    worst: ClassQueue,
    known: bool,
) -> str:
    if cause is not None:
        share = wording.percent(parts[cause] / processing)
        what = "locks" if cause is Cause.LOCK else "database I/O"
        return f"The regions are occupied because their programs wait for {what}: {share} of the time."
    if not known:
        return "Every region of the class was occupied. Whether their programs ran or waited is not known."
    needed = group.needed([worst])
    return (
        f"What arrived would occupy {numbers.estimated(worst.offered)} of {len(group.regions)} regions. "
        f"With {max(needed, len(group.regions) + 1)} they would be occupied for 80 % or less."
    )


def _facts(ims: Ims, group: RegionGroup, full: Sequence[ClassQueue], worst: ClassQueue) -> tuple[Fact, ...]:
    occupied = 100 * group.occupied(worst)
    when = {"start": worst.start}
    return (
        computed("regions of the class", len(group.regions), "regions"),
        computed("occupied, worst interval", round(occupied, 1), "percent", when),
        computed(
            "regions that what arrived would occupy, worst interval", round(worst.offered, 2), "regions", when
        ),
        computed("time on the queue, all such intervals", sum(q.waited for q in full), "s"),
        computed("processing", sum(q.processing for q in full), "s"),
        computed("of it waits for locks", sum(q.locks for q in full), "s"),
        computed("of it database I/O", sum(q.database for q in full), "s"),
        *ims.facts(
            TRANSACTIONS,
            worst.row,
            transaction="transaction that waited most, worst interval",
            queued="its messages",
            queue_us="its time on the queue",
            queue_most_us="its longest time on the queue",
        ),
        *(
            fact
            for region in group.regions[:1]
            for fact in ims.facts(REGIONS, region.started, job="a region of the class", classes="its classes")
        ),
    )
