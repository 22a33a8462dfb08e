"""Where the columns of a listing stand: read from its heading, once a page.

    Loc  Object Code    Addr1 Addr2  Stmt   Source Statement                 HLASM R6.0  2024/04/28 16.09
    000048                00048 00000    27+         ORG   SAVEAREA                                02-PROCB

The statement number ends where `Stmt` ends; one column marks macro (+) or COPY (=) text; then 80 source
columns. Listings with and without ASA control characters, and with 6 or 8 digits of Loc (LIST(121),
LIST(133)), only differ in where this begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADING = re.compile(
    r"^.{0,8}?Loc +Object Code +Addr1 +Addr2 +Stmt +Source Statement(?P<rest>.*)$", re.IGNORECASE
)
_STAMP = re.compile(r"(?:HLASM|ASMA?\w*)\s+R?\S+\s+\d{4}[/-]\d\d[/-]\d\d(?:\s+\d\d[.:]\d\d)?", re.IGNORECASE)
_HEX = re.compile(r"[0-9A-Fa-f]{5,8}")

#: Source columns of a statement; the one after them marks a continuation, the rest is sequence numbers.
TEXT = 71
#: Column that continuation lines begin in, counted from 0.
CONTINUED = 15


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one page."""

    loc: int
    marker: int
    stamp: str

    def statement(self, line: str) -> tuple[str, int, str] | None:
        """What stands before the statement number, the number, and the source; None for any other line."""
        for shift in (0, 1, -1):  # headings that lost or gained a blank on their way
            marker = self.marker + shift
            if line[marker : marker + 1] not in ("", " ", "+", "=") or marker > len(line):
                continue
            number = re.search(r"(?:^|[ \d])(\d{1,6})$", line[max(0, marker - 7) : marker])
            if number is None or not number[1].isascii():
                continue
            before = line[: marker - len(number[1])]
            return before[max(0, self.loc + shift) :], int(number[1]), line[marker + 1 :]
        return None

    def continuation(self, line: str) -> str | None:
        """The source columns of a line without statement number; None when anything stands before them."""
        before = line[: self.marker].strip(" 0-+'")
        return None if before else line[self.marker + 1 :]


def heading(line: str) -> Columns | None:
    """The columns that a heading tells; None when the line is none."""
    match = _HEADING.match(line)
    if match is None:
        return None
    lower = line.lower()
    stamp = _STAMP.search(match["rest"])
    end = lower.index("stmt") + len("stmt")
    return Columns(max(0, lower.index("loc") - 2), end, stamp[0].upper() if stamp else "")


def numbers(before: str) -> tuple[int | None, list[int]]:
    """The Loc column, and the addresses after it, of what stands before a statement number."""
    at = before[:9].split(" ")[0]
    loc = int(at, 16) if re.fullmatch(r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}", at) else None
    return loc, [int(word, 16) for word in before[9:].split() if _HEX.fullmatch(word)]
