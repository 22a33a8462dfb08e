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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.core.names import KnobId, Object
from getpage.core.units import GIB, KIB
from getpage.products.common.dbctl import pool_of
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Ask

from .constants import ACB, LOG_BUFFERS, MOST_POOL

#: The parameters that set each pool, the first that is defined.
PARAMETERS: Final = {
    "DLMP": ("CSAPSB", "PSB"),
    "DPSB": ("DLIPSB", "PSB"),
    "PSBW": ("PSBW",),
    "DLDP": ("DMB",),
}
#: Why no size is asked for where members, which have no time, have several.
RESIZED: Final = "Members have several sizes of it: which one that was is not known."
#: Pools whose PSBs and DMBs the pool above the bar holds; work areas are not among them.
ACBS: Final = ("DLMP", "DPSB", "DLDP")
#: Pools of PSBs, of which a Fast Database Recovery region has one.
PSBS: Final = ("DLMP", "DPSB")
FAILURES: Final = "ims_pool_failure"
USE: Final = "ims_pool"
LOG: Final = "ims_log_buffers"
_COUNTS: Final = ("records", "check_writes", "write_waits", "checkpoint_waits", "buffer_waits")
HOLDS: Final = {
    "DLMP": "PSBs",
    "DPSB": "PSBs",
    "PSBW": "work areas of PSBs",
    "DLDP": "descriptions of databases (DMBs)",
}


@dataclass(frozen=True, eq=False)
class ImsPool:
    """A pool of PSBs or DMBs.

    `definition` is its parameter, `failures` are rows that report it without space, `use` is the row with the
    most of it in use. `is_resized`: members have several sizes, which have no time, so that it is not known
    which of them the pool had.
    """

    ims: SubsystemInWindow
    id: str
    parameter: str
    definition: Row | None
    failures: tuple[Row, ...]
    is_resized: bool
    use: Row | None = None

    @property
    def object(self) -> Object:
        """The pool, as findings name it."""
        return pool_of(self.ims.id, self.parameter)

    @property
    def used_share(self) -> float | None:
        """Most of it in use, as a share; None if nothing counts it."""
        size = None if self.use is None else self.use["pool_bytes"] or self.bytes
        return most_of(self.use) / size if self.use is not None and size else None

    @property
    def knob(self) -> KnobId:
        """Its size."""
        return KnobId(self.ims.id, self.parameter)

    @property
    def bytes(self) -> int | None:
        """Its size; None if no member defines it."""
        return None if self.definition is None else self.definition["pool_bytes"]

    @property
    def kilobytes(self) -> int | None:
        """Its size in KiB, the unit of the parameter; None if no member defines it."""
        return None if self.bytes is None else self.bytes // KIB

    @property
    def times(self) -> int:
        """How often there was no space."""
        return sum(int(row["times"]) for row in self.failures)

    @property
    def failure_rate(self) -> float | None:
        """Times per second without space, by traces; None without a trace."""
        traced = [row for row in self.failures if row["interval_us"]]
        spans = {(row["file"], row["written"], row["interval_us"]) for row in traced}
        seconds = sum(int(us) for _, _, us in spans) / 1e6
        return sum(int(row["times"]) for row in traced) / seconds if seconds else None

    @property
    def is_knob(self) -> bool:
        """Whether its size is known and it is known to have been too small; nothing counts its use."""
        return bool(self.kilobytes and self.failures)

    @property
    def larger(self) -> tuple[Ask, ...]:
        """Asks for twice its size, or for the largest failed request more; empty if its size is not known."""
        if not self.bytes or self.is_resized:
            return ()
        wanted = -(-max(2 * self.bytes, self.bytes + self.requested) // KIB)
        return (Ask(knob=self.knob, size=min(wanted, MOST_POOL // KIB), at_least=True, reached=True),)

    @property
    def requested(self) -> int:
        """Bytes of the largest request that found no space; 0 if unknown."""
        return max((int(row["bytes_asked"] or 0) for row in self.failures), default=0)

    @property
    def worst(self) -> Row:
        """The failure with the most bytes, then the one with the most times."""
        return max(self.failures, key=lambda row: (row["bytes_asked"] or 0, row["times"]))


def most_of(row: Row) -> int:
    """The most bytes in use by a row."""
    return max(int(row["most_bytes"] or 0), int(row["used_bytes"] or 0))


def last_of(definitions: pl.DataFrame, statement: str) -> Row | None:
    """The last of these statements; None without one."""
    rows = definitions.filter(pl.col("statement") == statement)
    return rows.row(-1, named=True) if rows.height else None


def _several(definitions: pl.DataFrame, statement: str) -> bool:
    """Whether members define several sizes with this statement."""
    rows = definitions.filter(pl.col("statement") == statement)
    return rows.select("pool_bytes", "buffers", "buffer_bytes").n_unique() > 1


def pools_of(
    ims: SubsystemInWindow, definitions: pl.DataFrame, failures: pl.DataFrame, used: pl.DataFrame
) -> tuple[ImsPool, ...]:
    """The pools that are defined or reported, or that had no space."""
    pools = []
    rows = list(failures.iter_rows(named=True))
    uses = [row for row in used.iter_rows(named=True) if most_of(row)]
    for name, parameters in PARAMETERS.items():
        defined = [(word, row) for word in parameters if (row := last_of(definitions, word)) is not None]
        failed = tuple(row for row in rows if row["pool"] == name)
        parameter, definition = defined[0] if defined else (parameters[0], None)
        is_other = parameter == "PSB" and name == "DPSB"  # one pool, reported as DLMP
        use = max((row for row in uses if row["pool"] == name), key=most_of, default=None)
        if failed or use or (definition is not None and not is_other):
            is_resized = _several(definitions, parameter)
            pools.append(ImsPool(ims, name, parameter, definition, failed, is_resized, use))
    return tuple(pools)


@dataclass(frozen=True, eq=False)
class AcbPool:
    """The pool of PSBs and DMBs above the bar: `definition` is ACBIN64, `failure` the last DFS0811A, by which
    IMS started without it. `below` are the definitions of the pools that it stands in for.
    """

    ims: SubsystemInWindow
    definition: Row | None
    failure: Row | None
    below: tuple[Row, ...]

    @property
    def object(self) -> Object:
        """The pool, as findings name it."""
        return Object(self.ims.id, "64-bit ACB pool")

    @property
    def bytes(self) -> int | None:
        """What is asked for; None if no member says it."""
        return None if self.definition is None else self.definition["pool_bytes"]

    @property
    def bytes_below(self) -> int:
        """What the pools of PSBs and DMBs below the bar have together; 0 where no member says it."""
        return sum(int(row["pool_bytes"] or 0) for row in self.below)

    @property
    def gigabytes(self) -> int:
        """ACBIN64 that holds what these pools hold: IBM sizes it by them, or by the members of ACBLIB."""
        return -(-self.bytes_below // GIB)


def acb_pool_of(
    ims: SubsystemInWindow, pools: Sequence[ImsPool], definitions: pl.DataFrame, failures: pl.DataFrame
) -> AcbPool | None:
    """The pool; None if neither a member nor a message mentions it."""
    definition = last_of(definitions, "ACBIN64")
    failed = failures.filter(pl.col("pool") == ACB)
    if definition is None and not failed.height:
        return None
    below = tuple(pool.definition for pool in pools if pool.id in ACBS and pool.definition is not None)
    return AcbPool(ims, definition, failed.row(-1, named=True) if failed.height else None, below)


@dataclass(frozen=True, eq=False)
class LogBuffers:
    """Buffers of the online log.

    `definition` is OLDSDEF, `rows` are statistics of the logger; `is_resized` as in `ImsPool`.
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
        """Number of buffers, the default if OLDSDEF does not say; None without OLDSDEF."""
        return None if self.definition is None else int(self.definition["buffers"] or LOG_BUFFERS)

    @property
    def buffer_bytes(self) -> int | None:
        """Size of each; None if OLDSDEF does not say: it is then the block size of the data sets."""
        return None if self.definition is None else self.definition["buffer_bytes"]

    @property
    def is_knob(self) -> bool:
        """Whether number and size are known, and how long waits were counted."""
        return bool(self.buffers and self.buffer_bytes and self.seconds)

    @property
    def waits(self) -> int:
        """Waits for a buffer, checkpoints included."""
        return sum(int(self.rows[name].sum() or 0) for name in ("buffer_waits", "checkpoint_waits"))

    @property
    def seconds(self) -> float:
        """Seconds in which waits were counted; 0 if unknown."""
        return float(self.rows["interval_us"].sum() or 0) / 1e6

    @property
    def worst(self) -> Row | None:
        """The report with the most waits; None without one."""
        if not self.rows.height:
            return None
        place = (
            self.rows["buffer_waits"].fill_null(0) + self.rows["checkpoint_waits"].fill_null(0)
        ).arg_max()
        return self.rows.row(int(place or 0), named=True)


def log_buffers_of(
    ims: SubsystemInWindow, definitions: pl.DataFrame, rows: pl.DataFrame
) -> LogBuffers | None:
    """The buffers of the log; None if neither a member nor a report mentions them."""
    definition = last_of(definitions, "OLDSDEF")
    if definition is None and not rows.height:
        return None
    return LogBuffers(ims, definition, _by_interval(rows), _several(definitions, "OLDSDEF"))


def _by_interval(rows: pl.DataFrame) -> pl.DataFrame:
    """Reports of an interval, and of counts since IMS started, which have none, what each has more than the
    one before; none of them where a count fell, as it does when IMS starts again.
    """
    is_since_start = pl.col("interval_us").is_null()
    since = rows.filter(is_since_start & pl.col("written").is_not_null()).sort("written", maintain_order=True)
    grown = [pl.col(name) - pl.col(name).shift(1) for name in _COUNTS]
    length = (pl.col("written") - pl.col("written").shift(1)).dt.total_microseconds().cast(pl.Float64)
    fell = pl.any_horizontal(
        (pl.col(name) < pl.col(name).shift(1)).fill_null(value=False) for name in _COUNTS
    )
    between = since.with_columns(length.alias("interval_us"), (~fell).alias("_grew"), *grown)
    between = between.filter(pl.col("_grew") & (pl.col("interval_us") > 0)).select(rows.columns)
    return pl.concat([rows.filter(~is_since_start), between])
