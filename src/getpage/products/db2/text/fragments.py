"""Fragments of accounting and statistics reports: headings, then rows of known form, a row a line.

    NORMAL TERM.     AVERAGE     TOTAL
    NEW USER            0.67    539864
    DEALLOCATION        0.33    270518

    PLANNAME  TOT CL2CPU  COMMITS/sec
    XKB1BR1       433.93        37.16

    PACKAGE  ALLOC/sec  TOT CL7CPU%  CL7CPU Avg
    KSBUARG     108.77  273.93 6.52%   0.000504

    REAL AND AUXILIARY STORAGE FOR DBM1                     QUANTITY
    --------------------------------------------  ------------------
    REAL STORAGE IN USE                     (MB)             8403.51
    AUXILIARY STORAGE IN USE                (MB)                0.00

    REAL STORAGE IN USE - SUMMARY                           QUANTITY
    64-BIT COMMON                           (MB)               10.01

They end where rows do. The Db2 subsystem that they are of is the one that a report heading close above
names: `SUBSYSTEM: DB1A`, or `MEMBER: DB1A` where that is not N/P. Columns to the right of the termination
section (ABNORMAL TERM., IN DOUBT) are left alone. CPU times of plans and packages are seconds over a time
that the tables do not give.

How sure: the first three as printed in IBM REDP-5238, figure 2-7, table 2-1 (its headings read PLANANME and
COMMT s/sec) and figure 2-8, the reasons by IBM's description of the report; the last two as printed in
IBM's documentation of OMEGAMON for Db2 6.1, where MB are 1048576 bytes. The real storage of DBM1 includes
the buffer pools (QW0225RL).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import MIB
from getpage.products.common.text import figures
from getpage.products.common.text.table import PrintedTable, Rows

MARKS: Final = ("SUBSYSTEM:", "MEMBER:", "AVERAGE", "CL2", "ALLOC/SEC", "AUXILIARY", "SUMMARY")
#: The key under which the subsystem of a heading is remembered.
_SUBSYSTEM: Final = "Db2 subsystem of a report"
_ORIGIN: Final = re.compile(r".*\b(SUBSYSTEM|MEMBER): +([A-Z@#$][A-Z0-9@#$]{0,7})(?: .*)?", re.IGNORECASE)
_WIDEST: Final = 200
_RULE: Final = re.compile(r"[- ]+")


def _figure(text: str) -> float | None:
    """A figure; K and M are thousands and millions, a % is left out."""
    return figures.thousands(text.upper().removesuffix("%"))


_ENDS: Final = re.compile(r"NORMAL TERM\.? +AVERAGE +TOTAL\b.*", re.IGNORECASE)
REASONS: Final = (
    *("NEW USER", "DEALLOCATION", "APPL.PROGR. END", "RESIGNON", "DBAT INACTIVE", "TYPE2 INACTIVE"),
    *("RRS COMMIT", "END USER THRESH", "BLOCK STOR THR", "STALENESS THR"),
)


def _thread_end(text: str) -> Row | None:
    """Why threads ended, and how many; counts are rounded where the report abbreviates them."""
    text = " ".join(text.split())
    reason = next((reason for reason in REASONS if text.upper().startswith(f"{reason} ")), None)
    if reason is None:
        return None
    words = text[len(reason) :].split()
    total = _figure(words[1]) if len(words) > 1 else None
    return (
        None if total is None else {"reason": reason, "average": _figure(words[0]), "threads": round(total)}
    )


_PLANS: Final = re.compile(r"PLAN[A-Z]{0,6} TOT CL2 ?CPU COMM[A-Z]{0,4} ?S?/SEC", re.IGNORECASE)
_PACKAGES: Final = re.compile(
    r"PACKAGE ALLOC/SEC TOT CL7 ?CPU ?%? (?:% )?CL7 ?CPU AVG(?: CL7 ?CPU)?", re.IGNORECASE
)
_NAME: Final = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{0,127}", re.IGNORECASE)
_PLAN_COLUMNS: Final = ("class2_cpu", "commits_per_second")
_PACKAGE_COLUMNS: Final = (
    *("allocations_per_second", "class7_cpu", "class7_cpu_share", "class7_cpu_average"),
)


def _named(text: str, name_column: str, columns: tuple[str, ...]) -> Row | None:
    name, *words = text.split() or [""]
    values = [_figure(word) for word in words]
    if not _NAME.fullmatch(name) or len(values) != len(columns) or None in values:
        return None
    return {name_column: name, **dict(zip(columns, values, strict=True))}


def _plan(text: str) -> Row | None:
    return _named(text, "plan", _PLAN_COLUMNS)


def _package(text: str) -> Row | None:
    return _named(text, "package", _PACKAGE_COLUMNS)


_SPACE: Final = re.compile(r"REAL AND AUXILIARY STORAGE FOR (DBM1|DIST|MSTR|IRLM)\b.*", re.IGNORECASE)
_SUMMARY: Final = re.compile(r"REAL STORAGE IN USE - SUMMARY\b.*", re.IGNORECASE)
_AMOUNT: Final = re.compile(
    r"(.{1,60}?) \(MB\) ([0-9][0-9,]{0,20}(?:\.[0-9]{1,6})?K?)(?: .*)?", re.IGNORECASE
)
_OF_SPACE: Final = {"REAL STORAGE IN USE": "real", "AUXILIARY STORAGE IN USE": "auxiliary"}
_OF_SUMMARY: Final = {
    "31/64-BIT PRIVATE (DBM1)": "DBM1",
    "31/64-BIT PRIVATE (DIST)": "DIST",
    "64-BIT SHARED THREAD AND SYSTEM": "SHARED",
    "64-BIT SHARED STACK": "STACK",
    "64-BIT COMMON": "COMMON",
}


@dataclass(slots=True)
class StorageSection:
    """A section that is being read: one row for an address space, or a row a line of the summary."""

    space: str
    member: str | None
    first: PrintedLine
    sink: Sink
    row: Row | None = None

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the section."""
        text = " ".join(line.text.split())
        match = _AMOUNT.fullmatch(text)
        if not match:
            return LineAnswer.MORE if text and _RULE.fullmatch(text) else LineAnswer.NOT_MINE
        amount = _figure(match[2])
        if amount is not None:
            self._put(match[1].upper(), round(amount * MIB), line)
        return LineAnswer.MORE

    def _put(self, label: str, amount: int, line: PrintedLine) -> None:
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


#: What each fragment begins with, and how its rows are read.
_FRAGMENTS: Final = (
    (_ENDS, PrintedTable(name="db2_thread_end", read=_thread_end)),
    (_PLANS, PrintedTable(name="db2_plan_activity", read=_plan)),
    (_PACKAGES, PrintedTable(name="db2_package_activity", read=_package)),
)


def subsystem(sink: Sink, line: PrintedLine) -> str | None:
    """The Db2 subsystem of a report heading close above a line; None where there is none."""
    name: str | None = sink.recall(_SUBSYSTEM, line)
    return name


def begin(line: PrintedLine, sink: Sink) -> Rows | StorageSection | bool:
    """Open a fragment at its headings; the subsystem of a report heading is remembered for those below it."""
    origin = _ORIGIN.fullmatch(line.text[:_WIDEST])
    if origin and origin[2].upper() not in ("N", "NOT"):
        sink.remember(_SUBSYSTEM, origin[2].upper(), line)
    text = " ".join(line.text.split())
    table = next((table for headings, table in _FRAGMENTS if headings.fullmatch(text)), None)
    space, summary = _SPACE.fullmatch(text), _SUMMARY.fullmatch(text)
    if table is None and not space and not summary:
        return False
    member = subsystem(sink, line)
    if table is not None:
        return Rows(table, line, sink, {"member": member})
    return StorageSection(space[1].upper() if space else "", member, line, sink)
