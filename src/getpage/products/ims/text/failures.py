"""Pools that had no space, as the IMS Monitor sums them up.

    POOL SPACE FAILURE SUMMARY
          POOL ID    BYTES REQ.   OCCURRENCES
          DLMP           8888           1
          DLDP           7777           1
     TOTAL                              2

and as messages tell it: `DFS993I CSA PSB POOL TOO SMALL, UNABLE TO SCHEDULE PSB PAYPSB1.` names the pool
(CSA PSB, DLS PSB or PSBW), `DFS0567I PSB POOL TOO SMALL-PSB PAYPSB1 STOPPED.` is of the intent lists, when
IMS starts. Of the pool that ACBIN64 asks for there is

    DFS0811A UNABLE TO OBTAIN 002 GIGABYTES OF 64-BIT STORAGE FOR THE ACB POOL. REASON=0008

How sure: as IBM IMS 15 documentation prints them, "IMS internal resource usage", "DFS993I", "DFS0567I",
"DFS0811A".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import GIB
from getpage.products.common.text import figures
from getpage.products.ims.constants import ACB

from .heading import TRACE, Trace

STEMS: Final = ("DFS",)
MARKS: Final = ("POOL SPACE FAILURE SUMMARY", "DFS993I", "DFS0567I", "DFS0811A")
TABLE: Final = "ims_pool_failure"
_MOST_BYTES: Final = (1 << 32) - 1

_TITLE: Final = re.compile(r"[ 01+-]{0,60}POOL SPACE FAILURE SUMMARY\s{0,60}")
_HEADS: Final = re.compile(r"\s{0,60}POOL ID\s{1,20}BYTES REQ\.?\s{1,20}OCCURRENCES\s{0,60}")
_LINE: Final = re.compile(r"\s{0,60}([A-Z][A-Z0-9]{2,7})\s{1,40}([0-9,]{1,12})\s{1,40}([0-9,]{1,14})\s{0,60}")
_TOTAL: Final = re.compile(r"\s{0,60}TOTAL\s{1,60}([0-9,]{1,14})\s{0,60}")
_NAME: Final = r"([A-Z0-9@#$]{1,8})"
_SCHEDULE: Final = re.compile(
    rf"[ *@+!>]{{0,8}}(DFS993I) (CSA PSB|DLS PSB|PSBW) POOL TOO SMALL, UNABLE TO SCHEDULE PSB {_NAME}\.?"
    r"(?:\s{1,9}([A-Z0-9]{1,4}))?\s{0,60}"
)
_STOPPED: Final = re.compile(
    rf"[ *@+!>]{{0,8}}(DFS0567I) PSB POOL TOO SMALL-PSB {_NAME} STOPPED\.?"
    r"(?:\s{1,9}[A-Z0-9]{1,4})?\s{0,60}"
)
_NOT_MADE: Final = re.compile(
    r"[ *@+!>]{0,8}(DFS0811A) UNABLE TO OBTAIN {1,4}([0-9]{1,3}) {1,4}GIGABYTES OF 64-BIT STORAGE "
    r"FOR THE ACB POOL\.? {1,4}REASON= {0,2}([0-9A-F]{1,8})(?:\s{1,9}[A-Z0-9]{1,4})?\s{0,60}"
)
#: The pools as the IMS Monitor calls them.
POOLS: Final = {"CSA PSB": "DLMP", "DLS PSB": "DPSB", "PSBW": "PSBW"}


@dataclass(slots=True)
class Summary:
    """The lines of one summary."""

    first: PrintedLine
    sink: Sink
    rows: list[tuple[PrintedLine, Row]] = field(default_factory=list)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of it, up to the total."""
        if not line.text.strip() or _HEADS.fullmatch(line.text):
            return LineAnswer.MORE
        if total := _TOTAL.fullmatch(line.text):
            self._end(figures.count(total[1]))
            return LineAnswer.DONE
        match = _LINE.fullmatch(line.text)
        if match is None:
            return LineAnswer.NOT_MINE
        size, times = figures.count(match[2]), figures.count(match[3])
        if size is None or times is None or size > _MOST_BYTES:
            self.sink.refuse(line.offset, "bytes that were asked for, and how often", line.text)
            return LineAnswer.MORE
        self.rows.append((line, {"pool": match[1], "bytes_asked": size, "times": times}))
        return LineAnswer.MORE

    def close(self, why: str) -> None:
        """The total is missing."""
        self.sink.refuse(self.first.offset, "TOTAL at the end of the pools without space", why)
        self._give()

    def _end(self, total: int | None) -> None:
        occurrences = sum(row["times"] for _, row in self.rows)
        if total != occurrences:
            expected = f"occurrences that add up to the total, {total}"
            self.sink.refuse(self.first.offset, expected, str(occurrences))
            return
        self._give()

    def _give(self) -> None:
        trace: Trace | None = self.sink.recall(TRACE, self.first)
        when: Row = {}
        if trace is not None:
            when = {"written": trace.stop, "interval_us": (trace.stop - trace.start).total_seconds() * 1e6}
        for line, row in self.rows:
            self.sink.give(TABLE, row_of(line, row | when))


def begin(line: PrintedLine, sink: Sink) -> tuple[Summary | bool, str | None]:
    """Open a summary at its title, or read a message."""
    if _TITLE.fullmatch(line.text):
        return Summary(line, sink), None
    if match := _SCHEDULE.fullmatch(line.text):
        message, pool, psb = match[1], POOLS[match[2]], match[3]
    elif match := _STOPPED.fullmatch(line.text):
        message, pool, psb = match[1], "DLMP", match[2]
    elif match := _NOT_MADE.fullmatch(line.text):
        row = {
            "pool": ACB,
            "bytes_asked": int(match[2]) * GIB,
            "times": 1,
            "message": match[1],
            "reason": match[3],
        }
        sink.give(TABLE, row_of(line, row))
        return True, None
    else:
        return False, None
    sink.give(TABLE, row_of(line, {"pool": pool, "times": 1, "message": message, "psb": psb}))
    return True, None
