"""Sorts of Db2 utilities with less memory than optimal.

What it does:
    Reports how many sorts of Db2 utilities used less memory than Db2 calls optimal, above and below the bar,
    and names those that were shortest.

Why it matters:
    What a sort of REORG, LOAD or REBUILD INDEX lacks above the bar is written to work data sets, and the
    utility takes longer. It cannot do without memory below the bar.

Evidence:
    DSNU3354I in the output of the utility. Optimal is for the size that was estimated before the sort began.

What to do:
    Give the step of the utility a larger REGION and MEMLIMIT, where IEFUSI allows it, and storage as for any
    other sort (EXPMAX, sort-work-on-disk).

How to verify:
    DSNU3354I of the next run: USED is OPTIMAL or more, and the utility took less time.

References:
    IBM Db2 12 for z/OS Messages, DSNU3354I.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import NAMED
from getpage.products.sort.rows import UTILITIES
from getpage.products.sort.scopes import UTILITIES as UTILITY_SORTS
from getpage.products.sort.sorts import Sorts
from getpage.result import Finding, Kind, Severity

ID = "sort-utility-memory"
TITLE = "Sorts of Db2 utilities with less memory than optimal"
LOOKS_AT = UTILITY_SORTS
NO_COMMAND = (
    "REGION and MEMLIMIT are in the JCL of the utility and in IEFUSI, which this evidence does not have."
)
FINDS = (Kind.SHORTAGE,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A finding for memory above the bar and one for memory below it."""
    for above, where in ((True, "above the bar"), (False, "below the bar")):
        rows = sorts.utilities.filter(pl.col("is_above_bar") == above, pl.col("used_bytes").is_not_null())
        short = rows.filter(pl.col("used_bytes") < pl.col("optimal_bytes"))
        if not short.height:
            continue
        worst = short.sort(
            pl.col("optimal_bytes") - pl.col("used_bytes"), "file", "record", descending=[True, False, False]
        ).head(NAMED)
        named = [_named(row) for row in worst.iter_rows(named=True)]
        lacking = int((short["optimal_bytes"] - short["used_bytes"]).max())  # type: ignore[arg-type]
        facts = (
            fact
            for row in worst.iter_rows(named=True)
            for fact in sorts.facts(
                UTILITIES,
                row,
                optimal_bytes=f"optimal {where}, {row['task']}",
                used_bytes=f"used {where}, {row['task']}",
            )
        )
        yield Finding(
            check=ID,
            object=Object(sorts.id, f"utilities {where}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{short.height:,} of {wording.plural(rows.height, 'sort')} used less memory than best",
            claim=f"Shortest of all: {wording.listed(named)}. Raise REGION and MEMLIMIT of these steps.",
            evidence=(computed(f"most that one lacked {where}", lacking, "bytes"), *facts),
        )


def _named(row: Mapping[str, Any]) -> str:
    job = f"{row['job']} " if row["job"] else ""
    return f"{job}{row['task']} ({wording.size(row['used_bytes'])} of {wording.size(row['optimal_bytes'])})"
