"""The replies about 64-bit common and shared storage.

    IAR019I  14.37.22 DISPLAY VIRTSTOR 299          (reply to D VIRTSTOR,HVCOMMON)
    SOURCE = DEFAULT
    TOTAL COMMON = 64G
    COMMON RANGE = 1984G-2048G
    COMMON ALLOCATED = 55398M

Other releases may print it as

    TOTAL 64-BIT COMMON = 64G

The reply to D VIRTSTOR,HVSHARE says SHARED where this one says COMMON:

    TOTAL SHARED = 522240G

How sure: which figures there are and in which unit is IBM's manual; the words are from general knowledge, as
no printed reply was found. What does not fit is passed over.

Reference: IBM z/OS MVS System Commands, "Displaying virtual storage information" (DISPLAY VIRTSTOR).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.core.units import GIB, MIB

TABLE: Final = "zos_high_storage"
MARKS: Final = ("TOTAL SHARED", "TOTAL COMMON", "TOTAL 64-BIT COMMON")
_AREA: Final = r"(?:64-BIT )?(SHARED|COMMON)"
_TOTAL = re.compile(rf"\s*TOTAL {_AREA}\s*=\s*([0-9]{{1,9}})G\s*", re.IGNORECASE)
_ALLOCATED = re.compile(rf"\s*{_AREA} ALLOCATED\s*=\s*([0-9]{{1,12}})M\s*", re.IGNORECASE)
_SOURCE = re.compile(r"\s*SOURCE\s*=\s*([A-Z0-9@#$]{1,16})\s*", re.IGNORECASE)
_RANGE = re.compile(rf"\s*{_AREA} RANGE\s*=.*", re.IGNORECASE)
_NAMES: Final = {"SHARED": "hvshare", "COMMON": "hvcommon"}


@dataclass(slots=True)
class HighStorageReply:
    """The reply as far as it is read."""

    first: PrintedLine
    sink: Sink
    row: Row = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the reply."""
        if source := _SOURCE.fullmatch(line.text):
            self.row["set_by"] = source[1].upper()
        elif total := _TOTAL.fullmatch(line.text):
            self.row[f"{_NAMES[total[1].upper()]}_size"] = int(total[2]) * GIB
        elif used := _ALLOCATED.fullmatch(line.text):
            self.row[f"{_NAMES[used[1].upper()]}_used_maximum"] = int(used[2]) * MIB
        elif not _RANGE.fullmatch(line.text):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def close(self, why: str) -> None:  # noqa: ARG002 - a reply ends where its lines end
        """Hand on the row."""
        self.sink.give(TABLE, row_of(self.first, {"report": "D VIRTSTOR", **self.row}))


def is_first(text: str) -> bool:
    """Whether a line is one by which this reply is known."""
    return bool(_TOTAL.fullmatch(text) or _ALLOCATED.fullmatch(text))
