"""Real and auxiliary storage of Db2's address spaces, from a statistics report.

    REAL AND AUXILIARY STORAGE FOR DBM1                     QUANTITY
    --------------------------------------------  ------------------
    REAL STORAGE IN USE                     (MB)             8403.51
    AUXILIARY STORAGE IN USE                (MB)                0.00

    REAL STORAGE IN USE - SUMMARY                           QUANTITY
    64-BIT COMMON                           (MB)               10.01

How sure: as printed in IBM's documentation of OMEGAMON for Db2 6.1; MB are 1048576 bytes by the same. The
real storage of DBM1 includes the buffer pools (QW0225RL).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step
from getpage.core.units import MIB

from . import fragment

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

MARKS: Final = ("AUXILIARY", "SUMMARY")
_SPACE = re.compile(r"REAL AND AUXILIARY STORAGE FOR (DBM1|DIST|MSTR|IRLM)\b.*", re.IGNORECASE)
_SUMMARY = re.compile(r"REAL STORAGE IN USE - SUMMARY\b.*", re.IGNORECASE)
_AMOUNT = re.compile(r"(.{1,60}?) \(MB\) ([0-9][0-9,]{0,20}(?:\.[0-9]{1,6})?K?)(?: .*)?", re.IGNORECASE)
_RULE = re.compile(r"[- ]+")
_OF_SPACE: Final = {"REAL STORAGE IN USE": "real", "AUXILIARY STORAGE IN USE": "auxiliary"}
_OF_SUMMARY: Final = {
    "31/64-BIT PRIVATE (DBM1)": "DBM1",
    "31/64-BIT PRIVATE (DIST)": "DIST",
    "64-BIT SHARED THREAD AND SYSTEM": "SHARED",
    "64-BIT SHARED STACK": "STACK",
    "64-BIT COMMON": "COMMON",
}


@dataclass(slots=True)
class Storage:
    """A section that is being read: one row for an address space, or a row a line of the summary."""

    space: str
    member: str | None
    first: Line
    sink: Sink
    row: Row | None = None

    def feed(self, line: Line) -> Step:
        """Take a line of the section."""
        text = " ".join(line.text.split())
        match = _AMOUNT.fullmatch(text)
        if not match:
            return Step.MORE if text and _RULE.fullmatch(text) else Step.NOT_MINE
        amount = fragment.figure(match[2])
        if amount is not None:
            self._put(match[1].upper(), round(amount * MIB), line)
        return Step.MORE

    def _put(self, label: str, amount: int, line: Line) -> None:
        if not self.space:
            space = _OF_SUMMARY.get(label)
            if space:
                self.sink.row("db2_storage", line, {"member": self.member, "space": space, "real": amount})
            return
        column = _OF_SPACE.get(label)
        if column is None:
            return
        if self.row is None:
            names = {"member": self.member, "space": self.space}
            self.row = self.sink.row("db2_storage", self.first, names)
        self.row.setdefault(column, amount)

    def close(self, why: str) -> None:
        """Nothing: every line stands for itself."""


def begin(line: Line, sink: Sink) -> Storage | bool:
    """Open a section at its heading."""
    text = " ".join(line.text.split())
    space, summary = _SPACE.fullmatch(text), _SUMMARY.fullmatch(text)
    if not space and not summary:
        return False
    member: str | None = sink.recall(fragment.SAID, line)
    return Storage(space[1].upper() if space else "", member, line, sink)
