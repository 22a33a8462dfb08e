"""Strings of files and the waits for them, as DFHSTUP prints them.

    FILES - PERFORMANCE INFORMATION STATISTICS
    File      Strings   Active    <----- Wait on Strings ----->     Buffers
    Name                Strings   Current     Total    Highest     Data   Index
    PARTS           5         2         0        32          4       10      10

How sure: the columns and their order by IBM's documentation (Files: Performance information statistics,
general knowledge); how the heads stand is not public, so that rows are read by their order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from . import heading, values
from .rows import Kind, Rows

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("PERFORMANCE INFORMATION",)
_TITLE = re.compile(r"[ 01+-]{0,60}Files? ?[-:]? {0,3}Performance Information\b.*", re.IGNORECASE)
_HEAD = re.compile(r"[ 01+-]{0,9}(?:File|Name)\s.*", re.IGNORECASE)
_NAME = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}")
_COLUMNS: Final = (
    *("strings", "active_strings", "waiting", "string_waits", "peak_waiting"),
    *("data_buffers", "index_buffers"),
)


def _read(text: str) -> Row | None:
    name, *cells = text.split() or [""]
    figures = [values.count(cell) for cell in cells]
    if not _NAME.fullmatch(name) or len(figures) != len(_COLUMNS) or None in figures:
        return None
    return {"name": name, **dict(zip(_COLUMNS, figures, strict=True))}


_FILES: Final = Kind("cics_file", "files", _HEAD, _read)


def begin(line: Line, sink: Sink) -> Rows | bool:
    """Open the table at its title."""
    return (
        Rows(_FILES, line, heading.region(line, sink), sink) if _TITLE.fullmatch(line.text[:250]) else False
    )
