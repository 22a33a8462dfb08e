"""LSR pool that is short of strings or buffers.

What it does:
    Reports VSAM LSR pools whose requests waited for a string, and data buffers of one size that found less
    than 80 % of reads in storage.

Why it matters:
    A look-aside is a read without I/O. A pool that is too small reads again what it had. A request without a
    string waits for another to end.

Evidence:
    LSR pool statistics (A08BKTSW, A08BKBFF, A08BKFRD, A08BKBFN): the pages of DFHSTUP and DFH0STAT, or their
    records by a listing of DFHA08DS. VSAM counts from when the pool was built: what two prints differ by is
    what counts.

What to do:
    Define more buffers of that size while real storage is free, and as many more strings as
    requests waited at once.
    `getpage plan` shows bounds of what more buffers save; a trace of requests shows it exactly (getpage
    curve, --curve), as does a second page afterwards.

How to verify:
    The same statistics at the same load: the look-aside ratio rises, string waits end.

References:
    IBM CICS TS 5.1 documentation, "Interpreting LSR pool statistics" (no waits for strings; buffers until the
    ratio rises no more). The 80 % are getpage's own: no figure is published.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.lsr import buffers_of, string_waits
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import LSR_BUFFERS
from getpage.products.cics.settings import lsr_strings
from getpage.products.cics.thresholds import LSR_RATIO
from getpage.result import Finding, Kind, Severity

ID = "cics-lsr-pool"
TITLE = "LSR pool that is short of strings or buffers"
LOOKS_AT = LSR_BUFFERS
NO_COMMAND = "These counters only bound what more buffers would save: getpage plan shows the bounds."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """Pools without strings, and sizes of buffers with few look-asides."""
    yield from _strings(region)
    for buffers in buffers_of(region):
        if buffers.is_index or buffers.ratio is None:
            continue
        if buffers.ratio >= region.in_force(LSR_RATIO, buffers.object):
            continue
        yield Finding(
            check=ID,
            object=buffers.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.percent(buffers.ratio)} of reads found in its "
            f"{wording.plural(buffers.buffers, 'buffer')}",
            claim="The rest is read from disk. A trace of requests shows what more buffers would save "
            "(getpage curve).",
            evidence=(computed("look-aside ratio", 100 * buffers.ratio, "percent"), *buffers.facts),
        )


def _strings(region: Region) -> Iterator[Finding]:
    for pool in region.lsr_pools:
        waits, row = string_waits(pool), pool[facilities.LAST_SEEN]
        if not waits or row is None:
            continue
        yield Finding(
            check=ID,
            object=region.within(f"LSR pool {pool.key[-1]} strings"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Requests waited {wording.times(waits)} for a string",
            claim="A request waits until another request to the pool ends. Add as many strings as requests "
            "waited at once.",
            advice=lsr_strings(region, pool),
            evidence=(
                computed("waits for a string", waits, "waits"),
                *region.facts(
                    facilities.LSR_TABLE,
                    row,
                    strings="strings",
                    string_waits="waits since the pool was built",
                    peak_string_waits="most that waited at once",
                ),
            ),
        )
