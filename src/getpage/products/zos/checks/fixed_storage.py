"""Too much of real storage is fixed.

What it does:
    Reports systems in which 80 % or more of what is online was fixed at the peak.

Why it matters:
    Fixed frames cannot be taken from their owner. From MCCFXTPR (default 80 %) on z/OS takes that for a
    shortage of pageable storage and refuses or stops work.

Evidence:
    RMF Paging Activity: fixed frames at their maximum (SMF71MXX), frames online.

What to do:
    Page-fix fewer or smaller pools, the idle ones first; set fewer large frames aside; give the partition
    more storage.

How to verify:
    Fixed frames at their maximum under 80 % of what is online.

References:
    IBM z/OS MVS Initialization and Tuning Reference, IEAOPTxx MCCFXTPR; messages IRA400E and IRA401E.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Worst
from getpage.products.common.subsystem import row_of
from getpage.products.zos import words
from getpage.products.zos.thresholds import FIXED_SHORTAGE_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.zos.system import ZosSystem

#: The interval in which most of what was online was fixed.
MOST: Final = Worst(
    pl.max_horizontal("fixed_frames", "fixed_frames_maximum").cast(pl.Float64) / pl.col("online_frames"),
    where=pl.col("online_frames") > 0,
)

ID = "zos-fixed-storage"
TITLE = "Too much of real storage is fixed"
NO_COMMAND = (
    "What is fixed is given back by those who fixed it: PGFIX(NO), a smaller pool, or fewer large "
    "pages, and which is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when most of it is fixed."""
    row = row_of(system.storage, MOST)
    if row is None or (share := _share(row)) < FIXED_SHORTAGE_SHARE:
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{words.percent(share)} of the real storage of {system.label} was fixed "
        f"{words.interval(row)}; from {words.percent(FIXED_SHORTAGE_SHARE)} (MCCFXTPR) z/OS takes that for a "
        "shortage.",
        evidence=system.facts(
            "zos_storage",
            row,
            fixed_frames_maximum="fixed frames, at most",
            fixed_frames="fixed frames, average",
            online_frames="frames online",
        ),
    )


def _share(row: Row) -> float:
    return max(int(row["fixed_frames"] or 0), int(row["fixed_frames_maximum"] or 0)) / int(
        row["online_frames"]
    )
