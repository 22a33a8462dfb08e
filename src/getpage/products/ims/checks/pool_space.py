"""Pool of PSBs or DMBs without space.

What it does:
    Names pools that had no room for a PSB, its work area or the description of a database.

Why it matters:
    A program whose PSB does not fit is not scheduled: it waits in the queue until another one ends, however
    idle the processors are; of CICS it is the task that waits. A PSB that never fits is stopped. A database
    whose description is thrown out of the pool is closed and opened again.

Evidence:
    Pool Space Failure Summary of the IMS Monitor (DLMP, DPSB, PSBW, DLDP); DFS993I and DFS0567I. How full the
    pools are is in /DISPLAY POOL, which is not read.

What to do:
    Twice the size, or what was asked for more, whichever is larger, at the next start; then back to a little
    more than the most that /DISPLAY POOL shows in use. PSBs that are used all the time can be resident
    instead.

How to verify:
    No failure in the summary of a peak hour; no DFS993I.

References:
    IBM IMS 15 documentation, "PSB, PSBW, and DMB pool tuning", "IMS internal resource usage", DFS993I;
    SHARE 17878, "IMS and Large Memory Benefits". The double is ours: the counts tell no size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import KIB
from getpage.products.ims.changes import KILOBYTES
from getpage.products.ims.pools import HOLDS, RESIZED
from getpage.products.ims.thresholds import MOST_POOL
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims
    from getpage.products.ims.pools import Pool

ID = "ims-pool-space"
TITLE = "Pool of PSBs or DMBs without space"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(ims: Ims) -> Iterator[Finding]:
    """Every pool that had no space."""
    for pool in ims.pools:
        if not pool.failures:
            continue
        target = _target(pool)
        asked = f" for up to {wording.size(pool.asked)}" if pool.asked else ""
        size = f" ({wording.size(pool.bytes)})" if pool.bytes else ""
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO if pool.is_resized else Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"No space{asked}: {wording.times(pool.times)}",
            claim=f"The {pool.parameter} pool of {ims.label}{size}, for {HOLDS[pool.id]}, had no space"
            f"{asked} {wording.times(pool.times)}: programs were not scheduled meanwhile."
            f"{RESIZED if pool.is_resized else ''}",
            evidence=(
                *ims.facts(
                    "ims_pool_failure",
                    pool.worst,
                    times="times without space",
                    bytes_asked="asked for",
                    psb="PSB",
                ),
                *ims.facts("ims_definition", pool.definition, pool_bytes="size of the pool"),
                *((computed(KILOBYTES, target, "KB"),) if target else ()),
            ),
            storage_bytes=target * KIB - (pool.bytes or 0) if target else pool.asked,
            no_command="" if target else f"its size is not known: load DFSPBxx ({pool.parameter}=)",
        )


def _target(pool: Pool) -> int | None:
    if not pool.bytes or pool.is_resized:
        return None
    wanted = max(2 * pool.bytes, pool.bytes + pool.asked)
    return min(-(-wanted // KIB), MOST_POOL // KIB)
