"""A limit for the sorts that hold the storage an image is short of: EXPMAX, EXPOLD and EXPRES of DFSORT.

DFSORT sorts in memory (memory objects, hiperspace, data spaces) with what it takes for available: free
frames, and a share of those that others hold and have not touched for a while (EXPOLD). Where it takes so
much that a dump has no room and others page, its installation-wide limits end that: EXPMAX caps all sorts
together, EXPOLD=0 leaves other people's pages alone, EXPRES keeps storage free.

EXPMAX is what the sorts held when least was free, less what was missing then for EXPRES, which is MAXSPACE
or 10 % of real storage (what ICE236I of a job under V2R4 shows), whichever is more. Sorts that would have
held more use work data sets, so that work space and the batch window have to bear it. What ICE236I shows is
what the limit replaces and what undoes it; where it shows no more than that limit already, EXPMAX is not what
let sorts have the storage, and nothing is advised. Without ICE236I of a sort of that system nothing is
advised either, as what is in effect is not known: the finding says where it is printed.

Limits: which jobs sort is known from the program of the step (SMF 30); a program that calls DFSORT, and the
sort of a Db2 utility, are not told apart from the rest of their address space and get no such limit. Nothing
is advised where only averages of what was free are known, nor where the sorts held less than what is missing.

References: IBM z/OS DFSORT Installation and Customization, EXPMAX, EXPOLD, EXPRES, ICEPRMxx; IBM z/OS DFSORT
Tuning Guide; message ICE236I of a V2R4 job: EXPMAX=MAX, EXPOLD=50%, EXPRES=10%.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from getpage.contract.storage import AddressSpace
from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.text import is_whole
from getpage.core.units import MIB
from getpage.products.common import iceprm
from getpage.result import Advise, Change

from .constants import CONSTRAINED_CAPTURE
from .rows import STORAGE
from .system import ZosSystem

#: Jobs that a sentence names.
_NAMED: Final = 3
SETTING: Final = "DFSORT EXPMAX"


@dataclass(frozen=True, slots=True, kw_only=True)
class SortLimit:
    """What sorts held when least was free, and the limit in MiB that leaves `kept` bytes free then."""

    sorts: tuple[AddressSpace, ...]
    held: int
    kept: int
    expmax: int
    expres: int


def limit_sorts(system: ZosSystem) -> tuple[Advise, ...]:
    """Advice to limit the sorts that held what the image was short of; none where they did not."""
    limit = _limit(system)
    if limit is None or system.sort_options is None:
        return ()
    return (Advise(subsystem=system.id, setting=SETTING, spell=partial(_change, system, limit)),)


def no_limit(system: ZosSystem) -> str:
    """Why sorts that held what the image was short of get no limit; empty where they did not, or get one."""
    limit = _limit(system)
    if limit is None or system.sort_options is not None:
        return ""
    return (
        f"{_named(limit.sorts)} held {wording.size(limit.held)}, and the EXPMAX in effect is not known: "
        f"ICE236I in the output of any sort on {system.label} shows it."
    )


def _limit(system: ZosSystem) -> SortLimit | None:
    free, online = system.free, system.online_bytes
    if not system.sorts or not free or free.is_average or online is None:
        return None
    sorts = tuple(space for space in system.holders if space.job in system.sorts)
    held = sum(space.bytes for space in sorts)
    if held < max(system.reserve or 0, CONSTRAINED_CAPTURE) - free.lowest or not held:
        return None
    kept = system.stays_free
    expmax = max(0, held - max(0, kept - free.lowest)) // MIB
    shown = system.sort_options
    if expmax * MIB >= held or (shown and is_whole(shown["expmax"]) and int(shown["expmax"]) <= expmax):
        return None
    return SortLimit(sorts=sorts, held=held, kept=kept, expmax=expmax, expres=-(-kept // MIB))


def _change(system: ZosSystem, limit: SortLimit, because: tuple[FindingId, ...]) -> Change:
    free, shown = system.free, system.sort_options
    no_reserve = (
        ""
        if system.reserve
        else "MAXSPACE is not in this evidence (D DUMP,OPTIONS shows it): EXPRES must not be smaller. "
    )
    return Change(
        subsystem=system.id,
        setting=SETTING,
        step=1,
        command=f"EXPMAX={limit.expmax},EXPOLD=0,EXPRES={limit.expres}",
        undo=iceprm.undo(shown, "EXPMAX", "EXPOLD", "EXPRES"),
        place=iceprm.PLACE,
        verify=(
            f"{iceprm.SEEN} these values; in RMF, available frames at their minimum stay above "
            f"{wording.size(limit.kept)} while it sorts, and nothing pages."
        ),
        verify_after="a night with the same sorts",
        storage_bytes=0,  # a limit: nothing else may rely on what sorts then leave
        because=because,
        effect=(
            f"{_named(limit.sorts)} held {wording.size(limit.held)} when {wording.size(free.lowest)} were "
            f"free. All sorts together may then take {wording.size(limit.expmax * MIB)}, and "
            f"{wording.size(limit.expres * MIB)} stay free."
        ),
        caution=(
            f"Sorts that held more use {iceprm.TO_DISK}. For one job "
            f"alone, MOSIZE={limit.expmax} on its OPTION statement in DFSPARM limits its memory "
            f"object. {no_reserve}"
            "A sort program of another vendor has limits of its own."
        ),
        evidence=(
            system.fact(STORAGE, free.column, free.row, "available frames, lowest"),
            *(space.fact for space in limit.sorts if space.fact),
        ),
    )


def _named(sorts: tuple[AddressSpace, ...]) -> str:
    names = [space.job for space in sorts[:_NAMED]]
    more = [f"{len(sorts) - len(names)} more sorts"] if len(sorts) > len(names) else []
    return wording.listed([*names, *more])
