"""The reply about large frames.

    IAR019I  14.37.22 DISPLAY VIRTSTOR 299          (reply to D VIRTSTOR,LFAREA)
    TOTAL LFAREA = 64M , 0G
    LFAREA ALLOCATED (1M) = 16M
    MAX LFAREA ALLOCATED (1M) = 62M

How sure: from general knowledge of it, as no printed one was found. What does not fit is passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step

STEMS: Final = ("IAR",)
MARKS: Final = ("IAR019I", "TOTAL LFAREA")
_IAR019I = re.compile(r"[ *@+]{0,4}IAR019I .*?(?: ([0-9]{3,4}))?\s*")
_TOTAL = re.compile(r"\s*TOTAL LFAREA\s*=\s*([0-9]{1,9})M\s*,\s*([0-9]{1,9})G\s*", re.IGNORECASE)
_SIZE = re.compile(r"\s*((?:MAX )?LFAREA ALLOCATED \([A-Z0-9]{2,12}\))\s*=\s*([0-9]{1,9})M\s*", re.IGNORECASE)
_PAGES = re.compile(r"\s*((?:MAX )?LFAREA ALLOCATED NUMBER OF 2G PAGES)\s*=\s*([0-9]{1,9})\s*", re.IGNORECASE)
_OTHER = re.compile(r"\s*(?:SOURCE|LFAREA AVAILABLE|(?:MAX )?LFAREA ALLOCATED.{0,40})\s*=.*", re.IGNORECASE)
_KNOWN: Final = {
    "LFAREA ALLOCATED (1M)": "frames_1m_used",
    "MAX LFAREA ALLOCATED (1M)": "frames_1m_high",
    "LFAREA ALLOCATED (4K)": "frames_1m_as_4k",
    "LFAREA ALLOCATED (PAGEABLE1M)": "frames_1m_pageable",
    "LFAREA ALLOCATED NUMBER OF 2G PAGES": "frames_2g_used",
    "MAX LFAREA ALLOCATED NUMBER OF 2G PAGES": "frames_2g_high",
}


@dataclass(slots=True)
class LargeFrames:
    """The reply to D VIRTSTOR,LFAREA."""

    first: Line
    sink: Sink
    row: Row = field(default_factory=dict)

    def feed(self, line: Line) -> Step:
        """Take a line of the reply."""
        if total := _TOTAL.fullmatch(line.text):
            self.row |= {"frames_1m_limit": int(total[1]), "frames_2g_limit": int(total[2]) // 2}
        elif size := (_SIZE.fullmatch(line.text) or _PAGES.fullmatch(line.text)):
            column = _KNOWN.get(" ".join(size[1].upper().split()))
            if column:
                self.row[column] = int(size[2])
        elif not _OTHER.fullmatch(line.text):
            return Step.NOT_MINE
        return Step.MORE

    def close(self, why: str) -> None:
        """Keep the row, or say that the reply had no figures."""
        if self.row:
            self.sink.row("zos_large_frames", self.first, {"report": "D VIRTSTOR", **self.row})
        else:
            self.sink.refuse(self.first.offset, "TOTAL LFAREA = nM , nG after IAR019I", why)


def begin(line: Line, sink: Sink) -> tuple[LargeFrames | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry."""
    if found := _IAR019I.fullmatch(line.text):
        return LargeFrames(line, sink), found[1]
    if _TOTAL.fullmatch(line.text):
        reply = LargeFrames(line, sink)
        reply.feed(line)
        return reply, None
    return False, None
