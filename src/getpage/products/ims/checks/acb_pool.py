"""Pool of PSBs and DMBs above the bar that was not created.

What it does:
    Reports that IMS started without the 64-bit storage pool that ACBIN64 asks for.

Why it matters:
    IMS continues: PSBs and DMBs that are not resident are read from ACBLIB into their pools below the bar
    whenever they do not fit there, as before. Programs wait for these reads, and nothing else shows it.

Evidence:
    DFS0811A: gigabytes asked for, and the reason of z/OS. ACBIN64 of DFSDFxxx. PSB=, CSAPSB=, DLIPSB= and
    DMB= of DFSPBxx.

What to do:
    Look up the reason (IARV64). Where storage above the bar was short, raise MEMLIMIT, or ask for less. The
    pool needs what the members of ACBLIB take that are not resident; IBM sizes it by them, or by the pools of
    PSBs and DMBs below the bar, in whole gigabytes.

How to verify:
    The next start of IMS has no DFS0811A.

References:
    IBM IMS 15 documentation, "DFS0811A", "Creating and sizing the 64-bit storage pool".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.units import GIB
from getpage.products.ims.ims import Ims
from getpage.products.ims.pools import FAILURES, AcbPool
from getpage.products.ims.scopes import ACB_POOL
from getpage.products.ims.subpool import DEFINITIONS
from getpage.result import Finding, Kind, Severity

ID = "ims-acb-pool"
TITLE = "Pool of PSBs and DMBs above the bar that was not created"
LOOKS_AT = ACB_POOL
NO_COMMAND = "Whether MEMLIMIT or ACBIN64 has to change, the reason of z/OS says."
FINDS = (Kind.SHORTAGE,)


def find(ims: Ims) -> Iterator[Finding]:
    """The pool, if the last start did not get it."""
    pool = ims.acb_pool
    if pool is None or pool.failure is None:
        return
    size, reason = int(pool.failure["bytes_asked"]), pool.failure["reason"]
    yield Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Not created: {wording.size(size)} above the bar not obtained",
        claim="IMS runs without it: PSBs and DMBs that do not fit below the bar are read again."
        f"{_less(pool)}",
        evidence=(
            *ims.facts(FAILURES, pool.failure, bytes_asked="asked for", reason="reason of z/OS"),
            *ims.facts(DEFINITIONS, pool.definition, pool_bytes="ACBIN64"),
            *(
                fact
                for row in pool.below
                for fact in ims.facts(DEFINITIONS, row, pool_bytes="pool below the bar")
            ),
        ),
        storage_bytes=size,
        next_step=f"Look up reason {reason} of IARV64",
        no_command="It says whether MEMLIMIT or ACBIN64 has to change.",
    )


def _less(pool: AcbPool) -> str:
    """What would hold as much as the pools below the bar, if that is less than was asked for."""
    if not pool.bytes or not 0 < pool.gigabytes * GIB < pool.bytes:
        return ""
    return f" ACBIN64={pool.gigabytes} holds as much as their pools there, {wording.size(pool.bytes_below)}."
