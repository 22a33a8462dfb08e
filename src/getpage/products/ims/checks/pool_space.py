"""Pool of PSBs or DMBs without space.

What it does:
    Names pools that had no room for a PSB, its work area or the description of a database, and those that
    were in use to the last page.

Why it matters:
    A program whose PSB does not fit is not scheduled. It waits in the queue until another program ends,
    however idle the processors are; from CICS the task waits. A PSB that never fits is stopped. A database
    whose description is removed from the pool is closed and opened again.

Evidence:
    Pool Space Failure Summary of the IMS Monitor (DLMP, DPSB, PSBW, DLDP); DFS993I and DFS0567I. How full the
    pools are is in log records X'45', by your own map of them; /DISPLAY POOL is not read.

What to do:
    Double the size at the next start, or enlarge it by the largest request that failed if that is more. Then
    come back to a little more than the most that /DISPLAY POOL shows in use. PSBs that are always in use can
    be made resident instead.

How to verify:
    No failure in the summary of a peak hour; no DFS993I.

References:
    IBM IMS 15 documentation, "PSB, PSBW, and DMB pool tuning", "IMS internal resource usage", DFS993I;
    SHARE 17878, "IMS and Large Memory Benefits". The doubling is getpage's own: the counts do not give a
    size.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.units import KIB
from getpage.products.common.dbctl import POOL_SPACE
from getpage.products.ims.ims import Ims
from getpage.products.ims.pools import FAILURES, RESIZED, USE, ImsPool
from getpage.products.ims.scopes import FULL_POOLS
from getpage.products.ims.subpool import DEFINITIONS
from getpage.result import Finding, Kind, Severity, Shows

ID = "ims-pool-space"
TITLE = "Pool of PSBs or DMBs without space"
LOOKS_AT = FULL_POOLS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_LABELS = {"times": "times without space", "bytes_asked": "asked for", "psb": "PSB"}
_USED = {"most_bytes": "most in use", "used_bytes": "in use", "pool_bytes": "size of the pool"}
#: Share from which on a pool is full: ours, a page of 200.
_FULL = 0.995
_NOT_FITTING = {
    "DLMP": "PSBs that are not in use are removed and loaded again.",
    "DPSB": "PSBs that are not in use are removed and loaded again.",
    "PSBW": "Work areas took all of it at a time.",
    "DLDP": "Databases that are not in use are closed and opened again.",
}
_EFFECT = {
    "DLDP": "A database whose description does not fit is closed and opened again. Programs wait for that.",
}
_NOT_SCHEDULED = "A program whose PSB does not fit is not scheduled. It waits until another program ends."


def find(ims: Ims) -> Iterator[Finding]:
    """Every pool that had no space, or that was full."""
    for pool in ims.pools:
        if pool.failures:
            yield _finding(ims, pool)
        elif (pool.used_share or 0) >= _FULL:
            yield _full(ims, pool)


def _full(ims: Ims, pool: ImsPool) -> Finding:
    assert pool.use is not None
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.SHORTAGE,
        headline=f"Full: {wording.percent(pool.used_share or 0)} in use at most",
        claim=f"{_NOT_FITTING[pool.id]} Nothing shows that anything waited.",
        evidence=(
            *ims.facts(USE, pool.use, **_USED),
            *ims.facts(DEFINITIONS, pool.definition, pool_bytes="size of the pool by its member"),
        ),
        next_step="See in the Pool Space Failure Summary of the IMS Monitor whether programs had no space",
        no_command="A full pool alone is no shortage: what is not in use is kept as long as there is room.",
    )


def _finding(ims: Ims, pool: ImsPool) -> Finding:
    asks = pool.larger
    request = f" for up to {wording.size(pool.requested)}" if pool.requested else ""
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO if pool.is_resized else Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"No space{request}: {wording.times(pool.times)}",
        in_brief=f"IMS: no space in the {pool.parameter} pool {wording.times(pool.times)}",
        claim=RESIZED if pool.is_resized else _EFFECT.get(pool.id, _NOT_SCHEDULED),
        evidence=(
            *ims.facts(FAILURES, pool.worst, **_LABELS),
            *ims.facts(DEFINITIONS, pool.definition, pool_bytes="size of the pool"),
        ),
        storage_bytes=sum(ask.size * KIB - (pool.bytes or 0) for ask in asks) if asks else pool.requested,
        no_command="" if asks else f"Its size is not known: load DFSPBxx ({pool.parameter}=).",
        asks=asks,
        shows=Shows((pool.object,), POOL_SPACE),
    )
