"""RMF Virtual Storage Activity report (VSTOR), Common Storage Summary: sizes of CSA and SQA, and their use.

                V I R T U A L   S T O R A G E   A C T I V I T Y
    z/OS V2R4         SYSTEM ID TRX1         DATE 05/11/2019    INTERVAL 03.31.164
                      RPT VERSION V2R4 RMF   TIME 16.56.01      CYCLE 1.000 SECONDS
                         COMMON STORAGE SUMMARY
    AREA   ADDRESS   SIZE     ------------ BELOW 16M ------------  ------ EXTENDED (ABOVE 16M) -------
    EPVT  22B00000  1493M          MIN          MAX          AVG      MIN           MAX          AVG
    ECSA   E7C3000   323M   SQA   396K 16.56.02 1196K 16.56.41 1062K 33.5M 16.56.02 97.5M 16.56.52 86.8M
    EMLPA        0     0K   CSA   392K 16.56.02  892K 16.56.41  808K 45.6M 16.56.02 49.7M 16.57.21 49.0M
    ESQA   1DB6000   140M   0     144K 16.56.02  144K 16.56.02  144K 32.7M 16.56.02 32.7M 16.56.02 32.7M

How sure: as IBM prints it in z/OS RMF Report Analysis (vscomsum, z/OS V2R4). The map of the areas stands left
of the figures, each with an address, which the figures do not have. Private areas are on pages of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from .heading import RmfHeading, spellings, title

REPORT: Final = "VSTOR"
TABLE: Final = "zos_common_storage"
MARKS: Final = (*spellings("ACTIVITY"),)
_TITLE = title("VIRTUAL", "STORAGE", "ACTIVITY")
_OF_ONE_JOB = re.compile(r"\s*PRIVATE AREA (?:SUMMARY|DETAIL)\s*")
_SIZE = r"([0-9][0-9.,]{0,9}[KMG]?)"
_AREA = re.compile(rf"[ 01+-]{{0,6}}(EPVT|E?CSA|E?SQA)\s+([0-9A-F]{{1,8}})\s+{_SIZE}(?=\s|$)")
_AT = r"[0-9]{2}[.:][0-9]{2}[.:][0-9]{2}"
_SIDE = rf"{_SIZE}\s+{_AT}\s+{_SIZE}\s+{_AT}\s+{_SIZE}"
_USE = re.compile(rf"(?<!\S)(SQA|CSA(?: ?/ ?RUCSA)?|[0-7]|8(?:-F)?)\s+{_SIDE}\s+{_SIDE}(?=\s|$)")
_NAMES: Final = {"EPVT": "extended_private_size"}


@dataclass(slots=True)
class VirtualStorage:
    """A page of the report."""

    first: PrintedLine
    sink: Sink
    heading: RmfHeading = field(default_factory=RmfHeading)
    row: Row = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the page."""
        if _OF_ONE_JOB.fullmatch(line.text):
            return LineAnswer.DONE
        if self.heading.takes(line.text):
            return LineAnswer.MORE
        area, use = _AREA.match(line.text), _USE.search(line.text)
        if area:
            self._take(line, _NAMES.get(area[1], f"{area[1].lower()}_size"), area[3])
        if use:
            self._use(line, use)
        return LineAnswer.MORE if area or use else LineAnswer.NOT_MINE

    def _use(self, line: PrintedLine, use: re.Match[str]) -> None:
        label = use[1][:3]
        for above, side in (("", 0), ("e", 3)):
            least, most, average = use.groups()[1 + side : 4 + side]
            if label[0].isdigit():
                self._take(line, f"{above}csa_key_{label[0]}", most)
                continue
            name = f"{above}{label.lower()}_used"
            self._take(line, f"{name}_minimum", least)
            self._take(line, f"{name}_maximum", most)
            self._take(line, f"{name}_average", average)

    def _take(self, line: PrintedLine, name: str, text: str) -> None:
        value = figures.size(text)
        if value is None:
            self.sink.refuse(line.offset, f"a size of {name}", line.text)
        else:
            self.row.setdefault(name, value)

    def close(self, why: str) -> None:  # noqa: ARG002 - a page ends where its lines end
        """Hand on the row; a page of a private area has none."""
        if not self.row:
            return
        start, length = self.heading.start, self.heading.length
        common: Row = {
            "system": self.heading.system or self.first.system,
            "written": figures.moved(start, length) if length else start,
            "interval_start": start,
            "interval_us": length.total_seconds() * 1e6 if length else None,
            "report": REPORT,
        }
        self.sink.give(TABLE, row_of(self.first, common | self.row))


def begin(line: PrintedLine, sink: Sink) -> VirtualStorage | bool:
    """Open a page at its title."""
    return VirtualStorage(line, sink) if _TITLE.search(line.text) else False
