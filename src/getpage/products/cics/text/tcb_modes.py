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
from typing import TYPE_CHECKING, Final

from . import heading, values
from .rows import Kind, Refused, Rows

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("TCBS ATTACHED",)
MODES: Final = (
    *("QR", "RO", "CO", "SZ", "RP", "FO", "SL", "SO", "SP", "EP", "TP", "D2"),
    *("S8", "L8", "L9", "X8", "X9", "T8", "J8", "J9", "JM", "H8"),
)
_HEAD = re.compile(r".{0,16}\bTCB\b.{0,24}\bTCBs Attached\b.*", re.IGNORECASE)
_BELOW = re.compile(r"\s*(?:Mode\s+)?Current\s+Peak\s.*", re.IGNORECASE)
#: Counts before the times, by the number of these.
_COUNTS: Final = {
    3: ("tcbs", "peak_tcbs", "attaches", "attach_failures", "waits"),
    4: ("tcbs", "peak_tcbs", "waits"),
}
_TIMES: Final = ("wait_us", "dispatched_us", "cpu_us", "dispatcher_cpu_us")
_FEWEST: Final = 6


def _read(text: str) -> Row | Refused | None:
    cells = text.split()
    if len(cells) < _FEWEST or cells[0] not in MODES:
        return None
    mode, *rest = cells
    if rest[-1].endswith("%"):
        rest.pop()
    times = [values.duration(cell) for cell in rest if ":" in cell]
    counts = [values.count(cell) for cell in rest if ":" not in cell]
    names = _COUNTS.get(len(times), ())
    if len(counts) != len(names) or None in counts or None in times:
        return Refused(f"counts and times of TCB mode {mode}")
    return {"mode": mode, **dict(zip(names, counts, strict=True)), **dict(zip(_TIMES, times, strict=False))}


_TCB_MODES: Final = Kind("cics_tcb_mode", "TCB modes", _BELOW, _read)


def begin(line: Line, sink: Sink) -> Rows | bool:
    """Open the table at its heads."""
    return Rows(_TCB_MODES, line, heading.region(line, sink), sink) if _HEAD.fullmatch(line.text) else False
