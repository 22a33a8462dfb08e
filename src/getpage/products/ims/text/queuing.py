"""What was queued when programs were scheduled, as the Transaction Queuing report of the IMS Monitor has it.

                       NUMBER      NUMBER      ..ON QUEUE WHEN SCHEDULED.....   DEQUED      DISTRIBUTION
    TRANSACTION        DEQUED      SCHEDS.     MINIMUM    MEAN        MAXIMUM    MEAN        NUMBER
     IT8W                17           3           0       0.00           0       5.66         887A,B

A line whose messages by schedules are not its last mean is damage.

How sure: as IBM IMS 15 documentation prints it, "Transaction Queuing report".
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

from .heading import TRACE, Trace

MARKS: Final = ("TRANSACTION ",)
_HEADS: Final = "TRANSACTION DEQUED SCHEDS. MINIMUM MEAN MAXIMUM MEAN NUMBER"
_DAMAGED: Final = "messages, schedules, what was on the queue, and messages by schedules as the last mean"
_RULES: Final = re.compile(
    r"[ _-]{1,140}|\s{0,60}NUMBER\s{1,40}NUMBER\s.{0,140}|\s{0,60}TRANSACTION\s{1,40}DEQUED.{0,140}"
)
_MEANT: Final = re.compile(
    r"\s{0,20}[A-Z0-9@#$]{1,8}(?:\s{1,40}[0-9.]{1,20}){5,6}(?:\s{1,40}\S{1,20})?\s{0,60}"
)
_ROW: Final = re.compile(
    r"\s{0,20}(?P<name>[A-Z@#$][A-Z0-9@#$]{0,7})\s{1,40}(?P<dequeued>[0-9]{1,12})\s{1,40}(?P<schedules>[0-9]{1,12})"
    r"\s{1,40}(?P<least>[0-9]{1,9})\s{1,40}(?P<mean>[0-9]{1,9}\.[0-9]{2})\s{1,40}(?P<most>[0-9]{1,9})"
    r"\s{1,40}(?P<each>[0-9]{1,12}\.[0-9]{2})(?:\s{1,40}\S{1,20})?\s{0,60}"
)
#: Means are cut or rounded to two decimals.
_NEAR: Final = 0.011


def _transaction(text: str) -> Row | str | None:
    match = _ROW.fullmatch(text)
    if match is None:
        return None
    dequeued, schedules = figures.count(match["dequeued"]), figures.count(match["schedules"])
    least, mean, most = int(match["least"]), float(match["mean"]), int(match["most"])
    if dequeued is None or schedules is None or not least <= mean <= most:
        return _DAMAGED
    if schedules and abs(dequeued / schedules - float(match["each"])) > _NEAR:
        return _DAMAGED
    return {
        "transaction": match["name"],
        "units": dequeued,
        "schedules": schedules,
        "on_queue_most": most,
    }


_TABLE: Final = PrintedTable(
    name="ims_transaction", read=_transaction, heads=_RULES, begun=_MEANT, damaged=_DAMAGED, rows=""
)


def begin(line: PrintedLine, sink: Sink) -> Rows | bool:
    """Open a table at its heads."""
    if line.text.split() != _HEADS.split():
        return False
    trace: Trace | None = sink.recall(TRACE, line)
    when: Row = {}
    if trace is not None:
        length = (trace.stop - trace.start).total_seconds() * 1e6
        when = {"written": trace.stop, "interval_start": trace.start, "interval_us": length}
    return Rows(_TABLE, line, sink, when)
