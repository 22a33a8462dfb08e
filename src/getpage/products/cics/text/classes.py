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
from typing import TYPE_CHECKING, Final

from . import heading, values
from .rows import Kind, Refused, Rows

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("TCLASS",)
_HEAD = re.compile(r"[ 01+-]{0,9}Tclass\s.{0,120}?\bTrans\b.{0,120}?\bAttach\b.{0,120}", re.IGNORECASE)
_BELOW = re.compile(r"[ 01+-]{0,9}Name\s.*", re.IGNORECASE)
_NAME = re.compile(r"[A-Z0-9@#$./_%&?!:|\"=,;<>-]{1,8}", re.IGNORECASE)
_TIME = re.compile(r"[0-9/]{8,10}|[0-9:.]*:[0-9:.]*|-+")
_COLUMNS: Final = (
    *("definitions", "attaches", "limit", "times_at_limit"),
    *("active", "peak_active", "queued", "peak_queued"),
)


def _read(text: str) -> Row | Refused | None:
    name, *cells = text.split() or [""]
    figures = [values.count(cell) for cell in cells if not _TIME.fullmatch(cell)]
    if not _NAME.fullmatch(name) or len(figures) < len(_COLUMNS) or None in figures:
        return None
    row = dict(zip(_COLUMNS, figures, strict=False))
    if any((row[now] or 0) > (row[f"peak_{now}"] or 0) for now in ("active", "queued")):
        return Refused("a class whose peaks are no less than what is there now")
    return {"transaction_class": name, **row}


_CLASSES: Final = Kind("cics_transaction_class", "transaction classes", _BELOW, _read)


def begin(line: Line, sink: Sink) -> Rows | bool:
    """Open the table at its heads."""
    return Rows(_CLASSES, line, heading.region(line, sink), sink) if _HEAD.fullmatch(line.text) else False
