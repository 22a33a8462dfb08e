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

from typing import TYPE_CHECKING

import polars as pl

from getpage.products.zos import words
from getpage.products.zos.thresholds import SLOTS_SHORTAGE_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import ZosSystem

ID = "zos-auxiliary-storage"
TITLE = "Auxiliary storage that fills"
NO_COMMAND = "PAGEADD takes a page data set that is there: its name and place are the site's."


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its page data sets fill."""
    total, free = pl.col("slots_total"), pl.col("slots_available_minimum")
    used = (total - free).cast(pl.Float64) / total
    known = system.storage.filter((total > 0) & (free <= total)).with_columns(used.alias("used"))
    rows = known.filter(pl.col("used") >= SLOTS_SHORTAGE_SHARE)
    if not rows.height:
        return
    row = rows.sort("used", descending=True, maintain_order=True).row(0, named=True)
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{words.percent(row['used'])} of the local page slots of {system.label} were in use "
        f"at the peak {words.interval(row)}; at {words.percent(SLOTS_SHORTAGE_SHARE)} z/OS calls it a "
        "shortage.",
        evidence=system.facts(
            "zos_storage", row, slots_total="slots", slots_available_minimum="free slots, lowest"
        ),
    )
