"""LSR pool that is short of strings or buffers.

What it does:
    Reports VSAM LSR pools whose requests waited for a string, and data buffers of one size that found less
    than 80 % of what was read in storage.

Why it matters:
    A look-aside is a read that needs no I/O. A pool that is too small reads from disk again what it had; a
    request without a string waits for another to end.

Evidence:
    LSR pool statistics (A08BKTSW, A08BKBFF, A08BKFRD, A08BKBFN): the pages of DFHSTUP and DFH0STAT, or their
    records by a listing of DFHA08DS. VSAM counts from when the pool was built; of two collections what came
    between them counts.

What to do:
    More buffers of that size, in the definition of the pool, while real storage is free; strings as many as
    waited at once. `getpage plan` bounds what more buffers bring, or says it exactly with a trace of requests
    (getpage curve, --curve); how much of it is seen by a second page afterwards.

How to verify:
    The same statistics at the same load: the look-aside ratio rises, string waits end.

References:
    IBM CICS TS 5.1 documentation, "Interpreting LSR pool statistics" (no waits for strings; buffers until the
    ratio rises no more). The 80 % are ours: no figure is published.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.lsr import buffers_of, string_waits
from getpage.products.cics.thresholds import LSR_RATIO_LOW
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-lsr-pool"
TITLE = "LSR pool that is short of strings or buffers"
NO_COMMAND = "What more buffers would bring is bounded only by these counters; getpage plan says by how much."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """Pools without strings, and sizes of buffers with few look-asides."""
    for pool in region.lsr_pools:
        row = pool[facilities.LAST_SEEN]
        waits = string_waits(pool)
        if not waits or row is None:
            continue
        most = pool[facilities.MOST_FOR_LSR_STRINGS]
        at_once = f", {most:,} at a time at most" if most else ""
        yield Finding(
            check=ID,
            object=region.within(f"LSR pool {pool.key[-1]} strings"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Requests waited {wording.times(waits)} for a string",
            claim=f"Requests to LSR pool {pool.key[-1]} of {region.label} waited {wording.times(waits)} "
            f"for a string{at_once}.",
            evidence=(
                computed("waits for a string", waits, "waits"),
                *region.facts(
                    facilities.LSR_TABLE,
                    row,
                    strings="strings",
                    string_waits="waits since the pool was built",
                ),
            ),
        )
    for one in buffers_of(region):
        if one.kind == "index" or one.ratio is None or one.ratio >= LSR_RATIO_LOW:
            continue
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.percent(one.ratio)} of reads found in its {one.buffers:,} buffers",
            claim=f"{one.buffers:,} buffers of {one.bytes:,} bytes in LSR pool {one.pool} of "
            f"{region.label} found {wording.percent(one.ratio)} of what was read ({one.reads:,} reads from "
            "disk).",
            evidence=(computed("look-aside ratio", 100 * one.ratio, "percent"), *one.facts),
        )
