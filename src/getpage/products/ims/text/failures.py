"""Pools that had no space, as the IMS Monitor sums them up.

    POOL SPACE FAILURE SUMMARY
          POOL ID    BYTES REQ.   OCCURRENCES
          DLMP           8888           1
          DLDP           7777           1
     TOTAL                              2

How sure: as IBM IMS 15 documentation prints it, "IMS internal resource usage".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step, row_of

from . import numbers
from .heading import SAID

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

    from .heading import Trace

MARKS: Final = ("POOL SPACE FAILURE SUMMARY",)
TABLE: Final = "ims_pool_failure"

_TITLE: Final = re.compile(r"[ 01+-]{0,60}POOL SPACE FAILURE SUMMARY\s{0,60}")
_HEADS: Final = re.compile(r"\s{0,60}POOL ID\s{1,20}BYTES REQ\.?\s{1,20}OCCURRENCES\s{0,60}")
_LINE: Final = re.compile(r"\s{0,60}([A-Z][A-Z0-9]{2,7})\s{1,40}([0-9,]{1,12})\s{1,40}([0-9,]{1,14})\s{0,60}")
_TOTAL: Final = re.compile(r"\s{0,60}TOTAL\s{1,60}([0-9,]{1,14})\s{0,60}")


@dataclass(slots=True)
class Summary:
    """The lines of one summary."""

    first: Line
    sink: Sink
    rows: list[tuple[Line, Row]] = field(default_factory=list)

    def feed(self, line: Line) -> Step:
        """Take a pool, or the total."""
        if not line.text.strip() or _HEADS.fullmatch(line.text):
            return Step.MORE
        total = _TOTAL.fullmatch(line.text)
        if total is not None:
            self._end(numbers.count(total[1]))
            return Step.DONE
        found = _LINE.fullmatch(line.text)
        if found is None:
            return Step.NOT_MINE
        size, times = numbers.count(found[2]), numbers.count(found[3])
        if size is None or times is None or size >= 1 << 32:
            self.sink.refuse(line.offset, "bytes that were asked for, and how often", line.text)
            return Step.MORE
        self.rows.append((line, {"pool": found[1], "bytes_asked": size, "times": times}))
        return Step.MORE

    def close(self, why: str) -> None:
        """The total is missing."""
        self.sink.refuse(self.first.offset, "TOTAL at the end of the pools without space", why)
        self._give()

    def _end(self, total: int | None) -> None:
        said = sum(row["times"] for _, row in self.rows)
        if total != said:
            self.sink.refuse(self.first.offset, f"occurrences that add up to the total, {total}", str(said))
            return
        self._give()

    def _give(self) -> None:
        trace: Trace | None = self.sink.recall(SAID, self.first)
        when: Row = {}
        if trace is not None:
            when = {"written": trace.stop, "interval_us": (trace.stop - trace.start).total_seconds() * 1e6}
        for line, row in self.rows:
            self.sink.give(TABLE, row_of(line, row | when))


def begin(line: Line, sink: Sink) -> Summary | bool:
    """Open a summary at its title."""
    return Summary(line, sink) if _TITLE.fullmatch(line.text) else False
