"""Pages and messages of CICS, which tell what records with a layout do not: LSR pools, and TSMAINLIMIT.

DFH0STAT in CICSORD4, at 10:00 and at 11:00, as VSAM never resets what it counts; and the system log with what
CICSPAY2 and CICSORD4 wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import DAY, INTERVAL, at
from .estate import ORD4
from .model import RegionInterval

if TYPE_CHECKING:
    from pathlib import Path

    from .definitions import RegionSpec

PAGES = "cics-statistics.txt"
LOG = "cics-syslog.txt"

POOL, STRINGS, BUFFERS, INDEX_BUFFERS = 1, 10, 1_000, 400
_READS_A_TASK, _HIT = 30, 0.62
_INDEX_READS_A_TASK, _INDEX_HIT = 30, 0.995
MOMENTS = (at(10), at(11))


def write_pages(path: Path) -> None:
    """Write both prints of the pages."""
    path.write_text("".join(_page(ORD4, moment) for moment in MOMENTS), encoding="ascii", newline="\n")


def _page(spec: RegionSpec, moment: int) -> str:
    tasks = sum(RegionInterval(spec, end).tasks for end in range(INTERVAL, moment + 1, INTERVAL))
    asked, index = tasks * _READS_A_TASK, tasks * _INDEX_READS_A_TASK
    held, index_held = round(asked * _HIT), round(index * _INDEX_HIT)
    waits = tasks // 300
    printed = f"Date {DAY:%m/%d/%Y}  Time {_clock(moment)}"
    return f"""\
Applid {spec.name}  Sysid {spec.sysid}  Jobname {spec.name}  {printed}  CICS 7.4.0
  LSR Pools
   Pool Number . . . . : {POOL}     Time Created . . : 00:02:11
   Maximum key length. . . . . . . . . . . : 40
   Total number of strings . . . . . . . . : {STRINGS}
   Peak concurrently active strings. . . . : {STRINGS}
   Total requests waited for strings . . . : {waits:,}
   Peak requests waited for strings. . . . : 4
    Data Buffer Statistics
    Buffer    No. of   Hiperspace     Look      Buffer     User    Non-User   Look-Aside
      Size   Buffers      Buffers   Asides       Reads   Writes      Writes        Ratio
     4,096  {BUFFERS:>7,}            0  {held:,}  {asked - held:,}  {tasks:,}           0        {_HIT:.1%}

    Index Buffer Statistics
    Buffer    No. of   Hiperspace     Look      Buffer     User    Non-User   Look-Aside
      Size   Buffers      Buffers   Asides       Reads   Writes      Writes        Ratio
     2,048  {INDEX_BUFFERS:>7,}            0  {index_held:,}  {index - index_held:,}  0  0  {_INDEX_HIT:.1%}

"""


def _clock(second: int) -> str:
    return f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"


def write_log(path: Path) -> None:
    """Write what the regions said."""
    said = (
        (
            at(9, 38) + 4,
            "SYSB",
            "CICSORD4",
            "DFHSM0133",
            "CICS is under stress (short on storage above 16MB).",
        ),
        (
            at(11, 20) + 41,
            "SYSA",
            "CICSPAY2",
            "DFHTS1601",
            "Main temporary storage usage has reached 85% of TSMAINLIMIT storage.",
        ),
    )
    lines = (
        f"M 0000000 {system:<8} {DAY:%y%j} {_clock(second)}.31 STC{20_311 + number} 00000090  "
        f"{name} {region} {text}\n"
        for number, (second, system, region, name, text) in enumerate(said)
    )
    path.write_text("".join(lines), encoding="ascii", newline="\n")
