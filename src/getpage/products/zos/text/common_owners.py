"""Who owns common storage: IPCS formats it of a dump, VERBEXIT VSMDATA 'OWNCOMM SUMMARY'.

    VIRTUAL STORAGE MANAGEMENT DUMP FORMAT ROUTINE
    Description              Length   SQA    CSA    ESQA     ECSA     CAUB
    Total SYSTEM-owned       0015ADD8 007AB0 014770 0011FD98 0001EE20 01B31378
    Total for active ASIDS   00295558 0148F0 044EC0 000E4EF0 00156EB8 ********
    Total for "Owner Gone"   000147D0 0012C8 00F230 000004A8 00003E30 ********

Lengths are hexadecimal. What "Owner Gone" holds nobody will give back: its owners ended. Lines of single
address spaces begin with an ASID and the job, and end with the same columns. The print has no time.

How sure: totals as IBM prints them (z/OS MVS Diagnosis: Reference); of the lines of address spaces only
what the totals have is taken, and only where the areas add up to the length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of

TABLE: Final = "zos_common_owner"
MARKS: Final = ("VIRTUAL STORAGE MANAGEMENT DUMP", "TOTAL SYSTEM-OWNED")
_TITLE = re.compile(r"\s*VIRTUAL STORAGE MANAGEMENT DUMP FORMAT ROUTINE\s*", re.IGNORECASE)
_HEX = r"([0-9A-F]{6,8})"
_FIGURES = rf"{_HEX}\s+{_HEX}\s+{_HEX}\s+{_HEX}\s+{_HEX}\s+(?:[0-9A-F]{{8}}|\*{{8}})"
_TOTAL = re.compile(
    rf"\s*Total (SYSTEM-owned|for active ASIDS|for \"Owner Gone\")\s+{_FIGURES}\s*", re.IGNORECASE
)
_SPACE = re.compile(rf"\s*([0-9A-F]{{4}})\s+([A-Z@#$*][A-Z0-9@#$*]{{0,7}})\s.{{0,30}}?\s{_FIGURES}\s*")
_OWNERS: Final = {"SYSTEM-OWNED": "SYSTEM", "FOR ACTIVE ASIDS": "ACTIVE", 'FOR "OWNER GONE"': "GONE"}
_AREAS: Final = ("sqa", "csa", "esqa", "ecsa")


@dataclass(slots=True)
class CommonOwners:
    """The print as far as it is read."""

    first: PrintedLine
    sink: Sink
    rows: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line."""
        if total := _TOTAL.fullmatch(line.text):
            self._give(line, {"owner": _OWNERS[total[1].upper()]}, total.groups()[1:])
        elif space := _SPACE.fullmatch(line.text):
            figures = space.groups()[2:]
            if int(figures[0], 16) != sum(int(figure, 16) for figure in figures[1:]):
                return LineAnswer.NOT_MINE
            self._give(line, {"owner": "JOB", "job": space[2], "asid": int(space[1], 16)}, figures)
        else:
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def _give(self, line: PrintedLine, owner: Row, figures: tuple[str, ...]) -> None:
        lengths = {name: int(text, 16) for name, text in zip(("bytes", *_AREAS), figures, strict=True)}
        self.rows += 1
        self.sink.give(TABLE, row_of(line, {"report": "OWNCOMM", **owner, **lengths}))

    def close(self, why: str) -> None:
        """Nothing is left over: a print of other keywords has the same title."""


def begin(line: PrintedLine, sink: Sink) -> CommonOwners | bool:
    """Open a print at its title, or at its first total where only a part was kept."""
    if _TITLE.fullmatch(line.text):
        return CommonOwners(line, sink)
    if _TOTAL.fullmatch(line.text):
        owners = CommonOwners(line, sink)
        owners.feed(line)
        return owners
    return False
