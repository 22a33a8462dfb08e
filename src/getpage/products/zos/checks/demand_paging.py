"""Demand paging of the whole system.

What it does:
    Reports intervals with one page-in per second or more on demand. It is critical where more than 100 per
    second lasted a minute or show in several intervals.

Why it matters:
    Work waits for every page-in. A fault takes a thousand times as long as a reference to storage, and it
    stops the address space, not just one transaction.

Evidence:
    RMF overview (DEMPAGE), SMF71PIN.

What to do:
    The finding names who held most then; getpage ledger shows all. Give storage back where it is not used, or
    give the partition more.

How to verify:
    The demand paging rate under one per second, with the same work.

References:
    R. Catterall, Db2 for z/OS blog: demand paging under one per second is fine. IBM REDP-5238, 4.1.3: strive
    for none, and investigate more than about 100 per second. The minute is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Aggregate, Count, Row, Worst
from getpage.core import wording
from getpage.products.common.in_force import in_force
from getpage.products.common.subsystem import row_of
from getpage.products.zos.constants import LASTS_SECONDS
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import PAGING
from getpage.products.zos.sorts import limit_sorts, no_limit
from getpage.products.zos.storage import PAGING_KNOWN
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import DEMAND_PAGING, DEMAND_PAGING_CRITICAL
from getpage.result import REAL_STORAGE, Criterion, Finding, Kind, Severity

from . import _shortage

_RATE: Final = pl.col("demand_page_rate")
_PEAK: Final = Worst(_RATE, where=in_force(DEMAND_PAGING) <= _RATE)
_PAGING: Final = Count(in_force(DEMAND_PAGING) <= _RATE)
_SEVERE: Final = Count(in_force(DEMAND_PAGING_CRITICAL) < _RATE)

ID = "zos-demand-paging"
TITLE = "Demand paging of the whole system"
LOOKS_AT = PAGING
SHOWS = REAL_STORAGE
MEASURES: Final[tuple[Aggregate[Any], ...]] = (_PEAK, _PAGING, _SEVERE)
NO_COMMAND = _shortage.NO_COMMAND
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when it pages."""
    row = row_of(system.storage, _PEAK)
    if system.storage is None or row is None:
        return
    lasts = system.storage[_SEVERE] > 1 or (row["seconds"] or 0.0) >= LASTS_SECONDS
    most = system.in_force(DEMAND_PAGING_CRITICAL)
    severe = row["demand_page_rate"] > most and lasts
    rate = wording.rate(row["demand_page_rate"])
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL if severe else Severity.WARNING,
        criterion=Criterion("demand paging", "pages/s", row["demand_page_rate"], most),
        kind=Kind.SHORTAGE,
        headline=_headline(system, row, rate, severe=severe),
        in_brief=f"demand paging of up to {rate}/s",
        claim=f"Work waits for every page-in. {_shortage.who_held(system)}",
        evidence=(
            *system.facts(
                STORAGE,
                row,
                demand_page_rate="demand paging, at most",
                page_fault_rate="page faults",
                available_minimum="available frames, lowest",
                available_average="available frames, average",
                uic_minimum="unreferenced interval count, lowest",
            ),
            computed("intervals with demand paging", system.storage[_PAGING], "intervals"),
            computed("of intervals", system.storage[PAGING_KNOWN], "intervals"),
            *_shortage.facts_of_holders(system),
        ),
        advice=limit_sorts(system),
        no_command=no_limit(system),
    )


def _headline(system: ZosSystem, row: Row, rate: str, *, severe: bool) -> str:
    """What pages and when, with what was free at the lowest where that is known."""
    at = f" at {row['start']:%H:%M}" if row["start"] else ""
    left = f", {wording.size(system.free.lowest)} left" if system.free else ""
    return f"Out of real storage{at}: {rate} page-ins/s{left}" if severe else f"{rate} page-ins/s{at}{left}"
