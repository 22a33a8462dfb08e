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

    from .room import Room


def move(pool: Pool, because: tuple[FindingId, ...], room: Room) -> Draft | None:
    """The change; None where MEMLIMIT does not allow it or the release has no LOCATION."""
    if not room.fits_above(pool.bytes):
        return None
    return Draft(
        pool=pool,
        new=Setting(buffers=pool.buffers, location="ABOVE"),
        because=because,
        effect=f"Frees {wording.mebibytes(pool.bytes)} below the bar; pool {pool.number} keeps its size.",
        caution=f"Enter it in a quiet hour: while pages move, both places are taken. "
        f"{room.caution(above=True)}".strip(),
    )
