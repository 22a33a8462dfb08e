"""What a structure of a group buffer pool has room for: directory entries and data pages by size and RATIO.

Entries and data pages share the structure. A higher RATIO in a structure of the same size takes data pages; a
larger structure of the same RATIO has more of both. How much of a structure is either follows from what it
holds now (the rest is control information), with 250 bytes an entry. Db2 may give some more entries to a page
than RATIO says: a bound from below.

A page that several members hold needs an entry for each here (IBM counts two for two members), so that
what is needed is a bound from above: pages of no inter-member interest need none.

References: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Group buffer pool sizing"; IBM z/OS MVS
System Commands, SETXCF START,ALTER, which keeps the ratio of entries to data elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.core.units import KIB
from getpage.products.db2.constants import DIRECTORY_ENTRY

if TYPE_CHECKING:
    from getpage.products.db2.group_pools.group_pool import GroupPool
    from getpage.products.db2.member import Member

LARGEST_RATIO: Final = 255

#: A RATIO that takes more than this share of the data pages is not advised: castout then begins earlier, and
#: changed pages may find no room. Ours.
MOST_DATA_TAKEN: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedStructure:
    """Bytes of one copy, RATIO, and the directory entries and data pages that they have room for."""

    size: int
    ratio: int
    entries: int
    data: int

    @property
    def kilobytes(self) -> int:
        """Its size as commands want it."""
        return -(-self.size // KIB)


@dataclass(frozen=True, slots=True)
class CurrentStructure:
    """A structure as it is now: bytes, entries, data pages, bytes of a page, and the local buffers of all
    members that its directory has to name.
    """

    size: int
    entries: int
    data: int
    page: int
    local: int

    @property
    def wanted(self) -> int:
        """Directory entries that all buffers and all of its data pages need at most."""
        return self.local + self.data

    @property
    def is_enough(self) -> bool:
        """Whether the directory names them all."""
        return self.entries >= self.wanted

    @property
    def _used(self) -> float:
        """The share of its bytes that entries and data pages take."""
        return (self.entries * DIRECTORY_ENTRY + self.data * self.page) / self.size

    def with_ratio(self, ratio: int) -> SizedStructure:
        """The same size with another RATIO."""
        data = int(self.size * self._used / (self.page + ratio * DIRECTORY_ENTRY))
        return SizedStructure(size=self.size, ratio=ratio, entries=ratio * data, data=data)

    @property
    def same_size(self) -> SizedStructure | None:
        """The least RATIO of the same size that names all; None where none does, or it takes too many data
        pages.
        """
        for ratio in range(max(1, self.entries // self.data), LARGEST_RATIO + 1):
            found = self.with_ratio(ratio)
            if found.data < (1 - MOST_DATA_TAKEN) * self.data:
                return None
            if found.entries >= self.local + found.data:
                return found
        return None

    @property
    def same_data(self) -> SizedStructure | None:
        """The least structure that names all and keeps its data pages; None where no RATIO does."""
        ratio = -(-self.wanted // self.data)
        entries = ratio * self.data
        size = int((entries * DIRECTORY_ENTRY + self.data * self.page) / self._used) + 1
        whole = -(-size // KIB) * KIB
        if ratio > LARGEST_RATIO:
            return None
        return SizedStructure(size=whole, ratio=ratio, entries=entries, data=self.data)

    @property
    def same_ratio(self) -> SizedStructure | None:
        """The least structure that names all without another RATIO, which is what ALTER of its size makes;
        None where no size does, as it has no more entries than data pages.
        """
        spare = self.entries - self.data
        if spare <= 0:
            return None
        grown = max(1.0, self.local / spare)
        size = -(-int(self.size * grown + 1) // KIB) * KIB
        return SizedStructure(
            size=size,
            ratio=max(1, self.entries // self.data),
            entries=int(self.entries * grown),
            data=int(self.data * grown),
        )


def room(member: Member, pool: GroupPool) -> CurrentStructure | None:
    """The structure as displays show it, with the buffers of all members, those not in the evidence taken to
    be of the size of this one; None where something of it is not known.
    """
    size, entries, data = (pool.whole(name) for name in ("size", "directory_entries", "data_pages"))
    local = sum(one.buffers or 0 for one in member.pools if one.number == pool.number)
    if not size or not entries or not data or not local:
        return None
    return CurrentStructure(
        size, entries, data, pool.page_bytes, local * max(1, pool.whole("connections") or 1)
    )
