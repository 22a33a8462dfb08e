"""MAXSPACE for a dump of Db2: all that its address spaces hold, without the buffer pools.

IBM's formula is older than storage that is shared above the bar, of threads and of the system, and does not
name it: it is not in the sum. Where IFCID 225 tells of it, it is said beside the sum, as a dump can hold it.

What of the pools is in real storage IFCID 225 tells (64-bit private storage with and without them); else they
count with all their buffers.

Reference: IBM REDP-5238, 2.2.1: MAXSPACE = (DBM1 + MSTR + IRLM + DIST + COMMON/ECSA) - (total buffer pool
allocation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.products.db2 import wording

from .address_spaces import BACKED_LEAST, LARGEST, UNTOLD_LARGEST, backed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.measures import Measure, Row

SPACES: Final = ("DBM1", "MSTR", "IRLM", "DIST", "COMMON")
#: What the formula does not name, and 64-bit Db2 has beside it.
SHARED: Final = ("SHARED", "STACK")
_CALLED: Final = {"COMMON": "common", "SHARED": "shared storage", "STACK": "shared stack"}


@dataclass(frozen=True, slots=True)
class Db2DumpSpace:
    """What a dump takes, and which parts of the formula no evidence gives; `parts` are those that it does
    give, with the pools last, which are taken off. `beside` is what the formula does not name.
    """

    bytes: int
    absent: tuple[str, ...]
    row: Row | None = None
    parts: tuple[tuple[str, int], ...] = ()
    beside: tuple[tuple[str, int], ...] = ()

    @property
    def told(self) -> str:
        """The sum with its figures: `DBM1 8.21 GiB + common 96 MiB - pools 1.9 GiB`."""
        *spaces, (_, pools) = self.parts
        text = f"{_named(spaces, ' + ')} - pools {wording.size(pools)}"
        if not self.beside:
            return text
        return f"{text} (without {_named(self.beside, ' and ')}, which IBM's formula does not name)"


def maxspace(spaces: Mapping[str, int], pools: int) -> int:
    """The formula; spaces that are not given count nothing. Never less than 0."""
    return max(0, sum(spaces.get(space, 0) for space in SPACES) - pools)


def dump_space(spaces: Mapping[str, Measure], pools: int) -> Db2DumpSpace | None:
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
    backed_pools = _pools(dbm1, pools)
    parts = [(space, held[space]) for space in SPACES if held.get(space)]
    beside = tuple((space, held[space]) for space in SHARED if held.get(space))
    return Db2DumpSpace(maxspace(held, backed_pools), absent, dbm1, (*parts, ("pools", backed_pools)), beside)


def _named(spaces: Iterable[tuple[str, int]], joined: str) -> str:
    return joined.join(f"{_CALLED.get(name, name)} {wording.size(size)}" for name, size in spaces)


def _pools(row: Row, pools: int) -> int:
    real = backed(row)
    return pools if real is None else real
