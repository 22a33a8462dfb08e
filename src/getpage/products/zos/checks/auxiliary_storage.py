"""Auxiliary storage that fills.

What it does:
    Adds up the slots of local page data sets and the blocks of storage class memory (SCM, Virtual Flash
    Memory), and reports systems of which 70 % or more was in use at the peak. Messages that say so count
    too.

Why it matters:
    At 70 % z/OS declares a shortage (IRA200E) and stops jobs that take slots fast, at 85 % a critical one
    (IRA201E); when it is full, the system stops (wait state 03C). Pages that went there when storage was
    short stay until they are used.

Evidence:
    RMF Page Data Set Activity (SMF 75, or PAGESP); the reply to D ASM (IEE200I); messages IRA200E,
    IRA201E and IRA205I; else the totals of RMF Paging Activity (SMF71MNU, AVA), which leave SCM out.

What to do:
    Find who holds the slots (RMF Monitor III STORF, Aux). Add a page data set (PAGEADD) or storage class
    memory; give real storage so that less is paged out.

How to verify:
    Slots in use under 70 % at the peak; no IRA200E.

References:
    Messages IRA200E, IRA201E and IEE200I, z/OS MVS System Messages. That the peak should take half of all
    slots after a data set is added is getpage's own. docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.common.subsystem import row_of
from getpage.products.zos.constants import CRITICAL_SLOTS
from getpage.products.zos.page_add import add_data_set
from getpage.products.zos.rows import PAGE_SETS, STORAGE
from getpage.products.zos.scopes import PAGE_SLOTS
from getpage.products.zos.sorts import limit_sorts
from getpage.products.zos.storage import FULLEST
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import SLOTS
from getpage.result import Cause, Criterion, Fact, Finding, Harm, Kind, Severity

_TOTAL, _FREE = "slots_total", "slots_available_minimum"
#: Page data sets whose figures stand beside the finding.
_MOST_FACTS = 8

ID = "zos-auxiliary-storage"
TITLE = "Auxiliary storage that fills"
LOOKS_AT = PAGE_SLOTS
NO_COMMAND = (
    "PAGEADD takes a page data set that exists: the sizes of those in use (SMF 75) are not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its page data sets fill."""
    fullest = system.paging_space.fullest
    row = row_of(system.storage, FULLEST)
    most = system.in_force(SLOTS)
    if fullest is not None:
        used, at_least = fullest["share"], bool(fullest["at_least"])
        facts = tuple(_facts(system, fullest))
    elif row is not None:
        used, at_least = (int(row[_TOTAL]) - int(row[_FREE])) / int(row[_TOTAL]), False
        facts = system.facts(STORAGE, row, slots_total="slots", slots_available_minimum="free slots, lowest")
    else:
        return
    if used < most:
        return
    filler = system.paging_space.filler if fullest is not None else None
    bound = "At least " if at_least else ""
    reached = most if used < CRITICAL_SLOTS else CRITICAL_SLOTS
    stage = "z/OS stops jobs (IRA200E)" if used < CRITICAL_SLOTS else "the shortage is critical (IRA201E)"
    who = f" {filler.job} takes most of it." if filler else " Add a page data set, or real storage."
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        criterion=Criterion("local page slots in use", "percent", 100 * used, 100 * most),
        kind=Kind.SHORTAGE,
        harm=Harm.OUTAGE,
        cause=Cause.LEAK if filler and system.paging_space.growth else None,
        headline=f"{bound}{wording.percent(used)} of the local page slots in use at the peak",
        claim=f"From {wording.percent(reached)} on {stage}; without slots the system stops.{who}",
        evidence=facts,
        advice=(*limit_sorts(system), *add_data_set(system)),
    )


def _facts(system: ZosSystem, fullest: dict[str, Any]) -> Iterator[Fact]:
    for row in system.paging_space.rows_at(fullest)[:_MOST_FACTS]:
        name = row["data_set"] or row["type"]
        yield from system.facts(
            PAGE_SETS,
            row,
            slots=f"slots of {name}",
            slots_used_maximum=f"slots in use of {name}",
            used_percent=f"share in use of {name}",
        )
    if fullest["used"] is not None:
        yield computed("slots and blocks in use together", round(fullest["used"]), "slots")
        yield computed("slots and blocks in all", round(fullest["total"]), "slots")
