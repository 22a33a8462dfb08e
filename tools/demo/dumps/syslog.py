"""The system log of SYSB around a dump at 14:20.

A queue manager fails and takes a dump, which needs more than MAXSPACE; then there is no data set for it until
an operator adds one.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ..clock import DAY, at
from ..zos.estate import SYSB

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

JOB = "MQB1MSTR"
MAXSPACE = 3_000
"""MB; the address space holds more."""
BEGUN, CAPTURED, WRITTEN = at(14, 20) + 4.3, at(14, 20) + 7.15, at(14, 41) + 9.4
"""Seconds of the day."""
_ASID = 0x40 + next(n for n, space in enumerate(SYSB.spaces) if space.job == JOB)
_CONSOLE = "00000090"


def write(path: Path) -> None:
    """Write the log."""
    path.write_text("".join(f"{line}\n" for line in _lines()), encoding="ascii")


def _lines() -> Iterator[str]:
    yield from _message(
        at(0, 5),
        "IEE857I 00.05.00 DUMP OPTION",
        f"SDUMP- ADD OPTIONS (LSQA,TRT,SQA),BUFFERS=00000000K,MAXSPACE={MAXSPACE:08}M,",
        "MSGTIME=99999 MINUTES,MAXSNDSP=060 SECONDS,AUXMGMT=ON",
        number=101,
    )
    yield from _message(
        BEGUN + 0.1,
        f"IEA045I AN SVC DUMP HAS STARTED AT TIME={_dotted(BEGUN)} DATE={DAY:%m/%d/%Y}",
        f"FOR ASID ({_ASID:04X})",
        f"ERROR ID = SEQ00017 CPU02 ASID{_ASID:04X} TIME{_dotted(BEGUN)}.{round(BEGUN * 10) % 10}",
        "QUIESCE = YES",
        number=102,
    )
    yield from _message(
        CAPTURED - 0.2,
        f"IEA043I SVC DUMP REACHED MAXSPACE LIMIT - MAXSPACE={MAXSPACE:08} MEG",
    )
    yield from _message(
        CAPTURED,
        "IEA794I SVC DUMP HAS CAPTURED:",
        f"DUMPID=001 REQUESTED BY JOB ({JOB:8})",
        "DUMP TITLE=MQB1,ABN=5C6-00C90D00,U=SYSOPR,LOC=CSQILPLM",
        number=103,
    )
    yield from _message(
        CAPTURED + 4,
        f"IEE852I {_dotted(CAPTURED + 4)} SYS1.DUMP STATUS",
        f"CAPTURED DUMPS=0001, SPACE USED={MAXSPACE:08}M, SPACE FREE=00000000M",
        number=104,
    )
    yield from _message(
        CAPTURED + 6,
        f"*07 IEA793A NO SVC DUMP DATA SETS AVAILABLE FOR DUMPID=001 BY JOB ({JOB:8}).",
        "USE THE DUMPDS COMMAND OR REPLY D TO DELETE THE CAPTURED DUMP",
        number=106,
    )
    yield from _message(
        WRITTEN,
        f"IEA611I PARTIAL DUMP ON DUMP.D{DAY:%y%m%d}.SYSB.{JOB}.S00001",
        f"DUMPID=001 REQUESTED BY JOB ({JOB:8})",
        f"FOR ASIDS({_ASID:04X})",
        f"INCIDENT TOKEN: PLEX1 SYSB {DAY:%m/%d/%Y} 13:20:04",
        "SDRSN = 00000000 00000000 00000000 00000000",
        f"ERRORID = SEQ00017 CPU02 ASID{_ASID:04X} TIME{_dotted(BEGUN)}.{round(BEGUN * 10) % 10}",
        number=105,
    )


def _message(second: float, first: str, *more: str, number: int | None = None) -> Iterator[str]:
    """A message as a system log has it; of several lines where it has a number."""
    clock = f"{_dotted(second).replace('.', ':')}.{round(second * 100) % 100:02}"
    head = f" {'M' if more else 'N'} 4000000 SYSB     {DAY:%y%j} {clock}          {_CONSOLE}  {first}"
    yield f"{head} {number}" if more else head
    for place, text in enumerate(more, start=1):
        kind = "E" if place == len(more) else "D"
        yield f" {kind}                                         {number} {_CONSOLE}   {text}"


def _dotted(second: float) -> str:
    return str(timedelta(seconds=int(second))).replace(":", ".").rjust(8, "0")
