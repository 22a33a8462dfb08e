"""A day of one guest of z/VM with 16 GiB: snapshots of /proc/meminfo, lines of vmstat, smem and sysinfo.

Every five minutes a snapshot, every five minutes a line: the same day as that of all other evidence.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from ..clock import DAY, SECONDS_PER_DAY, at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_STEP: Final = 300
_FROM, _TO = at(8), at(10)
#: KiB.
_TOTAL, _SWAP = 16_388_608, 2_097_148
_SWAPPED = 716_800
_HUGE = 512


def _moments() -> Iterator[tuple[int, datetime]]:
    start = datetime(DAY.year, DAY.month, DAY.day)
    return ((second, start + timedelta(seconds=second)) for second in range(0, SECONDS_PER_DAY + 1, _STEP))


def _loading(second: int) -> float:
    """How far cubes are loaded, from 0 to 1: they go again at noon."""
    return min(1.0, max(0.0, (second - _FROM) / (_TO - _FROM))) if second < at(12) else 0.0


def _meminfo() -> Iterator[str]:
    for second, moment in _moments():
        loaded = _loading(second)
        swapped = round(_SWAPPED * loaded)
        anonymous = round(11_200_000 + 2_300_000 * loaded)
        cached = round(2_600_000 - 2_050_000 * loaded)
        free = round(620_000 - 350_000 * loaded)
        yield f"{moment:%a %b} {moment.day:2} {moment:%H:%M:%S} CET {moment:%Y}"
        sizes = {
            "MemTotal": _TOTAL,
            "MemFree": free,
            "MemAvailable": round(free + 0.6 * cached),
            "Buffers": 48_000,
            "Cached": cached,
            "SwapCached": 0,
            "AnonPages": anonymous,
            "Shmem": 96_000,
            "KernelStack": 14_000,
            "PageTables": 52_000,
            "SReclaimable": 310_000,
            "SUnreclaim": 140_000,
            "SwapTotal": _SWAP,
            "SwapFree": _SWAP - swapped,
            "CommitLimit": 20_000_000,
            "Committed_AS": anonymous + 3_000_000,
        }
        yield from (f"{name + ':':<16}{size:>8} kB" for name, size in sizes.items())
        yield f"HugePages_Total:{_HUGE:>8}"
        yield f"HugePages_Free: {_HUGE:>8}"
        yield f"HugePages_Rsvd: {0:>8}"
        yield "Hugepagesize:       1024 kB"


def _vmstat() -> Iterator[str]:
    yield f"vmstat -n -w -t {_STEP}"
    yield "procs -----------------------memory---------------------- ---swap-- -----io---- -system-- --cpu--"
    yield "   r    b   swpd   free   buff  cache   si   so    bi    bo   in   cs  us  sy  id  wa  st  CET"
    for second, moment in _moments():
        loaded = _loading(second)
        si, so = (1_900, 2_400) if 0 < loaded < 1 else (0, 0)
        memory = f"{round(_SWAPPED * loaded)} {round(620_000 - 350_000 * loaded)} 48000"
        cache = round(2_910_000 - 2_050_000 * loaded)
        yield (
            f"   1    0 {memory} {cache} {si:4} {so:4}   310   120  900 1500  12   4  80   3   1 "
            f"{moment:%Y-%m-%d %H:%M:%S}"
        )


def _smem() -> Iterator[str]:
    moment = datetime(DAY.year, DAY.month, DAY.day, 10)
    yield f"{moment:%a %b} {moment.day:2} {moment:%H:%M:%S} CET {moment:%Y}"
    yield "  PID User     Command                         Swap      USS      PSS      RSS"
    for pid, user, command, sizes in (
        (2001, "cognos", "/opt/cognos/jre/bin/java -Xm", "480.0M     7.9G     8.0G     8.1G"),
        (2044, "cognos", "/opt/cognos/bin/BIBusTKServe", "190.0M     2.6G     2.7G     2.8G"),
        (2300, "odm", "/opt/ibm/java/bin/java -Xmx2", " 30.0M     1.6G     1.7G     1.8G"),
        (1, "root", "/usr/lib/systemd/systemd --s", "     0     4.1M     5.2M    10.3M"),
    ):
        yield f"{pid:5} {user:8} {command:28} {sizes}"


def _sysinfo() -> Iterator[str]:
    yield "VM00 Name:            LNX1    "
    yield "VM00 Control Program: z/VM    7.3.0     "
    yield "Total online memory:      16G"
    yield "Total offline memory:      8G"


def _write(lines: Callable[[], Iterator[str]], path: Path) -> None:
    path.write_text("".join(f"{line}\n" for line in lines()), encoding="ascii", newline="\n")


#: The name of each file, and what writes it.
FILES: Final = {
    f"LNX1.{name}": partial(_write, lines)
    for name, lines in (
        ("meminfo", _meminfo),
        ("vmstat", _vmstat),
        ("smem", _smem),
        ("sysinfo", _sysinfo),
    )
}
