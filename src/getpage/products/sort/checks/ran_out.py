"""Sorts that ran out of storage or of work space.

What it does:
    Names the messages ICE039A (main storage) and ICE046A (work data sets) of the window.

Why it matters:
    The sort fails, and its step with it. Jobs that need its output wait until it has been rerun.

Evidence:
    ICE039A and ICE046A in the output of the step or in the log of the job.

What to do:
    ICE039A: a larger REGION, and no MAINSIZE or SIZE below what it needs. ICE046A: more work space, best
    allocated by DFSORT (DYNALLOC), and the number of records where DFSORT cannot know it (FILSZ=En).

How to verify:
    The step ends with ICE052I; ICE039A and ICE046A do not appear again.

References:
    IBM z/OS DFSORT Messages, Codes and Diagnosis Guide, ICE039A, ICE046A.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.contract.facts import counted
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import NAMED
from getpage.products.sort.scopes import SORTS
from getpage.products.sort.sorts import Sorts
from getpage.result import Finding, Harm, Kind, Severity

ID = "sort-ran-out"
TITLE = "Sorts that ran out of storage or of work space"
LOOKS_AT = SORTS
NO_COMMAND = "REGION and work data sets are in the JCL of the step, which this evidence does not have."
FINDS = (Kind.SHORTAGE,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A finding for storage and one for work space, with the last message of each."""
    for column, what, message, claim in (
        (
            "full_at_records",
            "work space",
            "ICE046A, work data sets full",
            "Allocate more work space with DYNALLOC, and give FILSZ where DFSORT cannot know the size.",
        ),
        (
            "short_bytes",
            "main storage",
            "ICE039A, REGION too small",
            "Give the step a larger REGION, and remove any MAINSIZE below what it needs.",
        ),
    ):
        rows = sorts.events.filter(pl.col(column).is_not_null())
        if not rows.height:
            continue
        jobs = list(dict.fromkeys(rows["job"].drop_nulls().to_list()))
        last = rows.row(-1, named=True)
        yield Finding(
            check=ID,
            object=Object(sorts.id, what),
            severity=Severity.CRITICAL,
            criterion=counted("sorts that ended", rows.height, "sorts"),
            kind=Kind.SHORTAGE,
            harm=Harm.OUTAGE,
            headline=f"{wording.plural(rows.height, 'sort')} ended: {message}",
            claim=(f"Failed: {wording.listed(jobs[:NAMED])}. " if jobs else "") + claim,
            evidence=sorts.of_run(
                last, full_at_records="records read when it was full", short_bytes="missing at least"
            ),
        )
