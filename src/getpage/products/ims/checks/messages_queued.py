"""Messages that wait although regions of their class are idle.

What it does:
    Looks at each group of classes that the same message regions serve, by the quarter of an hour: messages
    were on the queue for half a second on average, while the regions were occupied for less than 70 % of it.

Why it matters:
    More regions or storage would change nothing. IMS does not schedule the program although it could run:
    the transaction is processed one message at a time, or by as many regions as its limits allow.

Evidence:
    Log records X'56FA': TPINUTC, TPSTARTU and TPENDU by transaction, class and region. A transaction that is
    always in process in one region, and never in two, is scheduled serially.

What to do:
    See PARLIM and MAXRGN of the transaction, and whether its program is defined for parallel scheduling. A
    pool of PSBs without space also holds programs back.

How to verify:
    The same records: messages wait less, and the transaction is in process in several regions at a time.

References:
    IBM IMS 15 documentation, "Parallel scheduling of applications and transactions", "Input queuing and
    scheduling/termination in DB/DC and DCCTL environments". The thresholds are getpage's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.common.ims_messages import TRANSACTIONS
from getpage.products.ims.constants import QUEUED_MANY
from getpage.products.ims.ims import Ims
from getpage.products.ims.occupied import ClassQueue, RegionGroup, queues_of
from getpage.products.ims.scopes import CLASSES
from getpage.products.ims.thresholds import IDLE, QUEUED
from getpage.result import Cause, Finding, Kind, Severity

ID = "ims-messages-queued"
TITLE = "Messages that wait although regions of their class are idle"
LOOKS_AT = CLASSES
NO_COMMAND = "The limits of the transaction are in no evidence here: QUERY TRAN shows them."
FINDS = (Kind.SHORTAGE,)

_LIMITS = "It shows PARLIM and MAXRGN, which are in no evidence here."

#: In process in one region all the time: so many regions on average, from and to. Ours.
_ONE = (0.85, 1.05)


def find(ims: Ims) -> Iterator[Finding]:
    """Every group of classes with idle regions while messages waited."""
    for group in ims.region_groups:
        waits = group.waits(ims.in_force(QUEUED, group.object), QUEUED_MANY)
        idle = [q for q in waits if group.occupied(q) < ims.in_force(IDLE, group.object)]
        if idle:
            yield _finding(ims, group, idle)


def _finding(ims: Ims, group: RegionGroup, idle: Sequence[ClassQueue]) -> Finding:
    queued, waited = sum(q.queued for q in idle), sum(q.waited for q in idle)
    name, of = _longest(ims, group, idle)
    worst = max(of, key=lambda queue: queue.waited)
    running = worst.processing / worst.seconds
    occupied = group.occupied(worst)
    return Finding(
        check=ID,
        object=group.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{queued:,} messages waited {numbers.seconds(waited / queued)} each, regions idle",
        in_brief=f"messages wait {numbers.seconds(waited / queued)} each",
        claim=_claim(name, running, occupied, has_space=not any(pool.failures for pool in ims.pools)),
        evidence=(
            computed("regions of the class", len(group.regions), "regions"),
            computed("occupied, worst interval", round(100 * occupied, 1), "percent", {"start": worst.start}),
            computed(f"regions that {name} was in process in, mean", round(running, 2), "regions"),
            computed("time on the queue, all such intervals", waited, "s"),
            *ims.facts(
                TRANSACTIONS,
                worst.row,
                queued="its messages, worst interval",
                queue_us="its time on the queue",
                queue_most_us="its longest time on the queue",
                processing_us="its processing",
            ),
        ),
        delay_seconds=waited,
        cause=Cause.ELSEWHERE,
        next_step=f"Enter QUERY TRAN NAME({name}) SHOW(ALL)",
        no_command=_LIMITS,
    )


def _claim(name: str, running: float, occupied: float, *, has_space: bool) -> str:
    idle = f"The regions of the class are occupied for only {wording.percent(occupied)} of the time."
    if _ONE[0] <= running <= _ONE[1]:
        return f"{idle} {name} is in process in one region at a time: its limits hold it back."
    pools = "" if has_space else " A pool of PSBs without space also holds programs back."
    return f"{idle} Limits of {name} hold it back.{pools}"


def _longest(ims: Ims, group: RegionGroup, idle: Sequence[ClassQueue]) -> tuple[str, list[ClassQueue]]:
    """The transaction that waited longest in these intervals, with what it had in each."""
    starts = {queue.start for queue in idle}
    rows = defaultdict(list)
    for row in ims.frames[TRANSACTIONS].iter_rows(named=True):
        if row["class"] in group.classes and row["interval_start"] in starts:
            rows[row["transaction"]].append(row)
    queues = {name: queues_of(of) for name, of in rows.items()}
    name = max(queues, key=lambda name: (sum(queue.waited for queue in queues[name]), name))
    return name, queues[name]
