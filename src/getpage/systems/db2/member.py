"""One Db2 subsystem, or member of a data sharing group, as the rules see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.systems.facts import computed

from . import frames as evidence_frames
from .dump import DumpSpace, dump_space, paged_out
from .group_pool import GroupPool, group_pools
from .paging import paging
from .pool import Pool, pools
from .simulation import Simulation, simulations
from .threads import Threads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.result import Fact
    from getpage.systems.interface import Evidence

    from .frames import Row


@dataclass(frozen=True)
class Member:
    """What the window holds of one member; `system` and `name` are None where nothing names them."""

    evidence: Evidence
    system: str | None
    name: str | None
    frames: Mapping[str, pl.DataFrame]

    @property
    def object(self) -> str:
        """How findings name it."""
        return ".".join(part for part in (self.system, self.name) if part)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.object or "the Db2 subsystem"

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """All pools that a display named, by identifier."""
        return pools(self.frames, self.object)

    @cached_property
    def group_pools(self) -> tuple[GroupPool, ...]:
        """All group buffer pools that it displayed, by identifier."""
        return group_pools(self.frames["db2_group_buffer_pool"], self.object)

    @cached_property
    def nameless_simulations(self) -> tuple[Simulation, ...]:
        """Results of simulated pools without the name of the pool: quoted or cut-off displays."""
        frame = self.frames["db2_simulated_pool"]
        return simulations(frame.filter(pl.col("buffer_pool").is_null()))

    @cached_property
    def threads(self) -> Threads:
        """What accounting says of its threads."""
        return Threads(
            self.frames["db2_thread_end"],
            self.frames["db2_plan_activity"],
            self.frames["db2_package_activity"],
        )

    @property
    def storage(self) -> pl.DataFrame:
        """Storage of its address spaces."""
        return self.frames["db2_storage"]

    @property
    def pool_bytes(self) -> int:
        """Storage of all its pools."""
        return sum(pool.bytes or 0 for pool in self.pools)

    @cached_property
    def dump(self) -> DumpSpace | None:
        """What a dump of it takes; None where no evidence says."""
        return dump_space(self.storage, self.pool_bytes)

    @cached_property
    def short_of_real(self) -> bool:
        """Whether its pools were paged in during the window, or some of it is paged out."""
        paged = [found for pool in self.pools if (found := paging(pool))]
        return any(not found.from_activation for found in paged) or bool(paged_out(self.storage))

    def fact(self, table: str, column: str, row: Row, label: str) -> Fact:
        """A number of the evidence, with where it stands."""
        return self.evidence.fact(table, column, row, label=label)

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column, nulls left out; differences of two displays say so."""
        if row is None:
            return ()
        found = [name for name in labels if row[name] is not None]
        if row.get("difference"):
            gauges = evidence_frames.GAUGES.get(table, frozenset())
            return tuple(
                self.fact(table, name, row, labels[name])
                if name in gauges or not isinstance(row[name], int) or isinstance(row[name], bool)
                else computed(f"{labels[name]}, difference of two displays", row[name], "count", row)
                for name in found
            )
        return tuple(self.fact(table, name, row, labels[name]) for name in found)


def members(evidence: Evidence) -> tuple[Member, ...]:
    """Every member in the evidence, by system and name."""
    frames = evidence_frames.ready(evidence)
    return tuple(
        Member(evidence, *key, {name: evidence_frames.of(frame, key) for name, frame in frames.items()})
        for key in evidence_frames.keys(frames)
    )
