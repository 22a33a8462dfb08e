"""Storage above the bar on auxiliary storage.

What it does:
    Warns of regions with auxiliary storage slots behind their private storage above the bar at the end of a
    statistics interval.

Why it matters:
    Each page comes back while the task that touches it waits. On the QR TCB every other task of the region
    waits with it. Main temporary storage, containers and 64-bit applications are there.

Evidence:
    SMSHVAUXSLOTS, SMSHVGAUXSLOTS, SMSHVPAGESINREAL of SMF 110 subtype 2 (storage manager).

What to do:
    Enlarge no limit above the bar. Find out what pushed the storage out (a dump, a sort, another region).
    Give the image real storage, or take some back from where it is not used (getpage plan).

How to verify:
    The same statistics: no slots, and as many frames as storage in use.

References:
    IBM CICS TS documentation, "Storage manager: Global statistics"; IBM REDP-5238, 4.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import whole
from getpage.core import wording
from getpage.core.units import PAGE
from getpage.products.cics import storage
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import STORAGE
from getpage.products.common.subsystem import row_of
from getpage.result import REAL_STORAGE, Finding, Kind, Severity, Shows

ID = "cics-storage-paged-out"
TITLE = "Storage above the bar on auxiliary storage"
LOOKS_AT = STORAGE
NO_COMMAND = (
    "Real storage is short, and no command of CICS makes more: take some back on the image, add some to the "
    "partition, or run less there."
)
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """The region, where some of its storage was paged out."""
    row = row_of(region.storage, storage.PAGED_OUT)
    if row is None or not row["auxiliary_slots"]:
        return
    count = int(row["auxiliary_slots"]) * PAGE
    yield Finding(
        check=ID,
        object=region.within(storage.MEMLIMIT.storage),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.size(count)} on auxiliary storage: real storage was short",
        in_brief=f"{wording.size(count)} of {region.label} on auxiliary storage",
        shows=Shows((whole(region.id.image),), REAL_STORAGE, itself=False),
        claim="A task that touches it waits for each page. Find what pushed it out, and enlarge no limit "
        "above the bar.",
        evidence=(
            computed("on auxiliary storage", count, "bytes", row),
            *region.facts(
                storage.STORAGE_TABLE,
                row,
                auxiliary_slots="auxiliary storage slots",
                peak_auxiliary_slots="most slots",
                real_frames="real frames",
            ),
        ),
        storage_bytes=count,
    )
