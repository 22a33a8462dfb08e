"""Limits of tasks at a time: MXT and the MAXACTIVE of transaction classes.

A rule raises one by as many tasks as were queued at once: fewer would still have some wait, and more is not
shown to be needed. What another size brings is weighed by the plan (`limit_knobs.py`).

References: IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage"; EXEC CICS SET TRANCLASS. CEMT SET
TCLASS MAXIM by general knowledge of CEMT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.names import KnobId
from getpage.products.cics import storage, tasks, transactions
from getpage.products.cics.thresholds import ISOLATED_TASK_BYTES, MOST_TASKS, TASK_BYTES
from getpage.products.common.subsystem import row_of

from .draft import Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

MXT: Final = "MXT"
_MANY: Final = 10


def mxt_knob(region: Region) -> KnobId:
    """MXT as something to turn."""
    return KnobId(region.id, MXT)


def class_knob(region: Region, name: str) -> KnobId:
    """MAXACTIVE of a class as something to turn."""
    return KnobId(region.id, f"TCLASS-{name}")


def task_bytes(region: Region) -> int:
    """Storage that CICS has for each task that may run, before the task has any of its own."""
    isolated = region.storage is not None and region.storage[storage.ISOLATED] == 1
    return TASK_BYTES + (ISOLATED_TASK_BYTES if isolated else 0)


def own_bytes(region: Region) -> int:
    """The most storage above 16 MB that a task of the region was seen to have; 0 where nothing tells."""
    most = (
        sum(int(one[ask] or 0) for ask in (transactions.USER_31, transactions.CICS_31))
        for one in region.transactions
    )
    return max(most, default=0)


def max_tasks(region: Region, because: tuple[FindingId, ...], size: int | None = None) -> Draft | None:
    """MXT by as many as were queued at once, or as `size`; None where neither is known, or changes it."""
    row = region.task_limit
    if row is None:
        return None
    old = int(row["mxt"])
    new = (raised_mxt(region) or old) if size is None else size
    if new == old:
        return None
    each = task_bytes(region)
    more = (new - old) * each
    return Draft(
        setting=MXT,
        knob=mxt_knob(region),
        command=f"CEMT SET SYSTEM MAXTASKS({new})",
        undo=f"CEMT SET SYSTEM MAXTASKS({old})",
        verify="The transaction manager statistics have no times at MXT, and no storage area comes near its "
        "limit.",
        effect=f"Lets {region.label} run {new:,} user tasks at a time instead of {old:,}.",
        because=because,
        bytes=more,
        caution=_caution(region, new, max(more, 0), new - old),
        lasting=f"MXT={new}",
        lasting_undo=f"MXT={old}",
    )


def raised_mxt(region: Region) -> int | None:
    """MXT with as many more as were queued at once, in whole tens; None where none were, or it is highest."""
    row, measure = region.task_limit, region.tasks_now
    queued = 0 if measure is None else int(measure[tasks.MOST_QUEUED] or 0)
    if row is None or not queued:
        return None
    old = int(row["mxt"])
    new = min(-(-(old + queued) // _MANY) * _MANY, MOST_TASKS)
    return new if new > old else None


def _caution(region: Region, tasks_at_once: int, more: int, count: int) -> str:
    """What CICS reserves, what EDSALIM leaves for it, and what all tasks at once would hold."""
    said = [
        f"CICS reserves {wording.size(more)} for {wording.plural(count, 'task')} more, and what each of them "
        "gets comes on top."
        if count > 0
        else "Tasks beyond it wait before they start."
    ]
    left = above_peak(region)
    if left is None:
        said.append("EDSALIM and its peak are not in this evidence: look at them first.")
    else:
        first = ": raise it first" if left < more else ""
        said.append(f"EDSALIM leaves {wording.size(max(left, 0))} above its peak{first}.")
    if own := own_bytes(region):
        worst = tasks_at_once * (own + task_bytes(region))
        said.append(
            f"On the worst day all {tasks_at_once:,} tasks run at once: with up to {wording.size(own)} each, "
            f"as a task was seen to have, that is {wording.size(worst)} above 16 MB."
        )
    return " ".join(said)


def above_peak(region: Region) -> int | None:
    """Bytes that EDSALIM leaves above its peak; negative where it was lowered since, None where unknown."""
    row = row_of(region.storage, storage.EDSALIM.last)
    if row is None:
        return None
    use = storage.use(region.storage, storage.EDSALIM)
    return int(row["edsa_limit"]) - ((use.used if use else 0) or int(row["edsa_total"] or 0))


def class_limit(
    region: Region, one: Measure, because: tuple[FindingId, ...], size: int | None = None
) -> Draft | None:
    """MAXACTIVE of a class by as many as were queued at once, or as `size`."""
    row = row_of(region.measured.classes.of(*one.key), tasks.LAST_CLASS)
    if row is None:
        return None
    name, old = str(one.key[-1]), int(row["limit"])
    new = old + int(one[tasks.CLASS_QUEUED] or 0) if size is None else size
    if new == old:
        return None
    most = region.task_limit
    beyond = most is not None and new > int(most["mxt"])
    return Draft(
        setting=f"TCLASS {name}",
        knob=class_knob(region, name),
        command=f"CEMT SET TCLASS({name}) MAXIM({new})",
        undo=f"CEMT SET TCLASS({name}) MAXIM({old})",
        verify="The statistics of the class have no queued tasks.",
        effect=f"Lets {new:,} tasks of class {name} of {region.label} run at a time instead of {old:,}.",
        because=because,
        bytes=(new - old) * task_bytes(region),
        caution="A class may be there to protect something: ask what before it is raised. Its tasks take "
        "storage under EDSALIM and count against MXT"
        + (f", which is {int(most['mxt']):,} and holds them then." if beyond and most else "."),
        lasting=f"MAXACTIVE({new}) in the TRANCLASS definition {name}",
        lasting_undo=f"MAXACTIVE({old}) in the TRANCLASS definition {name}",
    )
