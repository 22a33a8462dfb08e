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
    First see why tasks stay so long: a slow resource fills any MXT. Where more than half of their time inside
    the region is one wait (an enqueue, Db2 threads, RLS), the finding is that wait and MXT stays. Where
    monitoring does not tell, find out before MXT is raised. If it is the load, raise MXT by as many as were
    queued at once, and see that the storage for them is there: CICS reserves 29.5 KB of 31-bit storage for
    each task of MXT, and what the task itself gets comes on top.

How to verify:
    The same statistics: no times at MXT, and no DSA that comes near its limit.

References:
    IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage", "Transaction Manager report".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import holders, storage, tasks, transactions
from getpage.products.cics.changes.task_limits import mxt_knob, raised_mxt
from getpage.products.cics.thresholds import DSA_PEAK_ALERT
from getpage.result import Ask, Finding, Kind, Severity

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
    holder = holders.holder_of(region.transactions_now) if waited else None
    reached = f"MXT{f' of {tasks.MXT.said(measure)}' if row['mxt'] else ''} reached {wording.times(times)}"
    yield Finding(
        check=ID,
        object=region.within("MXT"),
        severity=Severity.WARNING if waited else Severity.INFO,
        kind=Kind.SHORTAGE if waited else Kind.NOTE,
        headline=_headline(reached, delayed, queued) if holder is None else holder.headline("MXT"),
        in_brief=reached,
        claim=f"{claim}." if holder is None else f"{holder.look} {reached}: tasks stay too long.",
        cause=None if holder is None else holder.cause,
        rules_out=() if holder is None else (mxt_knob(region),),
        no_command="" if holder is None else holders.NO_COMMAND,
        asks=() if holder is not None else tuple(_asks(region)),
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
            *(() if holder is None else holder.facts),
            *((computed("waited for MXT (SMF 110 subtype 1)", 1e6 * seconds, "us"),) if seconds else ()),
        ),
        delay_seconds=seconds,
    )


def _headline(reached: str, delayed: int, queued: int) -> str:
    if delayed:
        return f"{reached}: {wording.plural(delayed, 'task')} waited for it"
    return f"{reached}: {queued:,} queued at a time" if queued else reached


def _asks(region: Region) -> Iterator[Ask]:
    """MXT with as many more as were queued at once, and what has to come before it."""
    size = raised_mxt(region)
    if size is None:
        return
    first = [] if holders.is_known(region.transactions_now) else [holders.UNKNOWN]
    use = storage.use(region.storage, storage.EDSALIM)
    near = use is not None and use.share >= DSA_PEAK_ALERT
    if near or any(storage.is_above_16(area) and storage.was_short(area) for area in region.dsas_now):
        first.append("EDSALIM is raised, as storage above 16 MB is short")
    yield Ask(knob=mxt_knob(region), size=size, only_after=", and ".join(first))
