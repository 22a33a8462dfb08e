"""What a curve says: rows as in a cache advice, what is known of each pool, and the messages of simulated
pools.

Rows have the shape that Oracle's V$DB_CACHE_ADVICE made usual: size, factor, estimated reads, their time,
share.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

#: Rises when a key of the JSON changes its meaning or goes.
CURVE_VERSION = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a pool of one size would have read.

    `reads` are getpages whose page was not in a pool that was empty when the trace began: the most that one
    in use reads. `reads_least` are those whatever it held then, `reads_warm` is the estimate between them;
    `sync_least` and `sync_warm` are the synchronous ones of these. Of `reads` a synchronous read is one I/O
    of one page that the getpage waits for; asynchronous ones are pages read by sequential, list or dynamic
    prefetch.
    `factor` is the size as a multiple of the present one; `share` is reads per getpage; `read_seconds` is the
    time of the synchronous reads. `opt_reads` is the clairvoyant bound, `band` the 95 % band of `share` where
    the curve is sampled, as `PoolCurve.band` says.
    """

    pool: str
    size: int
    vpseqt: int | None
    pgsteal: str
    bytes: int
    factor: float | None
    getpages: int
    reads: int
    sync_random: int
    sync_sequential: int
    asynchronous: int
    read_seconds: float
    share: float
    reads_least: int
    reads_warm: int
    sync_least: int
    sync_warm: int
    opt_reads: int | None = None
    band_low: float | None = None
    band_high: float | None = None
    marks: tuple[str, ...] = ()


class MarkName(StrEnum):
    """Which size matters: the present one, or one of those that `curve/marks.py` defines."""

    CURRENT = "current"
    KNEE = "knee"
    SATURATION = "saturation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A size that matters, for one VPSEQT."""

    name: MarkName
    vpseqt: int | None
    size: int
    reads: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """One simulated pool. Reads are pages; `delay_ms` is that of the synchronous ones."""

    pool: str
    vpsize: int
    vpseqt: int
    spsize: int
    spseqt: int
    in_use: int
    high_in_use: int
    sequential_in_use: int
    high_sequential_in_use: int
    avoidable_sync_random: int
    avoidable_sync_sequential: int
    avoidable_asynchronous: int
    pages_moved: int
    delay_ms: int

    def messages(self) -> str:
        """DSNB431I and DSNB432I, as -DISPLAY BUFFERPOOL DETAIL prints them (without a command prefix)."""
        return "\n".join(
            (
                f"DSNB431I  SIMULATED BUFFER POOL SIZE = {self.spsize} BUFFERS -",
                f"            ALLOCATED          = {abs(self.spsize)}",
                f"            IN-USE             = {self.in_use}",
                f"            HIGH IN-USE        = {self.high_in_use}",
                f"            SEQ-IN-USE         = {self.sequential_in_use}",
                f"            HIGH SEQ-IN-USE    = {self.high_sequential_in_use}",
                "DSNB432I  SIMULATED BUFFER POOL ACTIVITY -",
                "          AVOIDABLE READ I/O -",
                f"            SYNC  READ I/O (R)  ={self.avoidable_sync_random}",
                f"            SYNC  READ I/O (S)  ={self.avoidable_sync_sequential}",
                f"            ASYNC  READ I/O      ={self.avoidable_asynchronous}",
                "            SYNC  GBP READS (R)  =0",
                "            SYNC  GBP READS (S)  =0",
                "            ASYNC  GBP READS      =0",
                f"          PAGES MOVED INTO SIMULATED BUFFER POOL ={self.pages_moved}",
                f"          TOTAL AVOIDABLE SYNC I/O DELAY ={self.delay_ms} MILLISECONDS",
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeLine:
    """One line: (size in buffers, value) in ascending order of size. A bound is drawn in long dashes."""

    label: str
    points: tuple[tuple[int, float], ...]
    bound: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeBand:
    """Between what and what the first line lies: (size, least, most) in ascending order of size."""

    label: str
    points: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeMark:
    """A size that the lines are read at."""

    label: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePicture:
    """A chart over size of one object, as data."""

    id: str
    title: str
    object: str
    unit: str
    page_bytes: int
    lines: tuple[SizeLine, ...]
    band: SizeBand | None = None
    marks: tuple[SizeMark, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCurve:
    """What is known of one pool. `pages` are different pages referenced; `first_touches` are those of
    a page for the first time in the trace. `enough_getpages` is the length of a trace that would bring the
    least and the most reads of the present size (else of the knee, else of saturation) within a tenth of its
    reads. Pages and first touches are estimates where `sample` (the rate) is not None; `band` is then what
    the bands of its rows hold in 95 of 100 samples: the truth at each size (pointwise), or all of the curve
    (simultaneous).
    """

    pool: str
    page_bytes: int
    getpages: int
    pages: int
    first_touches: int
    sample: float | None
    marks: tuple[Mark, ...]
    rows: tuple[Row, ...]
    band: str | None = None
    enough_getpages: int | None = None
    simulated: Simulated | None = None
    pictures: tuple[SizePicture, ...] = ()

    def mark(self, name: MarkName) -> Mark | None:
        """The mark of this name, of the first VPSEQT that has it."""
        return next((mark for mark in self.marks if mark.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """What a group buffer pool of so many data entries would have found for the getpages of all members.

    `local_hits` found their page valid in their member's pool, which no size changes; of the others,
    `gbp_hits` found it in the group buffer pool and `disk_reads` read it. `..._invalid` are those of them
    that had the page in their local pool, invalidated elsewhere. `share` is disk reads per getpage.
    """

    entries: int
    bytes: int
    factor: float | None
    local_hits: int
    gbp_hits: int
    gbp_hits_invalid: int
    disk_reads: int
    disk_reads_invalid: int
    share: float
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMember:
    """A member of the group: the buffers of its local pool, and what it did."""

    member: str
    buffers: int
    getpages: int
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCurve:
    """One group buffer pool. `pages` are different pages referenced by the group, each of which was first
    read from disk; `cross_invalidations` are valid pages of a member that a change by another invalidated.
    """

    pool: str
    page_bytes: int
    gbpcache: str
    members: tuple[GroupMember, ...]
    getpages: int
    pages: int
    cross_invalidations: int
    rows: tuple[GroupRow, ...]
    pictures: tuple[SizePicture, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The curves of all pools of a trace, or of the group buffer pools of its members."""

    pools: tuple[PoolCurve, ...]
    groups: tuple[GroupCurve, ...] = ()
    trace: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    read_us: float = 0.0
    read_us_assumed: bool = False
    version: int = CURVE_VERSION

    @property
    def rows(self) -> pl.DataFrame:
        """The cache advice of all pools: one row a pool, VPSEQT and size."""
        rows = [
            dataclasses.asdict(row) | {"marks": list(row.marks)} for pool in self.pools for row in pool.rows
        ]
        return _frame(rows, _ROWS)

    @property
    def summary(self) -> pl.DataFrame:
        """One row a pool: getpages, pages, first touches, and the marked sizes of its first VPSEQT."""
        rows = []
        for pool in self.pools:
            marks = {name.value: getattr(pool.mark(name), "size", None) for name in MarkName}
            known = {key: getattr(pool, key) for key in _SUMMARY if key not in marks}
            rows.append(known | marks)
        return _frame(rows, _SUMMARY)

    def messages(self) -> str:
        """DSNB431I and DSNB432I of the simulated pools; empty where none was asked for."""
        return "\n".join(pool.simulated.messages() for pool in self.pools if pool.simulated is not None)


def _frame(rows: list[dict[str, Any]], columns: dict[str, str]) -> pl.DataFrame:
    """Rows as a frame; who only reads the model does not wait for Polars."""
    import polars as pl

    types = {
        "text": pl.String(),
        "int": pl.Int64(),
        "float": pl.Float64(),
        "texts": pl.List(pl.String()),
    }
    return pl.DataFrame(rows, schema={name: types[kind] for name, kind in columns.items()})


_ROWS = {
    "pool": "text",
    "size": "int",
    "vpseqt": "int",
    "pgsteal": "text",
    "bytes": "int",
    "factor": "float",
    "getpages": "int",
    "reads": "int",
    "sync_random": "int",
    "sync_sequential": "int",
    "asynchronous": "int",
    "read_seconds": "float",
    "share": "float",
    "reads_least": "int",
    "reads_warm": "int",
    "sync_least": "int",
    "sync_warm": "int",
    "opt_reads": "int",
    "band_low": "float",
    "band_high": "float",
    "marks": "texts",
}
_SUMMARY = {
    "pool": "text",
    "page_bytes": "int",
    "getpages": "int",
    "pages": "int",
    "first_touches": "int",
    "sample": "float",
    "enough_getpages": "int",
    "current": "int",
    "knee": "int",
    "saturation": "int",
}
