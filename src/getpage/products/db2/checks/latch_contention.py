"""Waits for latches of the buffer pools or the EDM pool.

What it does:
    Compares the waits per second for latch class 14 (LRU and hash chains of buffer pools), 23 (deferred
    writes and page latches of the buffer manager) and 24 (EDM pool LRU, buffer manager prefetch) with what
    IBM says of latches: under 1,000 nothing is said, from there on it is a note, over 10,000 a warning.

Why it matters:
    Each wait costs CPU and time, and more storage alone does not help: it is the chains of one pool that all
    threads want at once.

Evidence:
    QVLSLC14, QVLSLC23 and QVLSLC24 of IFCID 1, as differences of two records; getpages of each pool in the
    same window.

What to do:
    Class 14: move the objects of the busiest pools to pools of their own; PGSTEAL(NONE) or FIFO for pools
    from which nothing is stolen; fewer getpages by access path. Class 23: a lower DWQT or VDWQT of the
    pools that write most, so that writes come more evenly. Class 24: larger EDM pools where they are
    full, fewer prefetches of few pages.

How to verify:
    Waits per second of the same load are under 1,000; class 3 latch wait of accounting falls.

References:
    OMEGAMON for Db2, "IFCID 001 - QVLS data": 1,000 and 10,000 per second. What class 23 is mostly for is
    as collected in the field.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.latches import EDM, LRU, WRITES, busiest, worst
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import LATCHES
from getpage.products.db2.thresholds import LATCH_WAITS, LATCH_WAITS_MANY
from getpage.result import Finding, Kind, Severity

ID = "db2-latch-contention"
TITLE = "Waits for latches of the buffer pools or the EDM pool"
NO_COMMAND = "This evidence does not show what holds it so long: the latch class says where to look."
LOOKS_AT = LATCHES
FINDS = (Kind.RISK, Kind.NOTE)

#: The number of each class, and what it serializes.
_CLASSES = {
    LRU: ("14", "LRU and hash chains of buffer pools"),
    WRITES: ("23", "deferred writes and page latches of the buffer manager"),
    EDM: ("24", "the EDM pool LRU chain and buffer manager prefetch"),
}


def find(member: Member) -> Iterator[Finding]:
    """Each of the three classes with 1,000 waits per second or more in some interval."""
    for column, (number, what) in _CLASSES.items():
        most = worst(member, column)
        if most is None or most[1] < member.in_force(LATCH_WAITS):
            continue
        row, rate = most
        many = rate > member.in_force(LATCH_WAITS_MANY)
        claim = f"Threads wait for each other at {what}."
        pools = busiest(member) if column == LRU else []
        if pools:
            named = [f"{pool.name} ({wording.percent(share)})" for pool, share in pools]
            claim += f" Most getpages are of {wording.listed(named)}."
        yield Finding(
            check=ID,
            object=member.object,
            severity=Severity.WARNING if many else Severity.INFO,
            kind=Kind.RISK if many else Kind.NOTE,
            headline=f"{wording.rate(rate)} waits/s for latch class {number}",
            claim=claim,
            evidence=(
                computed("waits", round(rate, 1), "/s", row),
                *member.facts("db2_latch", row, **{column: f"waits for latch class {number}"}),
            ),
        )
