"""Counts that hold work back: TCB pools, buffers and strings (MXT and classes: `task_limits.py`).

Each is raised by as many as waited at once: less would still have them wait, and more is not shown to be
needed.

References: IBM CICS TS 5.6 documentation, TS, MAXOPENTCBS, LSRPOOL attributes. CEMT SET DISPATCHER by general
knowledge of CEMT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.names import KnobId
from getpage.products.cics import dispatcher, facilities, holders
from getpage.products.cics.thresholds import MOST_TCBS
from getpage.products.common.subsystem import row_of, total_of

from .draft import SIT, Draft

if TYPE_CHECKING:
    from getpage.contract.measures import Measure
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

#: What the knob of temporary storage is called.
TS_BUFFERS = "TS-BUFFERS"
_KEYWORDS = {"open": "MAXOPENTCBS", "xplink": "MAXXPTCBS", "ssl": "MAXSSLTCBS"}


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
    tasks = holders.for_tcbs(region.transactions)
    return Draft(
        setting=keyword,
        only_after="" if holders.is_known(tasks, holders.FOR_TCBS) else holders.UNKNOWN,
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
    more_buffers = total_of(region.temporary_with("buffers"), facilities.MOST_BUFFER_WAITS) if buffers else 0
    more_strings = total_of(region.temporary_with("strings"), facilities.MOST_STRING_WAITS) if strings else 0
    if not more_buffers and not more_strings:
        return None
    return temporary_buffers(region, more_buffers, more_strings, because)


def temporary_buffers(
    region: Region, more_buffers: int, more_strings: int = 0, because: tuple[FindingId, ...] = ()
) -> Draft | None:
    """TS=(,buffers,strings) with so many more; None where it is not known how many there are."""
    row = region.temporary_now
    if row is None or not row["buffers"] or not row["strings"]:
        return None
    old, new = (
        (int(row["buffers"]), int(row["strings"])),
        (int(row["buffers"]) + more_buffers, int(row["strings"]) + more_strings),
    )
    return Draft(
        setting="TS",
        knob=KnobId(region.id, TS_BUFFERS) if more_buffers else None,
        command=f"TS=(,{new[0]},{new[1]})",
        undo=f"TS=(,{old[0]},{old[1]})",
        place=SIT,
        after="the next start, at the same load",
        verify="The temporary storage statistics have no waits for buffers or strings.",
        effect=f"Gives temporary storage of {region.label} {_more(old, new)}.",
        because=because,
        bytes=more_buffers * int(row["ci_size"] or 0),
    )


def transient_data(
    region: Region, buffers: bool, strings: bool, because: tuple[FindingId, ...]
) -> Draft | None:
    """TD=(buffers,strings) by as many as waited at once."""
    row = row_of(region.transient_with("buffers"), facilities.LAST_TD)
    more = (
        total_of(region.transient_with("buffers"), facilities.MOST_TD_BUFFER_WAITS) if buffers else 0,
        total_of(region.transient_with("strings"), facilities.MOST_TD_STRING_WAITS) if strings else 0,
    )
    if row is None or not any(more) or not row["buffers"] or not row["strings"]:
        return None
    old = int(row["buffers"]), int(row["strings"])
    new = old[0] + more[0], old[1] + more[1]
    return Draft(
        setting="TD",
        command=f"TD=({new[0]},{new[1]})",
        undo=f"TD=({old[0]},{old[1]})",
        place=SIT,
        after="the next start, at the same load",
        verify="The transient data statistics have no waits for buffers or strings.",
        effect=f"Gives transient data of {region.label} {_more(old, new)}.",
        because=because,
        bytes=(new[0] - old[0]) * int(row["ci_size"] or 0),
    )


def _more(old: tuple[int, int], new: tuple[int, int]) -> str:
    """What becomes another."""
    kinds = zip(("buffers", "strings"), old, new, strict=True)
    said = (f"{now:,} {what} instead of {before:,}" for what, before, now in kinds if now != before)
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
    row, waiting = pool[facilities.LAST_SEEN], int(pool[facilities.MOST_FOR_LSR_STRINGS] or 0)
    if row is None or not row["strings"] or not waiting:
        return None
    name, old = pool.key[-1], int(row["strings"])
    new = min(old + waiting, 255)
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
