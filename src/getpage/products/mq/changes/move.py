"""Move a pool above the bar, as it is, to make room below it.

Reference: IBM REDP-5238, 4.2.1: pools above the bar from V8 on, when those below would take more than 75 -
80 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording

from .command import Setting
from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool

    from .room import StorageLeft


def move(pool: Pool, because: tuple[FindingId, ...], room: StorageLeft) -> Draft | None:
    """The change; None where MEMLIMIT does not allow it or the release has no LOCATION."""
    if not room.fits_above(pool.bytes):
        return None
    size = wording.size(pool.bytes)
    return Draft(
        pool=pool,
        new=Setting(buffers=pool.buffers, location="ABOVE"),
        because=because,
        effect=f"Frees {size} below the bar; pool {pool.number} keeps its size.",
        caution=f"Enter it in a quiet hour with {size} of real storage free: while pages move, both places "
        "are taken. Where so much is not free, or the queue manager may not be disturbed, change only the "
        "statement in CSQINP1: the pool then lies above the bar from the next restart on and takes no more "
        f"than now. {room.caution(above=True)}".strip(),
        frees_below=pool.bytes,
        passing=pool.bytes,
    )
