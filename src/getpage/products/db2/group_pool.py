"""Group buffer pools: what a member's displays show of the structure and of its use by the group.

Reference: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Storage estimate for group buffer pools".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Object

from .measured import Measured, Series
from .names import pool_name
from .thresholds import DIRECTORY_ENTRY, MEMBERS_OF_THE_STUDY

if TYPE_CHECKING:
    from getpage.core.names import Subsystem

    from .frames import Frames


_TABLE = "db2_group_buffer_pool"


@dataclass(frozen=True)
class GroupPool(Measured):
    """One group buffer pool as one member displayed it over the window."""

    @property
    def name(self) -> str:
        """Its name, as commands want it."""
        return str(self.last["pool"] or f"G{pool_name(self.number)}")

    @property
    def duplexed(self) -> bool:
        """Whether a secondary structure is kept."""
        mode = self.shown["duplex_mode"].drop_nulls()
        return bool(self.whole("secondary_size")) or (len(mode) > 0 and mode[-1] == "DUPLEX")


def group_pools(frames: Frames, of: Subsystem) -> tuple[GroupPool, ...]:
    """The group buffer pools that a member displayed, by identifier."""
    numbers = frames.tables[_TABLE]["buffer_pool"].drop_nulls().unique()
    return tuple(_one(Series.of(frames, _TABLE, number), number, of) for number in sorted(numbers))


def _one(series: Series, number: int, of: Subsystem) -> GroupPool:
    names = series.shown["pool"].drop_nulls()
    name = str(names[-1]) if len(names) else f"G{pool_name(number)}"
    return GroupPool(number, Object(of, name), series)


def directory_bytes(pages: int, members: int = MEMBERS_OF_THE_STUDY) -> int:
    """Directory that so many pages take when every member has each: 500 bytes a page of two members."""
    return pages * members * DIRECTORY_ENTRY


def structure_bytes(pages: int, page: int, *, members: int = MEMBERS_OF_THE_STUDY, duplexed: bool) -> int:
    """Coupling facility storage for so many data pages with their directory; twice that when duplexed."""
    return (pages * page + directory_bytes(pages, members)) * (2 if duplexed else 1)
