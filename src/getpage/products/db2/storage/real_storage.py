"""Real storage as a Db2 member reports it: of its z/OS system, of its address spaces, and of its dump.

With ZOSMETRICS=YES each statistics record (IFCID 1, QWOS) has what the partition has and what of it is free;
IFCID 225 has what is free, and what the address spaces of Db2 hold. Both are moments, not minima: the least
of each quarter of an hour is taken, and said to be no minimum.

Reference: public readers of SMF 100; IBM REDP-5238, 2.2.1 (MAXSPACE).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Latest, Worst
from getpage.contract.storage import AddressSpace, RealStorage
from getpage.core.units import MIB
from getpage.products.common.passes import Pass, read
from getpage.products.common.stretches import stretches

from .. import wording
from ..rows import OWNER, TRACE, owned, partitioned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measure, Row
    from getpage.products.common.owners import Owner, Owners
    from getpage.result import Fact

    from ..member import Member


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

SPACES: Final = Pass(
    table=TABLE,
    by=(*OWNER, "space"),
    columns=("real", "auxiliary", "real_above", "real_above_without_pools"),
    asks=(LAST_REAL, LARGEST, BACKED_LEAST, UNTOLD_LARGEST, _PAGED_OUT),
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


#: Storage that is not that of one address space.
_NOT_SPACES: Final = ("COMMON", "SHARED", "STACK")
_COMMON: Final = "common storage"
_QUARTER: Final = "15m"
_ZOS, _225 = "db2_zos_metrics", "db2_real_storage"

_FREE: Final = "free_bytes"
_INSTALLED: Final = "installed_bytes"
_LEAST_FIRST: Final = (_FREE, "written", "file", "record")

_WHOLE: Final = Latest(pl.col("member_real") > 0)
_LOG: Final = Latest(pl.col("log_write_real").is_not_null())
METRICS: Final = Pass(table=_ZOS, by=OWNER, columns=("member_real",), asks=(_WHOLE,), keep=TRACE)
LOG_BUFFERS: Final = Pass(
    table=_225, by=OWNER, columns=("log_write_real", "log_control_real"), asks=(_LOG,), keep=TRACE
)


def real_storage(member: Member) -> Iterator[RealStorage]:
    """What the member says of its z/OS image: what it holds and what a dump of it takes; then the interval
    with least free. Nothing where the image is not named.
    """
    if member.system is None:
        return
    dump, held = member.dump, tuple(_held(member))
    reserve = dump.bytes if dump and dump.bytes else None
    if held or dump:
        absent = dump.absent if dump else ()
        lacks = tuple(_COMMON if space == "COMMON" else f"{member.name}{space}" for space in absent)
        fact = computed("DBM1 + MSTR + IRLM + DIST + common - pools", reserve, "bytes")
        formula = f": {dump.formula}" if dump else ""
        note = f"what a dump of {member.label} takes, its storage without its pools{formula}"
        yield RealStorage(
            image=member.id.image,
            by=member.id.product,
            reserve=reserve,
            reserve_note=note if reserve else "",
            reserve_lacks=lacks if reserve else (),
            address_spaces=held,
            facts={"reserve": fact} if reserve else {},
        )
    yield from _tightest(member)


def log_buffers(member: Member) -> Row | None:
    """The latest row that says what the log buffers hold."""
    return member.row(member.measured.log_buffers, _LOG)


def least_free(evidence: Evidence, owners: Owners) -> Mapping[Owner, tuple[str, pl.DataFrame]]:
    """The table in which each member tells what of its image is free, and its row with least free of each
    quarter of an hour, with `quarter` and `last`, when it told for the last time in it.
    """
    metrics = _by_quarter(
        evidence,
        owners,
        _ZOS,
        ("partition_real", "partition_real_free"),
        ("partition_real_free", "partition_real"),
    )
    frames = _by_quarter(evidence, owners, _225, ("available",), ("available", None))
    return {key: (_225, rows) for key, rows in frames.items()} | {
        key: (_ZOS, rows) for key, rows in metrics.items()
    }


def _by_quarter(
    evidence: Evidence, owners: Owners, table: str, columns: tuple[str, ...], of: tuple[str, str | None]
) -> Mapping[Owner, pl.DataFrame]:
    free, installed = of
    unit = MIB if table == _ZOS else 1
    counted = pl.col(columns[0]) > 0
    pieces = []
    for piece in stretches(evidence, {table: read(evidence, table, (*OWNER, *columns))}, clock="written"):
        rows = piece[table].filter(counted.fill_null(value=False)).drop_nulls([free, "written"])
        most = pl.col(installed).cast(pl.Int64) * MIB if installed else pl.lit(None, pl.Int64)
        rows = owned(rows, owners).with_columns(
            most.alias(_INSTALLED),
            (pl.col(free).cast(pl.Int64) * unit).alias(_FREE),
            pl.col("written").alias("last"),
        )
        pieces.append(_least(rows))
    return partitioned(_least(pl.concat(pieces)).sort("quarter")) if pieces else {}


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


def real_by_interval(member: Member) -> Iterator[RealStorage]:
    """What the member saw of its z/OS image in each quarter of an hour."""
    if member.system is not None and (seen := _seen(member)):
        _, rows = seen
        for iter_row in rows.select("quarter", "last", _INSTALLED, _FREE).iter_rows(named=True):
            yield _entry(member, iter_row, {})


def _tightest(member: Member) -> Iterator[RealStorage]:
    """The interval with least free, with its facts."""
    if seen := _seen(member):
        table, rows = seen
        row = rows.row(rows[_FREE].arg_min() or 0, named=True)
        yield _entry(member, row, _facts(member, table, row))


def _seen(member: Member) -> tuple[str, pl.DataFrame] | None:
    """Real storage as the statistics records saw it, a row a quarter of an hour, and the table it is from."""
    table, rows = member.measured.least_free.get(member.key, (_225, None))
    if rows is None:
        return None
    free = pl.min_horizontal(_FREE, _INSTALLED)  # what is more than there is was measured at another time
    return table, rows.with_columns(free.alias(_FREE))


def _entry(member: Member, row: Row, facts: Mapping[str, Fact]) -> RealStorage:
    return RealStorage(
        image=member.id.image,
        by=member.id.product,
        start=row["quarter"],
        end=row["last"],
        installed=row[_INSTALLED],
        free=row[_FREE],
        free_is_average=True,
        facts=facts,
    )


def _facts(member: Member, table: str, row: Row) -> Mapping[str, Fact]:
    free = "partition_real_free" if table == _ZOS else "available"
    facts = {"free": member.fact(table, free, row, "free when statistics were written")}
    if table == _ZOS:
        facts["installed"] = member.fact(table, "partition_real", row, "real storage of the partition")
    return facts


def _held(member: Member) -> Iterator[AddressSpace]:
    """Each address space as last seen, under the usual names of Db2's tasks; else all of Db2 together."""
    seen = False
    for space, measure in member.spaces.items():
        row = measure[LAST_REAL]
        if row is not None and space not in _NOT_SPACES:
            seen = True
            yield AddressSpace(
                job=f"{member.name}{space}",
                bytes=int(row["real"]),
                fact=member.fact("db2_storage", "real", row, f"real storage of {space}"),
            )
    whole = member.row(member.measured.metrics, _WHOLE)
    if not seen and whole is not None:
        yield AddressSpace(
            job=str(member.name),
            bytes=int(whole["member_real"]) * MIB,
            fact=member.fact(_ZOS, "member_real", whole, "real storage that Db2 uses"),
        )
