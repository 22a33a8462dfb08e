"""Log records X'56FA' of IMSP from 9 to 11, as columns: messages of two classes and threads of DBCTL.

Class 1 has three regions. From 10 on its messages keep them occupied nearly all the time, and wait; region 6,
which serves class 9 only, is idle. Class 2 has two regions, of which one transaction may use one at a time.
"""

from __future__ import annotations

import heapq
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from ..cics import dbctl
from ..clock import DAY, at
from . import definitions as d

if TYPE_CHECKING:
    from collections.abc import Iterator

_FROM, _BUSY, _TO = at(9), at(10), at(11)
_SEED = 56
HEADS = "TPTRAN;TPCLASS;TPCPSTN;TPMPP;TPDBT;TPINUTC;TPSTARTU;TPENDU;TPTDBIO;TPTDBPL"
REGIONS = {1: (1,), 2: (1,), 3: (1,), 4: (2, 3), 5: (2, 3), 6: (9,)}
"""Message regions by their number, each with its classes."""
ORDERS, STATUS, REPORT, THREAD = "ORDENTRY", "ORDSTAT", "DAYREP", "PAYPSB1"


def started() -> Iterator[str]:
    """What the start of IMSP and of its regions said."""
    yield (
        f"{DAY:%Y-%m-%d} 05:58:12 DFS0811A UNABLE TO OBTAIN {d.ACB_GIGABYTES:03} GIGABYTES OF 64-BIT STORAGE "
        "FOR THE ACB POOL. REASON=0008"
    )
    for number, classes in REGIONS.items():
        four = [*classes, 0, 0, 0, 0][:4]
        listed = ",".join(f"{each:03}" for each in four)
        yield (
            f"{DAY:%Y-%m-%d} 06:00:{number:02} DFS551I MESSAGE REGION IMSPM{number} STARTED. "
            f"ID={number:05} TIME=0600 CLASSES={listed}"
        )


def lines() -> Iterator[str]:
    """The records by their start."""
    yield HEADS
    random = Random(_SEED)
    records = [
        *_served(random, ORDERS, 1, (1, 2, 3), {_FROM: 0.45, _BUSY: 0.7}, seconds=3.9),
        *_served(random, STATUS, 2, (4,), {_FROM: 0.2, _BUSY: 0.445}, seconds=2.0),
        *_served(random, REPORT, 9, (6,), {_FROM: 0.01, _BUSY: 0.01}, seconds=6.0),
        *_threads(random),
    ]
    for _, text in sorted(records):
        yield text


def _served(
    random: Random,
    name: str,
    of_class: int,
    regions: tuple[int, ...],
    rates: dict[int, float],
    *,
    seconds: float,
) -> Iterator[tuple[float, str]]:
    """Messages in order of arrival, each in the region that is free first."""
    free = [(0.0, region) for region in regions]
    came = float(_FROM)
    while True:
        rate = rates[_BUSY if came >= _BUSY else _FROM]
        came += random.gammavariate(2.0, 0.5 / rate)
        if came >= _TO - 60:
            return
        earliest, region = heapq.heappop(free)
        start = max(came, earliest)
        length = seconds * random.uniform(0.6, 1.4)
        heapq.heappush(free, (start + length + 0.01, region))
        io, locks = round(length * 280_000), round(length * 40_000)
        times = map(_time, (came, start, start + length))
        yield (
            start,
            ";".join((name, f"{of_class};{region};Y;N", *times, f"{io};{locks}")),
        )


def _threads(random: Random) -> Iterator[tuple[float, str]]:
    for nth in range(240):
        start = _FROM + nth * 30 + random.uniform(0, 5)
        length = random.uniform(0.05, 0.4)
        io = round(length * 500_000)
        if not dbctl.FROM <= start < dbctl.TO:
            yield start, f"{THREAD};;{20 + nth % 3};N;Y;;{_time(start)};{_time(start + length)};{io};0"
    each = 30
    for start in range(dbctl.FROM, dbctl.TO, each):  # all threads, most of the time in the program itself
        for thread in range(dbctl.MAXTHRD):
            io = round(random.uniform(0.15, 0.25) * each * 1e6)
            yield start, f"{THREAD};;{20 + thread};N;Y;;{_time(start)};{_time(start + each)};{io};0"


def _time(second: float) -> str:
    moment = datetime.combine(DAY, datetime.min.time()) + timedelta(seconds=second)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 10_000:02}"
