"""Transaction classes, as DFH0STAT prints them.

    Tclass    Trans in   Attach in   Class   At Class   Current   Peak     Current   Peak
    Name      Tclass     Tclass      Limit   Limit      Active    Active   Queued    Queued
    DSWTCLA         4       20,811      40        658         3       40         0       61

How sure: the columns and their order by IBM's documentation of CICS TS 6 (Transaction Classes report, pass
1); how their heads are broken is not public, so that rows are read by their order. A time in a row (Last At
Max Act) is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading, values

MARKS: Final = ("TCLASS",)
_HEAD = re.compile(r"[ 01+-]{0,9}Tclass\s+.*\bTrans\b.*\bAttach\b.*", re.IGNORECASE)
_BELOW = re.compile(r"[ 01+-]{0,9}Name\s+.*", re.IGNORECASE)
_RULE = re.compile(r"[ _\-=]+")
_NAME = re.compile(r"[A-Z0-9@#$./_%&?!:|\"=,;<>-]{1,8}", re.IGNORECASE)
_TIME = re.compile(r"[0-9/]{8,10}|[0-9:.]*:[0-9:.]*|-+")
_COLUMNS: Final = (
    *("definitions", "attaches", "limit", "times_at_limit"),
    *("active", "peak_active", "queued", "peak_queued"),
)


@dataclass(slots=True)
class Classes:
    """The rows of the table."""

    first: Line
    owner: Row
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row."""
        text = line.text
        if _BELOW.fullmatch(text) or (text.strip() and _RULE.fullmatch(text)):
            return Step.MORE
        name, *cells = text.split() or [""]
        figures = [values.count(cell) for cell in cells if not _TIME.fullmatch(cell)]
        if not _NAME.fullmatch(name) or len(figures) < len(_COLUMNS) or None in figures:
            return Step.NOT_MINE
        row = dict(zip(_COLUMNS, figures, strict=False))
        if (row["active"] or 0) > (row["peak_active"] or 0) or (row["queued"] or 0) > (
            row["peak_queued"] or 0
        ):
            self.sink.refuse(line.offset, "a class whose peaks are no less than what is there now", text)
            return Step.MORE
        self.rows += 1
        self.sink.row("cics_transaction_class", line, {**self.owner, "transaction_class": name, **row})
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had heads and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of transaction classes under the heads", why)


def begin(line: Line, sink: Sink) -> Classes | bool:
    """Open the table at its heads."""
    return Classes(line, heading.region(line, sink), sink) if _HEAD.fullmatch(line.text) else False
