"""Storage areas that come near their limit.

What it does:
    Reports the areas below 16 MB, above it and above the bar, where their total at its peak was 95 % or more
    of DSALIM, EDSALIM or MEMLIMIT.

Why it matters:
    At the limit no area gets another extent. CICS removes programs to make room, and is short on storage soon
    after.

Evidence:
    SMSDSALIMIT, SMSHWMDSATOTAL, SMSEDSALIMIT, SMSHWMEDSATOTAL, SMSMEMLIMIT, SMSHWMGDSAACTIVE of SMF 110
    subtype 2 (storage manager), or the same lines of DFHSTUP and DFH0STAT.

What to do:
    Raise the limit: DSALIM and EDSALIM while CICS runs, as far as REGION allows, MEMLIMIT at the next start.

How to verify:
    The same statistics at the same load: the peak is under 95 % of the limit.

References:
    CICS Performance Analyzer, statistics alert "DSA peak usage as % of DSALIM" from 95 % on (I. Burnett,
    "CICS V5 Performance", Impact 2014); IBM CICS TS 5.6 documentation, "Estimating, checking, and setting
    EDSALIM".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import storage
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import STORAGE
from getpage.products.cics.sizing import ask_storage
from getpage.products.cics.thresholds import DSA_PEAK
from getpage.result import Finding, Kind, Severity

ID = "cics-storage-limit"
TITLE = "Storage areas that come near their limit"
LOOKS_AT = STORAGE
SHOWS = storage.SHORT
NO_COMMAND = "The limit is at its maximum: run fewer tasks at a time, or another region."
FINDS = (Kind.RISK,)


def find(region: Region) -> Iterator[Finding]:
    """Each limit that a peak came near to."""
    for limit in storage.LIMITS:
        use = storage.use(region.storage, limit)
        if use is None or use.share < region.in_force(DSA_PEAK, region.within(limit.name)):
            continue
        table = storage.STORAGE_TABLE
        yield Finding(
            check=ID,
            object=region.within(limit.name),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            headline=f"Storage {limit.where} peaked at {wording.percent(use.share)} of its limit",
            in_brief=f"the peak of {limit.name}",
            claim="At the limit CICS removes programs to make room, and is short on storage soon after. "
            "Raise it as far as REGION allows.",
            asks=ask_storage(region, limit),
            evidence=(
                computed(f"peak of {limit.name}", 100 * use.share, "percent", use.peak),
                *region.facts(table, use.peak, **{limit.peak: "peak"}),
                *region.facts(table, use.now, **{limit.limit: limit.name}),
            ),
        )
