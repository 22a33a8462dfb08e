"""What is asked of the storage that Db2 reports: of its address spaces, of its dump, and of its z/OS image.

With ZOSMETRICS=YES each statistics record (IFCID 1, QWOS) has what the partition has and what of it is free;
IFCID 225 has what is free, and what the address spaces of Db2 hold. Both are moments, not minima: the least
of each quarter of an hour is taken, and said to be no minimum.

Reference: public readers of SMF 100; IBM REDP-5238, 2.2.1 (MAXSPACE).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Latest, Least, Measure, Row, Worst
from getpage.core.units import MIB
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.passes import Pass, read
from getpage.products.common.stretches import stretches

from .. import wording
from ..rows import OWNER, TRACE, owned, partitioned

TABLE: Final = "db2_storage"

#: Bytes of pools that were in real storage, of rows of DBM1 that tell.
_BACKED: Final = (
    pl.col("real_above").cast(pl.Int64) - pl.col("real_above_without_pools").cast(pl.Int64)
).clip(lower_bound=0)
_REAL: Final = pl.col("real").cast(pl.Int64)

LAST_REAL: Final = Latest(pl.col("real").is_not_null())
LARGEST: Final = Worst("real")
BACKED_LEAST: Final = Worst(_REAL - _BACKED)
UNTOLD_LARGEST: Final = Worst("real", where=_BACKED.is_null())
_PAGED_OUT: Final = Worst("auxiliary", where=pl.col("auxiliary") > 0)
#: The least 31-bit storage that was available.
LEAST_31: Final = Least("available_31bit", where=pl.col("extended_region") > 0)

SPACES: Final = Pass(
    table=TABLE,
    by=(*OWNER, "space"),
    columns=(
        *("real", "auxiliary", "real_above", "real_above_without_pools"),
        *("extended_region", "available_31bit", "storage_cushion"),
    ),
    asks=(LAST_REAL, LARGEST, BACKED_LEAST, UNTOLD_LARGEST, _PAGED_OUT, LEAST_31),
    keep=TRACE,
)


def backed(row: Row) -> int | None:
    """Bytes of pools that were in real storage, of a row of DBM1; None where it does not tell."""
    whole, rest = row.get("real_above"), row.get("real_above_without_pools")
    return None if whole is None or rest is None else max(0, int(whole) - int(rest))


def paged_out(spaces: Iterable[Measure]) -> list[Row]:
    """Address spaces with storage on auxiliary storage, each at its most, largest first."""
    rows = [row for space in spaces if (row := space[_PAGED_OUT])]
    return sorted(rows, key=lambda row: (-row["auxiliary"], row["file"], row["record"]))


DUMPED_SPACES: Final = ("DBM1", "MSTR", "IRLM", "DIST", "COMMON")
#: What the formula does not name, and 64-bit Db2 has beside it.
SHARED: Final = ("SHARED", "STACK")
_CALLED: Final = {"COMMON": "common", "SHARED": "shared storage", "STACK": "shared stack"}


@dataclass(frozen=True, slots=True)
class Db2DumpSpace:
    """Bytes of a dump, and the terms of the formula that no evidence gives; `parts` are those that it does
    give, with the pools last, which are taken off. `beside` is what the formula does not name.
    """

    bytes: int
    absent: tuple[str, ...]
    row: Row | None = None
    parts: tuple[tuple[str, int], ...] = ()
    beside: tuple[tuple[str, int], ...] = ()

    @property
    def formula(self) -> str:
        """The sum with its figures: `DBM1 8.21 GiB + common 96 MiB - pools 1.9 GiB`."""
        *spaces, (_, pools) = self.parts
        text = f"{_named(spaces, ' + ')} - pools {wording.size(pools)}"
        if not self.beside:
            return text
        return f"{text} (without {_named(self.beside, ' and ')}, which IBM's formula does not name)"


def maxspace(spaces: Mapping[str, int], pools: int) -> int:
    """The formula; spaces that are not given count nothing. Never less than 0."""
    return max(0, sum(spaces.get(space, 0) for space in DUMPED_SPACES) - pools)


def dump_space(spaces: Mapping[str, Measure], pools: int) -> Db2DumpSpace | None:
    """What a dump of one member takes at most in the window; None without DBM1, which holds most of it.

    `pools` are all buffers in bytes. Each space counts at its largest, DBM1 at its largest without pools.
    """
    largest = {space: row for space, measure in spaces.items() if (row := measure[LARGEST])}
    if "DBM1" not in largest:
        return None
    candidates = [row for ask in (BACKED_LEAST, UNTOLD_LARGEST) if (row := spaces["DBM1"][ask])]
    dbm1 = max(candidates, key=lambda row: int(row["real"]) - _pools(row, pools))
    held = {space: int(row["real"]) for space, row in largest.items()} | {"DBM1": int(dbm1["real"])}
    absent = tuple(space for space in DUMPED_SPACES if space not in held)
    backed_pools = _pools(dbm1, pools)
    parts = [(space, held[space]) for space in DUMPED_SPACES if held.get(space)]
    beside = tuple((space, held[space]) for space in SHARED if held.get(space))
    return Db2DumpSpace(maxspace(held, backed_pools), absent, dbm1, (*parts, ("pools", backed_pools)), beside)


def _named(spaces: Iterable[tuple[str, int]], joined: str) -> str:
    return joined.join(f"{_CALLED.get(name, name)} {wording.size(size)}" for name, size in spaces)


def _pools(row: Row, pools: int) -> int:
    real = backed(row)
    return pools if real is None else real


_QUARTER: Final = "15m"
ZOS_METRICS, REAL_STORAGE = "db2_zos_metrics", "db2_real_storage"

FREE: Final = "free_bytes"
INSTALLED: Final = "installed_bytes"
_LEAST_FIRST: Final = (FREE, "written", "file", "record")

WHOLE: Final = Latest(pl.col("member_real") > 0)
LOG: Final = Latest(pl.col("log_write_real").is_not_null())
METRICS: Final = Pass(table=ZOS_METRICS, by=OWNER, columns=("member_real",), asks=(WHOLE,), keep=TRACE)
LOG_BUFFERS: Final = Pass(
    table=REAL_STORAGE, by=OWNER, columns=("log_write_real", "log_control_real"), asks=(LOG,), keep=TRACE
)


def least_free(evidence: Evidence, owners: Owners) -> Mapping[Owner, tuple[str, pl.DataFrame]]:
    """The table in which each member tells what of its image is free, and its row with least free of each
    quarter of an hour, with `quarter` and `last`, when it told for the last time in it.
    """
    metrics = _by_quarter(
        evidence,
        owners,
        ZOS_METRICS,
        ("partition_real", "partition_real_free"),
        ("partition_real_free", "partition_real"),
    )
    frames = _by_quarter(evidence, owners, REAL_STORAGE, ("available",), ("available", None))
    return {key: (REAL_STORAGE, rows) for key, rows in frames.items()} | {
        key: (ZOS_METRICS, rows) for key, rows in metrics.items()
    }


def _by_quarter(
    evidence: Evidence, owners: Owners, table: str, columns: tuple[str, ...], of: tuple[str, str | None]
) -> Mapping[Owner, pl.DataFrame]:
    free, installed = of
    unit = MIB if table == ZOS_METRICS else 1
    counted = pl.col(columns[0]) > 0

    def add(part: Evidence, to: Gathered) -> None:
        wanted = read(part, table, (*OWNER, *columns))
        for piece in stretches(part, {table: wanted}, clock="written"):
            rows = piece[table].filter(counted.fill_null(value=False)).drop_nulls([free, "written"])
            most = pl.col(installed).cast(pl.Int64) * MIB if installed else pl.lit(None, pl.Int64)
            rows = owned(rows, owners).with_columns(
                most.alias(INSTALLED),
                (pl.col(free).cast(pl.Int64) * unit).alias(FREE),
                pl.col("written").alias("last"),
            )
            to.add(_least(rows))

    name = spelled("free storage", table, columns, of, owners.context)
    rows = by_day(evidence, (table,), name, Gathered, add).done()
    return partitioned(_least(rows).sort("quarter"))


def _least(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a member and quarter of an hour."""
    quarter = (pl.col("written") - timedelta(microseconds=1)).dt.truncate(_QUARTER)
    by = [*OWNER, "quarter"]
    rest = [name for name in rows.columns if name not in (*by, "last")]
    return (
        rows.with_columns(quarter.alias("quarter"))
        .group_by(by, maintain_order=True)
        .agg(pl.col(rest).sort_by(_LEAST_FIRST).first(), pl.col("last").max())
    )
