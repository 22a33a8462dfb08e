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
those of //DFSSTAT behind `NUMBER OF`, as it says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Cover, Step, row_of

from . import numbers
from .heading import SAID
from .labels import COUNTS, OTHERS, SETTINGS, SIZES, STARRED, plain

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Row, Sink

    from .heading import Trace

MARKS: Final = ("BUFFER POOL STATISTICS", "FIX BLOCK", "FIX PREFIX/BUFFERS", "FIX INDEX/BLOCK/DATA")
TABLE: Final = "ims_subpool"
#: What the time is called that a trace covers.
MONITOR: Final = "Monitor"

_TITLE: Final = re.compile(r"[ 01+-]{0,90}\*{3} (OSAM DATA BASE|VSAM) BUFFER POOL STATISTICS \*{3}\s{0,90}")
_FIX: Final = re.compile(
    r"[ 01+-]{0,120}FIX (BLOCK DATA|BLOCK/DATA|PREFIX/BUFFERS|INDEX/BLOCK/DATA)"
    r"\s{1,90}[YN](?:/[YN]){1,2}\s{0,60}"
)
_OF_ALL: Final = "ALL"
_TRACE_VALUES: Final = 3
_HALF_DAY: Final = timedelta(hours=12)
#: Buffers that are locked now: the count at the end, not how it changed.
_NOW: Final = frozenset({"locked"})


@dataclass(slots=True)
class Report:
    """One subpool."""

    first: Line
    sink: Sink
    access: str
    row: Row = field(default_factory=dict)
    clocks: tuple[int, int] | None = None
    problem: tuple[int, str, str] | None = None
    is_of_all: bool = False
    is_traced: bool = False

    def feed(self, line: Line) -> Step:
        """Take a line with a label that is known."""
        text = line.text
        if text[:1] in ("0", "1", "-", "+") and not text[1:2].isdigit():  # carriage control
            text = text[1:]
        words = text.split()
        if not words or _is_head(words) or self._takes_clocks(words):
            return Step.MORE
        if _TITLE.fullmatch(line.text):
            return Step.NOT_MINE if self.row else Step.MORE
        values: list[int] = []
        while (
            len(words) > 1 and len(values) < _TRACE_VALUES and (value := numbers.count(words[-1])) is not None
        ):
            values.insert(0, value)
            words.pop()
        return self._label(line, words, values)

    def _label(self, line: Line, words: list[str], values: list[int]) -> Step:
        label = plain(" ".join(words))
        if label in SETTINGS and len(values) <= 1:
            return self._setting(SETTINGS[label], str(values[0]) if values else "")
        if values and (label in SIZES or label in COUNTS or label in OTHERS):
            return self._number(line, label, values)
        before = plain(" ".join(words[:-1]))
        if not values and before in SETTINGS:
            return self._setting(SETTINGS[before], words[-1])
        if not values and before in SIZES and words[-1].upper() == _OF_ALL:
            self.is_of_all = True
            return Step.MORE
        if before in SIZES or before in COUNTS:
            self._wrong(line, "a number behind its label")
            return Step.MORE
        return Step.NOT_MINE

    def _setting(self, what: str, value: str) -> Step:
        if what == "fix":
            if "fixed_buffers" in self.row:
                return Step.NOT_MINE  # the next subpool
            said = [one == "Y" for one in value.split("/")]
            self.row |= {"fixed_blocks": said[-2], "fixed_buffers": said[-1]} if len(said) > 1 else {}
            if len(said) > 2:
                self.row["fixed_index"] = said[0]
        elif value:
            self.row[what] = (
                value.replace("/", "")[:8] if what == "pool_id" else value[: 1 if what == "kind" else 8]
            )
        return Step.MORE

    def _number(self, line: Line, label: str, values: list[int]) -> Step:
        column = SIZES.get(label) or COUNTS.get(label)
        if column is None:
            return Step.MORE
        if column in self.row:
            self._wrong(line, "each label once in the report of a subpool")
        if len(values) == _TRACE_VALUES:
            start, end, difference = values
            self.is_traced = True
            if column not in _NOW and end - start != difference:
                self._wrong(line, "the difference of the two counts before it")
            self.row[column] = end if column in _NOW else difference
        elif len(values) == 1:
            self.row[column] = values[0]
        else:
            self._wrong(line, "one count, or three: at the start, at the end, and their difference")
        if column == "total_ios":
            self._end("")
            return Step.DONE
        return Step.MORE

    def _takes_clocks(self, words: list[str]) -> bool:
        if len(words) != 2:
            return False
        start, end = map(numbers.clock, words)
        if start is None or end is None:
            return False
        self.clocks = start, end
        return True

    def _wrong(self, line: Line, expected: str) -> None:
        if self.problem is None:
            self.problem = line.offset, expected, line.text

    def close(self, why: str) -> None:
        """The next report begins, or something else: the report is as long as it is."""
        self._end(why)

    def _end(self, why: str) -> None:
        if self.is_of_all:
            return  # the sum of the subpools before it
        if self.problem is None:
            self.problem = self._contradiction(why)
        if self.problem is not None:
            self.sink.refuse(*self.problem)
            return
        covers: Row = {"covers": "trace"} | self._when() if self.is_traced else {"covers": "run"}
        self.sink.give(TABLE, row_of(self.first, {"access": self.access} | self.row | covers))

    def _contradiction(self, why: str) -> tuple[int, str, str] | None:
        row, at = self.row, self.first.offset
        if any(row.get(name) is None for name in ("buffer_bytes", "buffers", "found", "reads")):
            return at, "the size of a subpool, its buffers, and what was found and read", why or "fewer lines"
        if (
            max(row["buffers"], row.get("hiperspace_buffers", 0)) >= 1 << 32
            or not 0 < row["buffer_bytes"] <= 1 << 20
        ):
            return at, "a size of buffers that there can be", f"{row['buffers']} of {row['buffer_bytes']}"
        total, parts = row.get("total_ios"), [row.get(name) for name in STARRED]
        if total is not None and None not in parts and sum(filter(None, parts)) != total:
            said = " + ".join(str(one) for one in parts)
            return at, f"starred counts that add up to TOTAL I/O OPERATIONS, {total}", said
        if row.get("requests") is not None and row["found"] > row["requests"]:
            return at, f"no more than {row['requests']} calls that found their data", str(row["found"])
        return None

    def _when(self) -> Row:
        trace: Trace | None = self.sink.recall(SAID, self.first)
        if self.clocks is None:
            if trace is None:
                return {}
            start, seconds = trace.start, (trace.stop - trace.start).total_seconds()
        else:
            seconds = numbers.between(*self.clocks)
            if trace is None:
                return {"interval_us": seconds * 1e6} if seconds else {}
            start = datetime.combine(trace.start.date(), datetime.min.time())
            start += timedelta(seconds=self.clocks[0])
            start += timedelta(days=1) if start < trace.start - _HALF_DAY else timedelta()
        if not seconds:
            return {}
        end = start + timedelta(seconds=seconds)
        self.sink.covers.append(Cover(TABLE, self.first.system, MONITOR, start, end))
        return {"interval_start": start, "written": end, "interval_us": seconds * 1e6}


def _is_head(words: list[str]) -> bool:
    return " ".join(words).upper() == "START TRACE END TRACE DIFFERENCE"


def begin(line: Line, sink: Sink) -> Report | bool:
    """Open the report of a subpool at its title, or at the line that says what is page-fixed."""
    title = _TITLE.fullmatch(line.text)
    if title is not None:
        return Report(line, sink, title[1][:4])
    fix = _FIX.fullmatch(line.text)
    if fix is None:
        return False
    made = Report(line, sink, "VSAM" if fix[1].startswith("INDEX") else "OSAM")
    made.feed(line)
    return made
