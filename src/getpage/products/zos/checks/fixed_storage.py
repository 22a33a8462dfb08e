"""Too much real storage is fixed.

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

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.measures import Worst
from getpage.core import wording
from getpage.products.common.subsystem import row_of
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import FIXED_FRAMES
from getpage.products.zos.storage import HAS_FIXED
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import FIXED
from getpage.result import Criterion, Finding, Kind, Severity

#: The interval in which most of what was online was fixed.
_MOST: Final = Worst(
    pl.max_horizontal("fixed_frames", "fixed_frames_maximum").cast(pl.Float64) / pl.col("online_frames"),
    where=HAS_FIXED,
)

ID = "zos-fixed-storage"
TITLE = "Too much real storage is fixed"
LOOKS_AT = FIXED_FRAMES
MEASURES: Final = (_MOST,)
NO_COMMAND = (
    "Whoever fixed storage gives it back: PGFIX(NO), a smaller pool, or fewer large pages. Which of them is "
    "not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when most of it is fixed."""
    row = row_of(system.storage, _MOST)
    if row is None:
        return
    fixed = max(int(row["fixed_frames"] or 0), int(row["fixed_frames_maximum"] or 0))
    share = fixed / int(row["online_frames"])
    most = system.in_force(FIXED)
    if share < most:
        return
    limit = wording.percent(most)
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL,
        criterion=Criterion("real storage that is fixed", "percent", 100 * share, 100 * most),
        kind=Kind.SHORTAGE,
        headline=f"{wording.percent(share)} of real storage fixed at the peak",
        claim=f"From {limit} on (MCCFXTPR) z/OS refuses or stops work. Page-fix fewer or smaller pools, the "
        "idle ones first.",
        evidence=system.facts(
            STORAGE,
            row,
            fixed_frames_maximum="fixed frames, at most",
            fixed_frames="fixed frames, average",
            online_frames="frames online",
        ),
    )
