"""Counts that hold work back: MXT, transaction classes, TCB pools, buffers and strings.

Each is raised by as many as waited at once: less would still have them wait, and more is not shown to be
needed.

References: IBM CICS TS 5.6 documentation, "MXT", "CICS kernel storage", TS, MAXOPENTCBS, LSRPOOL attributes;
EXEC CICS SET TRANCLASS. CEMT SET TCLASS MAXIM and CEMT SET DISPATCHER by general knowledge of CEMT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.cics import dispatcher, facilities, storage, tasks
from getpage.products.cics.thresholds import ISOLATED_TASK_BYTES, MOST_TASKS, MOST_TCBS, TASK_BYTES
from getpage.products.common.subsystem import row_of, total_of

from .draft import SIT, Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

_KEYWORDS = {"open": "MAXOPENTCBS", "xplink": "MAXXPTCBS", "ssl": "MAXSSLTCBS"}
_MANY = 10


def max_tasks(region: Region, because: tuple[FindingId, ...]) -> Draft | None:
    """MXT by as many as were queued at once."""
    row, measure = region.task_limit, region.tasks_now
    queued = 0 if measure is None else int(measure[tasks.MOST_QUEUED] or 0)
    if row is None or not queued:
        return None
    old = int(row["mxt"])
    new = min(-(-(old + queued) // _MANY) * _MANY, MOST_TASKS)
    if new <= old:
        return None
    each = TASK_BYTES + (ISOLATED_TASK_BYTES if _isolated(region) else 0)
    more = (new - old) * each
    said, after = _room(region, more)
    return Draft(
        setting="MXT",
        command=f"CEMT SET SYSTEM MAXTASKS({new})",
        undo=f"CEMT SET SYSTEM MAXTASKS({old})",
        verify="The transaction manager statistics have no times at MXT, and no storage area comes near its "
        "limit.",
        effect=f"Lets {region.label} run {new:,} user tasks at a time instead of {old:,}.",
        because=because,
        bytes=more,
        caution=f"CICS reserves {wording.size(more)} for {wording.plural(new - old, 'task')} more, and what "
        f"each of them gets comes on top. {said}",
        only_after=after,
        lasting=f"MXT={new}",
        lasting_undo=f"MXT={old}",
    )


def _isolated(region: Region) -> bool:
    return region.storage is not None and region.storage[storage.ISOLATED] == 1


def _room(region: Region, more: int) -> tuple[str, str]:
    """What EDSALIM leaves above its peak, against what is to come; and what has to be done first where that
    is too little: tasks without storage put the region short on it, which stops more than they bring.
    """
    row = row_of(region.storage, storage.EDSALIM.last)
    if row is None:
        return "EDSALIM and its peak are not in this evidence: look at them first.", ""
    use = storage.use(region.storage, storage.EDSALIM)
    left = int(row["edsa_limit"]) - ((use.used if use else 0) or int(row["edsa_total"] or 0))
    if left < more:
        room = wording.size(max(left, 0))
        return (
            f"EDSALIM leaves {room}.",
            f"EDSALIM of {region.label} leaves {wording.size(more)} above its peak",
        )
    return f"EDSALIM leaves {wording.size(left)} above its peak.", ""


def class_limit(region: Region, one: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """MAXACTIVE of a class by as many as were queued at once."""
    row = row_of(region.measured.classes.of(*one.key), tasks.LAST_CLASS)
    queued = int(one[tasks.CLASS_QUEUED] or 0)
    if row is None or not queued:
        return None
    name, old = str(one.key[-1]), int(row["limit"])
    new = old + queued
    return Draft(
        setting=f"TCLASS {name}",
        command=f"CEMT SET TCLASS({name}) MAXIM({new})",
        undo=f"CEMT SET TCLASS({name}) MAXIM({old})",
        verify="The statistics of the class have no queued tasks.",
        effect=f"Lets {new:,} tasks of class {name} of {region.label} run at a time instead of {old:,}.",
        because=because,
        bytes=0,
        caution="A class may be there to protect something: ask what before it is raised. Its tasks take "
        "storage under EDSALIM and count against MXT.",
        lasting=f"MAXACTIVE({new}) in the TRANCLASS definition {name}",
        lasting_undo=f"MAXACTIVE({old}) in the TRANCLASS definition {name}",
    )


def tcb_pool(region: Region, pool: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """The limit of a TCB pool by as many as waited at once."""
    name, row = str(pool.key[-1]), row_of(region.measured.pools.of(*pool.key), dispatcher.LAST_POOL)
    keyword, waiting = _KEYWORDS.get(name), int(pool[dispatcher.MOST_WAITING] or 0)
    if keyword is None or row is None or not waiting:
        return None
    old = int(row["limit"])
    new = min(old + waiting, MOST_TCBS[name])
    if new <= old:
        return None
    return Draft(
        setting=keyword,
        command=f"CEMT SET DISPATCHER {keyword}({new})",
        undo=f"CEMT SET DISPATCHER {keyword}({old})",
        verify="The statistics of the pool have no waits at its limit.",
        effect=f"Lets {region.label} have {new:,} TCBs in the {name} pool instead of {old:,}.",
        because=because,
        bytes=0,
        caution="Each TCB takes storage below 16 MB outside CICS's own areas, and more of Db2 or MQ "
        "threads: see what is free there, and that THREADLIMIT of the connection fits.",
        lasting=f"{keyword}={new}",
        lasting_undo=f"{keyword}={old}",
    )


def temporary_storage(
    region: Region, buffers: bool, strings: bool, because: tuple[FindingId, ...]
) -> Draft | None:
    """TS=(,buffers,strings) by as many as waited at once."""
    row = region.temporary_now
    if row is None or not row["buffers"] or not row["strings"]:
        return None
    more_buffers = total_of(region.temporary_with("buffers"), facilities.MOST_BUFFER_WAITS) if buffers else 0
    more_strings = total_of(region.temporary_with("strings"), facilities.MOST_STRING_WAITS) if strings else 0
    if not more_buffers and not more_strings:
        return None
    old, new = (
        (int(row["buffers"]), int(row["strings"])),
        (row["buffers"] + more_buffers, row["strings"] + more_strings),
    )
    return Draft(
        setting="TS",
        command=f"TS=(,{new[0]},{new[1]})",
        undo=f"TS=(,{old[0]},{old[1]})",
        place=SIT,
        after="the next start, at the same load",
        verify="The temporary storage statistics have no waits for buffers or strings.",
        effect=f"Gives temporary storage of {region.label} {_more(old, new)}.",
        because=because,
        bytes=more_buffers * int(row["ci_size"] or 0),
    )


def _more(old: tuple[int, int], new: tuple[int, int]) -> str:
    """What grows."""
    kinds = zip(("buffers", "strings"), old, new, strict=True)
    said = (f"{now:,} {what} instead of {before:,}" for what, before, now in kinds if now > before)
    return " and ".join(said)


def file_strings(region: Region, one: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """STRINGS of a file by as many as waited at once."""
    row, waiting = (
        row_of(region.measured.files.of(*one.key), facilities.LAST_FILE),
        one[facilities.WORST_FILE],
    )
    if row is None or waiting is None or not row["strings"] or not waiting["peak_waiting"]:
        return None
    name, old = str(one.key[-1]), int(row["strings"])
    new = old + int(waiting["peak_waiting"])
    return Draft(
        setting=f"FILE {name} STRINGS",
        command=f"STRINGS({new})",
        undo=f"STRINGS({old})",
        place=f"the FILE definition {name} (CEDA ALTER FILE), installed while the file is closed",
        verify="The statistics of the file have no waits for strings.",
        effect=f"Lets {new:,} requests to file {name} of {region.label} run at a time instead of {old:,}.",
        because=because,
        bytes=0,
        caution="A file in an LSR pool takes strings of the pool: it needs as many more (cics-lsr-pool).",
    )


def lsr_strings(region: Region, pool: Measure, because: tuple[FindingId, ...]) -> Draft | None:
    """STRINGS of an LSR pool by as many as waited at once."""
    row = pool[facilities.LAST_SEEN]
    if row is None or not row["strings"] or not row["peak_string_waits"]:
        return None
    name, old = pool.key[-1], int(row["strings"])
    new = min(old + int(row["peak_string_waits"]), 255)
    if new <= old:
        return None
    return Draft(
        setting=f"LSR pool {name} STRINGS",
        command=f"STRINGS({new})",
        undo=f"STRINGS({old})",
        place=f"the LSRPOOL definition with LSRPOOLNUM({name}) (CEDA ALTER LSRPOOL); it is built anew when "
        "all its files were closed",
        verify="The statistics of the pool have no waits for strings.",
        effect=f"Lets {new:,} requests to LSR pool {name} of {region.label} run at a time instead of "
        f"{old:,}.",
        because=because,
        bytes=0,
    )
