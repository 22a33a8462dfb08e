"""Storage areas that come near their limit.

What it does:
    Reports the areas below 16 MB, those above it and those above the bar, where their total at its peak was
    95 % or more of DSALIM, EDSALIM or MEMLIMIT.

Why it matters:
    At the limit CICS gives no area an extent more, takes programs out to make room, and is short on storage
    soon after.

Evidence:
    SMSDSALIMIT, SMSHWMDSATOTAL, SMSEDSALIMIT, SMSHWMEDSATOTAL, SMSMEMLIMIT, SMSHWMGDSAACTIVE of SMF 110
    subtype 2 (storage manager), or the same lines of DFHSTUP and DFH0STAT.

What to do:
    A higher limit, while CICS runs (DSALIMIT and EDSALIMIT), as far as REGION holds it; MEMLIMIT at its next
    start.

How to verify:
    The same statistics at the same load: the peak is under 95 % of the limit.

References:
    CICS Performance Analyzer, statistics alert "DSA peak usage as % of DSALIM" from 95 % on (I. Burnett,
    "CICS V5 Performance", Impact 2014); IBM CICS TS 5.6 documentation, "Estimating, checking, and setting
    EDSALIM".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.cics import storage
from getpage.products.cics.thresholds import DSA_PEAK_ALERT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Ask, Row
    from getpage.products.cics.region import Region

ID = "cics-storage-limit"
TITLE = "Storage areas that come near their limit"
NO_COMMAND = "The limit is at its maximum: fewer tasks at a time, or another region, is what is left."
FINDS = (Kind.RISK,)

#: What is asked, the name of the limit, the columns of peak and limit, and whether these are MB.
LIMITS: Final[tuple[tuple[Ask[Row | None], str, str, str, str], ...]] = (
    (storage.DSA_PEAK, "DSALIM", "dsa_share", "peak_dsa_total", "dsa_limit"),
    (storage.EDSA_PEAK, "EDSALIM", "edsa_share", "peak_edsa_total", "edsa_limit"),
    (storage.GDSA_PEAK, "MEMLIMIT", "gdsa_share", "peak_gdsa_active_mb", "memlimit_mb"),
)
_WHERE: Final = {
    "DSALIM": "storage areas below 16 MB",
    "EDSALIM": "storage areas above 16 MB",
    "MEMLIMIT": "storage areas above the bar",
}


def find(region: Region) -> Iterator[Finding]:
    """Each limit that a peak came near to."""
    for ask, name, share, peak, limit in LIMITS:
        row = None if region.storage is None else region.storage[ask]
        if row is None or row[share] < DSA_PEAK_ALERT:
            continue
        unit = MIB if limit.endswith("_mb") else 1
        yield Finding(
            check=ID,
            object=region.within(name),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            claim=f"The {_WHERE[name]} of {region.label} had {wording.percent(row[share])} of {name} "
            f"({wording.size(row[peak] * unit)} of {wording.size(row[limit] * unit)}) at their peak "
            f"{wording.interval(row)}.",
            evidence=(
                computed(f"peak of {name}", 100 * row[share], "percent", row),
                *region.facts(storage.STORAGE_TABLE, row, **{peak: "peak", limit: name}),
            ),
        )
