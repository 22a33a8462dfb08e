"""Real storage as a Db2 member reports it: of its z/OS image, of its address spaces, and of its dump.

Reference: public readers of SMF 100; IBM REDP-5238, 2.2.1 (MAXSPACE).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.contract.storage import AddressSpace, RealStorage, RealTimes
from getpage.core.units import MIB
from getpage.result import Fact

from ..member import Member
from .address_spaces import FREE, INSTALLED, LAST_REAL, LOG, REAL_STORAGE, WHOLE, ZOS_METRICS

#: Storage that is not that of one address space.
_NOT_SPACES: Final = ("COMMON", "SHARED", "STACK")
_COMMON: Final = "common storage"


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
    return member.row(member.measured.log_buffers, LOG)


def real_by_interval(member: Member) -> Iterator[RealStorage]:
    """What the member saw of its z/OS image in each quarter of an hour."""
    if member.system is not None and (seen := _seen(member)):
        _, rows = seen
        for iter_row in rows.select("quarter", "last", INSTALLED, FREE).iter_rows(named=True):
            yield _entry(member, iter_row, {})


def real_times(members: Iterable[Member]) -> Iterator[RealTimes]:
    """From when to when each member saw its z/OS image."""
    for member in members:
        if member.system is None or not (seen := _seen(member)):
            continue
        start, end = seen[1].select(pl.col("quarter").min(), pl.col("last").max()).row(0)
        if start is not None and end is not None:
            yield RealTimes(member.id.image, start, end)


def _tightest(member: Member) -> Iterator[RealStorage]:
    """The interval with least free, with its facts."""
    if seen := _seen(member):
        table, rows = seen
        row = rows.row(rows[FREE].arg_min() or 0, named=True)
        yield _entry(member, row, _facts(member, table, row))


def _seen(member: Member) -> tuple[str, pl.DataFrame] | None:
    """Real storage as the statistics records saw it, a row a quarter of an hour, and the table it is from."""
    table, rows = member.measured.least_free.get(member.key, (REAL_STORAGE, None))
    if rows is None:
        return None
    free = pl.min_horizontal(FREE, INSTALLED)  # what is more than there is was measured at another time
    return table, rows.with_columns(free.alias(FREE))


def _entry(member: Member, row: Row, facts: Mapping[str, Fact]) -> RealStorage:
    return RealStorage(
        image=member.id.image,
        by=member.id.product,
        start=row["quarter"],
        end=row["last"],
        installed=row[INSTALLED],
        free=row[FREE],
        free_is_average=True,
        facts=facts,
    )


def _facts(member: Member, table: str, row: Row) -> Mapping[str, Fact]:
    free = "partition_real_free" if table == ZOS_METRICS else "available"
    facts = {"free": member.fact(table, free, row, "free when statistics were written")}
    if table == ZOS_METRICS:
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
    whole = member.row(member.measured.metrics, WHOLE)
    if not seen and whole is not None:
        yield AddressSpace(
            job=str(member.name),
            bytes=int(whole["member_real"]) * MIB,
            fact=member.fact(ZOS_METRICS, "member_real", whole, "real storage that Db2 uses"),
        )
