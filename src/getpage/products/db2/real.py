"""What a member knows of the real storage of its z/OS system: its size, what is free, what it holds itself.

With ZOSMETRICS=YES each statistics record (IFCID 1, QWOS) has what the partition has and what of it is free;
IFCID 225 has what is free, and what the address spaces of Db2 hold. Both are moments, not minima: the least
of each quarter of an hour is taken, and said to be no minimum.

Reference: public readers of SMF 100; IBM REDP-5238, 2.2.1 (MAXSPACE).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.storage import AddressSpace, RealStorage

from .thresholds import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Fact

    from .member import Member

#: Storage that is not that of one address space.
_NOT_SPACES: Final = ("COMMON", "SHARED", "STACK")
_COMMON: Final = "common storage"
_QUARTER: Final = "15m"
_ZOS, _225 = "db2_zos_metrics", "db2_real_storage"


def real_storage(member: Member) -> Iterator[RealStorage]:
    """What the member says of its z/OS system; nothing where the system is not named."""
    if member.system is None:
        return
    dump, held = member.dump, tuple(_held(member))
    seen = list(_seen(member))
    if not (seen or held or dump):
        return
    reserve = dump.bytes if dump and dump.bytes else None
    note = f"what a dump of {member.label} takes: its storage without its pools"
    absent = dump.absent if dump else ()
    lacks = tuple(_COMMON if space == "COMMON" else f"{member.name}{space}" for space in absent)
    facts = {"reserve": computed("DBM1 + MSTR + IRLM + DIST + common - pools", reserve, "bytes")}
    for entry in seen or [RealStorage(image=member.id.image, by=member.id.product, facts={})]:
        yield replace(
            entry,
            reserve=reserve,
            reserve_note=note if reserve else "",
            reserve_lacks=lacks if reserve else (),
            address_spaces=held,
            facts={**entry.facts, **(facts if reserve else {})},
        )


def _seen(member: Member) -> Iterator[RealStorage]:
    """Real storage as the statistics records saw it, the least free of each quarter of an hour."""
    metrics = member.frames[_ZOS].filter(pl.col("partition_real") > 0).drop_nulls("partition_real_free")
    frames = member.frames[_225].filter(pl.col("available") > 0)
    table, free, unit = (_ZOS, "partition_real_free", MIB) if metrics.height else (_225, "available", 1)
    rows = (metrics if metrics.height else frames).drop_nulls("written").sort("written", maintain_order=True)
    quarters = (pl.col("written") - timedelta(microseconds=1)).dt.truncate(_QUARTER).alias("quarter")
    for (begin,), quarter in rows.group_by(quarters, maintain_order=True):
        row = quarter.sort(free, maintain_order=True).row(0, named=True)
        installed = int(row["partition_real"]) * MIB if table == _ZOS else None
        facts: dict[str, Fact] = {"free": member.fact(table, free, row, "free when statistics were written")}
        if installed is not None:
            facts["installed"] = member.fact(table, "partition_real", row, "real storage of the partition")
        at_most = int(row[free]) * unit
        yield RealStorage(
            image=member.id.image,
            by=member.id.product,
            start=begin if isinstance(begin, datetime) else None,
            end=quarter["written"].to_list()[-1],
            installed=installed,
            free=at_most if installed is None else min(at_most, installed),
            free_is_average=True,
            facts=facts,
        )


def _held(member: Member) -> Iterator[AddressSpace]:
    """Each address space as last seen, under the usual names of Db2's tasks; else all of Db2 together."""
    known = member.storage.drop_nulls("real").filter(~pl.col("space").is_in(_NOT_SPACES))
    spaces = list(known.unique("space", keep="last", maintain_order=True).iter_rows(named=True))
    for row in spaces:
        yield AddressSpace(
            job=f"{member.name}{row['space']}",
            bytes=int(row["real"]),
            fact=member.fact("db2_storage", "real", row, f"real storage of {row['space']}"),
        )
    whole = member.frames[_ZOS].filter(pl.col("member_real") > 0)
    if not spaces and whole.height:
        row = whole.row(-1, named=True)
        yield AddressSpace(
            job=str(member.name),
            bytes=int(row["member_real"]) * MIB,
            fact=member.fact(_ZOS, "member_real", row, "real storage that Db2 uses"),
        )
