"""Messages and commands about SVC dumps, a row each: begun, captured, written, waiting.

    IEA045I AN SVC DUMP HAS STARTED AT TIME=03.04.23 DATE=06/12/2020 591
     FOR ASID (0039)
     ERROR ID = SEQ00064 CPU00 ASID0039 TIME03.04.23.6
     QUIESCE = YES
    IEA794I SVC DUMP HAS CAPTURED: 592
     DUMPID=006 REQUESTED BY JOB (TN3270  )
     DUMP TITLE=COMPON=TIMER SUPERVISION,COMPID=SC1CV,ISSUER=IEAVRTI
    IEA611I PARTIAL DUMP ON SYS1.DUMP.D120.T030423.S0W1.S00006 593
     DUMPID=006 REQUESTED BY JOB (TN3270  )
     FOR ASIDS(0039,0045)
     INCIDENT TOKEN: LOCAL S0W1 06/12/2020 07:04:23
     SDRSN = 00000000 10000000 00000000 00000000
     MAXSPACE LIMIT REACHED WHILE CAPTURING DUMP
     ERRORID = SEQ00064 CPU00 ASID0039 TIME03.04.23.6

`IEA911E COMPLETE DUMP ON SYS1.DUMP03` has the same lines. By themselves stand

`IEA793A NO SVC DUMP DATA SETS AVAILABLE FOR DUMPID=006 BY JOB (TN3270  ). USE THE DUMPDS COMMAND OR REPLY D`
`IEA799I AUTOMATIC ALLOCATION OF SVC DUMP DATA SET FAILED`
`IEA043I SVC DUMP REACHED MAXSPACE LIMIT - MAXSPACE=00000500 MEG`
`IEA992I SLIP TRAP ID=X0C4 MATCHED.  JOBNAME=DB1AMSTR, ASID=0045.`
`IEE600I REPLY TO 05 IS;JOBNAME=(DB1ADBM1,DB1AMSTR),SDATA=(RGN,CSA),END`
`DUMP COMM=(LOOP IN DB1ADBM1)`
`SLIP SET,COMP=0C4,ACTION=SVCD,ID=X0C4,END`

How sure: IEA045I and the beginning of IEA794I as a system log of z/OS 2.4 has them (SDL-Hercules-390, issue
275); IEA611I by IBM's description (cc611i); IEA911E, IEA793A and IEA799I by what IBM's manuals quote of them
(IMS messages; DUMPDS ALLOC). Of IEA043I no public text was found: its identifier and what stands behind it
are taken. No source lists the words of a partial dump: they are kept as they stand.

References: IBM z/OS MVS System Messages, volume 6; IBM z/OS MVS System Commands, DUMP, SLIP, DUMPDS.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import LineAnswer, Open, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

TABLE: Final = "svc_dump"
STEMS: Final = ("IEA", "IEE", "SLIP ", "DUMP ")
_OF_LINES: Final = ("IEA045I", "IEA794I", "IEA611I", "IEA911E", "IEA793A", "IEA799I")
MARKS: Final = (*_OF_LINES, "IEA043I", "IEA992I", "IEE600I REPLY TO", "DUMP COMM=", "SLIP SET,")

_HEAD: Final = re.compile(r"[ *@+0-9]{0,6}(IEA[0-9]{3}[AEI]) (.{0,400}?)(?: ([0-9]{3,4}))?\s{0,20}")
_OPERATOR: Final = re.compile(
    r"[ *]{0,6}(IEE600I REPLY TO [0-9]{1,4} IS;|(?:DUMP|SLIP) (?=\S))(.{1,400})", re.DOTALL
)
_NAMED: Final = re.compile(r"\b(?:JOBNAME|ASID|TSONAME)=\(")
_TRAP: Final = re.compile(r"SET,.{0,300}\bACTION=[A-Z(,]{0,20}SVCD")
_TITLE_OF: Final = re.compile(r"COMM=\(?['\"]?([^'\")]{1,100})")
_ID: Final = re.compile(r"\bDUMP(?:ID)?=([0-9]{1,3})\b")
_JOB: Final = re.compile(r"\bBY JOB ?\( ?([A-Z0-9@#$*]{1,8}) {0,8}\)")
_ASIDS: Final = re.compile(r"\bFOR ASIDS? ?\(([0-9A-F, ]{1,400})\)")
_ON: Final = re.compile(r"\b(COMPLETE|PARTIAL) DUMP ON ([A-Z0-9@#$.-]{1,44})")
_CODES: Final = re.compile(r"\bSDRSN ?= ?([0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{8})\b")
_ERROR: Final = re.compile(r"\bERROR ?ID ?= ?.{0,60}?TIME ?([0-9]{2})\.([0-9]{2})\.([0-9]{2})\.([0-9])\b")
_STARTED: Final = re.compile(r"TIME=([0-9.]{8})\s{1,4}DATE=([0-9]{2}/[0-9]{2}/[0-9]{4})")
_TITLE: Final = re.compile(r"\bDUMP TITLE=(.{1,100})")
#: Lines of a message that are known, and say nothing of why a dump is partial.
_KNOWN: Final = re.compile(
    r"\s{0,20}(?:DUMPID=|FOR ASID|REMOTE DUMP|INCIDENT TOKEN|SDRSN|ERROR ?ID|TSOID|ID ?=|TIME|QUIESCE|"
    r"DUMP TITLE=|DATE=|CPU).{0,400}"
)
#: A line that another message, a command or the next day begins.
_ANY: Final = re.compile(
    r"[ *@+0-9-]{0,6}(?:[A-Z$]{3,5}[0-9]{3,5}[A-Z]\b|IEE600I|CHNGDUMP|CD SET|DUMP COMM|SLIP )"
)
#: More lines are of something else.
_MOST_LINES: Final = 12
_MOST_REASON: Final = 200
_DAY: Final = 86_400


def is_other(line: PrintedLine) -> bool:
    """True if a line without a multi-line id does not belong to the message before it."""
    return not line.bare or not line.text.strip() or _ANY.match(line.text) is not None


@dataclass(slots=True)
class DumpMessage:
    """One message of several lines, as far as it was read."""

    first: PrintedLine
    sink: Sink
    id: str
    keyed: bool
    row: Row
    words: str = ""
    reason: list[str] = field(default_factory=list)
    lines: int = 0
    ended: bool = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of it; without a multi-line id it ends at the first that is of something else."""
        if line.key is None and is_other(line):
            self.ended = not self.keyed
            return LineAnswer.NOT_MINE
        if self.ended or self.lines >= _MOST_LINES:
            return LineAnswer.NOT_MINE
        self.lines += 1
        self.take(line.text)
        return LineAnswer.MORE

    def take(self, text: str) -> None:
        """Read a line; what is none of its fields is a reason of a partial dump."""
        if self.lines and not _KNOWN.fullmatch(text) and "DUMP ON " not in text:
            self.reason.append(" ".join(text.split()))
        self.words = f"{self.words} {text.strip()}"

    def close(self, why: str) -> None:
        """Hand on the row, or say what the message lacks."""
        columns = _columns(self.id, self.words)
        if columns is None:
            self.sink.refuse(self.first.offset, f"{self.id} with DUMPID= or ASID", f"{self.words} ({why})")
            return
        self.row |= columns
        if self.reason and self.row.get("is_partial"):
            self.row["reason"] = " ".join(self.reason)[:_MOST_REASON]
        self.sink.give(TABLE, row_of(self.first, self.row))


def _columns(message: str, words: str) -> Row | None:
    """The columns that the words of a message fill; None where it lacks what belongs to it."""
    row: Row = {"message": message}
    for name, pattern in (("dump_id", _ID), ("job", _JOB), ("reason_codes", _CODES), ("title", _TITLE)):
        if match := pattern.search(words):
            row[name] = match[1].strip()
    if match := _ASIDS.search(words):
        asids = (asid.strip() for asid in match[1].split(","))
        row["asids"] = ",".join(filter(None, asids))[:_MOST_REASON]
    if match := _ERROR.search(words):
        row["error_us"] = _clock(match)
    if message in ("IEA611I", "IEA911E"):
        on = _ON.search(words)
        if on is None:
            return None
        row |= {"data_set": on[2], "is_complete": on[1] == "COMPLETE", "is_partial": on[1] == "PARTIAL"}
    row |= {"is_captured": message == "IEA794I", "is_waiting": message == "IEA793A"}
    if message == "IEA799I":
        return row
    return row if row.get("dump_id") or row.get("asids") else None


def _clock(match: re.Match[str]) -> float | None:
    hour, minute, second, tenth = (int(match[n]) for n in range(1, 5))
    seconds = (hour * 60 + minute) * 60 + second + tenth / 10
    return round(seconds * 10) * 1e5 if seconds < _DAY else None


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Open a message; take a command, and a message that stands alone."""
    if match := _OPERATOR.fullmatch(line.text):
        return _by_operator(line, match, sink), None
    match = _HEAD.fullmatch(line.text)
    if match is None:
        return False, None
    if match[1] in ("IEA043I", "IEA992I"):
        sink.give(TABLE, row_of(line, {"message": match[1], "reason": match[2].strip()[:_MOST_REASON]}))
        return True, None
    if match[1] not in _OF_LINES:
        return False, None
    message = DumpMessage(line, sink, match[1], match[3] is not None, _written(line, match))
    message.take(match[2])
    return message, match[3]


def _written(line: PrintedLine, match: re.Match[str]) -> Row:
    """When a dump was begun, where the message has it and the log does not."""
    started = _STARTED.search(match[2]) if match[1] == "IEA045I" and line.written is None else None
    moment = started and figures.moment(figures.american(started[2]), figures.clock(started[1]))
    return {"written": moment} if moment else {}


def _by_operator(line: PrintedLine, match: re.Match[str], sink: Sink) -> bool:
    """A reply that names what to dump; in a line of a log, a DUMP command, or a trap that takes a dump."""
    what, words = match[1].split()[0], match[2].strip()
    row: Row | None = None
    if what == "IEE600I":
        row = {"message": "REPLY", "reason": words[:_MOST_REASON]} if _NAMED.search(words) else None
    elif not line.is_logged:
        return False
    elif what == "SLIP":
        row = {"message": "SLIP", "reason": words[:_MOST_REASON]} if _TRAP.match(words) else None
    elif title := _TITLE_OF.match(words):
        row = {"message": "DUMP", "title": title[1].strip()}
    if row is not None:
        sink.give(TABLE, row_of(line, row))
    return row is not None
