"""Messages of DFSORT: one sort, merge or copy from its first message to ICE052I.

    1ICE200I 0 IDENTIFIER FROM CALLING PROGRAM IS 0001
     ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED
     ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - 18:44 ON MON JAN 29, 2024 -
     ICE193I 0 ICEAM2 INVOCATION ENVIRONMENT IN EFFECT - ICEAM2 ENVIRONMENT SELECTED
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

References: IBM z/OS DFSORT Messages, Codes and Diagnosis Guide; Application Programming Guide, "File size and
dynamic allocation" (ICE118I); listings of DFSORT V2R4 and R14.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, Open, PrintedLine, Row, Sink
from getpage.products.common.text import figures, layout
from getpage.products.common.text.layout import PrintedColumn

TABLE: Final = "sort_run"
STEMS: Final = ("ICE",)
#: Those of which a sort has at most one, near its beginning.
_FIRST: Final = ("ICE200I", "ICE143I", "ICE000I", "ICE088I")
_ALONE: Final = ("ICE039A", "ICE046A")
MARKS: Final = (*_FIRST, *_ALONE)
_END: Final = "ICE052I"
#: Lines of control statements behind ICE000I that are taken for its own.
_STATEMENTS: Final = 400

_FORM: Final = re.compile(r"[ 01+*@-]{0,12}(ICE[0-9]{3}[A-Z]) ([0-9C]) {1,3}(.{0,240})", re.DOTALL)
_NAME: Final = r"[A-Z@#$][A-Z0-9@#$-]{0,7}"
_STEP: Final = re.compile(rf"({_NAME}) {{0,7}}\.({_NAME})? {{0,8}}(?:\.({_NAME})? {{0,8}})?[, ].{{0,200}}")
_TECHNIQUE: Final = re.compile(r"([A-Z/]{3,16}) +(SORT|MERGE|COPY) +TECHNIQUE.{0,40}")
_BEGAN: Final = re.compile(
    r".{0,90}- ([0-9]{1,2}:[0-9]{2}) ON [A-Z]{3} ([A-Z]{3}) ([0-9]{1,2}), ([0-9]{4})\b.{0,20}"
)
_SIZE: Final = re.compile(r"\b([0-9]{1,15}[KMGT]?)\b(?: ?BYTES)?")
_COUNT: Final = re.compile(r": ?([0-9]{1,18})\b")
_MAIN: Final = re.compile(r"MAIN STORAGE = \(([A-Z0-9]{1,12}),([0-9]{1,12}),([0-9]{1,12})\).{0,20}")
#: R14 ends it with INSTALLATION MODULE SELECTED.
_ENVIRONMENT: Final = re.compile(
    r".{0,80}- (ICE[A-Z0-9]{3}) +(?:ENVIRONMENT|INSTALLATION MODULE) SELECTED.{0,20}"
)
_EXITS: Final = re.compile(r"INSERT ([0-9]{1,18}), DELETE ([0-9]{1,18})\b.{0,20}")
_OPTION: Final = re.compile(r"\b([A-Z]{3,8})=([A-Z0-9%.]{1,16}) {0,9}(?=,|$)")
_OPTIONS: Final = ("HIPRMAX", "DSPSIZE", "MOSIZE", "MOWRK", "TUNE", "EXPMAX", "EXPOLD", "EXPRES")
_MODS: Final = re.compile(r"[ 01]{1,72}(?:[A-Z0-9]{1,8} {1,8})?MODS .{0,80}")
_EXIT: Final = re.compile(r"\b(E15|E35)=")
#: More is no number of records that there is: a number beyond it is damage.
_MOST: Final = 1 << 50


#: Messages with one figure, which fill the column that the layout names for them.
_FIGURES: Final = (
    *("ICE054I", "ICE134I", "ICE180I", "ICE188I", "ICE199I", "ICE249I"),
    *("ICE093I", "ICE092I", "ICE039A", "ICE046A"),
)


#: Messages that say something by being there: IBM documents ICE118I as what a sort of unknown size has.
_SAYS: Final = {"ICE080I": "in_storage", "ICE118I": "size_unknown"}


def _column(message: str) -> PrintedColumn:
    known = layout.by_label(TABLE)
    return known[message] if message in known else known[f"{message} IN"]


def _figure(column: PrintedColumn, text: str) -> int | None:
    """The figure of a message; of main storage the third, which was used."""
    if column.unit == "count":
        match = _COUNT.search(text)
        return figures.count(match[1], _MOST) if match else None
    if column.name == "main_storage_bytes":
        match = _MAIN.fullmatch(text)
        return figures.size(match[3]) if match else None
    match = _SIZE.search(text.partition("=")[2] or text)
    return figures.size(match[1]) if match else None


@dataclass(slots=True)
class PrintedSort:
    """One sort, as far as it was read."""

    first: PrintedLine
    sink: Sink
    row: Row
    seen: set[str] = field(default_factory=set)
    statements: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a message of it, or a line of its control statements."""
        match = _FORM.fullmatch(line.text)
        if match is None:
            return self._statement(line)
        if match[1] in _FIRST and match[1] in self.seen:
            return LineAnswer.NOT_MINE  # of the next sort
        self.take(line, match[1], match[3])
        return LineAnswer.DONE if match[1] == _END else LineAnswer.MORE

    def _statement(self, line: PrintedLine) -> LineAnswer:
        """Control statements stand between the messages; a page may begin there."""
        if not line.bare or self.statements >= _STATEMENTS or line.text[:1] not in ("", " ", "0", "1"):
            return LineAnswer.NOT_MINE
        self.statements += 1
        if _MODS.fullmatch(line.text):
            exits = list(dict.fromkeys(_EXIT.findall(line.text)))
            self.row["exits"] = " ".join(exits) or None
        return LineAnswer.MORE

    def take(self, line: PrintedLine, message: str, text: str) -> None:
        """Read one message."""
        self.seen.add(message)
        self.statements = 0
        if message in _FIGURES:
            column = _column(message)
            self.row[column.name] = _figure(column, text)
            if self.row[column.name] is None:
                self.sink.refuse(line.offset, f"a figure in {message}", text)
            elif column.name == "main_storage_bytes" and (main := _MAIN.fullmatch(text)):
                self.row["main_storage_asked"] = main[1]
                self.row["main_storage_available_bytes"] = figures.size(main[2])
        elif message == "ICE143I":
            self._technique(line, text)
        elif message == "ICE000I":
            self._began(text)
        elif message == "ICE088I" and (step := _STEP.fullmatch(text)):
            self.row |= {"job": step[1], "step": step[3] or step[2]}
        elif message == "ICE193I" and (environment := _ENVIRONMENT.fullmatch(text.rstrip())):
            self.row["environment"] = environment[1]
        elif message in _SAYS:
            self.row[_SAYS[message]] = True
        elif message == "ICE055I" and (exits := _EXITS.fullmatch(text)):
            inserted, deleted = (figures.count(number, _MOST) for number in exits.groups())
            self.row |= {"inserted": inserted, "deleted": deleted}
        elif message in ("ICE133I", "ICE236I"):
            options = _OPTION.findall(text.rstrip())
            self.row |= {name.lower(): value for name, value in options if name in _OPTIONS}

    def _technique(self, line: PrintedLine, text: str) -> None:
        match = _TECHNIQUE.fullmatch(text.rstrip())
        if match is None:
            self.sink.refuse(line.offset, "a technique in ICE143I", text)
            return
        self.row["technique"] = match[1]
        self.row |= {f"is_{work.lower()}": match[2] == work for work in ("SORT", "MERGE", "COPY")}

    def _began(self, text: str) -> None:
        match = _BEGAN.fullmatch(text.rstrip())
        if match is None:
            return
        moment = figures.moment(
            figures.calendar(match[4], match[2], match[3]), figures.clock(f"{match[1]}:00")
        )
        if moment is not None:
            self.row["began"] = moment
            self.row["written"] = self.row["written"] or moment

    def close(self, why: str) -> None:
        """The messages at its end are missing."""
        self.sink.refuse(self.first.offset, "ICE052I at the end of the messages of a sort", why)


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Open a sort at one of its first messages; take a message that stands alone."""
    match = _FORM.fullmatch(line.text)
    if match is None or match[1] not in MARKS:
        return False, None
    run = PrintedSort(line, sink, sink.row(TABLE, line, {"job": line.job}))
    if match[1] in _ALONE:
        if step := _STEP.fullmatch(match[3]):
            run.row |= {"job": step[1], "step": step[2]}
        run.take(line, match[1], match[3])
        return True, None
    run.take(line, match[1], match[3])
    return run, None
