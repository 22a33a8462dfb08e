"""A snapshot of /proc/meminfo: what the kernel says of its memory.

    MemTotal:       16388608 kB
    MemFree:          412345 kB
    HugePages_Total:     512

It begins at MemTotal, which the kernel prints first; lines that are not known are passed over. Numbers are
KiB, whatever the kernel calls them; of huge pages they are counts.

Reference: Linux kernel, Documentation/filesystems/proc.rst, meminfo.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Sink
from getpage.core.units import KIB
from getpage.products.common.text import figures
from getpage.products.common.text.labelled import LabelledReport
from getpage.products.common.text.layout import PrintedColumn

from . import clock

MARKS: Final = ("MEMTOTAL:",)
_FIRST: Final = "MemTotal"
_LINE: Final = re.compile(r"([A-Z][A-Za-z0-9_()]{1,30}):(.{0,200})")
_NUMBER: Final = re.compile(r" {1,20}([0-9]{1,15})(?: kB)? {0,4}")
#: Snapshots that are further apart are not of one stretch. Ours: an hour, and some for cron.
_APART: Final = timedelta(minutes=61)


@dataclass(slots=True)
class Snapshots(LabelledReport):
    """The snapshots that follow each other, the last as far as it was read."""

    table = "linux_memory"
    before: datetime | None = None

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The label of a line and what stands behind it."""
        if match := _LINE.fullmatch(text):
            yield match[1], match[2]

    def read(self, column: PrintedColumn, text: str) -> int | None:
        """A number, in KiB where the column is in bytes."""
        number = _NUMBER.fullmatch(text)
        if number is None:
            return None
        value = int(number[1]) * (KIB if column.unit == "bytes" else 1)
        return value if value <= figures.MOST_BYTES else None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line; MemTotal, a blank line or a time ends the snapshot before. A time is of the next."""
        match = _LINE.fullmatch(line.text)
        if match is not None and match[1] == _FIRST:
            self.end()
            self.first = line
            self.row["written"] = clock.taken(line, self.sink)
        if self.take(line) or (match is not None and _NUMBER.fullmatch(match[2])):
            return LineAnswer.MORE
        if line.text.strip() and not clock.is_time(line):
            return LineAnswer.NOT_MINE
        self.end()
        clock.begin(line, self.sink)
        return LineAnswer.MORE

    def end(self) -> None:
        """Hand on the snapshot. One whose MemTotal was refused is none; its time counts from the last one."""
        if "total" in self.row:
            written = self.row["written"]
            cover = None
            if self.before and clock.between(self.before, written, _APART):
                cover = Cover(self.table, self.first.system, "meminfo", self.before, written)
            if self.give(cover):
                self.before = written
        self.row = {}

    def close(self, why: str) -> None:  # noqa: ARG002 - a snapshot has no end of its own
        """Hand on the last."""
        self.end()


def begin(line: PrintedLine, sink: Sink) -> Snapshots | bool:
    """Open a snapshot at MemTotal."""
    match = _LINE.fullmatch(line.text)
    if match is None or match[1] != _FIRST:
        return False
    snapshots = Snapshots(line, sink)
    snapshots.feed(line)
    return snapshots
