"""Page data sets: the reply to D ASM, and messages about auxiliary storage that runs out.

    IEE200I 16.03.37 DISPLAY ASM 913
     TYPE     FULL STAT   DEV  DATASET NAME
     PLPA      45%   OK  2212  SYS1.R7A.PLPA
     LOCAL     44 %  OK  222A  SYS1.R7A.LOCAL
     SCM        0%   OK   N/A   N/A
     PAGEDEL COMMAND IS NOT ACTIVE

`IRA200E AUXILIARY STORAGE SHORTAGE`
`IRA201E CRITICAL AUXILIARY STORAGE SHORTAGE`
`IRA205I 70% AUXILIARY STORAGE ALLOCATED`
`IRA206I STMTLOG  ASID 0051 FRAMES 0000211402 SLOTS 0001240233 % OF AUX 41.3`
`IRA250I 50% OF STORAGE-CLASS MEMORY IS ALLOCATED`

How sure: IEE200I as systems of z/OS printed it (tests of zos-utilities, by chaoszos); the line with the
size of a data set, VOLSER DEVTYP SIZE USED AVAIL ERRORS, and the words of the messages from IBM's manual.
A shortage is declared at 70 % of all slots, a critical one at 85 %: a message without a figure says that
much at least. In IRA206I the ASID is hexadecimal, the counts are decimal.

References: IBM z/OS MVS System Messages, volume 7 (IEE200I) and volume 9 (IRA messages).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures
from getpage.products.zos.constants import SHORTAGE_PERCENT

STEMS: Final = ("IEE", "IRA")
_SHORTAGES: Final = ("IRA200E", "IRA201E", "IRA205I", "IRA206I", "IRA250I")
MARKS: Final = ("IEE200I", *_SHORTAGES)
TABLE: Final = "zos_page_data_set"

_REPLY = re.compile(r"[ *@+]{0,4}IEE200I .*?\bDISPLAY ASM\b.*?(?: ([0-9]{3,4}))?\s*")
_HEADS = re.compile(r"\s*(?:TYPE\s+FULL\s+STAT\s+DEV|VOLSER\s+DEVTYP\s+SIZE)\b.*")
_ROW = re.compile(
    r"\s*(PLPA|COMMON|LOCAL|SCM)(?: NV)?\s+([0-9]{1,3}) ?%\s+([A-Z*-]{2,8})\s+([0-9A-F]{3,5}|N/A)\s+"
    r"([A-Z0-9@#$.-]{1,44}|N/A)\s*"
)
_SIZES = re.compile(
    r"\s*([A-Z0-9@#$]{1,6}|N/A)\s+([A-Z0-9-]{1,8}|N/A)\s+([0-9]{1,10})\s+([0-9]{1,10})\s+([0-9]{1,10})\s+([0-9]{1,10})\s*"
)
_LAST = re.compile(r"\s*PAGEDEL COMMAND IS .*")
_MESSAGE = re.compile(r"[ *@+0-9]{0,6}(IRA2(?:00E|01E|05I|06I|50I)) (.{1,120}?)\s*")
_PERCENT = re.compile(r"\b([0-9]{1,3}) ?% (?:AUXILIARY STORAGE|OF STORAGE-CLASS MEMORY IS) ALLOCATED")
_SPACE = re.compile(
    r"([A-Z0-9@#$*]{1,8})\s+ASID\s+([0-9A-F]{4})\s+FRAMES\s+([0-9]{1,12})\s+SLOTS\s+([0-9]{1,12})\b.*"
)


@dataclass(slots=True)
class AsmReply:
    """The reply as far as it is read; a data set is handed on when the next one begins."""

    first: PrintedLine
    sink: Sink
    pending: Row | None = None
    rows: int = 0

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the reply."""
        if row := _ROW.fullmatch(line.text):
            self._give()
            self.pending = _of_data_set(self.first, line, row)
        elif _LAST.fullmatch(line.text):
            self._give()
            return LineAnswer.DONE
        elif self.pending is not None and (sizes := _SIZES.fullmatch(line.text)):
            self.pending |= _sizes(sizes)
        elif not _HEADS.fullmatch(line.text):
            return LineAnswer.NOT_MINE
        return LineAnswer.MORE

    def _give(self) -> None:
        if self.pending is not None:
            self.rows += 1
            self.sink.give(TABLE, self.pending)
        self.pending = None

    def close(self, why: str) -> None:
        """Hand on the last data set, or say that there is none."""
        self._give()
        if not self.rows:
            self.sink.refuse(self.first.offset, "page data sets under TYPE FULL STAT DEV", why)


def _of_data_set(first: PrintedLine, line: PrintedLine, match: re.Match[str]) -> Row:
    kind, percent, status, device, name = match.groups()
    row: Row = {"record": line.offset, "report": "D ASM", "type": kind, "status": status}
    row |= {"used_percent": float(percent), "device": None if device == "N/A" else device}
    return row_of(first, row | {"data_set": None if name == "N/A" else name})


def _sizes(match: re.Match[str]) -> Row:
    volume, size, used, bad = match[1], int(match[3]), int(match[4]), int(match[6])
    sizes: Row = {"slots": size, "slots_used_maximum": used, "slots_used_minimum": used, "slots_bad": bad}
    return sizes if volume == "N/A" else sizes | {"volume": volume}


def begin(line: PrintedLine, sink: Sink) -> tuple[AsmReply | bool, str | None]:
    """Open a reply, and say which multi-line id its other lines carry; take a message."""
    if reply := _REPLY.fullmatch(line.text):
        return AsmReply(line, sink), reply[1]
    message = _MESSAGE.fullmatch(line.text)
    return (_taken(line, message[1], message[2], sink) if message else False), None


def _taken(line: PrintedLine, message: str, words: str, sink: Sink) -> bool:
    if message == "IRA206I":
        return _address_space(line, words, sink)
    percent = _PERCENT.search(words)
    if percent is None and message not in SHORTAGE_PERCENT:
        sink.refuse(line.offset, f"{message} with a percentage", words)
        return True
    used = float(percent[1]) if percent else SHORTAGE_PERCENT[message]
    kind = "SCM" if message == "IRA250I" else "ALL"
    sink.give(TABLE, row_of(line, {"report": message, "type": kind, "used_percent": used}))
    return True


def _address_space(line: PrintedLine, words: str, sink: Sink) -> bool:
    match = _SPACE.fullmatch(words)
    if match is None:
        sink.refuse(line.offset, "IRA206I with a job, ASID, FRAMES and SLOTS", words)
        return True
    row: Row = {"report": "IRA206I", "job": match[1], "asid": figures.hexadecimal(match[2])}
    row |= {"frames": int(match[3]), "auxiliary_slots": int(match[4])}
    sink.give("zos_address_space", row_of(line, row))
    return True
