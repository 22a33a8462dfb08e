"""Demand paging of the whole system.

What it does:
    Reports intervals with one page-in per second or more on demand.

Why it matters:
    Work waits for every page-in. A fault takes a thousand times as long as a reference to
    storage, and it stops the address space, not just one transaction.

Evidence:
    RMF overview (DEMPAGE), SMF71PIN.

What to do:
    Find who pages (service classes and address spaces) and who holds storage that it does not use
    (getpage ledger). Give storage back there first, or give the partition more.

How to verify:
    The demand paging rate under one per second, with the same work.

References:
    R. Catterall, Db2 for z/OS blog: demand paging under one per second is fine. IBM REDP-5238, 4.1.3: strive
    for none, and investigate more than about 100 per second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.facts import value_of
from getpage.contract.measures import Count, Worst
from getpage.products.common.subsystem import row_of
from getpage.products.zos import words
from getpage.products.zos.thresholds import DEMAND_PAGING_FINE, PAGE_INS_TO_INVESTIGATE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Aggregate, Row
    from getpage.products.zos.system import ZosSystem

_RATE: Final = pl.col("demand_page_rate")
_PEAK: Final = Worst(_RATE, where=_RATE >= DEMAND_PAGING_FINE)
_PAGING: Final = Count(_RATE >= DEMAND_PAGING_FINE)
#: Intervals that tell the rate.
MEASURED: Final = Count(_RATE.is_not_null())
ASKS: Final[tuple[Aggregate[Any], ...]] = (_PEAK, _PAGING, MEASURED)

_PAGED: Final = "demand paging, at most"

ID = "zos-demand-paging"
TITLE = "Demand paging of the whole system"
NO_COMMAND = (
    "Real storage is short, which no command here makes more: what gives back on its image answers "
    "it, more storage for the partition, or less work."
)
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when it pages."""
    row = row_of(system.storage, _PEAK)
    if system.storage is None or row is None:
        return
    severe = row["demand_page_rate"] > PAGE_INS_TO_INVESTIGATE
    paging, measured = system.storage[_PAGING], system.storage[MEASURED]
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL if severe else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=_headline(system, row, severe=severe),
        claim=f"{system.label} paged on demand in {paging} of {measured} intervals, at most "
        f"{words.rate(row['demand_page_rate'])} {words.interval(row)}.",
        evidence=system.facts(
            "zos_storage",
            row,
            demand_page_rate=_PAGED,
            page_fault_rate="page faults",
            available_minimum="available frames, lowest",
            available_average="available frames, average",
            uic_minimum="unreferenced interval count, lowest",
        ),
    )


def _headline(system: ZosSystem, row: Row, *, severe: bool) -> str:
    """What pages, with what was free at the lowest where that is known."""
    start = row.get("start")
    at = f" at {start:%H:%M}" if start else ""
    left = f", {words.size(system.free.lowest)} left" if system.free else ""
    rate = words.rate(row["demand_page_rate"])
    return (
        f"Out of real storage{at}: {rate} page-ins{left}" if severe else f"Pages: {rate} page-ins{at}{left}"
    )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"demand paging of up to {words.rate(value_of(finding, _PAGED))}"
