"""The sizes that this window shows the limits of a region to need: what rules ask of knobs.

A limit of tasks rises by as many as were queued at once: with fewer some would still wait, and more is not
shown to be needed. A storage limit is set so that its peak is 80 % of it, which is ours: room for a peak a
quarter higher.

References: IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage", "Estimating, checking, and setting
EDSALIM"; TSMAINLIMIT.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.measures import Measure
from getpage.core.units import GIB, MIB
from getpage.products.common.subsystem import row_of
from getpage.result import Ask

from . import facilities, storage, tasks, transactions
from .constants import (
    DSA_STEP,
    EDSA_STEP,
    ISOLATED_TASK_BYTES,
    LIMIT_USE,
    MOST_DSA,
    MOST_EDSA,
    MOST_TASKS,
    MOST_TS_MAIN,
    TASK_BYTES,
    TS_MAIN_OF_MEMLIMIT,
)
from .region import Region
from .thresholds import TS_WAITS

#: MXT is set in whole tens.
_TEN: Final = 10


def task_bytes(region: Region) -> int:
    """Storage that CICS reserves for each task under MXT, before the task has any of its own."""
    isolated = region.storage is not None and region.storage[storage.ISOLATED] == 1
    return TASK_BYTES + (ISOLATED_TASK_BYTES if isolated else 0)


def most_of_a_task(region: Region) -> int:
    """The most bytes above 16 MB that a task of the region was seen to have; 0 where unknown."""
    most = (
        sum(int(measure[ask] or 0) for ask in (transactions.USER_31, transactions.CICS_31))
        for measure in region.transactions
    )
    return max(most, default=0)


def raised_mxt(region: Region) -> int | None:
    """MXT with as many more tasks as were queued at once, in whole tens; None where none were queued, or MXT
    is at its maximum.
    """
    row, measure = region.task_limit, region.tasks_now
    queued = 0 if measure is None else int(measure[tasks.MOST_QUEUED] or 0)
    if row is None or not queued:
        return None
    size = int(row["mxt"])
    raised = min(-(-(size + queued) // _TEN) * _TEN, MOST_TASKS)
    return raised if raised > size else None


def edsa_left(region: Region) -> int | None:
    """Bytes that EDSALIM leaves above its peak; negative where it was lowered since, None where unknown."""
    row = row_of(region.storage, storage.EDSALIM.last)
    if row is None:
        return None
    use = storage.use(region.storage, storage.EDSALIM)
    return int(row["edsa_limit"]) - ((use.used if use else 0) or int(row["edsa_total"] or 0))


def ask_class(region: Region, measure: Measure, only_after: str) -> tuple[Ask, ...]:
    """MAXACTIVE of a class with as many more tasks as were queued at once."""
    row = row_of(region.measured.classes.of(*measure.key), tasks.LAST_CLASS)
    queued = int(measure[tasks.CLASS_QUEUED] or 0)
    if row is None or not queued:
        return ()
    size = int(row["limit"]) + queued
    return (
        Ask(knob=region.class_knob(str(measure.key[-1])), size=size, only_after=only_after, reached=True),
    )


def ask_storage(region: Region, limit: storage.AreaLimit) -> tuple[Ask, ...]:
    """A higher DSALIM, EDSALIM or MEMLIMIT; nothing where the limit is unknown or at its maximum."""
    size = _memlimit(region) if limit is storage.MEMLIMIT else _dsa(region, limit)
    return () if size is None else (Ask(knob=region.knob(limit.name), size=size, reached=True),)


def storage_step(limit: storage.AreaLimit) -> tuple[int, int]:
    """The bytes in which a limit is set, and the most that it can be."""
    return (DSA_STEP, MOST_DSA) if limit is storage.DSALIM else (EDSA_STEP, MOST_EDSA)


def _dsa(region: Region, limit: storage.AreaLimit) -> int | None:
    """Steps of DSALIM or EDSALIM. Tasks that a higher MXT lets in count as if they had been there at the
    peak.
    """
    row = row_of(region.storage, limit.last)
    if row is None:
        return None
    step, most = storage_step(limit)
    use = storage.use(region.storage, limit)
    size = int(row[limit.limit])
    used = (use.used if use else 0) or size
    more = 0 if limit is storage.DSALIM else _of_queued_tasks(region)
    needed = max(int((used + more) / LIMIT_USE), size + step)
    raised = min(-(-needed // step) * step, most)
    return raised // step if raised > size else None


def _of_queued_tasks(region: Region) -> int:
    """Bytes that CICS reserves for the tasks that a higher MXT lets in."""
    row, raised = region.task_limit, raised_mxt(region)
    if row is None or raised is None or region.inside_mxt.cause is not None:
        return 0
    return (raised - int(row["mxt"])) * task_bytes(region)


def _memlimit(region: Region) -> int | None:
    """MiB of MEMLIMIT, in whole GiB."""
    use = storage.use(region.storage, storage.MEMLIMIT)
    if use is None:
        return None
    raised = -(-int(use.used / LIMIT_USE) // GIB) * GIB
    return (raised if raised > use.limit else (use.limit // GIB + 1) * GIB) // MIB


def most_main(region: Region) -> int:
    """The highest TSMAINLIMIT in bytes: a quarter of MEMLIMIT where that is known."""
    known = region.limits["memlimit_mb"] if region.limits else None
    return min(MOST_TS_MAIN, int(known * MIB * TS_MAIN_OF_MEMLIMIT) if known else MOST_TS_MAIN) // MIB * MIB


def ask_main(region: Region) -> tuple[Ask, ...]:
    """TSMAINLIMIT doubled, up to a quarter of MEMLIMIT; nothing where it is unknown or cannot rise."""
    row = row_of(region.temporary, facilities.LAST_MAIN)
    if row is None or not row["main_limit"]:
        return ()
    size = int(row["main_limit"])
    raised = min(2 * size // MIB * MIB, most_main(region))
    return (
        (Ask(knob=region.knob(facilities.TSMAINLIMIT), size=raised // MIB, reached=True),)
        if raised > size
        else ()
    )


def more_for_waits(measure: Measure | None, waits: facilities.FacilityWaits, many: float) -> int:
    """Buffers or strings to add: as many as were waited for at once; 0 where no more than `many` waited."""
    return int(0 if measure is None else measure[waits.most] or 0) if waits.are_many(measure, many) else 0


def ask_ts_buffers(region: Region) -> tuple[Ask, ...]:
    """Buffers of temporary storage, as many more as were waited for at once."""
    row = region.ts_settings
    waits = facilities.WAITS["buffers"]
    more = more_for_waits(region.temporary_with("buffers"), waits, region.in_force(TS_WAITS))
    if row is None or not more or not row["ci_size"]:
        return ()
    return (Ask(knob=region.knob(facilities.TS_BUFFERS), size=int(row["buffers"]) + more, reached=True),)
