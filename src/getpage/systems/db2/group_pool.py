"""Group buffer pools: what a member's displays show of the structure and of its use by the group.

Reference: IBM REDP-5238, 2.1 and 2.3.1; IBM Db2 documentation, "Storage estimate for group buffer pools".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from .names import page_bytes, pool_name
from .thresholds import DIRECTORY_ENTRY, MEMBERS_OF_THE_STUDY

if TYPE_CHECKING:
    from .frames import Frames, Row


@dataclass(frozen=True)
class GroupPool:
    """One group buffer pool as one member displayed it over the window."""

    number: int
    object: str
    frame: pl.DataFrame
    shown: pl.DataFrame  # the same as displays and records have it

    @cached_property
    def last(self) -> Row:
        """The latest row."""
        return self.frame.row(-1, named=True)

    @property
    def name(self) -> str:
        """Its name, as commands want it."""
        return str(self.last["pool"] or f"G{pool_name(self.number)}")

    @property
    def page_bytes(self) -> int:
        """Bytes of a page."""
        return page_bytes(self.number)

    def whole(self, column: str) -> int | None:
        """The latest value of a numeric attribute."""
        known = self.shown[column].drop_nulls()
        return int(known[-1]) if len(known) else None

    def total(self, column: str) -> int:
        """The sum of a counter over the window."""
        return int(self.frame[column].sum() or 0)

    def worst(self, column: str) -> Row | None:
        """The first row with the largest value above 0; None when there is none."""
        found = self.frame.filter(pl.col(column) > 0).sort(column, descending=True, maintain_order=True)
        return found.row(0, named=True) if found.height else None

    @property
    def duplexed(self) -> bool:
        """Whether a secondary structure is kept."""
        mode = self.shown["duplex_mode"].drop_nulls()
        return bool(self.whole("secondary_size")) or (len(mode) > 0 and mode[-1] == "DUPLEX")


def group_pools(frames: Frames, prefix: str) -> tuple[GroupPool, ...]:
    """The group buffer pools that a member displayed, by identifier."""
    table, shown = frames.tables["db2_group_buffer_pool"], frames.shown["db2_group_buffer_pool"]
    return tuple(
        _one(table.filter(mine := pl.col("buffer_pool") == number), shown.filter(mine), number, prefix)
        for number in sorted(table["buffer_pool"].drop_nulls().unique())
    )


def _one(frame: pl.DataFrame, shown: pl.DataFrame, number: int, prefix: str) -> GroupPool:
    names = shown["pool"].drop_nulls()
    name = str(names[-1]) if len(names) else f"G{pool_name(number)}"
    return GroupPool(number, f"{prefix} {name}".strip(), frame, shown)


def directory_bytes(pages: int, members: int = MEMBERS_OF_THE_STUDY) -> int:
    """Directory that so many pages take when every member has each: 500 bytes a page of two members."""
    return pages * members * DIRECTORY_ENTRY


def structure_bytes(pages: int, page: int, *, members: int = MEMBERS_OF_THE_STUDY, duplexed: bool) -> int:
    """Coupling facility storage for so many data pages with their directory; twice that when duplexed."""
    return (pages * page + directory_bytes(pages, members)) * (2 if duplexed else 1)
