"""One queue manager as the rules see it: its pools, page sets and storage, and the frames behind them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.names import Image, Object, Subsystem

from . import frames as evidence_frames
from .page_set import PageSet, page_sets
from .pool import Pool, pools
from .storage import Storage
from .thresholds import FIRST_RELEASE_ABOVE, PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

    from .frames import Row


@dataclass(frozen=True)
class QueueManager:
    """What the window holds of one queue manager; `system` and `name` are None where nothing names them."""

    evidence: Evidence
    system: str | None
    name: str | None
    frames: Mapping[str, pl.DataFrame]

    @cached_property
    def id(self) -> Subsystem:
        """Which one it is."""
        return Subsystem("mq", Image(self.system or ""), self.name or "")

    @property
    def object(self) -> Object:
        """The queue manager itself, as findings name it."""
        return Object(self.id)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.id.named or "the queue manager"

    @cached_property
    def page_sets(self) -> tuple[PageSet, ...]:
        """All page sets, by number."""
        return page_sets(self.frames["mq_page_set"], self.id)

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """All pools that have buffers, by number."""
        return pools(self.frames["mq_buffer_pool"], self.frames["mq_page_set"], self.page_sets, self.id)

    @cached_property
    def storage(self) -> Storage:
        """The storage of its address space."""
        no_limit = self.evidence.field("mq_storage_region", "memory_limit").no_limit
        return Storage(self.frames["mq_storage_region"], self.frames["mq_storage_usage"], no_limit)

    @cached_property
    def release(self) -> int | None:
        """The release of the SMF header as a number: 800 is V8; None where no evidence says."""
        for table in ("mq_buffer_pool", "mq_storage_region", "mq_page_set"):
            for level in reversed(self.frames[table]["level"].drop_nulls().to_list()):
                if re.fullmatch(r"[0-9]{3}", level):
                    return int(level)
        return None

    @cached_property
    def can_be_above(self) -> bool:
        """Whether its release knows LOCATION(ABOVE): by its number, or because a pool has a page class."""
        if self.release is not None:
            return self.release >= FIRST_RELEASE_ABOVE
        return any(pool.location is not None and pool.page_class is not None for pool in self.pools)

    @property
    def pools_below(self) -> tuple[Pool, ...]:
        """Pools below the bar; a pool whose location nothing tells is taken to be there, the default."""
        return tuple(pool for pool in self.pools if not pool.above)

    @property
    def bytes_below(self) -> int:
        """Storage of the pools below the bar."""
        return sum(pool.bytes for pool in self.pools_below)

    @property
    def pages_above(self) -> int:
        """Buffers of the pools above the bar."""
        return sum(pool.buffers for pool in self.pools if pool.above)

    @cached_property
    def messages(self) -> int | None:
        """Messages on private queues at the most, where queue statistics say; else None."""
        rows = self.frames["mq_queue"].filter(pl.col("shared").not_())
        if not rows.height:
            return None
        depth = pl.max_horizontal("depth", "depth_high_water")
        return int(rows.group_by("queue").agg(depth.max().alias("most"))["most"].sum())

    def fact(self, table: str, column: str, row: Row, label: str) -> Fact:
        """A number of the evidence, with where it stands."""
        return self.evidence.fact(table, column, row, label=label)

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column; columns without a value are left out."""
        if row is None:
            return ()
        return tuple(
            self.fact(table, name, row, label) for name, label in labels.items() if row[name] is not None
        )


def queue_managers(evidence: Evidence) -> tuple[QueueManager, ...]:
    """Every queue manager of the evidence, by system and name."""
    frames = evidence_frames.ready(evidence)
    return tuple(
        QueueManager(
            evidence, key[0], key[1], {name: evidence_frames.of(frame, key) for name, frame in frames.items()}
        )
        for key in evidence_frames.keys(frames)
    )


def storage_of(buffers: int) -> int:
    """Bytes that so many buffers take."""
    return buffers * PAGE_BYTES
