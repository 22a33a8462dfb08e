"""Transaction class at its limit.

What it does:
    Reports transaction classes that reached MAXACTIVE more than ten times in a collection, or whose tasks
    were queued, with the time that they waited and the tasks that were purged.

Why it matters:
    Tasks above the limit of their class wait before their first dispatch, however idle the region is. A class
    may be there to hold work back; a limit that was set for less storage than there is now holds it back for
    nothing.

Evidence:
    XMCMXT, XMCTAMA, XMCPQT, XMCTQTME, XMCPI, XMCPWQ of SMF 110 subtype 2 (transaction classes), or the page
    "Transaction Classes".

What to do:
    Ask what the class protects, and see what its tasks wait for inside it: where more than half of their time
    is one wait, that is the finding and MAXACTIVE stays. If the class protects storage, and that is free,
    raise MAXACTIVE by as many as were queued at once.

How to verify:
    The same statistics: fewer times at the limit, no tasks queued, storage areas below their limits.

References:
    CICS Performance Analyzer, statistics alert "Maximum active transactions in class reached" above 10; IBM
    CICS TS 5.5 documentation, "Transaction class: resource statistics".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import holders, tasks, transactions
from getpage.products.cics.changes.task_limits import class_knob
from getpage.products.cics.thresholds import WAITS_ALERT
from getpage.result import Ask, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region

ID = "cics-class-limit"
TITLE = "Transaction class at its limit"
NO_COMMAND = "How many tasks were queued at once is not in this evidence, so that no new limit follows."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def named(one: Measure) -> str:
    """How a class is named as an object."""
    return f"TCLASS {one.key[-1]}"


def find(region: Region) -> Iterator[Finding]:
    """Every class that was at its limit often, or whose tasks waited."""
    # Those that waited for their class: monitoring does not say which class a transaction is in.
    inside = [one for one in region.transactions if one[transactions.CLASS_WAIT]]
    for one in region.classes_now:
        times, queued = tasks.TIMES_AT_LIMIT.count(one), int(one[tasks.CLASS_QUEUED] or 0)
        row, waited = one[tasks.WORST_CLASS], tasks.QUEUED.in_(one)
        if row is None or not ((row["times_at_limit"] or 0) > WAITS_ALERT or queued):
            continue
        purged = tasks.PURGED.count(one)
        claim = f"Transaction class {one.key[-1]} of {region.label} reached its limit"
        claim += f" of {tasks.CLASS_LIMIT.said(one)}" if row["limit"] is not None else ""
        claim += f", {wording.times(times)}" if row["limit"] is not None else f" {wording.times(times)}"
        claim += f", and {queued:,} of its tasks were queued at a time" if queued else ""
        claim += f"; they waited {numbers.seconds(waited)} in all" if waited else ""
        claim += f"; {wording.plural(purged, 'task was', 'tasks were')} purged" if purged else ""
        holder = holders.holder_of(inside) if queued else None
        knob = class_knob(region, str(one.key[-1]))
        gate = "" if holders.is_known(inside) else holders.UNKNOWN
        reached = f"MAXACTIVE{f' of {tasks.CLASS_LIMIT.said(one)}' if row['limit'] is not None else ''}"
        reached += f" reached {wording.times(times)}"
        yield Finding(
            check=ID,
            object=region.within(named(one)),
            severity=Severity.WARNING if queued or purged else Severity.INFO,
            kind=Kind.SHORTAGE if queued or purged else Kind.NOTE,
            headline=f"{reached}{f': {queued:,} queued at a time' if queued else ''}"
            if holder is None
            else holder.headline("MAXACTIVE"),
            claim=f"{claim}." if holder is None else f"{holder.look} {reached}: tasks stay too long.",
            cause=None if holder is None else holder.cause,
            rules_out=() if holder is None else (knob,),
            no_command="" if holder is None else holders.NO_COMMAND,
            asks=(Ask(knob=knob, size=int(row["limit"]) + queued, only_after=gate),)
            if holder is None and queued and row["limit"] is not None
            else (),
            evidence=(
                computed("times at the limit", times, "times"),
                *region.facts(
                    tasks.CLASSES_TABLE,
                    row,
                    limit="MAXACTIVE",
                    times_at_limit="times at the limit, worst collection",
                    peak_active="most tasks active",
                    peak_queued="most tasks queued",
                    queue_us="waited in the queue, worst collection",
                ),
                *(() if holder is None else holder.facts),
            ),
            delay_seconds=waited,
        )
