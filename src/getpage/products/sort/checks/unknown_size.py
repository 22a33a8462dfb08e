"""Sorts whose size DFSORT cannot know before they begin.

What it does:
    Names steps that get a gigabyte or more from an exit (E15), or whose size DFSORT says not to know (spool,
    a pipe, tape that nothing manages), without FILSZ that could say how many records there are.

Why it matters:
    DFSORT decides at the start what to keep in storage, by the size of the input. Where it does not know that
    size, it guesses: too little, and the rest goes to disk; too much, and other sorts get nothing.

Evidence:
    ICE055I (records inserted), the MODS statement and ICE118I in the output of a step.

What to do:
    Give the number of records: OPTION FILSZ=En in DFSPARM, n rounded up.

How to verify:
    ICE180I or ICE249I of the next run; less work space allocated, and no ICE046A.

References:
    IBM z/OS DFSORT Tuning Guide, "Specify input/output data set characteristics accurately"; IBM z/OS DFSORT
    Application Programming Guide, OPTION FILSZ, "File size and dynamic allocation" (ICE118I).
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import LARGE
from getpage.products.sort.scopes import SORTS
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.spelling import told_size
from getpage.result import Finding, Kind, Severity

ID = "sort-unknown-size"
TITLE = "Sorts whose size DFSORT cannot know"
LOOKS_AT = SORTS
NO_COMMAND = "How many records there are is not in the messages."
FINDS = (Kind.RISK,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A finding a step."""
    inserted = pl.col("inserted").fill_null(0) > 0
    by_exit = pl.col("exits").fill_null("").str.contains("E15") | inserted
    unknown = pl.col("size_unknown").fill_null(value=False)
    rows = sorts.rows.with_columns(by_exit=by_exit).filter(
        (pl.col("by_exit") | unknown) & (pl.col("work") >= LARGE) & pl.col("job").is_not_null()
    )
    steps = rows.group_by("job", "step", maintain_order=True).last().sort("job", "step", nulls_last=True)
    for row in steps.iter_rows(named=True):
        step = f"{row['job']}.{row['step']}" if row["step"] else row["job"]
        count = max(row["records"] or 0, row["inserted"] or 0, row["records_32"] or 0)
        facts = (
            *sorts.of_run(
                row,
                inserted="records inserted",
                records="records read",
                exits="exits",
                size_unknown="size not known",
            ),
            *((computed("records to sort", count, "records"),) if count else ()),
        )
        yield Finding(
            check=ID,
            object=Object(sorts.id, step),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            headline=_headline(wording.size(row["work"]), by_exit=row["by_exit"]),
            claim="DFSORT decides what to keep in storage before it knows how much there is. "
            "Give the number of records.",
            evidence=facts,
            advice=(told_size(sorts, step, count, facts),) if count else (),
        )


def _headline(work: str, *, by_exit: bool) -> str:
    if by_exit:
        return f"{work} from an exit (E15): size not known at the start"
    return f"{work}: size not known at the start (ICE118I)"
