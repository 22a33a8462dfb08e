"""The replies to D VIRTSTOR: about large frames, and about common and shared storage above 2 GB.

    IAR019I  14.37.22 DISPLAY VIRTSTOR 299          (reply to D VIRTSTOR,LFAREA)
    TOTAL LFAREA = 64M , 0G
    LFAREA ALLOCATED (1M) = 16M
    MAX LFAREA ALLOCATED (1M) = 62M
    IAR019I  14.37.23 DISPLAY VIRTSTOR 300          (reply to D VIRTSTOR,HVCOMMON)
    TOTAL COMMON = 64G

How sure: from general knowledge of it, as no printed one was found. What does not fit is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Sink
from getpage.products.common.text.labelled import LabelledReport

from . import high_storage
from .high_storage import HighStorageReply

STEMS: Final = ("IAR",)
MARKS: Final = ("IAR019I", "TOTAL LFAREA", *high_storage.MARKS)
_IAR019I = re.compile(r"[ *@+]{0,4}IAR019I .*?(?: ([0-9]{3,4}))?\s*")
_TOTAL = re.compile(r"\s*TOTAL LFAREA\s*=\s*([0-9]{1,9})M\s*,\s*([0-9]{1,9})G\s*", re.IGNORECASE)
_FIGURE = re.compile(
    r"\s*((?:MAX )?LFAREA ALLOCATED[A-Z0-9 ()]{0,40}?)\s*=\s*([0-9]{1,9})M?\s*", re.IGNORECASE
)
_OTHER = re.compile(r"\s*(?:SOURCE|LFAREA AVAILABLE|(?:MAX )?LFAREA ALLOCATED.{0,40})\s*=.*", re.IGNORECASE)


@dataclass(slots=True)
class LargeFrameReply(LabelledReport):
    """The reply to D VIRTSTOR,LFAREA; a frame of 1 MB is printed as 1M."""

    table = "zos_large_frames"
    expected = "TOTAL LFAREA = nM , nG after IAR019I"

    def pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The label of a line and its frames."""
        if match := _FIGURE.fullmatch(text):
            yield " ".join(match[1].upper().split()), match[2]

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the reply."""
        if total := _TOTAL.fullmatch(line.text):
            self.row |= {"frames_1m_limit": int(total[1]), "frames_2g_limit": int(total[2]) // 2}
        elif not self.take(line) and not _OTHER.fullmatch(line.text):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def give(self, cover: Cover | None = None) -> bool:
        """Hand on the row."""
        self.row["report"] = "D VIRTSTOR"
        return LabelledReport.give(self, cover)


@dataclass(slots=True)
class VirtstorReply:
    """A reply of which no line was read yet that tells which area it is of."""

    first: PrintedLine
    sink: Sink
    source: PrintedLine | None = None
    of: LargeFrameReply | HighStorageReply | None = None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the reply."""
        if self.of is None:
            if high_storage.is_first(line.text):
                self.of = HighStorageReply(self.first, self.sink)
            elif line.text.lstrip().upper().startswith("SOURCE"):
                self.source = line
                return LineAnswer.MORE
            else:
                self.of = LargeFrameReply(self.first, self.sink)
            if self.source is not None:
                self.of.feed(self.source)
        return self.of.feed(line)

    def close(self, why: str) -> None:
        """Hand on the row, or say that the reply has no figure."""
        (self.of or LargeFrameReply(self.first, self.sink)).close(why)


def begin(line: PrintedLine, sink: Sink) -> tuple[VirtstorReply | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry."""
    if match := _IAR019I.fullmatch(line.text):
        return VirtstorReply(line, sink), match[1]
    if _TOTAL.fullmatch(line.text) or high_storage.is_first(line.text):
        reply = VirtstorReply(line, sink)
        reply.feed(line)
        return reply, None
    return False, None
