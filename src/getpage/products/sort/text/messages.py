"""Messages of DFSORT: one sort, merge or copy from its first message to ICE052I.

    1ICE200I 0 IDENTIFIER FROM CALLING PROGRAM IS 0001
     ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED
     ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - 18:44 ON MON JAN 29, 2024 -
     ICE088I 0 HUGHEA8 .STEP1   .        , INPUT LRECL = 2041, BLKSIZE = 2048, TYPE = F
     ICE133I 0 OPTIONS: HIPRMAX=OPTIMAL,DSPSIZE=MAX ,ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N,MOSIZE=MAX
     ICE236I 0 OPTIONS: DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%
     ICE054I 0 RECORDS - IN: 52, OUT: 0
     ICE134I 0 NUMBER OF BYTES SORTED: 400
     ICE180I 0 HIPERSPACE STORAGE USED = 0K BYTES
     ICE052I 0 END OF DFSORT

and, in the log of the system or of the job, by themselves:

`ICE039A 0 INSUFFICIENT MAIN STORAGE - ADD AT LEAST 512K BYTES`
`ICE046A 0 PAYROLL .SORT1 SORT CAPACITY EXCEEDED - RECORD COUNT: 1234567`

How sure: all but ICE199I and ICE249I as real listings and IBM's documentation have them; of these two, which
tell of memory objects, no text was found, and the first figure with a unit is taken. MSGPRT=CRITICAL prints
none of it.

References: IBM z/OS DFSORT Messages, Codes and Diagnosis Guide; a listing of DFSORT V2R4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step
from getpage.core.units import GIB, KIB, MIB, TIB

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.printed import Line, Open, Row, Sink

TABLE: Final = "sort_run"
STEMS: Final = ("ICE",)
#: Those of which a sort has at most one, near its beginning.
_FIRST: Final = ("ICE200I", "ICE143I", "ICE000I", "ICE088I")
_ALONE: Final = ("ICE039A", "ICE046A")
MARKS: Final = (*_FIRST, *_ALONE)
_END: Final = "ICE052I"
#: Lines of control statements behind ICE000I that are taken for its own.
_STATEMENTS: Final = 400

_FORM: Final = re.compile(r"[ 01+*@-]{0,4}(ICE[0-9]{3}[A-Z]) ([0-9C]) {1,3}(.{0,240})", re.DOTALL)
_NAME: Final = r"[A-Z@#$][A-Z0-9@#$-]{0,7}"
_STEP: Final = re.compile(rf"({_NAME}) {{0,7}}\.({_NAME})? {{0,8}}(?:\.({_NAME})? {{0,8}})?[, ].{{0,200}}")
_TECHNIQUE: Final = re.compile(r"([A-Z/]{3,16}) +(SORT|MERGE|COPY) +TECHNIQUE.{0,40}")
_BEGAN: Final = re.compile(
    r".{0,90}- ([0-9]{1,2}):([0-9]{2}) ON [A-Z]{3} ([A-Z]{3}) ([0-9]{1,2}), ([0-9]{4})\b.{0,20}"
)
_SIZE: Final = re.compile(r"\b([0-9]{1,15})([KMGT]?)\b(?: ?BYTES)?")
_COUNT: Final = re.compile(r": ?([0-9]{1,18})\b")
_MAIN: Final = re.compile(r"MAIN STORAGE = \([^,]{1,12},[0-9]{1,12},([0-9]{1,12})\).{0,20}")
_EXITS: Final = re.compile(r"INSERT ([0-9]{1,18}), DELETE ([0-9]{1,18})\b.{0,20}")
_OPTION: Final = re.compile(r"\b([A-Z]{3,8})=([A-Z0-9%.]{1,16}) {0,9}(?=,|$)")
_OPTIONS: Final = ("HIPRMAX", "DSPSIZE", "MOSIZE", "MOWRK", "TUNE", "EXPMAX", "EXPOLD", "EXPRES")
_MODS: Final = re.compile(r"[ 01]{1,72}(?:[A-Z0-9]{1,8} {1,8})?MODS .{0,80}")
_EXIT: Final = re.compile(r"\b(E15|E35)=")
_MONTHS: Final = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_UNITS: Final = {"": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB}
#: More is no storage that there is, and no number of records: a number beyond it is damage.
_MOST: Final = 1 << 50


def _size(text: str) -> int | None:
    found = _SIZE.search(text.partition("=")[2] or text)
    return None if found is None else _whole(int(found[1]) * _UNITS[found[2]])


def _count(text: str) -> int | None:
    found = _COUNT.search(text)
    return None if found is None else _whole(int(found[1]))


def _main(text: str) -> int | None:
    found = _MAIN.fullmatch(text)
    return None if found is None else _whole(int(found[1]))


def _whole(number: int) -> int | None:
    return number if number <= _MOST else None


#: What one figure of a message says.
_FIGURES: Final[dict[str, tuple[str, Callable[[str], int | None]]]] = {
    "ICE054I": ("records", _count),
    "ICE134I": ("bytes", _count),
    "ICE180I": ("hiperspace_bytes", _size),
    "ICE188I": ("data_space_bytes", _size),
    "ICE199I": ("memory_object_main_bytes", _size),
    "ICE249I": ("memory_object_work_bytes", _size),
    "ICE093I": ("main_storage_bytes", _main),
    "ICE092I": ("main_storage_bytes", _main),
    "ICE039A": ("short_bytes", _size),
    "ICE046A": ("full_at_records", _count),
}


@dataclass(slots=True)
class Run:
    """One sort, as far as it was read."""

    first: Line
    sink: Sink
    row: Row
    seen: set[str] = field(default_factory=set)
    statements: int = 0

    def feed(self, line: Line) -> Step:
        """Take a message of it, or a line of its control statements."""
        found = _FORM.fullmatch(line.text)
        if found is None:
            return self._statement(line)
        if found[1] in _FIRST and found[1] in self.seen:
            return Step.NOT_MINE  # of the next sort
        self.take(line, found[1], found[3])
        return Step.DONE if found[1] == _END else Step.MORE

    def _statement(self, line: Line) -> Step:
        """Control statements stand between the messages; a page may begin there."""
        if not line.bare or self.statements >= _STATEMENTS or line.text[:1] not in ("", " ", "0", "1"):
            return Step.NOT_MINE
        self.statements += 1
        if _MODS.fullmatch(line.text):
            exits = list(dict.fromkeys(_EXIT.findall(line.text)))
            self.row["exits"] = " ".join(exits) or None
        return Step.MORE

    def take(self, line: Line, message: str, text: str) -> None:
        """What a message says."""
        self.seen.add(message)
        self.statements = 0
        if message in _FIGURES:
            column, read = _FIGURES[message]
            value = read(text)
            if value is None:
                self.sink.refuse(line.offset, f"a figure in {message}", text)
            self.row[column] = value
        elif message == "ICE143I":
            self._technique(line, text)
        elif message == "ICE000I":
            self._began(text)
        elif message == "ICE088I" and (step := _STEP.fullmatch(text)):
            self.row |= {"job": step[1], "step": step[3] or step[2]}
        elif message == "ICE080I":
            self.row["in_storage"] = True
        elif message == "ICE055I" and (exits := _EXITS.fullmatch(text)):
            self.row |= {"inserted": _whole(int(exits[1])), "deleted": _whole(int(exits[2]))}
        elif message in ("ICE133I", "ICE236I"):
            said = {name: value for name, value in _OPTION.findall(text.rstrip()) if name in _OPTIONS}
            self.row |= {name.lower(): value for name, value in said.items()}

    def _technique(self, line: Line, text: str) -> None:
        found = _TECHNIQUE.fullmatch(text.rstrip())
        if found is None:
            self.sink.refuse(line.offset, "a technique in ICE143I", text)
            return
        self.row["technique"] = found[1]
        self.row |= {f"is_{what.lower()}": found[2] == what for what in ("SORT", "MERGE", "COPY")}

    def _began(self, text: str) -> None:
        found = _BEGAN.fullmatch(text.rstrip())
        if found is None or found[3] not in _MONTHS:
            return
        month = _MONTHS.index(found[3]) + 1
        try:
            moment = datetime(int(found[5]), month, int(found[4]), int(found[1]), int(found[2]))
        except ValueError:
            return
        self.row["began"] = moment
        self.row["written"] = self.row["written"] or moment

    def close(self, why: str) -> None:
        """Its end is not there: what it says at the end is missing."""
        self.sink.refuse(self.first.offset, "ICE052I at the end of the messages of a sort", why)


def begin(line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
    """Open a sort at one of its first messages; take a message that stands alone."""
    found = _FORM.fullmatch(line.text)
    if found is None or found[1] not in MARKS:
        return False, None
    made = Run(line, sink, sink.row(TABLE, line, {"job": line.job}))
    if found[1] in _ALONE:
        if step := _STEP.fullmatch(found[3]):
            made.row |= {"job": step[1], "step": step[2]}
        made.take(line, found[1], found[3])
        return True, None
    made.take(line, found[1], found[3])
    return made, None
