"""Buffer pool that could use larger frames, or did not get them.

What it does:
    Notes page-fixed pools of 100 MB or more in 4 KB frames with 1000 getpages per second or more, and warns
    of pools whose display shows buffers in smaller frames than they ask for.

Why it matters:
    A frame of 1 MB takes one entry of the translation lookaside buffer where 256 frames of 4 KB take 256. IBM
    gives up to another 1 to 2 % of CPU. Buffers that fell back to 4 KB, because the large frame area was too
    small when the pool was allocated, save nothing.

Evidence:
    DSNB546I (frame sizes asked for and used), DSNB406I (PGFIX), DSNB411I. The large frame area is in D
    VIRTSTOR,LFAREA and SMF 71.

What to do:
    FRAMESIZE(1M) with PGFIX(YES), FRAMESIZE(2G) for pools of 2 GB and more whose size is a multiple of it;
    make the large frame area (LFAREA in IEASYSxx, at IPL) large enough first.

How to verify:
    DSNB546I shows all buffers in the larger frames after the pool was allocated again.

References:
    SHARE 17878, "Large Memory Deployment Recommendations", step 2. IBM Db2 documentation, DSNB546I. 100 MB
    and 1000 getpages per second are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.constants import GAIN_LARGE_FRAMES
from getpage.products.db2.member import Member
from getpage.products.db2.pools import alter
from getpage.products.db2.pools.large_memory import fallen_back, large_frames
from getpage.products.db2.pools.pool import SAYING, Db2Pool
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-frames"
TITLE = "Buffer pool that could use larger frames, or did not get them"
NO_COMMAND = (
    "Large frames come from LFAREA at an IPL: how much of it others ask for is not in the evidence "
    "of this Db2."
)
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.RISK, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """Every pool whose frames are smaller than asked for, or smaller than it has use for."""
    for pool in member.pools:
        smaller = fallen_back(pool)
        if smaller:
            yield _fallen_back(member, pool, smaller)
            continue
        busy = large_frames(member, pool)
        if busy is None or pool.bytes is None:
            continue
        row, rate = busy
        least, most = GAIN_LARGE_FRAMES
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.rate(rate)} getpages/s in 4 KB frames",
            claim=(
                f"Its {wording.size(pool.bytes)} are page-fixed in 4 KB frames. Frames of 1 MB save {least} "
                "to "
                f"{most} % of CPU where LFAREA has room."
            ),
            evidence=(
                computed("getpages", round(rate, 1), "/s", row),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    frame_size="frame size asked for",
                    buffers_in_4k="buffers in 4 KB frames",
                    page_fixed="PGFIX",
                    buffers="buffers",
                ),
            ),
            advice=(alter.frames(member, pool),),
        )


def _fallen_back(member: Member, pool: Db2Pool, smaller: int) -> Finding:
    row = pool.measure[SAYING["frame_size"]] or pool.last
    size = wording.size(smaller * pool.page_bytes)
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"{wording.plural(smaller, 'buffer')} in smaller frames than {row['frame_size']}",
        claim=(
            f"LFAREA had no room for {size} when the pool was allocated. Enlarge it at the next IPL, or ask "
            "for "
            "smaller frames."
        ),
        evidence=member.facts(
            "db2_buffer_pool",
            row,
            frame_size="frame size asked for",
            buffers_in_4k="buffers in 4 KB frames",
            buffers_in_1m="buffers in 1 MB frames",
            buffers_in_2g="buffers in 2 GB frames",
        ),
    )
