"""Limits of a region's storage: DSALIM and EDSALIM while it runs, MEMLIMIT at its next start, TSMAINLIMIT.

A limit is set so that its peak is 80 % of it, which is ours: room for a peak a quarter higher.

References: IBM CICS TS 5.6 documentation, CEMT INQUIRE and SET DSAS, "Estimating, checking, and setting
EDSALIM"; SET TEMPSTORAGE; z/OS MVS JCL Reference, MEMLIMIT.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.names import KnobId
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
from .task_limits import raised_mxt, task_bytes

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.cics.region import Region
    from getpage.result import Change

TSMAINLIMIT: Final = "TSMAINLIMIT"
_REGION: Final = (
    "REGION of its job has to hold it beside what z/OS, VSAM and Language Environment get there: the page "
    '"Storage" of '
    "DFH0STAT says what is left."
)


def knob_of(region: Region, name: str) -> KnobId:
    """A limit of a region as something to turn."""
    return KnobId(region.id, name)


def dsa(region: Region, name: str, because: tuple[FindingId, ...], size: int | None = None) -> Draft | None:
    """DSALIM or EDSALIM by what its peak asks for, or as `size` bytes; None where it is not known or at its
    maximum. Tasks that a rule lets in beside it count as if they had been there at the peak.
    """
    below = name == storage.DSALIM.name
    of = storage.DSALIM if below else storage.EDSALIM
    row = row_of(region.storage, of.last)
    if row is None:
        return None
    step, most = (DSA_STEP, MOST_DSA) if below else (EDSA_STEP, MOST_EDSA)
    use = storage.use(region.storage, of)
    old = int(row[of.limit])
    used = (use.used if use else 0) or old
    if size is None:
        more = 0 if below else _of_tasks(region)
        asked = max(int((used + more) / LIMIT_USE), old + step)
        size = min(-(-asked // step) * step, most)
        if size <= old:
            return None
    if size == old:
        return None
    keyword = "DSALIMIT" if below else "EDSALIMIT"
    return Draft(
        setting=name,
        knob=knob_of(region, name),
        command=f"CEMT SET DSAS {keyword}({size})",
        undo=f"CEMT SET DSAS {keyword}({old})",
        verify="The storage statistics have the new limit, their peak is under 95 % of it, and nothing is "
        f"short on storage {of.where}.",
        effect=f"Lets the storage areas {of.where} of {region.label} have {wording.size(size)} instead of "
        f"{wording.size(old)}.",
        because=because,
        bytes=size - old,
        caution=_in_region(region, of, size - old),
        lasting=f"{name}={_spelled(size)}",
        lasting_undo=f"{name}={_spelled(old)}",
    )


def _of_tasks(region: Region) -> int:
    """Bytes that CICS reserves for the tasks more that were queued by MXT."""
    row, new = region.task_limit, raised_mxt(region)
    return 0 if row is None or new is None else (new - int(row["mxt"])) * task_bytes(region)


def raise_edsa(region: Region, count: int) -> tuple[int, Change]:
    """EDSALIM higher by so many bytes for what a size takes, in whole MiB, and the command. What takes it
    counts for itself: the limit takes nothing more.
    """
    row = row_of(region.storage, storage.EDSALIM.last)
    assert row is not None
    old = int(row["edsa_limit"])
    draft = dsa(region, storage.EDSALIM.name, (), -(-(old + count) // EDSA_STEP) * EDSA_STEP)
    assert draft is not None
    return draft.bytes, replace(draft, bytes=0, knob=None).change(region, 1)


def _in_region(region: Region, of: storage.AreaLimit, more: int) -> str:
    """What REGION has to hold, with what z/OS saw of it where that is known."""
    space = region.surroundings.space(region.system, region.jobs(region.limits))
    there, used = (
        (None, None)
        if space is None
        else (space["region_below"], space["user_below"])
        if of is storage.DSALIM
        else (space["region_above"], space["user_above"])
    )
    if not there or used is None:
        return _REGION
    left = int(there) - int(used)
    fits = "holds this" if left >= more else f"lacks {wording.size(more - left)} for this"
    return (
        f"z/OS counted {wording.size(int(used))} of {wording.size(int(there))} in use {of.where} in its "
        f"address space at most (SMF 30), which {fits}. {_REGION}"
    )


def memlimit(region: Region, because: tuple[FindingId, ...], size: int | None = None) -> Draft | None:
    """MEMLIMIT by what the areas above the bar had at their peak, or as `size` bytes; None where it is not
    known.
    """
    use = storage.use(region.storage, storage.MEMLIMIT)
    if use is None:
        return None
    old = use.limit
    if size is None:
        size = -(-int(use.used / LIMIT_USE) // GIB) * GIB
        if size <= old:
            size = (old // GIB + 1) * GIB
    if size == old:
        return None
    more = max(size - use.used, 0)
    return Draft(
        setting="MEMLIMIT",
        knob=knob_of(region, storage.MEMLIMIT.name),
        command=f"MEMLIMIT={_memory(size)}",
        undo=f"MEMLIMIT={old // MIB}M",
        verify="The storage statistics have the new MEMLIMIT, and no DFHSM0606 comes.",
        effect=f"Lets {region.label} have {wording.size(size)} above the bar instead of {wording.size(old)}.",
        because=because,
        bytes=size - old,
        place="the EXEC statement of the region's JCL, or SMFLIMxx, for its next start",
        after="the next start",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. On the worst day the areas "
        f"above the bar fill it, which is {wording.size(more)} more than at their peak. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
    )


def raise_memlimit(region: Region, count: int) -> tuple[int, Change]:
    """MEMLIMIT higher by so many bytes for what a size takes, in whole GiB, and the statement."""
    use = storage.use(region.storage, storage.MEMLIMIT)
    assert use is not None
    draft = memlimit(region, (), -(-(use.limit + count) // GIB) * GIB)
    assert draft is not None
    return draft.bytes, replace(draft, bytes=0, knob=None).change(region, 1)


def _memory(size: int) -> str:
    return f"{size // GIB}G" if size % GIB == 0 else f"{-(-size // MIB)}M"


def most_main(region: Region) -> int:
    """The highest TSMAINLIMIT in bytes: a quarter of MEMLIMIT where that is known."""
    known = region.limits["memlimit_mb"] if region.limits else None
    return min(MOST_TS_MAIN, int(known * MIB * TS_MAIN_OF_MEMLIMIT) if known else MOST_TS_MAIN) // MIB * MIB


def main_temporary(region: Region, because: tuple[FindingId, ...], size: int | None = None) -> Draft | None:
    """TSMAINLIMIT doubled, up to a quarter of MEMLIMIT, or as `size` bytes; None where it is not known or
    cannot rise.
    """
    row = row_of(region.temporary, facilities.LAST_MAIN)
    if row is None or not row["main_limit"]:
        return None
    old = int(row["main_limit"])
    if size is None:
        size = min(2 * old // MIB * MIB, most_main(region))
        if size <= old:
            return None
    if size == old:
        return None
    caution = (
        f"It is real storage as far as queues use it: on the worst day {wording.size(size)}. It may be no "
        "more than a quarter of MEMLIMIT."
    )
    if not (region.limits and region.limits["memlimit_mb"]):
        caution += (
            " MEMLIMIT is not in this evidence: where it is under four times the new limit, the "
            "command changes nothing."
        )
    return Draft(
        setting="TSMAINLIMIT",
        knob=knob_of(region, TSMAINLIMIT),
        command=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({size})",
        undo=f"CEMT SET TEMPSTORAGE TSMAINLIMIT({old})",
        verify="The temporary storage statistics have no times at TSMAINLIMIT, and no DFHTS1601 or "
        "DFHTS1602 comes.",
        effect=f"Lets main temporary storage of {region.label} have {wording.size(size)} instead of "
        f"{wording.size(old)}.",
        because=because,
        bytes=size - old,
        caution=caution,
        lasting=f"TSMAINLIMIT={_spelled(size)}",
        lasting_undo=f"TSMAINLIMIT={_spelled(old)}",
    )


def _spelled(size: int) -> str:
    return f"{size // MIB}M" if size % MIB == 0 else f"{size // 1024}K"
