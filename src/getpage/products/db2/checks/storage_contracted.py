"""Db2 address space that ran short of storage below the bar.

What it does:
    Reports contractions of storage, times when storage was critically short, and agents that ended for want
    of it. Agents that ended, or critical shortage, are critical; contractions alone are a warning.

Why it matters:
    When 31-bit storage of DBM1 runs out, Db2 compresses what it has, which takes CPU in every thread, and
    then ends agents.

Evidence:
    QSSTCONT, QSSTCRIT and QSSTABND of IFCID 1, as differences of two records; the storage available below the
    bar in IFCID 225.

What to do:
    Fewer threads (CTHREAD, MAXDBAT), fewer packages kept by RELEASE(DEALLOCATE) in threads that stay,
    CONTSTOR; see that what can be above the bar is.

How to verify:
    The counters stay at zero in the same load.

References:
    OMEGAMON for Db2, "Storage manager statistics" (QSST). That any count is worth a word is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Sum, Worst
from getpage.products.db2 import wording
from getpage.products.db2.intervals.counter_pass import CounterPass
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

ID = "db2-storage-contracted"
TITLE = "Db2 address space that ran short of storage below the bar"
NO_COMMAND = (
    "Storage below the bar is given back by fewer threads at a time (CTHREAD, MAXDBAT): how many the "
    "work needs is the site's to say."
)
FINDS = (Kind.SHORTAGE,)


_COLUMNS: Final = ("abends", "critical_contractions", "contractions")
_TOTALS: Final = {column: Sum(column) for column in _COLUMNS}
_MOST: Final = {column: Worst(column, where=pl.col(column) > 0) for column in _COLUMNS}
STORAGE_MANAGERS: Final = CounterPass(
    table="db2_storage_manager", columns=_COLUMNS, asks=(*_TOTALS.values(), *_MOST.values())
)


def find(member: Member) -> Iterator[Finding]:
    """A member that contracted storage in the window."""
    measured = member.measured.storage_managers
    totals = {column: member.total(measured, ask) for column, ask in _TOTALS.items()}
    worst = next((column for column in _COLUMNS if totals[column]), None)
    row = None if worst is None else member.row(measured, _MOST[worst])
    if row is None:
        return
    said = [f"contracted storage {wording.times(totals['contractions'])}"] if totals["contractions"] else []
    if totals["critical_contractions"]:
        said.append(f"was critically short of it {wording.times(totals['critical_contractions'])}")
    if totals["abends"]:
        said.append(f"ended {wording.plural(totals['abends'], 'agent')} for lack of it")
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING if worst == "contractions" else Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{member.label} {wording.listed(said)}, most {wording.interval(row)}.",
        evidence=member.facts(
            "db2_storage_manager",
            row,
            contractions="contractions",
            critical_contractions="times critically short",
            abends="agents ended",
        ),
    )
