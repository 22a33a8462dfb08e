"""Reports on a subpool, a label and its value a line: //DFSSTAT of a batch region, and the IMS Monitor.

    *** OSAM DATA BASE BUFFER POOL STATISTICS ***
    FIX BLOCK DATA                                      Y/Y
    SUBPOOL ID                                         O04K
    SUBPOOL BUFFER SIZE                                4096
    TOTAL BUFFERS IN SUBPOOL                           1000
    LOCATE-TYPE CALLS                               1765296
    *READ I/O REQUESTS                               375355
    *TOTAL I/O OPERATIONS                            525639

The report on VSAM begins at `*** VSAM BUFFER POOL STATISTICS ***` and `FIX INDEX/BLOCK/DATA N/Y/N`, those of
the IMS Monitor at `FIX PREFIX/BUFFERS Y/Y`; these have three counts a line, at the start of the trace, at its
end and their difference, below two times of day.

A report that contradicts itself is refused as a whole: starred counts that do not add up to the total, a
difference that is not that of its two counts, more requests that found their block than there were.

How sure: as IBM IMS 15 documentation prints them; the labels of the Monitor beyond those that it shows are
those of //DFSSTAT behind `NUMBER OF`, as it says. The Monitor spells some words out, which //DFSSTAT and
the layout shorten; a star marks what makes up the total of I/O operations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Final

from getpage.contract.printed import Cover, LineAnswer, PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures, layout
from getpage.products.common.text.layout import PrintedColumn

from .heading import TRACE, Trace

MARKS: Final = ("BUFFER POOL STATISTICS", "FIX BLOCK", "FIX PREFIX/BUFFERS", "FIX INDEX/BLOCK/DATA")
TABLE: Final = "ims_subpool"
#: What the time is called that a trace covers.
MONITOR: Final = "Monitor"

_TITLE: Final = re.compile(r"[ 01+-]{0,90}\*{3} (OSAM DATA BASE|VSAM) BUFFER POOL STATISTICS \*{3}\s{0,90}")
_FIXED: Final = re.compile(
    r"[ 01+-]{0,120}FIX (BLOCK DATA|BLOCK/DATA|PREFIX/BUFFERS|INDEX/BLOCK/DATA)"
    r"\s{1,90}[YN](?:/[YN]){1,2}\s{0,60}"
)
_NUMBER_OF: Final = re.compile(r"(?:TOTAL )?NUMBER (?:OF )?")
#: Longer words first, as the Monitor has them, and how //DFSSTAT has them.
_SHORTENED: Final = (
    (" ROUTINE", " RTN"),
    ("BUFFER BUSY", "BUFR BUSY"),
    ("BUFFER STEAL/PURGE", "BUFR STEAL/PURGE"),
    (" RELEASE", " RLSE"),
    ("CTRL INTERVAL", "CONTROL INTERVAL"),
    ("CONTROL INTERVALS", "CONTROL INTERVAL"),
    ("TIMES CONTROL INTERVAL", "CONTROL INTERVAL"),
    ("REQUESTS WAITED FOR BUFFERS", "REQUEST WAITED FOR BUFFERS"),
    (" IN OSAM POOL", " IN SUBPOOL"),
    (" RECEIVED BY BUF HNDLR", ""),
)
#: Labels whose value is a setting, and not a column's.
_FIX: Final = frozenset({"FIX BLOCK DATA", "FIX BLOCK/DATA", "FIX PREFIX/BUFFERS", "FIX INDEX/BLOCK/DATA"})
#: Labels that fill no column.
_OTHERS: Final = frozenset(
    {
        "LOGICAL RECORDS INSERTED INTO ESDS",
        "LOGICAL RECORDS INSERTED INTO KSDS",
        "TIMES BACKGROUND WRITE FUNCTION INVOKED",
        "SYNCHRONIZATION CALLS RECEIVED",
        "LARGEST NBR OF PERM ERR BUFFS EVEN IN THE SUBPL",
        "VSAM WRITES FROM HIPERSPACE BUFFERS",
        "FAILED VSAM WRITES TO HIPERSPACE BUFFERS",
    }
)
_OF_ALL: Final = "ALL"
_TRACE_VALUES: Final = 3
_HALF_DAY: Final = timedelta(hours=12)
_DAY: Final = timedelta(days=1)
_NEEDED: Final = ("buffer_bytes", "buffers", "found", "reads")
#: Buffers that are locked now: the count at the end, not how it changed.
_NOW: Final = frozenset({"locked"})


@dataclass(slots=True)
class SubpoolReport:
    """One subpool."""

    first: PrintedLine
    sink: Sink
    access: str
    row: Row = field(default_factory=dict)
    clocks: tuple[time, time] | None = None
    problem: tuple[int, str, str] | None = None
    is_of_all: bool = False
    is_traced: bool = False

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line with a label that is known."""
        text = line.text
        if text[:1] in ("0", "1", "-", "+") and not text[1:2].isdigit():  # carriage control
            text = text[1:]
        words = text.split()
        if not words or _is_head(words) or self._takes_clocks(words):
            return LineAnswer.MORE
        if _TITLE.fullmatch(line.text):
            return LineAnswer.NOT_MINE if self.row else LineAnswer.MORE
        counts: list[int] = []
        while (
            len(words) > 1 and len(counts) < _TRACE_VALUES and (count := figures.count(words[-1])) is not None
        ):
            counts.insert(0, count)
            words.pop()
        return self._label(line, words, counts)

    def _label(self, line: PrintedLine, words: list[str], counts: list[int]) -> LineAnswer:
        """Read a label with its counts, or with the word behind it."""
        known = layout.by_label(TABLE)
        label, before = plain(" ".join(words)), plain(" ".join(words[:-1]))
        if (column := known.get(label)) and column.type == "Utf8" and len(counts) <= 1:
            return self._setting(column, str(counts[0]) if counts else "")
        if counts and (column or label in _OTHERS):
            return self._count(line, column, counts)
        column = known.get(before)
        if counts or (column is None and before not in _FIX):
            return LineAnswer.NOT_MINE
        if before in _FIX:
            return self._fixed(words[-1])
        assert column is not None
        if column.type == "Utf8":
            return self._setting(column, words[-1])
        if column.unit in ("bytes", "buffers") and words[-1].upper() == _OF_ALL:
            self.is_of_all = True
        else:
            self._wrong(line, "a number behind its label")
        return LineAnswer.MORE

    def _fixed(self, flags: str) -> LineAnswer:
        """Flags of page-fixing; when they come again, they are of the next subpool."""
        if "fixed_buffers" in self.row:
            return LineAnswer.NOT_MINE
        fixed = [flag == "Y" for flag in flags.split("/")]
        if len(fixed) > 1:
            names = ("fixed_index", "fixed_blocks", "fixed_buffers")[-len(fixed) :]
            self.row |= dict(zip(names, fixed, strict=False))
        return LineAnswer.MORE

    def _setting(self, column: PrintedColumn, word: str) -> LineAnswer:
        if word:
            self.row[column.name] = figures.of(
                column, word.replace("/", "") if column.name == "pool_id" else word
            )
        return LineAnswer.MORE

    def _count(self, line: PrintedLine, column: PrintedColumn | None, counts: list[int]) -> LineAnswer:
        if column is None:
            return LineAnswer.MORE
        if column.name in self.row:
            self._wrong(line, "each label once in the report of a subpool")
        if len(counts) == _TRACE_VALUES:
            start, end, difference = counts
            self.is_traced = True
            if column.name not in _NOW and end - start != difference:
                self._wrong(line, "the difference of the two counts before it")
            self.row[column.name] = end if column.name in _NOW else difference
        elif len(counts) == 1:
            self.row[column.name] = counts[0]
        else:
            self._wrong(line, "one count, or three: at the start, at the end, and their difference")
        if column.name == "total_ios":
            self._end("")
            return LineAnswer.DONE
        return LineAnswer.MORE

    def _takes_clocks(self, words: list[str]) -> bool:
        if len(words) != 2:
            return False
        start, end = map(figures.clock, words)
        if start is None or end is None:
            return False
        self.clocks = start, end
        return True

    def _wrong(self, line: PrintedLine, expected: str) -> None:
        if self.problem is None:
            self.problem = line.offset, expected, line.text

    def close(self, why: str) -> None:
        """The next report begins, or something else: the report is as long as it is."""
        self._end(why)

    def _end(self, why: str) -> None:
        if self.is_of_all:
            return  # the sum of the subpools before it
        if self.problem is None and any(self.row.get(name) is None for name in _NEEDED):
            expected = "the size of a subpool, its buffers, and what was found and read"
            self.problem = self.first.offset, expected, why or "fewer lines"
        if self.problem is not None:
            self.sink.refuse(*self.problem)
            return
        when = self._when() if self.is_traced else {}
        start, end = when.get("interval_start"), when.get("written")
        cover = Cover(TABLE, self.first.system, MONITOR, start, end) if start and end else None
        row = {"access": self.access, **self.row, "covers": "trace" if self.is_traced else "run", **when}
        self.sink.give(TABLE, row_of(self.first, row), cover)

    def _when(self) -> Row:
        """The times of a trace: clocks of the report, on the day of the page's heading."""
        trace: Trace | None = self.sink.recall(TRACE, self.first)
        if self.clocks is None:
            if trace is None:
                return {}
            start, length = trace.start, trace.stop - trace.start
        else:
            first, last = (datetime.combine(datetime.min, clock) for clock in self.clocks)
            length = (last - first) % _DAY  # the end may be after midnight
            if trace is None:
                return {"interval_us": length.total_seconds() * 1e6} if length else {}
            start = datetime.combine(trace.start.date(), self.clocks[0])
            start += _DAY if start < trace.start - _HALF_DAY else timedelta()
        if not length:
            return {}
        return {
            "interval_start": start,
            "written": start + length,
            "interval_us": length.total_seconds() * 1e6,
        }


def plain(label: str) -> str:
    """A label as //DFSSTAT has it: in capitals, with single blanks."""
    text = " ".join(label.upper().lstrip("*").split())
    text = _NUMBER_OF.sub("", text, count=1) if text.startswith(("NUMBER", "TOTAL NUMBER")) else text
    for word, other in _SHORTENED:
        text = text.replace(word, other)
    return text


def _is_head(words: list[str]) -> bool:
    return " ".join(words).upper() == "START TRACE END TRACE DIFFERENCE"


def begin(line: PrintedLine, sink: Sink) -> SubpoolReport | bool:
    """Open the report of a subpool at its title, or at the line that says what is page-fixed."""
    title = _TITLE.fullmatch(line.text)
    if title is not None:
        return SubpoolReport(line, sink, title[1][:4])
    fix = _FIXED.fullmatch(line.text)
    if fix is None:
        return False
    report = SubpoolReport(line, sink, "VSAM" if fix[1].startswith("INDEX") else "OSAM")
    report.feed(line)
    return report
