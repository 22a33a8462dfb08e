"""MP1B, buffer pool statistics (QPST): four lines a pool.

    > 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
       01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
       01 DWT        17 DMC    229 STL  1226479 STLA     12 SOS       0
       01 Location - below bar

How sure: as printed in IBM REDP-5238, section 4.2.1, which names the fields. That a fixed pool says
"fixed" on its last line is assumed. `>` marks a pool for the reader's attention and says nothing that the
figures do not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import figures, mp1b

_COLUMNS: Final = {
    "Buffs": "buffers",
    "Low": "lowest_stealable",
    "Now": "stealable",
    "Getp": "getpages_old",
    "Getn": "getpages_new",
    "Rio": "reads",
    "STW": "page_updates",
    "TPW": "pages_written",
    "WIO": "writes",
    "IMW": "immediate_writes",
    "DWT": "deferred_write_starts",
    "DMC": "synchronous_write_threshold",
    "STL": "steals",
    "STLA": "steal_collisions",
    "SOS": "no_buffer_waits",
}
MARKS: Final = ("BUFFS ", "RIO ", "DWT ", "LOCATION")
_LINE = re.compile(r"[> ]{0,20}([0-9]{1,2}) +((?:Buffs|Rio|DWT) +[^ ].*|Location ?-.*)")


@dataclass(slots=True)
class Pool:
    """The lines of one pool."""

    number: int
    row: Row
    sink: Sink

    def feed(self, line: Line) -> Step:
        """Take a further line of the same pool."""
        match = _LINE.fullmatch(line.text)
        if not match or int(match[1]) != self.number or match[2].startswith("Buffs"):
            return Step.NOT_MINE
        self.sink.recall(mp1b.SAID, line)
        if match[2].startswith("Location"):
            self._location(line, match[2].lower())
            return Step.DONE
        columns = read(match[2], line, self.sink)
        if any(self.row.get(name, value) != value for name, value in columns.items()):
            self.sink.refuse(line.offset, f"each figure of pool {self.number:02} once", line.text)
            return Step.MORE
        self.row.update(columns)
        return Step.MORE

    def _location(self, line: Line, words: str) -> None:
        above, below = "above" in words, "below" in words
        if above == below:
            self.sink.refuse(line.offset, "Location - above bar, or below bar", line.text)
            return
        self.row["location"] = "ABOVE" if above else "BELOW"
        if "fixed" in words:
            self.row["page_class"] = "FIXED4KB"

    def close(self, why: str) -> None:
        """Nothing: every line stands for itself."""


def read(text: str, line: Line, sink: Sink) -> Row:
    """Read the label and figure pairs of one line; up to the first that is not one."""
    words = text.split()
    columns: Row = {}
    for label, figure in zip(words[::2], [*words[1::2], ""], strict=False):
        column, value = _COLUMNS.get(label), figures.count(figure)
        if column is None or value is None:
            sink.refuse(line.offset, "a field of QPST and its count", f"{label} {figure} in {text}")
            break
        columns[column] = value
    return columns


def begin(line: Line, sink: Sink) -> Pool | bool:
    """Open a pool at its first line; a later line without it is damage."""
    match = _LINE.fullmatch(line.text)
    if not match:
        return False
    if not match[2].startswith("Buffs"):
        sink.refuse(line.offset, f"{match[1]} Buffs n Low n ... before it", line.text)
        return True
    columns = read(match[2], line, sink)
    if "buffers" not in columns:
        return True
    written, queue_manager = mp1b.owner(line, sink)
    number = int(match[1])
    names = {"queue_manager": queue_manager, "buffer_pool": number}
    row = sink.row("mq_buffer_pool", written, names | columns)
    return Pool(number, row, sink)
