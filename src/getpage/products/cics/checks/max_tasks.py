"""Tasks that waited for MXT.

What it does:
    Reports regions that reached MXT, the most user tasks at a time, and how many tasks waited before their
    first dispatch for it.

Why it matters:
    A task above MXT is not started: its user waits, and the region that sent it keeps its own task and
    storage meanwhile.

Evidence:
    XMGMXT, XMGTAMXT, XMGPAT, XMGPQT, XMGTDT of SMF 110 subtype 2 (transaction manager), or the page
    "Transaction Manager"; how long tasks waited from MXTDELAY of subtype 1.

What to do:
    First see why tasks stay so long (a slow resource fills any MXT). If that is the load, raise MXT by as
    many as were queued at once, and see that the storage for them is there: CICS reserves 29.5 KB of 31-bit
    storage for each task of MXT, and what the task itself gets comes on top.

How to verify:
    The same statistics: no times at MXT, and no DSA that comes near its limit.

References:
    IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage", "Transaction Manager report".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import tasks, transactions
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-max-tasks"
TITLE = "Tasks that waited for MXT"
NO_COMMAND = "MXT is at its maximum, or how many tasks waited at once is not in this evidence."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """The region, where MXT was reached."""
    measure = region.tasks_now
    if measure is None:
        return
    times, delayed = tasks.TIMES_AT_MXT.count(measure), tasks.DELAYED.count(measure)
    queued, row = int(measure[tasks.MOST_QUEUED] or 0), measure[tasks.WORST_MXT]
    if not times or row is None:
        return
    waited = bool(delayed or queued)
    seconds = sum(float(one[transactions.MXT_WAIT] or 0) for one in region.transactions_now)
    claim = f"{region.label} reached MXT"
    claim += f" of {tasks.MXT.said(measure)}" if row["mxt"] else ""
    claim += f" {wording.times(times)}"
    if delayed:
        claim += f"; {wording.plural(delayed, 'task')} had to wait for it"
    if queued:
        claim += f", {queued:,} at a time at most" if delayed else f"; {queued:,} tasks were queued at a time"
    claim += f"; they waited {numbers.seconds(seconds)} in all" if seconds else ""
    yield Finding(
        check=ID,
        object=region.within("MXT"),
        severity=Severity.WARNING if waited else Severity.INFO,
        kind=Kind.SHORTAGE if waited else Kind.NOTE,
        claim=f"{claim}.",
        evidence=(
            computed("times at MXT", times, "times"),
            *region.facts(
                tasks.MANAGER_TABLE,
                row,
                mxt="MXT",
                times_at_mxt="times at MXT, worst collection",
                peak_active="most tasks active",
                peak_queued="most tasks queued",
                total_delayed="tasks delayed",
            ),
            *((computed("waited for MXT (SMF 110 subtype 1)", 1e6 * seconds, "us"),) if seconds else ()),
        ),
        delay_seconds=seconds,
    )
