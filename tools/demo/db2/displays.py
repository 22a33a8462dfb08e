"""The system log of both systems: -DISPLAY BUFFERPOOL and -DISPLAY GROUPBUFFERPOOL as an operator made them.

Displays tell what statistics records do not: how pools are defined, and what the structures of the group
hold. The counters of a group are those of its structure, so any member shows the same; only DBP1 is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import DAY, INTERVAL, at
from .definitions import PoolSpec
from .estate import DBP1, DBP2, MEMBERS
from .group import castouts, counted, directory_reclaims
from .page_sets import lstats
from .reports import SMALL, TEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .definitions import GroupPoolSpec, MemberSpec

MOMENT = at(16, 20)
#: When LSTATS was displayed first, and the display before that.
LSTATS, BEFORE = at(15, 20), at(14, 20)
JOB = "STC30242"


def write(path: Path) -> None:
    """Write the log."""
    keys = iter(range(301, 999))
    first = [(DBP1.system, message) for message in _page_sets()]
    lines = [line for system, message in first for line in _logged(system, message, next(keys), LSTATS)]
    messages = [(member.system, message) for member in MEMBERS for message in _pools(member)]
    messages += [(DBP1.system, message) for message in _group()]
    messages += [(DBP2.system, message) for name in (TEST, SMALL) for message in _test_pool(name)]
    lines += [line for system, message in messages for line in _logged(system, message, next(keys), MOMENT)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")


def _logged(system: str, message: list[str], key: int, moment: int) -> Iterator[str]:
    """A message as SYSLOG has it: further lines carry the identifier of the first."""
    clock = f"{moment // 3600:02d}:{moment // 60 % 60:02d}:{moment % 60:02d}.12"
    first, *rest = message
    prefix = f"M 0000000 {system:<8} {DAY:%y%j} {clock} {JOB} 00000090  "
    yield prefix + first + (f"  {key}" if rest else "")
    for number, line in enumerate(rest, 1):
        yield f"{'E' if number == len(rest) else 'D'}{' ' * 41}{key} 00000090  {line}"


def _pools(member: MemberSpec) -> Iterator[list[str]]:
    name = member.name
    for pool in member.pools:
        yield from _pool(name, pool)
        yield from lstats(member, pool, LSTATS, MOMENT)
    yield [f"DSN9022I  -{name} DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION"]


def _page_sets() -> Iterator[list[str]]:
    """An hour before: LSTATS of the pool of which somebody wanted to know who is in it."""
    name = DBP1.name
    for pool in DBP1.pools:
        if pool.page_sets:
            yield from _pool(name, pool)
            yield from lstats(DBP1, pool, BEFORE, LSTATS)
    yield [f"DSN9022I  -{name} DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION"]


def _pool(member: str, pool: PoolSpec) -> Iterator[list[str]]:
    fixed, frame = "YES" if pool.fixed else "NO", "1M" if pool.large else "4K"
    yield [f"DSNB401I  -{member} BUFFERPOOL NAME {pool.name}, BUFFERPOOL ID {pool.number}, USE COUNT 12"]
    yield [
        f"DSNB402I  -{member} BUFFER POOL SIZE = {pool.buffers} BUFFERS  AUTOSIZE = NO",
        "             VPSIZE MINIMUM      = 0  VPSIZE MAXIMUM   = 0",
        f"             ALLOCATED           = {pool.buffers}  TO BE DELETED    = 0",
        f"             IN-USE/UPDATED      = {pool.buffers // 200}",
        "             OVERFLOW ALLOC      = 0",
    ]
    yield [
        f"DSNB406I  -{member} PGFIX ATTRIBUTE -",
        f"             CURRENT = {fixed}",
        f"             PENDING = {fixed}",
        "          PAGE STEALING METHOD -",
        "             CURRENT = LRU",
        "             PENDING = LRU",
    ]
    yield [
        f"DSNB404I  -{member} THRESHOLDS -",
        f"             VP SEQUENTIAL        = {pool.vpseqt}",
        f"             SP SEQUENTIAL        = {pool.vpseqt}",
        "             DEFERRED WRITE       = 30",
        "             VERTICAL DEFERRED WRT = 5, 0",
        "             PARALLEL SEQUENTIAL  = 50",
        "             ASSISTING PARALLEL SEQT = 0",
    ]
    yield [
        f"DSNB546I  -{member} PREFERRED FRAME SIZE {frame}",
        f"        {pool.buffers} BUFFERS USING {frame} FRAME SIZE ALLOCATED",
    ]


def _test_pool(name: str) -> Iterator[list[str]]:
    """The catalog's pool of a test subsystem, of which nothing else is known."""
    yield from _pool(name, PoolSpec(0, "BP0", 20_000, 0, fixed=False, large=False))
    yield [f"DSN9022I  -{name} DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION"]


def _group() -> Iterator[list[str]]:
    name = DBP1.name
    for pool in DBP1.group_pools:
        yield from _group_pool(name, pool)
    yield [f"DSN9022I  -{name} DSNB1CMD '-DISPLAY GROUPBUFFERPOOL' NORMAL COMPLETION"]


def _group_pool(member: str, pool: GroupPoolSpec) -> Iterator[list[str]]:
    size = f"ALLOCATED SIZE                        = {pool.size_kb} KB"
    entries = f"NUMBER OF DIRECTORY ENTRIES           = {pool.entries}"
    pages = f"             NUMBER OF DATA PAGES                     = {pool.data_pages}"
    done = counted(pool, range(INTERVAL, MOMENT, INTERVAL))
    invalidated, reclaimed, changed = done.invalidated, done.reclaimed, done.changed
    ratio = round(pool.entries / pool.data_pages) - 1
    yield [f"DSNB750I  -{member} DISPLAY FOR GROUP BUFFER POOL {pool.name} FOLLOWS"]
    yield [
        f"DSNB755I  -{member} DB2 GROUP BUFFER POOL STATUS",
        "             CONNECTED                                = YES",
        f"             CURRENT DIRECTORY TO DATA RATIO          = {ratio}",
        f"             PENDING DIRECTORY TO DATA RATIO          = {ratio}",
        "             CURRENT GBPCACHE ATTRIBUTE               = YES",
        "             PENDING GBPCACHE ATTRIBUTE               = YES",
    ]
    yield [
        f"DSNB757I  -{member} MVS CFRM POLICY STATUS FOR DSNPG_{pool.name} = NORMAL",
        f"             MAX SIZE INDICATED IN POLICY             = {pool.size_kb} KB",
        "             DUPLEX INDICATOR IN POLICY               = DISABLED",
        "             CURRENT DUPLEXING MODE                   = SIMPLEX",
        "             ALLOCATED                                = YES",
    ]
    yield [
        f"DSNB758I  -{member} {size}",
        "             VOLATILITY STATUS                        = NONVOLATILE",
    ]
    yield [
        f"DSNB759I  -{member} {entries}",
        pages,
        "             NUMBER OF CONNECTIONS                    = 2",
    ]
    since = f"00:00:00 {DAY:%b} {DAY.day}, {DAY.year}".upper()
    yield [f"DSNB783I  -{member} INCREMENTAL GROUP DETAIL STATISTICS SINCE {since}"]
    yield [
        f"DSNB784I  -{member} GROUP DETAIL STATISTICS",
        "             READS",
        f"               DATA RETURNED                          = {invalidated - reclaimed}",
    ]
    yield [
        f"DSNB785I  -{member} DATA NOT RETURNED",
        f"               DIRECTORY ENTRY EXISTED                = {reclaimed // 50}",
        f"               DIRECTORY ENTRY CREATED                = {reclaimed}",
        "               DIRECTORY ENTRY NOT CREATED            = 0, 0",
    ]
    yield [
        f"DSNB786I  -{member} WRITES",
        f"               CHANGED PAGES                          = {changed}",
        "               CLEAN PAGES                            = 0",
        "               FAILED DUE TO LACK OF STORAGE          = 0",
        f"             CHANGED PAGES SNAPSHOT VALUE             = {pool.data_pages // 40}",
    ]
    yield [
        f"DSNB787I  -{member} RECLAIMS",
        f"               FOR DIRECTORY ENTRIES                  = {directory_reclaims(reclaimed)}",
        "               FOR DATA ENTRIES                       = 0",
        f"             CASTOUTS                                 = {castouts(changed)}",
    ]
    yield [
        f"DSNB788I  -{member} CROSS INVALIDATIONS",
        f"               DUE TO DIRECTORY RECLAIMS              = {reclaimed}",
        f"               DUE TO WRITES                          = {invalidated - reclaimed}",
        "               EXPLICIT                               = 0",
    ]
    yield [f"DSNB790I  -{member} DISPLAY FOR GROUP BUFFER POOL {pool.name} IS COMPLETE"]
