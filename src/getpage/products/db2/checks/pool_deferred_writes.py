"""Buffer pool that writes in bursts.

What it does:
    Notes pools that reached the deferred write threshold of the whole pool more often than that of single
    page sets, and pools of which more than half of the buffers are in use or updated.

Why it matters:
    VDWQT starts writes early, page set by page set, in a trickle. DWQT starts them when updated pages of all
    page sets fill the pool together: many writes at once, while fewer buffers can be stolen.

Evidence:
    DWT HIT and VERTICAL DWT HIT in DSNB421I; QBSTDWT, QBSTDWV; IN-USE/UPDATED in DSNB402I; QBSTCBA.

What to do:
    Lower VDWQT of pools whose pages are seldom updated twice. A pool for sorts or for pages that are updated
    again and again keeps high thresholds on purpose.

How to verify:
    DWT HIT stays near zero and pages written per second do not rise much.

References:
    IBM Db2 documentation, "Write operations" and "Thresholds that you can change". OMEGAMON for Db2: more
    than half of the buffers active: the pool may be too small.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.products.db2.thresholds import IN_USE
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-deferred-writes"
TITLE = "Buffer pool that writes in bursts"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """Every pool whose pool-wide threshold starts its writes, or half of which cannot be stolen."""
    for pool in member.pools:
        hits, vertical = (
            pool.total("deferred_write_threshold_hits"),
            pool.total("vertical_write_threshold_hits"),
        )
        held = pool.worst("in_use_share")
        full = held is not None and held["in_use_share"] > member.in_force(IN_USE, pool.object)
        if hits <= vertical and not full:
            continue
        bursts = hits > vertical
        row = held if full and not bursts else pool.worst("deferred_write_threshold_hits")
        sentences = []
        if bursts:
            sentences.append(
                "Pages of all page sets are written at once, instead of set by set: lower VDWQT."
            )
        if full and held is not None:
            share = wording.percent(held["in_use_share"])
            sentences.append(f"{share} of its buffers were in use or updated and could not be stolen.")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=(
                f"Writes started {wording.times(hits)} at DWQT, {wording.times(vertical)} at VDWQT"
                if bursts
                else (
                    f"{wording.percent(held['in_use_share'] if held else 0)} of its buffers in use or updated"
                )
            ),
            claim=" ".join(sentences),
            evidence=(
                computed("hits of DWQT in the window", hits, "count"),
                computed("hits of VDWQT in the window", vertical, "count"),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    deferred_write_threshold="DWQT",
                    vertical_write_threshold="VDWQT",
                    vertical_write_buffers="VDWQT, buffers",
                    buffers_in_use="buffers in use or updated",
                    buffers="buffers",
                    pages_written="pages written",
                    async_writes="asynchronous writes",
                ),
            ),
        )
