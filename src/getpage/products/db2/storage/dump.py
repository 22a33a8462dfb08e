"""MAXSPACE for a dump of Db2: all that its address spaces hold, without the buffer pools.

What of the pools is in real storage IFCID 225 tells (64-bit private storage with and without them); else they
count with all their buffers.

Reference: IBM REDP-5238, 2.2.1: MAXSPACE = (DBM1 + MSTR + IRLM + DIST + COMMON/ECSA) - (total buffer pool
allocation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .address_spaces import BACKED_LEAST, LARGEST, UNTOLD_LARGEST, backed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.measures import Measure, Row

SPACES: Final = ("DBM1", "MSTR", "IRLM", "DIST", "COMMON")


@dataclass(frozen=True, slots=True)
class DumpSpace:
    """What a dump takes, and which parts of the formula no evidence gives."""

    bytes: int
    absent: tuple[str, ...]
    row: Row | None = None


def maxspace(spaces: Mapping[str, int], pools: int) -> int:
    """The formula; spaces that are not given count nothing. Never less than 0."""
    return max(0, sum(spaces.get(space, 0) for space in SPACES) - pools)


def dump_space(spaces: Mapping[str, Measure], pools: int) -> DumpSpace | None:
    """What a dump of one member takes at most in the window; None without DBM1, which holds most of it.

    `pools` are all buffers in bytes. Each space counts at its largest, DBM1 at its largest without pools.
    """
    largest = {space: row for space, one in spaces.items() if (row := one[LARGEST])}
    if "DBM1" not in largest:
        return None
    candidates = [row for ask in (BACKED_LEAST, UNTOLD_LARGEST) if (row := spaces["DBM1"][ask])]
    dbm1 = max(candidates, key=lambda row: int(row["real"]) - _pools(row, pools))
    held = {space: int(row["real"]) for space, row in largest.items()} | {"DBM1": int(dbm1["real"])}
    absent = tuple(space for space in SPACES if space not in held)
    return DumpSpace(maxspace(held, _pools(dbm1, pools)), absent, dbm1)


def _pools(row: Row, pools: int) -> int:
    real = backed(row)
    return pools if real is None else real
