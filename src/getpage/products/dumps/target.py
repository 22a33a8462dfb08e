"""What MAXSPACE is to be: what a dump takes, as far as captured dumps fit into what is there for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.units import MIB

from .changes import megabytes

if TYPE_CHECKING:
    from .dumps import Dumps


def target(dumps: Dumps, need: int) -> tuple[int | None, str]:
    """MiB for a dump of so many bytes, or why there is none."""
    room = dumps.room
    if room is None or megabytes(need) * MIB <= room:
        return megabytes(need), ""
    within = room // MIB
    if within > megabytes(dumps.now):
        return int(within), ""
    return None, (
        f"A MAXSPACE of {wording.size(need)} is refused: captured dumps can take {wording.size(room)} at the "
        "tightest moment, what is free and what dumps may fill of auxiliary storage, and more would fill it. "
        "First more real storage, page data sets or storage-class memory."
    )
