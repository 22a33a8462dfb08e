"""Pools of PSBs and DMBs, and the buffers of the log: what is defined, and what waited for space.

IMS names a pool one way where it runs and another where it is defined.

| where it runs | parameter | holds |
|---|---|---|
| DLMP | CSAPSB= with a DL/I address space, else PSB= | PSBs, in common storage |
| DPSB | DLIPSB= | PSBs, in the DL/I address space |
| PSBW | PSBW= | work areas of PSBs |
| DLDP | DMB= | descriptions of databases |

How sure: DLDP is the DMB pool by IBM IMS 15 documentation, "General buffer pool considerations"; that DLMP
and DPSB are the two PSB pools is not said in a page that is at hand (`derived`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.core.names import KnobId, Object
from getpage.core.units import KIB

from .thresholds import LOG_BUFFERS

if TYPE_CHECKING:
    from getpage.contract.measures import Row
    from getpage.products.common.subsystem import SubsystemInWindow

#: The parameters that set each pool, the first that is defined.
PARAMETERS: Final = {
    "DLMP": ("CSAPSB", "PSB"),
    "DPSB": ("DLIPSB", "PSB"),
    "PSBW": ("PSBW",),
    "DLDP": ("DMB",),
}
#: What is said where members have several sizes, which have no time.
RESIZED: Final = (
    " Members have several sizes of it: which of them that was is not known, and no other is asked for."
)
HOLDS: Final = {
    "DLMP": "PSBs",
    "DPSB": "PSBs",
    "PSBW": "work areas of PSBs",
    "DLDP": "descriptions of databases (DMBs)",
}


@dataclass(frozen=True, eq=False)
class Pool:
    """A pool: `definition` is its parameter, `failures` rows that say that it had no space; `is_resized` says
    that members have several sizes, none of them with a time, so that nothing tells which of them it had.
    """

    ims: SubsystemInWindow
    id: str
    parameter: str
    definition: Row | None
    failures: tuple[Row, ...]
    is_resized: bool

    @property
    def object(self) -> Object:
        """The pool, as findings name it."""
        return Object(self.ims.id, f"{self.parameter} pool")

    @property
    def knob(self) -> KnobId:
        """Its size."""
        return KnobId(self.ims.id, self.parameter)

    @property
    def bytes(self) -> int | None:
        """Its size; None where no member says it."""
        return None if self.definition is None else self.definition["pool_bytes"]

    @property
    def kilobytes(self) -> int | None:
        """The same in the unit of the parameter."""
        return None if self.bytes is None else self.bytes // KIB

    @property
    def times(self) -> int:
        """How often there was no space."""
        return sum(int(row["times"]) for row in self.failures)

    @property
    def a_second(self) -> float | None:
        """How often a second there was no space, by traces; None without one."""
        traced = [row for row in self.failures if row["interval_us"]]
        spans = {(row["file"], row["written"], row["interval_us"]) for row in traced}
        seconds = sum(int(us) for _, _, us in spans) / 1e6
        return sum(int(row["times"]) for row in traced) / seconds if seconds else None

    @property
    def asked(self) -> int:
        """The most bytes that were asked for and not there; 0 where nothing tells."""
        return max((int(row["bytes_asked"] or 0) for row in self.failures), default=0)

    @property
    def worst(self) -> Row:
        """The failure with most bytes, else the most often."""
        return max(self.failures, key=lambda row: (row["bytes_asked"] or 0, row["times"]))


def _last(definitions: pl.DataFrame, statement: str) -> Row | None:
    rows = definitions.filter(pl.col("statement") == statement)
    return rows.row(-1, named=True) if rows.height else None


def _several(definitions: pl.DataFrame, statement: str) -> bool:
    """Whether members have several sizes for it."""
    rows = definitions.filter(pl.col("statement") == statement)
    return rows.select("pool_bytes", "buffers", "buffer_bytes").n_unique() > 1


def pools_of(ims: SubsystemInWindow, definitions: pl.DataFrame, failures: pl.DataFrame) -> tuple[Pool, ...]:
    """Those that are defined or failed."""
    made = []
    rows = list(failures.iter_rows(named=True))
    for name, parameters in PARAMETERS.items():
        defined = [(one, row) for one in parameters if (row := _last(definitions, one)) is not None]
        mine = tuple(row for row in rows if row["pool"] == name)
        parameter, definition = defined[0] if defined else (parameters[0], None)
        is_other = parameter == "PSB" and name == "DPSB"  # one pool, told of as DLMP
        if (mine or definition is not None) and not (is_other and not mine):
            made.append(Pool(ims, name, parameter, definition, mine, _several(definitions, parameter)))
    return tuple(made)


@dataclass(frozen=True, eq=False)
class LogBuffers:
    """Buffers of the online log: `definition` is OLDSDEF, `rows` what the logger counted; `is_resized` as of
    a pool.
    """

    ims: SubsystemInWindow
    definition: Row | None
    rows: pl.DataFrame
    is_resized: bool

    @property
    def object(self) -> Object:
        """As findings name them."""
        return Object(self.ims.id, "log buffers")

    @property
    def knob(self) -> KnobId:
        """How many there are."""
        return KnobId(self.ims.id, "OLDS")

    @property
    def buffers(self) -> int | None:
        """How many; what IMS takes where OLDSDEF does not say; None without OLDSDEF."""
        return None if self.definition is None else int(self.definition["buffers"] or LOG_BUFFERS)

    @property
    def buffer_bytes(self) -> int | None:
        """The size of each, where OLDSDEF has it; else it is the block size of the data sets."""
        return None if self.definition is None else self.definition["buffer_bytes"]

    @property
    def waits(self) -> int:
        """How often somebody waited for one."""
        return sum(int(self.rows[name].sum() or 0) for name in ("buffer_waits", "checkpoint_waits"))

    @property
    def seconds(self) -> float:
        """How long that was counted."""
        return float(self.rows["interval_us"].sum() or 0) / 1e6

    @property
    def worst(self) -> Row | None:
        """The report with most waits."""
        if not self.rows.height:
            return None
        place = (
            self.rows["buffer_waits"].fill_null(0) + self.rows["checkpoint_waits"].fill_null(0)
        ).arg_max()
        return self.rows.row(int(place or 0), named=True)


def log_buffers_of(
    ims: SubsystemInWindow, definitions: pl.DataFrame, rows: pl.DataFrame
) -> LogBuffers | None:
    """None where neither a member nor a report tells of them."""
    definition = _last(definitions, "OLDSDEF")
    if definition is None and not rows.height:
        return None
    return LogBuffers(ims, definition, rows, _several(definitions, "OLDSDEF"))
