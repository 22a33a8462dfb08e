"""Who owns 64-bit common and shared storage: IPCS formats it of a dump, RSMDATA HVCOMMON and HVSHRDATA.

    COMMON ADDRESS RANGE: 000001EF_80000000 - 000001FF_FFFFFFFF
    START VSA         END VSA           Size St T K F L JOBNAME  JOBID    CREATE TIME  REQUESTOR RQAS ...
    000001EF_80500000 000001EF_805FFFFF 0001 AC J 0 N N *MASTER* ........ 08/11/2010 21:50:53 813E2A80 0001 -
    SHARED ADDRESS RANGE: 00000200_00000000 - 0001FFFF_FFFFFFFF
    L 00000200_00500000 00000200_00EFFFFF S  4 N -  TBSHR    0020 04/23/2002 15:41:53 87001A58 0020 E2C8

Addresses are hexadecimal. What has an UNOWNED TIME nobody will give back: its owner ended. The lines of the
address spaces that share an object have no time, and are passed over. The print has no time of its own.

How sure: as IBM prints both (z/OS MVS Diagnosis: Reference). In the print of common storage the size in MB
stands beside the addresses; an object whose size is another one is damage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import MIB
from getpage.products.common.text import figures

from . import high_storage

TABLE: Final = "zos_memory_object"
REPORT: Final = "RSMDATA"
MARKS: Final = ("COMMON ADDRESS RANGE", "SHARED ADDRESS RANGE")
_ADDRESS = r"([0-9A-F]{8}_[0-9A-F]{8})"
_TITLE = re.compile(rf"\s*(COMMON|SHARED) ADDRESS RANGE:\s*{_ADDRESS}\s*-\s*{_ADDRESS}\s*", re.IGNORECASE)
_SPAN = re.compile(rf"\s*(?:L\s+)?{_ADDRESS}\s+{_ADDRESS}\s+.*")
_TIME = r"([0-9]{2}/[0-9]{2}/[0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2})"
_JOB = r"([A-Z0-9@#$*.]{1,8})"
_OF = {
    "COMMON": re.compile(
        rf"\s*{_ADDRESS}\s+{_ADDRESS}\s+([0-9A-F]{{4,8}})\s+[A-Z]{{2}}\s+\S\s+\S\s+\S\s+\S\s+{_JOB}\s+\S{{1,8}}\s+"
        rf"{_TIME}\s+[0-9A-F_]{{8,17}}\s+[0-9A-F]{{4}}(?:\s+(?:-|{_TIME}))?(?:\s.*)?"
    ),
    "SHARED": re.compile(
        rf"\s*(?:L\s+)?{_ADDRESS}\s+{_ADDRESS}\s+\S\s+\S\s+\S\s+\S\s+{_JOB}\s+[0-9A-F]{{4}}\s+{_TIME}\s.*"
    ),
}
_AREAS: Final = {"COMMON": "hvcommon", "SHARED": "hvshare"}


@dataclass(slots=True)
class MemoryObjects:
    """A print as far as it is read."""

    first: PrintedLine
    sink: Sink
    kind: str
    size: int
    used: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line."""
        if not _SPAN.fullmatch(line.text):
            return LineAnswer.NOT_MINE
        match = _OF[self.kind].fullmatch(line.text)
        if match is not None:
            row = self._common(match) if self.kind == "COMMON" else self._shared(match)
            if row is None:
                self.sink.refuse(line.offset, "an object whose size is that of its addresses", line.text)
            elif self.sink.give(TABLE, row_of(line, row)):
                self.used += row["bytes"]
        return LineAnswer.MORE

    def _common(self, match: re.Match[str]) -> Row | None:
        size = _size(match[1], match[2])
        if size is None or size != int(match[3], 16) * MIB:
            return None
        unowned = _moment(match[7], match[8]) if match[7] else None
        return self._row(match[4], size) | {"created": _moment(match[5], match[6]), "unowned": unowned}

    def _shared(self, match: re.Match[str]) -> Row | None:
        size = _size(match[1], match[2])
        return None if size is None else self._row(match[3], size) | {"created": _moment(match[4], match[5])}

    def _row(self, job: str, size: int) -> Row:
        return {"report": REPORT, "area": _AREAS[self.kind], "job": job, "bytes": size}

    def close(self, why: str) -> None:  # noqa: ARG002 - a print ends where its lines end
        """Hand on what all objects together take of the area."""
        name = _AREAS[self.kind]
        row = {"report": REPORT, f"{name}_size": self.size, f"{name}_used_maximum": self.used}
        self.sink.give(high_storage.TABLE, row_of(self.first, row))


def _size(start: str, end: str) -> int | None:
    """Bytes from one address to another; None where the second is not above the first."""
    size = int(end.replace("_", ""), 16) - int(start.replace("_", ""), 16) + 1
    return size if size > 0 else None


def _moment(day: str, time: str) -> object:
    return figures.moment(figures.american(day), figures.clock(time))


def begin(line: PrintedLine, sink: Sink) -> MemoryObjects | bool:
    """Open a print at the range of its area."""
    title = _TITLE.fullmatch(line.text)
    size = _size(title[2], title[3]) if title else None
    return MemoryObjects(line, sink, title[1].upper(), size) if title and size else False
