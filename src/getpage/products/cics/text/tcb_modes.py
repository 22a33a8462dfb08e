"""TCB modes of the dispatcher, as DFHSTUP and DFH0STAT print them.

    TCB Mode  < TCBs Attached >  TCB       Attach    MVS     Accumulated       Accumulated      Accumulated
              Current      Peak  Attaches  Failures  Waits   Time in MVS wait  Time Dispatched  Time / TCB
    QR              1         1         0         0  143277  00:10:24.771944   00:02:40.437340
    00:00:28.560502

    TCB    TCBs Attached    Op. System     Op. System      Total TCB       Total TCB         DS TCB      TCB
    CPU/Disp Mode  Current    Peak     Waits         Wait Time     Dispatch Time     CPU Time        CPU Time
           Ratio QR         1        1       4,463   01:53:49.86610  00:00:04.92424  00:00:02.28346
           00:00:00.34112      46.3%

How sure: the first as printed in IBM REDP-5238, figure 4-5, the second in IBM's documentation of CICS TS 3.1.
The times tell which of the two a row is of: three of DFHSTUP, the last of them CPU of the mode; four of
DFH0STAT, CPU of the mode and then that of the dispatcher in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading, values

MARKS: Final = ("TCBS ATTACHED",)
MODES: Final = (
    *("QR", "RO", "CO", "SZ", "RP", "FO", "SL", "SO", "SP", "EP", "TP", "D2"),
    *("S8", "L8", "L9", "X8", "X9", "T8", "J8", "J9", "JM", "H8"),
)
_HEAD = re.compile(r".{0,16}\bTCB\b.{0,24}\bTCBs Attached\b.*", re.IGNORECASE)
_RULE = re.compile(r"[ _\-=]+")
_BELOW = re.compile(r"\s*(?:Mode\s+)?Current\s+Peak\s.*", re.IGNORECASE)
_TABLE: Final = "cics_tcb_mode"
#: Counts before the times, by the number of these.
_COUNTS: Final = {
    3: ("tcbs", "peak_tcbs", "attaches", "attach_failures", "waits"),
    4: ("tcbs", "peak_tcbs", "waits"),
}
_TIMES: Final = ("wait_us", "dispatched_us", "cpu_us", "dispatcher_cpu_us")
_FEWEST: Final = 6


@dataclass(slots=True)
class Modes:
    """The rows of the table."""

    first: Line
    owner: Row
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row; what is printed over the rows belongs to the table."""
        text = line.text
        if _BELOW.fullmatch(text) or (text.strip() and _RULE.fullmatch(text)):
            return Step.MORE
        cells = text.split()
        if len(cells) < _FEWEST or cells[0] not in MODES:
            return Step.NOT_MINE
        row = _row(cells)
        if row is None:
            self.sink.refuse(line.offset, f"counts and times of TCB mode {cells[0]}", text)
            return Step.MORE
        self.rows += 1
        self.sink.row(_TABLE, line, self.owner | row)
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of TCB modes under the heads", why)


def _row(cells: list[str]) -> Row | None:
    mode, *rest = cells
    if rest[-1].endswith("%"):
        rest.pop()
    times = [values.duration(cell) for cell in rest if ":" in cell]
    counts = [values.count(cell) for cell in rest if ":" not in cell]
    names = _COUNTS.get(len(times), ())
    if len(counts) != len(names) or None in counts or None in times:
        return None
    return {"mode": mode, **dict(zip(names, counts, strict=True)), **dict(zip(_TIMES, times, strict=False))}


def begin(line: Line, sink: Sink) -> Modes | bool:
    """Open the table at its heads."""
    if not _HEAD.fullmatch(line.text):
        return False
    return Modes(line, heading.region(line, sink), sink)
