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

from typing import TYPE_CHECKING

import polars as pl

from getpage.products.zos import words
from getpage.products.zos.thresholds import FIXED_SHORTAGE_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import ZosSystem

ID = "zos-fixed-storage"
TITLE = "Too much of real storage is fixed"
NO_COMMAND = (
    "What is fixed is given back by those who fixed it: PGFIX(NO), a smaller pool, or fewer large "
    "pages, and which is not in this evidence."
)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when most of it is fixed."""
    most = pl.max_horizontal("fixed_frames", "fixed_frames_maximum")
    share = most.cast(pl.Float64) / pl.col("online_frames")
    known = system.storage.filter(pl.col("online_frames") > 0).with_columns(share.alias("share"))
    rows = known.filter(pl.col("share") >= FIXED_SHORTAGE_SHARE)
    if not rows.height:
        return
    row = rows.sort("share", descending=True, maintain_order=True).row(0, named=True)
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"{words.percent(row['share'])} of the real storage of {system.label} was fixed "
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
