"""Limits of a region's storage: DSALIM and EDSALIM while it runs, MEMLIMIT at its next start, TSMAINLIMIT.

A limit is set so that its peak is 80 % of it, which is ours: room for a peak a quarter higher.

References: IBM CICS TS 5.6 documentation, CEMT INQUIRE and SET DSAS, "Estimating, checking, and setting
EDSALIM"; SET TEMPSTORAGE; z/OS MVS JCL Reference, MEMLIMIT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.units import GIB, MIB
from getpage.products.cics import facilities, storage
from getpage.products.cics.thresholds import (
    DSA_STEP,
    EDSA_STEP,
    LIMIT_USE,
    MOST_DSA,
    MOST_EDSA,
    MOST_TS_MAIN,
    TS_MAIN_OF_MEMLIMIT,
)
from getpage.products.common.subsystem import row_of

from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region

_REGION = (
    "REGION of its job has to hold it beside what z/OS, VSAM and Language Environment get there: the page "
    '"Storage" of '
    "DFH0STAT says what is left."
)


def dsa(region: Region, name: str, because: tuple[FindingId, ...]) -> Draft | None:
    """DSALIM or EDSALIM by what its peak asks for; None where it is not known or at its maximum."""
    below = name == "DSALIM"
    of = storage.DSALIM if below else storage.EDSALIM
    row = row_of(region.storage, of.last)
    if row is None:
        return None
    step, most = (DSA_STEP, MOST_DSA) if below else (EDSA_STEP, MOST_EDSA)
    use = storage.use(region.storage, of)
    old = int(row[of.limit])
    used = (use.used if use else 0) or old
    asked = max(int(used / LIMIT_USE), old + step)
    new = min(-(-asked // step) * step, most)
    if new <= old:
        return None
    keyword = "DSALIMIT" if below else "EDSALIMIT"
    where = "below 16 MB" if below else "above 16 MB"
    return Draft(
        setting=name,
        command=f"CEMT SET DSAS {keyword}({new})",
        undo=f"CEMT SET DSAS {keyword}({old})",
        verify="The storage statistics have the new limit, their peak is under 95 % of it, and nothing is "
        f"short on storage {where}.",
        effect=f"Lets the storage areas {where} of {region.label} have {wording.size(new)} instead of "
        f"{wording.size(old)}.",
        because=because,
        bytes=new - old,
        caution=_REGION,
        lasting=f"{name}={_spelled(new)}",
        lasting_undo=f"{name}={_spelled(old)}",
    )


def memlimit(region: Region, because: tuple[FindingId, ...]) -> Draft | None:
    """MEMLIMIT by what the areas above the bar had at their peak; None where it is not known."""
    use = storage.use(region.storage, storage.MEMLIMIT)
    if use is None:
        return None
    old = use.limit
    new = -(-int(use.used / LIMIT_USE) // GIB) * GIB
    if new <= old:
        new = (old // GIB + 1) * GIB
    return Draft(
        setting="MEMLIMIT",
        command=f"MEMLIMIT={new // GIB}G",
        undo=f"MEMLIMIT={old // MIB}M",
        verify="The storage statistics have the new MEMLIMIT, and no DFHSM0606 comes.",
        effect=f"Lets {region.label} have {wording.size(new)} above the bar instead of {wording.size(old)}.",
        because=because,
        bytes=0,
        place="the EXEC statement of the region's JCL, or SMFLIMxx, for its next start",
        after="the next start",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
    )


def main_temporary(region: Region, because: tuple[FindingId, ...]) -> Draft | None:
    """TSMAINLIMIT doubled, up to a quarter of MEMLIMIT; None where it is not known or cannot rise."""
    row = row_of(region.temporary, facilities.LAST_MAIN)
    if row is None or not row["main_limit"]:
        return None
    old = int(row["main_limit"])
    known = region.limits["memlimit_mb"] if region.limits else None
    most = min(MOST_TS_MAIN, int(known * MIB * TS_MAIN_OF_MEMLIMIT) if known else MOST_TS_MAIN) // MIB * MIB
    new = min(2 * old // MIB * MIB, most)
    if new <= old:
        return None
    caution = "It is real storage as far as queues use it, and may be no more than a quarter of MEMLIMIT."
    if not known:
        caution += (
            " MEMLIMIT is not in this evidence: where it is under four times the new limit, the "
            "command changes nothing."
        )
    return Draft(
        setting="TSMAINLIMIT",
        command=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({new})",
        undo=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({old})",
        verify="The temporary storage statistics have no times at TSMAINLIMIT, and no DFHTS1601 or "
        "DFHTS1602 comes.",
        effect=f"Lets main temporary storage of {region.label} have {wording.size(new)} instead of "
        f"{wording.size(old)}.",
        because=because,
        bytes=new - old,
        caution=caution,
        lasting=f"TSMAINLIMIT={_spelled(new)}",
        lasting_undo=f"TSMAINLIMIT={_spelled(old)}",
    )


def _spelled(size: int) -> str:
    return f"{size // MIB}M" if size % MIB == 0 else f"{size // 1024}K"
