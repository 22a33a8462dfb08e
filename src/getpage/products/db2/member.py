"""One Db2 subsystem, or member of a data sharing group, as the rules see it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.names import Image, Object, Subsystem
from getpage.result.trust import DERIVED

from . import frames as evidence_frames
from .counters import KINDS
from .dump import DumpSpace, dump_space, paged_out
from .group_pool import GroupPool, group_pools
from .paging import paging
from .pool import Pool, pools
from .simulation import Simulation, simulations
from .threads import Threads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

    from .frames import Frames, Row


@dataclass(frozen=True)
class Member:
    """What the window holds of one member; `system` and `name` are None where nothing names them."""

    evidence: Evidence
    system: str | None
    name: str | None
    ready: Frames

    @property
    def frames(self) -> Mapping[str, pl.DataFrame]:
        """The tables that the rules read."""
        return self.ready.tables

    @cached_property
    def id(self) -> Subsystem:
        """Which one it is."""
        return Subsystem("db2", Image(self.system or ""), self.name or "")

    @property
    def object(self) -> Object:
        """The member itself, as findings name it."""
        return Object(self.id)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.id.named or "the Db2 subsystem"

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """All pools that a display named, by identifier."""
        return pools(self.ready, self.id)

    @cached_property
    def group_pools(self) -> tuple[GroupPool, ...]:
        """All group buffer pools that it displayed, by identifier."""
        return group_pools(self.ready, self.id)

    @cached_property
    def nameless_simulations(self) -> tuple[Simulation, ...]:
        """Results of simulated pools without the name of the pool: quoted or cut-off displays."""
        frame = self.frames["db2_simulated_pool"]
        return simulations(frame.filter(pl.col("buffer_pool").is_null()))

    @cached_property
    def threads(self) -> Threads:
        """What accounting says of its threads."""
        return Threads(self.frames)

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
        """A number of the evidence, with where it stands; a difference stands where both its ends do."""
        shown = self._shown(table, column, row)
        if shown is not None:
            return self.evidence.fact(table, column, shown, label=label)
        less = row.get("less_file")
        found = self.evidence.fact(table, column, row, label=label)
        return replace(
            found,
            # Arithmetic does not make a field's place better known.
            trust=DERIVED if found.trust == DERIVED else "computed",
            interval_start=row["start"],
            interval_seconds=row["seconds"],
            less_file="" if less is None else self.evidence.file_name(less),
            less_record=row.get("less_record"),
        )

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column, nulls left out."""
        if row is None:
            return ()
        return tuple(
            self.fact(table, name, row, label) for name, label in labels.items() if row.get(name) is not None
        )

    def _shown(self, table: str, column: str, row: Row) -> Row | None:
        """The row of the evidence that has the value as it is; None for what was worked out.

        An attribute or an extreme may stand in another row than the counters do.
        """
        kind = KINDS.get(table)
        if kind is None:
            return row
        shown = self.ready.shown[table]
        if column not in shown.columns or (row["difference"] and column in kind.counters(shown)):
            return None
        same = [pl.col(key).eq_missing(pl.lit(row[key])) for key in kind.key]
        found = shown.filter(*same, pl.col(column) == pl.lit(row[column]))
        here = found.filter(pl.col("file") == row["file"], pl.col("record") == row["record"])
        if not here.height and column in kind.counters(shown):
            return None
        return next((rows.row(-1, named=True) for rows in (here, found) if rows.height), None)


def members(evidence: Evidence) -> tuple[Member, ...]:
    """Every member in the evidence, by system and name."""
    ready = evidence_frames.ready(evidence)
    return tuple(Member(evidence, *key, ready.of(key)) for key in evidence_frames.keys(ready.tables.values()))
