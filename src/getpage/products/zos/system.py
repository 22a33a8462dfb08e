"""One z/OS system as the rules see it: its real storage, who pages, its large frames and its dump reserve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage.core.names import Image, Object, Subsystem

from . import frames as evidence_frames
from . import records
from .free import Free
from .thresholds import FRAME

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

Row = dict[str, Any]


@dataclass(frozen=True)
class ZosSystem:
    """What the window holds of one system; `name` is None where nothing names it."""

    evidence: Evidence
    name: str | None
    frames: Mapping[str, pl.DataFrame]

    @cached_property
    def id(self) -> Subsystem:
        """z/OS itself, on which image."""
        return Subsystem("zos", Image(self.name or ""))

    @property
    def object(self) -> Object:
        """The image as a whole, as findings name it."""
        return Object(self.id)

    def within(self, name: str) -> Object:
        """An address space or a service class of it."""
        return Object(Subsystem("zos", self.id.image, name))

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.name or "the z/OS system"

    @property
    def storage(self) -> pl.DataFrame:
        """Real storage by interval."""
        return self.frames["zos_storage"]

    @property
    def spaces(self) -> pl.DataFrame:
        """Address spaces by panel or interval."""
        return self.frames["zos_address_space"]

    @property
    def classes(self) -> pl.DataFrame:
        """Service and report classes by interval."""
        return self.frames["zos_service_class"]

    @cached_property
    def free(self) -> Free:
        """Available frames over the window."""
        return Free(self.storage)

    @cached_property
    def online(self) -> tuple[int, str, str, Row] | None:
        """Bytes of real storage online, the least of the window, with table, column and row."""
        rows = self.storage.filter(pl.col("online_frames") > 0).sort("online_frames", maintain_order=True)
        if rows.height:
            row = rows.row(0, named=True)
            return int(row["online_frames"]) * FRAME, "zos_storage", "online_frames", row
        mine = pl.col("operating_system") == self.name if self.name else pl.lit(value=False)
        rows = self.frames[evidence_frames.PARTITIONS].filter(mine & (pl.col("online_bytes") > 0))
        if not rows.height:
            return None
        row = rows.sort("online_bytes", maintain_order=True).row(0, named=True)
        return int(row["online_bytes"]), evidence_frames.PARTITIONS, "online_bytes", row

    @property
    def online_bytes(self) -> int | None:
        """Bytes of real storage online; None where nothing tells."""
        return self.online[0] if self.online else None

    @cached_property
    def dump(self) -> Row | None:
        """The last word on what a dump may take."""
        rows = self.frames["zos_dump_option"].filter(pl.col("maxspace") > 0)
        return rows.row(-1, named=True) if rows.height else None

    @property
    def reserve(self) -> int | None:
        """Bytes that are to stay free for a dump: MAXSPACE."""
        return int(self.dump["maxspace"]) if self.dump else None

    @cached_property
    def large(self) -> Row | None:
        """The last word on large frames."""
        rows = self.frames["zos_large_frames"]
        return rows.row(-1, named=True) if rows.height else None

    @cached_property
    def large_at(self) -> Mapping[datetime, Row]:
        """The same by the end of the interval that it was told for."""
        rows = self.frames["zos_large_frames"].drop_nulls("end")
        return {row["end"]: row for row in rows.iter_rows(named=True)}

    @cached_property
    def pages(self) -> bool:
        """Whether anything shows that the system reads pages back."""
        system = self.storage.select(
            (pl.max_horizontal("demand_page_rate", "page_fault_rate") > 0).any()
        ).item()
        spaces = self.spaces.select((pl.col("page_in_rate") >= 1).any()).item()
        classes = self.classes.select((pl.col("page_in_rate") >= 1).any()).item()
        return bool(system or spaces or classes)

    @property
    def paging_is_known(self) -> bool:
        """Whether the evidence would show paging of the system as a whole."""
        return bool(self.storage["demand_page_rate"].drop_nulls().len())

    def fact(self, table: str, column: str, row: Row, label: str = "") -> Fact:
        """A number of the evidence, with where it stands."""
        return records.fact(records.SOURCES, self.evidence, table, column, row, label)

    def facts(self, table: str, row: Row, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column; columns without a value are left out."""
        return tuple(
            self.fact(table, name, row, label) for name, label in labels.items() if row.get(name) is not None
        )


def systems(evidence: Evidence) -> tuple[ZosSystem, ...]:
    """Every system of the evidence, by name."""
    frames = evidence_frames.ready(evidence)
    partitions = frames[evidence_frames.PARTITIONS]
    return tuple(
        ZosSystem(
            evidence,
            name,
            {table: evidence_frames.of(frames[table], name) for table in evidence_frames.TABLES}
            | {evidence_frames.PARTITIONS: partitions},
        )
        for name in evidence_frames.systems(frames)
    )
