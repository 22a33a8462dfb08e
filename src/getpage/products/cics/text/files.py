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
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading, values

MARKS: Final = ("PERFORMANCE INFORMATION",)
_TITLE = re.compile(r"[ 01+-]{0,60}Files? ?[-:]? {0,3}Performance Information\b.*", re.IGNORECASE)
_HEAD = re.compile(r"[ 01+-]{0,9}(?:File|Name)\s.*", re.IGNORECASE)
_RULE = re.compile(r"[ _\-=]+")
_NAME = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}")
_COLUMNS: Final = (
    *("strings", "active_strings", "waiting", "string_waits", "peak_waiting"),
    *("data_buffers", "index_buffers"),
)


@dataclass(slots=True)
class Files:
    """The rows of the table."""

    first: Line
    owner: Row
    sink: Sink
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row."""
        text = line.text
        if _HEAD.fullmatch(text) or (text.strip() and _RULE.fullmatch(text)):
            return Step.MORE
        name, *cells = text.split() or [""]
        figures = [values.count(cell) for cell in cells]
        if not _NAME.fullmatch(name) or len(figures) != len(_COLUMNS) or None in figures:
            return Step.NOT_MINE
        self.rows += 1
        columns = dict(zip(_COLUMNS, figures, strict=True))
        self.sink.row("cics_file", line, {**self.owner, "name": name, **columns})
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had a title and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of files under the title", why)


def begin(line: Line, sink: Sink) -> Files | bool:
    """Open the table at its title."""
    return Files(line, heading.region(line, sink), sink) if _TITLE.fullmatch(line.text[:250]) else False
