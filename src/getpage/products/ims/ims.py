"""One IMS over the window: its subpools, its pools, the buffers of its log, and what its members define.

No report names an IMS or a system: files do, `IMSP@SYSA.monitor.txt`. What no file names is of the only IMS
that others name, else of one without a name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Row
from getpage.products.common.dbctl import name_of
from getpage.products.common.ims_messages import REGIONS, TRANSACTIONS, rows_of
from getpage.products.common.subsystem import SubsystemInWindow

from .fast_recovery import tracked_by
from .occupied import MessageRegion, RegionGroup, groups_of, regions_of
from .pools import FAILURES, LOG, USE, AcbPool, ImsPool, LogBuffers, acb_pool_of, log_buffers_of, pools_of
from .queues import TABLE as QUEUE_IO
from .queues import QueuePool, queue_pool_of
from .subpool import DEFINITIONS, KEY, TABLE, Subpool, by_interval, with_requests
from .subpool import name_of as name_of_subpool
from .traced import Traced, traces_of

TABLES: Final = (TABLE, DEFINITIONS, FAILURES, USE, LOG, QUEUE_IO, REGIONS, TRANSACTIONS)
#: Statements that define a subpool, by what it is of.
_STATEMENTS: Final = {"IOBF": "OSAM", "VSRBF": "VSAM"}
#: What is in a section of DFSDFxxx comes into force by a command only: it says nothing of what is.
_IN_FORCE: Final = pl.col("section").is_null() | ~pl.col("section").str.contains("^(OSAM|VSAM)")


@dataclass(frozen=True)
class Ims(SubsystemInWindow):
    """One IMS in the window; `frames` are its rows by table. An FDBR region is one too: `active` is the IMS
    that it tracks, where the evidence has it.
    """

    PRODUCT: ClassVar[str] = "ims"
    NAMELESS: ClassVar[str] = "the IMS"

    frames: Mapping[str, pl.DataFrame]
    active: Ims | None = None

    @cached_property
    def definitions(self) -> pl.DataFrame:
        """Statements in force, in order."""
        return self.frames[DEFINITIONS].filter(_IN_FORCE)

    @cached_property
    def tracks(self) -> str | None:
        """The IMS that it tracks, if it is an FDBR region."""
        return tracked_by(self.definitions)

    @cached_property
    def subpools(self) -> tuple[Subpool, ...]:
        """All subpools that are reported or defined, by name."""
        printed = with_requests(self.frames[TABLE])
        rows = by_interval(printed)
        subpools: dict[tuple[object, ...], Subpool] = {}
        for key, last in _latest(printed).items():
            columns = dict(zip(KEY, key, strict=True))
            subpools[key] = self._subpool(columns, _of(rows, columns), last, self._definition(columns))
        reported = defaultdict(list)
        for subpool in subpools.values():
            reported[_place(subpool.key)].append(subpool.key)
        for key, row in self._defined.items():
            columns = dict(zip(KEY, key, strict=True))
            if not any(_is_of(other, row) for other in reported[_place(columns)]):
                subpools[key] = self._subpool(columns, rows.clear(), None, row)
        return tuple(sorted(subpools.values(), key=lambda subpool: subpool.name))

    @cached_property
    def judged(self) -> tuple[Subpool, ...]:
        """The reported subpools."""
        return tuple(subpool for subpool in self.subpools if subpool.last is not None)

    def _subpool(
        self, key: Mapping[str, object], rows: pl.DataFrame, last: Row | None, definition: Row | None
    ) -> Subpool:
        name = name_of_subpool(key, shares_id=self._ids[str(key["subpool_id"])] > 1)
        return Subpool(self, name, key, rows, last, definition, self._pools.get(str(key["pool_id"])))

    @cached_property
    def _pools(self) -> dict[str, Row]:
        """The last POOLID statement of each VSAM pool."""
        rows = self.definitions.filter(pl.col("statement") == "POOLID")
        return {str(row["pool_id"]): row for row in rows.iter_rows(named=True)}

    @cached_property
    def _ids(self) -> Counter[str]:
        osam = self.frames[TABLE].filter(pl.col("access") == "OSAM").select("subpool_id", "buffer_bytes")
        defined = self.definitions.filter(pl.col("statement") == "IOBF").select("subpool_id", "buffer_bytes")
        both = pl.concat([osam, defined]).unique().drop_nulls()
        return Counter(both["subpool_id"].to_list())

    @cached_property
    def _defined(self) -> dict[tuple[object, ...], Row]:
        """The last statement of each subpool."""
        statements: dict[tuple[object, ...], Row] = {}
        for row in self.definitions.iter_rows(named=True):
            access = _STATEMENTS.get(row["statement"])
            if access is None:
                continue
            kind = row["kind"] if access == "VSAM" else None
            statements[access, row["pool_id"], row["subpool_id"], kind, row["buffer_bytes"]] = row
        return statements

    @cached_property
    def _defined_at(self) -> Mapping[object, list[Row]]:
        """The statements by what a report of the same subpool has in common with them."""
        statements: dict[object, list[Row]] = defaultdict(list)
        for key, row in self._defined.items():
            statements[_place(dict(zip(KEY, key, strict=True)))].append(row)
        return statements

    def _definition(self, key: Mapping[str, object]) -> Row | None:
        statements = [row for row in self._defined_at[_place(key)] if _is_of(key, row)]
        return min(statements, key=lambda row: row["kind"] or "", default=None)  # data before an index

    @cached_property
    def pools(self) -> tuple[ImsPool, ...]:
        """Pools of PSBs and DMBs that are defined or reported, or that had no space."""
        return pools_of(self, self.definitions, self.frames[FAILURES], self.frames[USE])

    @cached_property
    def traced(self) -> list[Traced]:
        """Traces of the IMS Monitor with regions and queues; none where log records say more."""
        if any(group.queues for group in self.region_groups):
            return []
        return traces_of(self.regions, self.frames[REGIONS], self.frames[TRANSACTIONS])

    @cached_property
    def acb_pool(self) -> AcbPool | None:
        """The pool of PSBs and DMBs above the bar; None if nothing mentions it."""
        return acb_pool_of(self, self.pools, self.definitions, self.frames[FAILURES])

    @cached_property
    def regions(self) -> tuple[MessageRegion, ...]:
        """Dependent regions that started or were occupied, by number."""
        return regions_of(self.frames[REGIONS])

    @cached_property
    def region_groups(self) -> tuple[RegionGroup, ...]:
        """Classes by the message regions that serve them."""
        return groups_of(self, self.regions, self.frames[TRANSACTIONS])

    @cached_property
    def queue_pool(self) -> QueuePool | None:
        """Message queue buffers; None if neither a member nor a report mentions them."""
        return queue_pool_of(self, self.definitions, self.frames[QUEUE_IO])

    @cached_property
    def log_buffers(self) -> LogBuffers | None:
        """Buffers of the log; None if neither a member nor a report mentions them."""
        return log_buffers_of(self, self.definitions, self.frames[LOG])


def _place(key: Mapping[str, object]) -> object:
    """What a subpool and its statement surely have in common."""
    return key["access"], key["buffer_bytes"], key["subpool_id"] if key["access"] == "OSAM" else None


def _is_of(key: Mapping[str, object], row: Row) -> bool:
    """Whether a statement defines a subpool: VSAM reports of a STAT call do not say whether it is of an
    index.
    """
    if _STATEMENTS[row["statement"]] != key["access"] or row["buffer_bytes"] != key["buffer_bytes"]:
        return False
    if key["access"] == "OSAM":
        return bool(row["subpool_id"] == key["subpool_id"])
    same = row["pool_id"] == key["pool_id"] or row["pool_id"] is None or key["pool_id"] is None
    return same and (key["kind"] is None or row["kind"] == key["kind"])


def _of(rows: pl.DataFrame, key: Mapping[str, object]) -> pl.DataFrame:
    return rows.filter(
        pl.all_horizontal(pl.col(name).eq_missing(pl.lit(value)) for name, value in key.items())
    )


def _latest(rows: pl.DataFrame) -> dict[tuple[object, ...], Row]:
    """The newest report of each subpool."""
    ordered = rows.sort("written", "file", "record", nulls_last=False, maintain_order=True)
    last = ordered.group_by(KEY, maintain_order=True).last()
    return {tuple(row[name] for name in KEY): row for row in last.iter_rows(named=True)}


def systems(evidence: Evidence) -> list[Ims]:
    """Every IMS in the evidence, by system and name."""
    frames = {table: _named(evidence, rows_of(evidence, table)) for table in TABLES}
    frames[TABLE] = frames[TABLE].filter(pl.col("access").is_in(_STATEMENTS.values()))
    named = [pair for pair in _owners(frames) if pair[1] is not None]
    if len(named) == 1:
        [(system, name)] = named
        is_nameless = pl.col("ims").is_null() & (pl.col("system").is_null() | (pl.col("system") == system))
        frames = {
            table: frame.with_columns(
                pl.when(is_nameless).then(pl.lit(system, pl.String)).otherwise("system").alias("system"),
                pl.when(is_nameless).then(pl.lit(name, pl.String)).otherwise("ims").alias("ims"),
            )
            for table, frame in frames.items()
        }
    every = []
    for system, name in sorted(_owners(frames), key=lambda pair: (pair[0] or "", pair[1] or "")):
        of = pl.col("ims").eq_missing(pl.lit(name)) & pl.col("system").eq_missing(pl.lit(system))
        every.append(
            Ims(evidence, system, name, {table: frame.filter(of) for table, frame in frames.items()})
        )
    by_name = {ims.name: ims for ims in every}
    return [replace(ims, active=by_name.get(ims.tracks)) if ims.tracks else ims for ims in every]


def _owners(frames: Mapping[str, pl.DataFrame]) -> set[tuple[str | None, str | None]]:
    """System and IMS of all rows."""
    return {pair for frame in frames.values() for pair in frame.select("system", "ims").unique().iter_rows()}


def _named(evidence: Evidence, frame: pl.DataFrame) -> pl.DataFrame:
    """Rows in order, with the system and the IMS that their files are named after."""
    files = {file: name_of(evidence.file_name(file)) for file in frame["file"].unique().sort().to_list()}
    system, name = (
        frame["file"].replace_strict(
            {file: pair[place] for file, pair in files.items()}, default=None, return_dtype=pl.String
        )
        for place in (0, 1)
    )
    return frame.with_columns(
        pl.coalesce("system", system.alias("of_file")).alias("system"), name.alias("ims")
    ).sort("written", "file", "record", nulls_last=False, maintain_order=True)
