"""Waits for latches a second, and the pools that take most getpages.

Reference: OMEGAMON for Db2, "IFCID 001 - QVLS data": what each class is mostly used for.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.measures import Row

from .constants import MOST_GETPAGES
from .measured import LATCH_RATES
from .member import Member
from .pools.pool import Db2Pool
from .thresholds import LATCH_WAITS

LRU: Final = "class_14"
WRITES: Final = "class_23"
EDM: Final = "class_24"


def worst(member: Member, column: str) -> tuple[Row, float] | None:
    """The interval with most waits a second for a class; None where none was measured."""
    row = member.row(member.measured.latches, LATCH_RATES[column])
    return None if row is None else (row, float(row[column]) / row["rate_seconds"])


def contended(member: Member) -> bool:
    """Whether the chains of the buffer pools were waited for as often as is worth a look."""
    latch = worst(member, LRU)
    return latch is not None and latch[1] >= member.in_force(LATCH_WAITS)


def busiest(member: Member) -> list[tuple[Db2Pool, float]]:
    """Pools with a fifth of all getpages of the window or more, most first, with their shares."""
    counts = [(pool, pool.total("getpages")) for pool in member.pools]
    total = sum(count for _, count in counts)
    shares = [(pool, count / total) for pool, count in counts if total]
    shares.sort(key=lambda pair: (-pair[1], pair[0].number))
    return [(pool, share) for pool, share in shares if share >= MOST_GETPAGES]
