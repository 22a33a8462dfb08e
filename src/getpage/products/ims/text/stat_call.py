"""Output of a STAT call as a program prints it: heads in columns, and a line of counts below them.

    BLOCK    FOUND    READS     BUFF     OSAM   BLOCKS     NEW   CHAIN
      REQ  IN POOL   ISSUED     ALTS   WRITES  WRITTEN  BLOCKS  WRITES

is DBASF, all OSAM subpools together;

    BUFFER HANDLER STATISTICS

is VBASF, a VSAM subpool; and

    B U F F E R   H A N D L E R   S T A T I S T I C S  /  V S A M   S T A T I S T I C S   FIXOPT=X/X/X   \
POOLID: VPL1

is VBESF, the same with hiperspace;

    B U F F E R   H A N D L E R   O S A M   S T A T I S T I C S    FIXOPT=X/X   POOLID: O04K

is DBESF, an OSAM subpool. Heads and counts may stand in lines of 120 columns, as the call returns
them, or in two parts, one below the other. Counts are of all time since IMS started; two of them with their
times tell what was between.

How sure: heads as IBM IMS 15 documentation prints them, "Format of OSAM buffer pool statistics", "Format of
VSAM buffer subpool statistics", "Format of enhanced VSAM buffer subpool statistics", "Format of
enhanced/extended OSAM buffer subpool statistics"; of FIXOPT the last is taken for the buffers, as in the
reports. The unformatted and the summary forms are not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from .report import TABLE

MARKS: Final = ("OSAM", "BUFFER HANDLER STATISTICS", "FIXOPT=")

_GAP: Final = r"[ \t]{1,20}"
_OSAM: Final = re.compile(
    (
        r"\s{0,20}BLOCK FOUND READS BUFF OSAM BLOCKS NEW CHAIN"
        r"(?: WRITTEN LOGICAL PURGE RELEASE)?\s{0,60}"
    ).replace(" ", _GAP)
)
_VSAM: Final = re.compile(
    r"\s{0,60}BUFFER HANDLER STATISTICS(?:\s{1,60}VSAM STATISTICS POOLID:\s{0,4}(\S{1,8}))?\s{0,60}"
)
_ENHANCED: Final = re.compile(
    r"([A-Z /]{20,110})FIXOPT=([XYN](?:/[XYN]){1,2})\s{1,20}POOLID:\s{0,4}(\S{0,8})\s{0,40}"
)
_POOL: Final = re.compile(r"\s{0,60}VSAM STATISTICS POOLID:\s{0,4}(\S{1,8})\s{0,60}")
_HEAD: Final = re.compile(r"[A-Z][A-Z /-]{0,120}")
_COUNTS: Final = re.compile(r"[0-9]{1,10}K?(?:[ \t]{1,30}[0-9]{1,12}(?:/[0-9]{1,10})?){0,19}")

_OSAM_COLUMNS: Final = (
    *("requests", "found", "reads", "alters", None, "writes", "created", None),
    *(None, None, "purges", None, "locked"),
)
_VSAM_COLUMNS: Final = (
    *("buffer_bytes", "buffers", "by_address", "by_key", None, None, "alters", None, None),
    *("gets", "searches", "found", "reads", "writes", "steal_writes", "locked"),
)
_ENHANCED_COLUMNS: Final = (
    *("buffer_bytes", "buffers", "hiperspace_buffers", "by_address", "by_key", None, None, "alters"),
    *(None, None, "locked"),
    *("gets", "searches", "found", "reads", "writes", "steal_writes", "hiperspace_reads", None),
    "hiperspace_failed",
)
_OSAM_ENHANCED_COLUMNS: Final = (
    *("buffer_bytes", "buffers", "requests", "created", "alters", "purges", "found", "searched", "reads"),
    "steal_writes",
    *("writes", "busy_id_waits", "busy_write_waits", "busy_read_waits", "ownership_waits", "buffer_waits"),
    "locked",
)
#: The counts without which there is no row, by access.
_LEAST: Final = 8


@dataclass(slots=True)
class Call:
    """The counts of one call."""

    first: PrintedLine
    sink: Sink
    access: str
    columns: tuple[str | None, ...]
    row: Row
    counts: list[str] = field(default_factory=list)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take heads, and counts until there is one for each of them."""
        text = line.text.strip()
        if not text:
            return LineAnswer.MORE
        pool = _POOL.fullmatch(line.text)
        if pool is not None:
            self.row["pool_id"] = pool[1]
            return LineAnswer.MORE
        if _COUNTS.fullmatch(text):
            self.counts += text.split()
            if len(self.counts) < len(self.columns):
                return LineAnswer.MORE
            self._end("")
            return LineAnswer.DONE
        if _HEAD.fullmatch(text) and not _begins(line.text):
            return LineAnswer.MORE
        return LineAnswer.NOT_MINE

    def close(self, why: str) -> None:
        """Make a row of what there is of DBASF, whose second half says nothing of reads."""
        self._end(why)

    def _end(self, why: str) -> None:
        columns = self._columns()
        if isinstance(columns, str):
            self.sink.refuse(self.first.offset, columns, " ".join(self.counts) or why)
            return
        row = {"access": self.access, "covers": "start", **self.row, **columns}
        self.sink.give(TABLE, row_of(self.first, row))

    def _columns(self) -> Row | str:
        """The columns that the counts fill; what belongs there, in words, where they cannot be."""
        enough = _LEAST if self.columns is _OSAM_COLUMNS else len(self.columns)
        if not enough <= len(self.counts) <= len(self.columns):
            return f"{len(self.columns)} counts below their heads"
        row: Row = {}
        for name, text in zip(self.columns, self.counts, strict=False):
            if name is not None:
                row[name] = (
                    figures.size(text) if name == "buffer_bytes" else figures.count(text.partition("/")[0])
                )
        return "counts and a size of buffers" if None in row.values() else row


def _begins(text: str) -> bool:
    return any(form.fullmatch(text) for form in (_OSAM, _VSAM, _ENHANCED))


def begin(line: PrintedLine, sink: Sink) -> Call | bool:
    """Open the counts of a call at its first heads."""
    if _OSAM.fullmatch(line.text):
        return Call(line, sink, "OSAM", _OSAM_COLUMNS, {})
    basic = _VSAM.fullmatch(line.text)
    if basic is not None:
        return Call(line, sink, "VSAM", _VSAM_COLUMNS, {"pool_id": basic[1]} if basic[1] else {})
    enhanced = _ENHANCED.fullmatch(line.text)
    if enhanced is None:
        return False
    heads, options, pool = enhanced.groups()
    flags = [figures.flag(option) for option in options.split("/")]
    fixed = {"fixed_blocks": flags[-2], "fixed_buffers": flags[-1]}
    if "OSAM" in heads.replace(" ", ""):
        return Call(line, sink, "OSAM", _OSAM_ENHANCED_COLUMNS, {"subpool_id": pool or None} | fixed)
    if len(flags) > 2:
        fixed["fixed_index"] = flags[0]
    return Call(line, sink, "VSAM", _ENHANCED_COLUMNS, {"pool_id": pool or None} | fixed)
