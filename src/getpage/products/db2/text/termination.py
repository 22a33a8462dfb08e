"""Why threads ended: the termination section of an accounting report.

    NORMAL TERM.     AVERAGE     TOTAL
    NEW USER            0.67    539864
    DEALLOCATION        0.33    270518

How sure: as printed in IBM REDP-5238, figure 2-7; the reasons by IBM's description of the report. Other
columns to the right (ABNORMAL TERM., IN DOUBT) are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from . import fragment

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("AVERAGE",)
_HEADING = re.compile(r"NORMAL TERM\.? +AVERAGE +TOTAL\b.*", re.IGNORECASE)
_RULE = re.compile(r"[- ]+")
REASONS: Final = (
    *("NEW USER", "DEALLOCATION", "APPL.PROGR. END", "RESIGNON", "DBAT INACTIVE", "TYPE2 INACTIVE"),
    *("RRS COMMIT", "END USER THRESH", "BLOCK STOR THR", "STALENESS THR"),
)


def read(text: str) -> Row | None:
    """Read one reason."""
    if text and _RULE.fullmatch(text):
        return {}
    reason = next((reason for reason in REASONS if text.upper().startswith(f"{reason} ")), None)
    if reason is None:
        return None
    figures = text[len(reason) :].split()
    average = fragment.figure(figures[0])
    total = fragment.count(figures[1]) if len(figures) > 1 else None
    return None if total is None else {"reason": reason, "average": average, "threads": total}


def begin(line: Line, sink: Sink) -> fragment.Fragment | bool:
    """Open the section at its heading."""
    if not _HEADING.fullmatch(" ".join(line.text.split())):
        return False
    return fragment.opened("db2_thread_end", line, sink, read)
