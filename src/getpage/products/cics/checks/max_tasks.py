"""Tasks that waited for MXT.

What it does:
    Reports regions that reached MXT, the most user tasks at a time, and how many tasks waited for it before
    their first dispatch.

Why it matters:
    A task above MXT is not started. Its user waits, and the region that sent it keeps its own task and
    storage meanwhile.

Evidence:
    XMGMXT, XMGTAMXT, XMGPAT, XMGPQT, XMGTDT of SMF 110 subtype 2 (transaction manager), or the page
    "Transaction Manager"; how long tasks waited from MXTDELAY of subtype 1.

What to do:
    First see why tasks stay so long: a slow resource fills any MXT. Where more than half of their time inside
    the region is one wait (an enqueue, Db2 threads, RLS), that wait is the finding and MXT stays. Where they
    wait for an answer from outside (a service, another region), raise MXT only if more requests at a time are
    answered there. Where monitoring does not show it, find out first. If it is the load, raise MXT by as many
    as were queued at once, after EDSALIM where storage was short: CICS reserves 29.5 KB of 31-bit storage for
    each task of MXT, and what the task itself gets comes on top.

How to verify:
    The same statistics: no times at MXT, and no DSA that comes near its limit.

References:
    IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage", "Transaction Manager report".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import holders, storage, tasks, transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TASKS
from getpage.products.cics.sizing import raised_mxt
from getpage.products.cics.thresholds import DSA_PEAK
from getpage.result import Ask, Finding, Kind, Severity

ID = "cics-max-tasks"
TITLE = "Tasks that waited for MXT"
LOOKS_AT = TASKS
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
    is_short = bool(delayed or queued)
    seconds = sum(float(task[transactions.MXT_WAIT] or 0) for task in region.transactions_now)
    limit = f"MXT {tasks.MXT.label(measure)}" if row["mxt"] else "MXT"
    reached = f"{limit} reached {wording.times(times)}"
    cause = region.inside_mxt.cause if is_short else None
    claim = "A task above MXT is not started. See what tasks wait for, and that storage has room for more."
    if cause is not None:
        claim = f"Tasks stay too long under MXT. {cause.look}"
    elif region.inside_mxt.mostly and is_short:
        claim = f"A task above MXT is not started. {region.inside_mxt.mostly}."
    yield Finding(
        check=ID,
        object=region.within(tasks.MXT_NAME),
        severity=Severity.WARNING if is_short else Severity.INFO,
        kind=Kind.SHORTAGE if is_short else Kind.NOTE,
        headline=_headline(limit, times, delayed, queued, seconds)
        if cause is None
        else cause.headline("MXT"),
        in_brief=reached,
        claim=claim,
        cause=None if cause is None else cause.cause,
        rules_out=() if cause is None else (region.knob(tasks.MXT_NAME),),
        no_command="" if cause is None else holders.NO_COMMAND,
        asks=() if cause is not None else tuple(_asks(region)),
        evidence=(
            computed("times at MXT", times, "times"),
            *((computed("tasks that waited for MXT", delayed, "tasks"),) if delayed else ()),
            *region.facts(
                tasks.MANAGER_TABLE,
                row,
                mxt="MXT",
                times_at_mxt="times at MXT, worst statistics interval",
                peak_active="most tasks active",
                peak_queued="most tasks queued",
                total_delayed="tasks delayed",
            ),
            *(region.inside_mxt.facts if is_short else ()),
            *((computed("waited for MXT (SMF 110 subtype 1)", 1e6 * seconds, "us"),) if seconds else ()),
        ),
        delay_seconds=seconds,
    )


def _headline(limit: str, times: int, delayed: int, queued: int, seconds: float) -> str:
    """`MXT 500 reached: 616 tasks waited 42 min in all`."""
    if delayed:
        in_all = f" {numbers.seconds(seconds)} in all" if seconds else ""
        return f"{limit} reached: {wording.plural(delayed, 'task')} waited{in_all}"
    if queued:
        return f"{limit} reached: {wording.plural(queued, 'task')} queued at a time"
    return f"{limit} reached {wording.times(times)}"


def _asks(region: Region) -> Iterator[Ask]:
    """MXT with as many more as were queued at once, and what has to come before it."""
    size = raised_mxt(region)
    if size is None:
        return
    first = [region.inside_mxt.only_after]
    use = storage.use(region.storage, storage.EDSALIM)
    is_near = use is not None and use.share >= region.in_force(DSA_PEAK)
    areas = (area for area in region.dsas_now if storage.limit_of(area) is storage.EDSALIM)
    if is_near or any(map(storage.was_short, areas)):
        first.append("EDSALIM is raised, as storage above 16 MB is short")
    yield Ask(
        knob=region.knob(tasks.MXT_NAME),
        size=size,
        only_after=", and ".join(filter(None, first)),
        reached=True,
    )
