"""Page sets of a pool: what LSTATS shows of each, and the extract of the catalog that has their pages.

The random reads of a pool are those of its page sets, by share; what prefetch reads is all of the one that is
scanned. So the figures of LSTATS between two displays add up to those of the statistics records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL
from .estate import DBP1, MEMBERS
from .model import PAGES_PER_PREFETCH, READ_US, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .definitions import MemberSpec, PageSetSpec, PoolSpec

CATALOG = "db2-catalog.txt"
DATABASE = "PAYDB"
DBID = 301


def lstats(member: MemberSpec, pool: PoolSpec, since: int, until: int) -> Iterator[list[str]]:
    """LSTATS of all page sets of a pool between two seconds of the day."""
    ends = range(-(-since // INTERVAL) * INTERVAL + INTERVAL, until + 1, INTERVAL)
    done = [run(member, end).pools[pool.name] for end in ends]
    reads, ahead = (sum(one.reads for one in done), sum(one.prefetches for one in done))
    for spec in pool.page_sets:
        yield from _page_set(member.name, pool, spec, round(reads * spec.reads), ahead if spec.scanned else 0)


def _page_set(
    member: str, pool: PoolSpec, spec: PageSetSpec, reads: int, prefetches: int
) -> Iterator[list[str]]:
    kind = "INDEX" if spec.index else "TABLE"
    name = f"{DATABASE}.{spec.space}"
    cached = round(pool.buffers * spec.holds)
    changed = cached // 90 if spec.updated else 0
    yield [f"DSNB467I  -{member} STATISTICS FOR {kind} SPACE {name} INSTANCE 1 - DATA SET #: 1 USE COUNT: 4"]
    yield [
        f"DSNB453I  -{member} VP CACHED PAGES -",
        f"             CURRENT = {cached}  MAX = {cached + cached // 50}",
        f"             CHANGED = {changed}  MAX = {changed * 2}",
    ]
    if reads:
        yield [
            f"DSNB455I  -{member} SYNCHRONOUS I/O DELAYS -",
            f"             AVERAGE DELAY = {round(READ_US / 1000)}",
            "             MAXIMUM DELAY = 19",
            f"             TOTAL PAGES   = {reads}",
        ]
    if prefetches:
        yield [
            f"DSNB456I  -{member} ASYNCHRONOUS I/O DELAYS -",
            "             AVERAGE DELAY = 1 MAXIMUM DELAY = 12",
            f"             TOTAL PAGES   = {prefetches * PAGES_PER_PREFETCH} TOTAL I/O COUNT = {prefetches}",
        ]


def write_catalog(path: Path) -> None:
    """Write the extract as SPUFI prints it."""
    rule = "---------+---------+---------+---------+---------+---------+---------+"
    lines = [rule, "TYPE  DBNAME    DBID  SPACE     OBID  BPOOL        PAGES  CREATOR   NAME", rule]
    for pool in DBP1.pools:
        for number, spec in enumerate(pool.page_sets, 2):
            kind, schema, name = ("IX", "PAY", spec.space) if spec.index else ("TS", "-", "-")
            where = f"{kind}    {DATABASE:<8}  {DBID:>4}  {spec.space:<8}  {number:>4}  {pool.name:<6}"
            lines.append(f"{where}  {spec.pages:>10}  {schema:<8}  {name}")
    listed = {pool.name for pool in DBP1.pools if pool.page_sets}
    for name in sorted({pool.name for member in MEMBERS for pool in member.pools} - listed):
        where = f"TS    SITEDB    {DBID + 1:>4}  {f'TS{name}':<8}  {int(name[2:]) + 20:>4}  {name:<6}"
        lines.append(f"{where}  {40_000:>10}  {'-':<8}  -")
    path.write_text("\n".join([*lines, rule]) + "\n", encoding="ascii", newline="\n")
