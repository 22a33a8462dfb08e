"""What the console of SYSB showed of the stack: its settings, its counters, its storage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import DAY, at
from .streams import DEFAULT, ESTABLISHED, LARGEST, STACK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write(path: Path) -> None:
    """Write the log of these commands."""
    path.write_text("".join(f"{line}\n" for line in _lines()), encoding="ascii")


def _lines() -> Iterator[str]:
    yield from _reply(at(9), 405, f"EZD0101I NETSTAT CS V2R5 {STACK} 405", _config())
    yield from _reply(at(10), 406, f"EZD0101I NETSTAT CS V2R5 {STACK} 406", _counters())
    yield from _reply(at(10, 1), 407, "EZZ8453I TCPIP STORAGE 407", _storage())


def _reply(second: int, key: int, first: str, rest: Iterator[str]) -> Iterator[str]:
    clock = f"{second // 3600:02}:{second % 3600 // 60:02}:00.00"
    yield f"N 0000000 SYSB     {DAY:%y%j} {clock} STC00095 00000090  {first}"
    yield from (f"D                                  {key} 00000090  {line}" for line in rest)


def _config() -> Iterator[str]:
    yield "TCP CONFIGURATION TABLE:"
    yield f"DEFAULTRCVBUFSIZE:  {DEFAULT:08}  DEFAULTSNDBUFSIZE:  {DEFAULT:08}"
    yield f"DEFLTMAXRCVBUFSIZE: {LARGEST:08}  SOMAXCONN:          0000001024"
    yield "MAXRETRANSMITTIME:  120.000   MINRETRANSMITTIME:  0.500"
    yield "DELAYACK:           YES       SELECTIVEACK:       NO"
    yield f"DEFLTMAXSNDBUFSIZE: {LARGEST:08}  RETRANSMITATTEMPT:  015"
    yield "GLOBAL CONFIGURATION INFORMATION:"
    yield "TCPIPSTATS: YES  ECSALIMIT: 0204800K  POOLLIMIT: 0000000K"
    yield "SMCR:       NO"
    yield "SMCD:       NO"


def _counters() -> Iterator[str]:
    yield "TCP STATISTICS"
    yield f"  CURRENT ESTABLISHED CONNECTIONS           = {ESTABLISHED}"
    yield "  SEGMENTS RECEIVED                         = 88123456"
    yield "  SEGMENTS SENT                             = 71234567"
    yield "  SEGMENTS RETRANSMITTED                    = 41234"


def _storage() -> Iterator[str]:
    yield f"EZZ8454I {STACK:8} STORAGE              CURRENT    MAXIMUM      LIMIT"
    yield "EZD2018I   31-BIT"
    yield "EZZ8455I     ECSA                       41023K     60045K    204800K"
    yield "EZZ8455I     PRIVATE                    13456K     14000K    NOLIMIT"
    yield "EZZ8455I     ECSA MODULES                8702K      8702K    NOLIMIT"
    yield "EZD2018I   64-BIT"
    yield "EZZ8455I     HVCOMMON                       3M         3M    NOLIMIT"
    yield "EZZ8455I     HVPRIVATE                     50M        50M    NOLIMIT"
    yield "EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY"
