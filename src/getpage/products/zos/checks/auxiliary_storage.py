"""Auxiliary storage that fills.

What it does:
    Reports systems whose local page data sets were 70 % full or more at the peak.

Why it matters:
    At 70 % z/OS declares a shortage (IRA200E) and stops jobs that take slots fast; when it is full, the
    system stops. Pages that went there when storage was short stay until they are used.

Evidence:
    RMF Paging Activity, local page data set slots: available at the minimum, total (SMF71MNU, AVA).

What to do:
    Find who holds the slots (RMF Monitor III STORF, Aux). Add a page data set (PAGEADD) or storage-class
    memory; give real storage so that less is paged out.

How to verify:
    Slots in use under 70 % at the peak; no IRA200E.

References:
    Message IRA200E, z/OS MVS System Messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Worst
from getpage.products.common.subsystem import row_of
from getpage.products.zos import words
from getpage.products.zos.thresholds import SLOTS_SHORTAGE_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.zos.system import ZosSystem

_TOTAL, _FREE = "slots_total", "slots_available_minimum"
#: The interval in which most of them were in use.
FULLEST: Final = Worst(
    (pl.col(_TOTAL) - pl.col(_FREE)).cast(pl.Float64) / pl.col(_TOTAL),
    where=(pl.col(_TOTAL) > 0) & (pl.col(_FREE) <= pl.col(_TOTAL)),
)

ID = "zos-auxiliary-storage"
TITLE = "Auxiliary storage that fills"
NO_COMMAND = "PAGEADD takes a page data set that is there: its name and place are the site's."
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its page data sets fill."""
    row = row_of(system.storage, FULLEST)
    if row is None or (used := _used(row)) < SLOTS_SHORTAGE_SHARE:
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{words.percent(used)} of the local page slots of {system.label} were in use "
        f"at the peak {words.interval(row)}; at {words.percent(SLOTS_SHORTAGE_SHARE)} z/OS calls it a "
        "shortage.",
        evidence=system.facts(
            "zos_storage", row, slots_total="slots", slots_available_minimum="free slots, lowest"
        ),
    )


def _used(row: Row) -> float:
    return (int(row[_TOTAL]) - int(row[_FREE])) / int(row[_TOTAL])
