"""Db2 address space that ran short of storage below the bar.

What it does:
    Reports contractions of storage, times when storage was critically short, and agents that ended for want
    of it. Agents that ended, or critical shortage, are critical; contractions alone are a warning.

Why it matters:
    When 31-bit storage of DBM1 runs out, Db2 compresses what it has, which takes CPU in every thread, and
    then ends agents.

Evidence:
    QSSTCONT, QSSTCRIT and QSSTABND of IFCID 1, as differences of two records; the storage available below the
    bar in IFCID 225; CONTSTOR as job DSNTIJUZ has it.

What to do:
    Fewer threads (CTHREAD, MAXDBAT), fewer packages kept by RELEASE(DEALLOCATE) in threads that stay,
    CONTSTOR; see that what can be above the bar is.

How to verify:
    The counters stay at zero in the same load.

References:
    OMEGAMON for Db2, "Storage manager statistics" (QSST). That any count is worth a word is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed, counted
from getpage.contract.measures import Sum, Worst
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import STORAGE_MANAGERS
from getpage.products.db2.storage.parameters import parameter
from getpage.products.db2.storage.sql import PARAMETERS
from getpage.result import Fact, Finding, Kind, Severity

ID = "db2-storage-contracted"
TITLE = "Db2 address space that ran short of storage below the bar"
NO_COMMAND = (
    "Fewer threads at a time (CTHREAD, MAXDBAT) take less storage below the bar; the site knows how "
    "many the work needs."
)
LOOKS_AT = STORAGE_MANAGERS
FINDS = (Kind.SHORTAGE,)

#: What was counted, worst first, and what it is in a headline.
_COUNTED: Final = {
    "abends": "Agents ended {} for lack of storage below the bar",
    "critical_contractions": "Storage below the bar critically short {}",
    "contractions": "Storage below the bar contracted {}",
}
_TOTALS: Final = {column: Sum(column) for column in _COUNTED}
_MOST: Final = {column: Worst(column, where=pl.col(column) > 0) for column in _COUNTED}
MEASURES: Final = (*_TOTALS.values(), *_MOST.values())


def find(member: Member) -> Iterator[Finding]:
    """A member that contracted storage in the window."""
    measured = member.measured.storage_managers
    totals = {column: member.total(measured, ask) for column, ask in _TOTALS.items()}
    worst = next((column for column in _COUNTED if totals[column]), None)
    row = None if worst is None else member.row(measured, _MOST[worst])
    if worst is None or row is None:
        return
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING if worst == "contractions" else Severity.CRITICAL,
        criterion=counted(worst.replace("_", " "), 0 if worst == "contractions" else totals[worst]),
        kind=Kind.SHORTAGE,
        headline=_COUNTED[worst].format(wording.times(totals[worst])),
        claim=(
            "Db2 compresses what it has, which takes CPU in every thread, and then ends agents. "
            f"Run fewer threads at a time{_first(member)}."
        ),
        evidence=(
            *(
                computed(f"{column.replace('_', ' ')} in the window", totals[column], "count")
                for column in _COUNTED
            ),
            *member.facts(
                "db2_storage_manager",
                row,
                contractions="contractions",
                critical_contractions="times critically short",
                abends="agents ended",
            ),
            *_contstor(member),
        ),
    )


def _first(member: Member) -> str:
    """With CONTSTOR=NO threads give nothing back before: that can be tried without a restart."""
    row = parameter(member, "contstor")
    return "" if row is None or row["contstor"] != "NO" else ", or try CONTSTOR=YES first"


def _contstor(member: Member) -> tuple[Fact, ...]:
    row = parameter(member, "contstor")
    return () if row is None else member.facts(PARAMETERS, row, contstor="CONTSTOR")
