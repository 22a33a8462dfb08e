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

from typing import TYPE_CHECKING

import polars as pl

from getpage.products.db2 import words
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

ID = "db2-storage-contracted"
TITLE = "Db2 address space that ran short of storage below the bar"


def find(member: Member) -> Iterator[Finding]:
    """A member that contracted storage in the window."""
    frame = member.frames["db2_storage_manager"]
    columns = ("abends", "critical_contractions", "contractions")
    totals = {column: int(frame[column].sum()) for column in columns}
    worst = next((column for column in columns if totals[column]), None)
    if worst is None:
        return
    row = frame.filter(pl.col(worst) > 0).sort(worst, descending=True, maintain_order=True).row(0, named=True)
    said = [f"contracted storage {words.times(totals['contractions'])}"] if totals["contractions"] else []
    if totals["critical_contractions"]:
        said.append(f"was critically short of it {words.times(totals['critical_contractions'])}")
    if totals["abends"]:
        said.append(f"ended {words.plural(totals['abends'], 'agent')} for want of it")
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING if worst == "contractions" else Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{member.label} {words.listed(said)}, most {words.interval(row)}.",
        evidence=member.facts(
            "db2_storage_manager",
            row,
            contractions="contractions",
            critical_contractions="times critically short",
            abends="agents ended",
        ),
    )
