"""Address space that reads many pages back.

What it does:
    Reports address spaces with more than 100 page-ins a second, each by its name, and what RMF names as
    the cause.

Why it matters:
    A CICS region that pages stops all of its transactions for each page. One region can page while the
    others of its class do not, so it is looked for one by one.

Evidence:
    SDSF DA (Paging), RMF Monitor III STORJ and STORF (Page In Rate, primary delay, probable cause).

What to do:
    Give the system real storage, or take it from whoever does not use it (getpage ledger). Where the
    delay is in cross-memory storage, the page that is missing belongs to another address space, such as
    Db2, MQ or a file-owning region: look there. Page-fix the buffers of what is paged most, if storage is
    free at its minimum.

How to verify:
    The same panel, with the same work: no paging, or little.

References:
    IBM REDP-5238, 4.1.3 and figures 4-3 and 4-6: more than about 100 a second must be investigated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Count, Worst, in_time
from getpage.products.zos import words
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.measures import Measure
    from getpage.products.zos.system import Row, ZosSystem

PEAK: Final = Worst("page_in_rate")
#: Rows that show that pages are read back at all.
PAGE_INS: Final = Count(pl.col("page_in_rate") >= 1)
ROWS: Final = Count()

ID = "zos-page-in-address-space"
TITLE = "Address space that reads many pages back"
NO_COMMAND = (
    "Real storage is short, which no command here makes more: what gives back on its image answers "
    "it, more storage for the partition, or less work."
)

#: Label of the fact that says whose class the address space is in.
SERVICE_CLASS = "service class"


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every address space that pages, with its worst row."""
    for row in worst_first(system.paging_spaces):
        yield _finding(system, row)


def worst_first(measures: Iterable[Measure]) -> list[Row]:
    """The row of each with the highest rate, the highest first."""
    rows = (row for one in measures if (row := one[PEAK]) is not None)
    return sorted(rows, key=lambda row: (-row["page_in_rate"], *in_time(row)))


def _finding(system: ZosSystem, row: Row) -> Finding:
    delayed = (row["storage_delay_percent"] or 0) > 0
    claim = (
        f"{row['job']} on {system.label} reads pages back, {words.rate(row['page_in_rate'])} "
        f"{words.interval(row)}"
    )
    if row["storage_delay_percent"] is not None:
        claim += f", and waits for storage in {row['storage_delay_percent']:.0f} % of the samples"
    if row["primary_delay"]:
        claim += f"; RMF names as its primary delay: {_lower(row['primary_delay'])}"
    if row["probable_cause"]:
        claim += f", and as the probable cause: {_lower(row['probable_cause'])}"
    return Finding(
        check=ID,
        object=system.within(row["job"]),
        severity=Severity.CRITICAL if delayed else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=claim + ".",
        evidence=system.facts(
            "zos_address_space",
            row,
            page_in_rate="page-ins",
            frames="frames that it holds",
            auxiliary_slots="slots on auxiliary storage",
            fixed_frames="fixed frames",
            storage_delay_percent="samples in which it waited for storage",
            primary_delay="primary delay",
            probable_cause="probable cause",
            service_class=SERVICE_CLASS,
        ),
    )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
