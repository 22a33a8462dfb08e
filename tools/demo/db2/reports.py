"""The test subsystems DBT1 and DBT2 on SYSB, which write no SMF records: a monitor's report is all they have.

DBT1 loads database descriptors again and again, as next to no page of EDMDBDC is left, and its RID lists find
no storage though the most that was ever allocated is 40 % of MAXRBLK. DBT2 holds 83 % of REALSTORAGE_MAX.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from ..clock import DAY, INTERVAL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPORT = "db2-statistics.txt"
TEST, SMALL = "DBT1", "DBT2"
FIRST = datetime.combine(DAY, time(9))
INTERVALS = 8
MAXRBLK = 400_000
REALSTORAGE_MAX = 2
_RULE = "---------------------------  --------  -------  -------  -------"
_BESIDE = 70


def write_report(path: Path) -> None:
    """Write the report of both."""
    lines = list(_statistics()) + list(_storage())
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="ascii", newline="\n")


def _heading(name: str) -> Iterator[str]:
    last = FIRST + timedelta(seconds=INTERVALS * INTERVAL)
    yield "1   LOCATION: TESTLOC             OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)       PAGE: 1-1"
    yield "       GROUP: N/P                     STATISTICS REPORT - LONG"
    yield "      MEMBER: N/P"
    yield f"   SUBSYSTEM: {name}{' ' * 64}INTERVAL FROM: {_moment(FIRST)}"
    yield f" DB2 VERSION: V11                     SCOPE: MEMBER{' ' * 41}TO: {_moment(last)}"
    yield ""


def _moment(at: datetime) -> str:
    return f"{at:%m/%d/%y %H:%M:%S.00}"


def _statistics() -> Iterator[str]:
    yield from _heading(TEST)
    for number in range(INTERVALS):
        start = FIRST + timedelta(seconds=number * INTERVAL)
        end = _moment(start + timedelta(seconds=INTERVAL))
        yield f"---- HIGHLIGHTS {'-' * 100}"
        yield f"INTERVAL START  : {_moment(start)}    SAMPLING START: {_moment(start)}    TOTAL THREADS : 900"
        yield f"INTERVAL END    : {end}    SAMPLING END  : {end}    TOTAL COMMITS : 9000"
        yield ""
        yield from _beside(_descriptors(), _statements())
        yield ""
        yield from _lists()
        yield ""


def _beside(left: Iterator[str], right: Iterator[str]) -> Iterator[str]:
    """Two blocks beside each other; the second is the shorter."""
    for line in left:
        yield f"{line:<{_BESIDE}}{next(right, '')}"


def _heads(title: str) -> Iterator[str]:
    yield f"{title:<27}  QUANTITY  /SECOND  /THREAD  /COMMIT"
    yield _RULE


def _counted(label: str, each_second: float) -> str:
    quantity = each_second * INTERVAL
    return (
        f"{label:<27}  {quantity:>8.2f}  {each_second:>7.2f}  {quantity / 900:>7.2f}  {quantity / 9000:>7.2f}"
    )


def _held(label: str, quantity: float) -> str:
    return f"{label:<27}  {quantity:>8.2f}      N/A      N/A      N/A"


def _descriptors() -> Iterator[str]:
    yield from _heads("EDM POOL")
    yield _held("PAGES IN DBD POOL (ABOVE)", 10_240)
    yield _held("  HELD BY DBD", 10_200)
    yield _held("    STEALABLE PAGES", 60)
    yield _held("  FREE PAGES", 40)
    yield _counted("FAILS DUE TO DBD POOL FULL", 0)
    yield ""
    yield _held("PAGES IN STMT POOL (ABOVE)", 30_720)
    yield _held("  HELD BY STATEMENTS", 30_600)
    yield _held("  FREE PAGES", 120)
    yield _counted("FAILS DUE TO STMT POOL FULL", 0)
    yield ""
    yield _held("PAGES IN SKEL POOL (ABOVE)", 20_480)
    yield _held("    STEALABLE PAGES", 9_000)
    yield _held("  FREE PAGES", 6_000)
    yield _counted("FAILS DUE TO SKEL POOL FULL", 0)
    yield ""
    yield _counted("DBD REQUESTS", 12)
    yield _counted("DBD NOT FOUND", 3.4)
    yield _counted("PT REQUESTS", 30)
    yield _counted("PT NOT FOUND", 0)


def _statements() -> Iterator[str]:
    yield from _heads("DYNAMIC SQL STMT")
    yield _counted("PREPARE REQUESTS", 40)
    yield _counted("  FULL PREPARES", 8.5)
    yield _counted("  SHORT PREPARES", 31.5)
    yield ""
    yield _counted("IMPLICIT PREPARES", 0)
    yield _counted("PREPARES AVOIDED", 0)
    yield _counted("CACHE LIMIT EXCEEDED", 0)


def _lists() -> Iterator[str]:
    yield from _heads("RID LIST PROCESSING")
    yield _held("MAX RID BLOCKS ALLOCATED", 5_000)
    yield _counted("TERMINATED-NO STORAGE", 0.3)
    yield _counted("OVERFLOWED-NO STORAGE", 0.6)


def _storage() -> Iterator[str]:
    yield from _heading(SMALL)
    for space, real in (("DBM1", 1_610), ("DIST", 90)):
        yield f"REAL AND AUXILIARY STORAGE FOR {space:<24}  QUANTITY"
        yield f"{'-' * 44}  {'-' * 18}"
        yield f"REAL STORAGE IN USE                     (MB)  {real:>18.2f}"
        yield f"AUXILIARY STORAGE IN USE                (MB)  {0:>18.2f}"
        yield ""
