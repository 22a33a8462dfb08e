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
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Cover, Step, row_of
from getpage.core.units import KIB

from . import clock

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

MARKS: Final = ("MEMTOTAL:",)
TABLE: Final = "linux_memory"

_BYTES: Final = {
    "MemTotal": "total",
    "MemFree": "free",
    "MemAvailable": "available",
    "Buffers": "buffers",
    "Cached": "cached",
    "SwapCached": "swap_cached",
    "AnonPages": "anonymous",
    "Mapped": "mapped",
    "Shmem": "shared_memory",
    "Unevictable": "unevictable",
    "SReclaimable": "slab_reclaimable",
    "SUnreclaim": "slab_unreclaimable",
    "KernelStack": "kernel_stack",
    "PageTables": "page_tables",
    "Percpu": "per_cpu",
    "AnonHugePages": "transparent_huge",
    "SwapTotal": "swap_total",
    "SwapFree": "swap_free",
    "Dirty": "dirty",
    "CommitLimit": "commit_limit",
    "Committed_AS": "committed",
    "Hugepagesize": "huge_page_bytes",
}
_COUNTS: Final = {
    "HugePages_Total": "huge_total",
    "HugePages_Free": "huge_free",
    "HugePages_Rsvd": "huge_reserved",
    "HugePages_Surp": "huge_surplus",
}
_LINE: Final = re.compile(
    r"(?P<name>[A-Z][A-Za-z0-9_()]{1,30}): {1,20}(?P<value>[0-9]{1,15})(?P<unit> kB)? {0,4}"
)
_BEGUN: Final = re.compile(r"(?P<name>[A-Z][A-Za-z0-9_()]{1,30}):.{0,200}")
#: More is no memory that there is: 64 TiB are the most of a machine, and CommitLimit may be all of 47 bits.
_MOST: Final = 1 << 50
#: Parts of a kernel's memory that cannot be more than all of it.
_PARTS: Final = (
    "free",
    "available",
    "anonymous",
    "cached",
    "buffers",
    "slab_reclaimable",
    "slab_unreclaimable",
)


#: Snapshots that are further apart are not of one stretch. Ours: an hour, and some for cron.
_APART: Final = timedelta(minutes=61)


@dataclass(slots=True)
class Snapshots:
    """The snapshots that follow each other, the last as far as it was read."""

    first: Line
    sink: Sink
    written: datetime | None
    row: dict[str, int] = field(default_factory=dict)
    before: datetime | None = None

    def feed(self, line: Line) -> Step:
        """Take a line of it; the next MemTotal begins another."""
        found = _LINE.fullmatch(line.text)
        if found is None:
            begun = _BEGUN.fullmatch(line.text)
            if begun is None or (begun["name"] not in _BYTES and begun["name"] not in _COUNTS):
                return self._ended(line)
            self.sink.refuse(line.offset, f"a number of {begun['name']}", line.text)
            return Step.MORE
        name, value = found["name"], int(found["value"])
        column = _BYTES.get(name) or _COUNTS.get(name)
        if column is None:
            return Step.MORE
        if name == "MemTotal":
            if self.row:
                self._done()
            self.first, self.written = line, clock.told(line, self.sink)
        size = value * KIB if name in _BYTES else value
        if size > _MOST:
            self.sink.refuse(line.offset, f"a size of {name} that there can be", line.text)
        else:
            self.row[column] = size
        return Step.MORE

    def _ended(self, line: Line) -> Step:
        """A blank line and a time stand between snapshots; the time is of the next."""
        if line.text.strip() and not clock.is_time(line):
            return Step.NOT_MINE
        if self.row:
            self._done()
        clock.begin(line, self.sink)
        return Step.MORE

    def _done(self) -> None:
        row, self.row = self.row, {}
        total = row.get("total")
        if not total:
            self.sink.refuse(self.first.offset, "MemTotal of a snapshot", self.first.text)
            return
        if any(row.get(name, 0) > total for name in _PARTS):
            self.sink.refuse(
                self.first.offset, "parts of MemTotal that are not more than all", self.first.text
            )
            return
        if row.get("swap_free", 0) > row.get("swap_total", 0):
            self.sink.refuse(self.first.offset, "SwapFree that is not more than SwapTotal", self.first.text)
            return
        self.sink.give(TABLE, row_of(self.first, {"written": self.written, **row}), self._cover())
        self.before = self.written

    def _cover(self) -> Cover | None:
        """The time from the snapshot before."""
        start, end = self.before, self.written
        if start is None or end is None or not start < end <= start + _APART:
            return None
        return Cover(TABLE, self.first.system, "meminfo", start, end)

    def close(self, why: str) -> None:  # noqa: ARG002
        """A snapshot has no end of its own."""
        if self.row:
            self._done()


def begin(line: Line, sink: Sink) -> Snapshots | bool:
    """Open a snapshot at MemTotal."""
    found = _BEGUN.fullmatch(line.text)
    if found is None or found["name"] != "MemTotal":
        return False
    made = Snapshots(line, sink, clock.told(line, sink))
    made.feed(line)
    return made
