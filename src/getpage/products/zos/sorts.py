"""A limit for the sorts that hold the storage an image is short of: EXPMAX, EXPOLD and EXPRES of DFSORT.

DFSORT sorts in memory (memory objects, hiperspace, data spaces) with what it takes for available: free
frames, and a share of those that others hold and have not touched for a while (EXPOLD). Where it takes so
much that a dump has no room and others page, its installation-wide limits end that: EXPMAX caps all sorts
together, EXPOLD=0 leaves other people's pages alone, EXPRES keeps storage free.

EXPMAX is what the sorts held when least was free, less what was missing then for EXPRES, which is MAXSPACE
or 10 % of real storage (what ICE236I of a job under V2R4 shows), whichever is more. Sorts that would have
held more use work data sets, so that work space and the batch window have to bear it.

Limits: which jobs sort is known from the program of the step (SMF 30); a program that calls DFSORT, and the
sort of a Db2 utility, are not told apart from the rest of their address space and get no such limit. Nothing
is advised where only averages of what was free are known, nor where the sorts held less than what is missing.

References: IBM z/OS DFSORT Installation and Customization, EXPMAX, EXPOLD, EXPRES, ICEPRMxx; IBM z/OS DFSORT
Tuning Guide; message ICE236I of a V2R4 job: EXPMAX=MAX, EXPOLD=50%, EXPRES=10%.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.order import shows_shortage
from getpage.core.units import MIB
from getpage.products.common import iceprm
from getpage.result import Change

from . import words
from .thresholds import CONSTRAINED_CAPTURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.storage import AddressSpace
    from getpage.result import Finding

    from .system import ZosSystem

#: Jobs that a sentence names.
_NAMED: Final = 3


def limit(system: ZosSystem, findings: Iterable[Finding], step: int) -> Change | None:
    """The limit, where the sorts held what the image was short of."""
    image = system.id.image
    because = tuple(f.id for f in findings if f.object.image == image and shows_shortage(f))
    free, online = system.free, system.online_bytes
    if not because or not free or free.is_average or online is None or not system.sorts:
        return None
    held = [one for one in system.holders if one.job in system.sorts]
    total = sum(one.bytes for one in held)
    if total < max(system.reserve or 0, CONSTRAINED_CAPTURE) - free.lowest or not total:
        return None
    kept = max(system.reserve or 0, CONSTRAINED_CAPTURE, round(iceprm.RESERVE * online))
    most = max(0, total - max(0, kept - free.lowest)) // MIB
    reserve = -(-kept // MIB)
    if most * MIB >= total:
        return None
    return Change(
        subsystem=system.id,
        setting="DFSORT EXPMAX",
        step=step,
        command=f"EXPMAX={most},EXPOLD=0,EXPRES={reserve}",
        undo=iceprm.before("EXPMAX", "EXPOLD", "EXPRES"),
        place=iceprm.PLACE,
        verify=(
            f"{iceprm.SEEN} these values; in RMF, available frames at their minimum stay above "
            f"{words.size(kept)} while it sorts, and nothing pages."
        ),
        verify_after="a night with the same sorts",
        storage_bytes=0,  # a limit: nothing else may rely on what sorts then leave
        because=because,
        effect=(
            f"{_named(held)} held {words.size(total)} when {words.size(free.lowest)} were free: all sorts "
            f"together may then take {words.size(most * MIB)}, none from what others hold, and "
            f"{words.size(reserve * MIB)} stay free."
        ),
        caution=(
            f"{iceprm.NOTE_FIRST} Sorts that held more use {iceprm.TO_DISK}. For one job alone, "
            f"MOSIZE={most} on its OPTION statement in DFSPARM limits its memory object. {_room(system)}A "
            "sort program of another vendor has limits of its own."
        ),
        evidence=(
            system.fact("zos_storage", free.column, free.row, "available frames, lowest"),
            *(one.fact for one in held if one.fact),
        ),
    )


def _named(held: Sequence[AddressSpace]) -> str:
    names = [one.job for one in held[:_NAMED]]
    more = [f"{len(held) - len(names)} more sorts"] if len(held) > len(names) else []
    return words.listed([*names, *more])


def _room(system: ZosSystem) -> str:
    if system.reserve:
        return ""
    return "MAXSPACE is not in this evidence (D DUMP,OPTIONS tells it): EXPRES has to be no less. "
