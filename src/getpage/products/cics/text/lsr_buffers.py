"""Buffers of an LSR pool by size, as DFHSTUP and DFH0STAT print them.

    Data Buffer Statistics
    Buffer    No. of   Hiperspace     Look      Buffer     User    Non-User   Look-Aside
      Size   Buffers      Buffers   Asides       Reads   Writes      Writes        Ratio
     4,096     1,000            0  912,331      88,102    4,120           0        91.1%

    Index Buffer Statistics
    Buffer Size   Number   Lookasides   Reads   User writes   Non-user writes
           2048      200        55120     310             0                 0

How sure: the columns and their order by IBM's documentation of CICS TS 5.4 (LSR pools report; LSR pool:
Buffer statistics); how their heads are broken is not public. VSAM counts from when the pool was built; CICS
never resets it. The pool is the one whose number stands above.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading, values
from .labels import LSR_POOL

MARKS: Final = ("BUFFER STATISTICS",)
_TITLE = re.compile(r"[ 01+-]{0,60}(Data and Index|Data|Index) Buffer Statistics\b.*", re.IGNORECASE)
_HEAD = re.compile(r"[ 01+-]{0,20}(?:Buffer|Size)\b.*", re.IGNORECASE)
_RULE = re.compile(r"[ _\-=]+")
#: Sizes of VSAM buffers.
SIZES: Final = (512, *(1024 * n for n in (1, 2, 4, 8, 12, 16, 20, 24, 28, 32)))
_SHORT: Final = ("buffers", "lookasides", "reads", "user_writes", "other_writes")
_LONG: Final = ("buffers", "hiperspace_buffers", "lookasides", "reads", "user_writes", "other_writes")


@dataclass(slots=True)
class Buffers:
    """The rows of the table; `columns` is None until the heads are known."""

    first: Line
    owner: Row
    sink: Sink
    columns: tuple[str, ...] = _SHORT
    rows: int = 0

    def feed(self, line: Line) -> Step:
        """Take a row."""
        text = line.text
        if _HEAD.fullmatch(text):
            if "HIPERSPACE" in text.upper():
                self.columns = _LONG
            return Step.MORE
        if text.strip() and _RULE.fullmatch(text):
            return Step.MORE
        figures = [values.count(cell) for cell in text.split() if not cell.endswith("%")]
        if not figures or figures[0] not in SIZES:
            return Step.NOT_MINE
        if len(figures) <= len(self.columns) or None in figures[: len(self.columns) + 1]:
            self.sink.refuse(line.offset, f"{', '.join(self.columns)} of the buffers", text)
            return Step.MORE
        self.rows += 1
        row = dict(zip(("buffer_bytes", *self.columns), figures, strict=False))
        self.sink.row("cics_lsr_buffer", line, self.owner | row)
        return Step.MORE

    def close(self, why: str) -> None:
        """Say that a table had a title and no rows."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "rows of buffers under the title", why)


def begin(line: Line, sink: Sink) -> Buffers | bool:
    """Open the table at its title."""
    title = _TITLE.fullmatch(line.text[:250])
    if title is None:
        return False
    row = heading.region(line, sink) | {
        "lsr_pool": sink.recall(LSR_POOL, line),
        "kind": title[1].lower(),
    }
    return Buffers(line, row, sink)
