"""Reports of the SupportPac MP1B, which formats SMF 115 and 116: region (QSRS), buffer pools (QPST),
average calls.

    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, Region >16MB size , 1520 MB
    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB Allocated user , 00eb0000, 14 MB
    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB not used , 527 MB

    > 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
       01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
       01 DWT        17 DMC    229 STL  1226479 STLA     12 SOS       0
       01 Location - below bar

    Open name PAYMENTS.IN
    -MQ call-         N    ET    CT  Susp  LOGW  PSET
    Get      :   949070    39     9    30     0    29
    Put      :   949070    14     8     5     0
    Maximum depth encountered 10000

Reports without system, queue manager, time and release take the last ones, if they stand close above. A
line with a hexadecimal figure and MB is taken from the hexadecimal one, which is exact; a disagreement of
more than 1 MB is damage, and the row is kept. `>` marks a pool for the reader's attention and says nothing
that the figures do not. A row of calls with fewer figures than heads: each goes under the head that ends in
its column; where columns do not line up (tabs, a copy by hand), from the left. Calls are microseconds an
average call, N calls; heads that are not known are left out.

How sure: as printed in IBM REDP-5238, section 4.2.1 and examples 4-1 and 4-2. The paper equates "not used"
with QSRSAVAL; the other lines are matched to QSRS by their words (user + system allocated = the "used" of
CSQY220I, which holds in the paper). That the region below 16 MB has the same lines, that a fixed pool says
"fixed" on its last line, and the queue name (`Open name`) above a block are general knowledge of the
SupportPac.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import MIB
from getpage.products.common.text import figures, layout

from .usage import LARGEST_COUNT, count

MARKS: Final = ("VRM:", "BUFFS ", "RIO ", "DWT ", "LOCATION", "-MQ CALL-", "OPEN NAME")

_ORIGIN: Final = "MP1B origin"
_START: Final = re.compile(
    r" {0,8}([A-Z0-9@#$]{1,4}) ?, ?([A-Z0-9@#$]{1,4}) ?, ?"
    r"([0-9]{4}/[0-9]{2}/[0-9]{2}) ?, ?([0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,][0-9]{1,6})? ?, ?"
    r"VRM:([0-9]{3,6}) ?,(.*)"
)


@dataclass(frozen=True, slots=True)
class Origin:
    """System, queue manager and time of the formatted SMF record."""

    system: str
    queue_manager: str
    written: datetime | None
    level: str


def _origin(line: PrintedLine, sink: Sink) -> tuple[Origin, str] | None:
    """The start of a line, which is remembered for the lines that follow, and the rest of it."""
    match = _START.fullmatch(line.text)
    if match is None:
        return None
    written = figures.moment(figures.calendar(*match[3].split("/")), figures.clock(match[4]))
    origin = Origin(match[1], match[2], written, match[5])
    sink.remember(_ORIGIN, origin, line)
    return origin, match[6]


def _at(line: PrintedLine, origin: Origin | None) -> PrintedLine:
    """The line as written by the system and at the time that the report names."""
    return line if origin is None else line._replace(system=origin.system, written=origin.written)


def _owner(line: PrintedLine, sink: Sink) -> tuple[PrintedLine, Row]:
    """The line and the queue manager that it is of, as far as the report names them."""
    origin: Origin | None = sink.recall(_ORIGIN, line)
    return _at(line, origin), {"queue_manager": origin.queue_manager if origin else None}


_REGION: Final = "mq_storage_region"
_WHERE: Final = re.compile(r"([<>]) ?16 ?MB", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[0-9A-F]{8}", re.IGNORECASE)


@dataclass(slots=True)
class PrintedRegion:
    """The lines of one QSRS record."""

    origin: Origin
    sink: Sink
    row: Row
    columns: set[str] = field(default_factory=set)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a further figure of the same record."""
        start = _origin(line, self.sink)
        if start is None or start[0] != self.origin or not _WHERE.search(start[1]):
            return LineAnswer.NOT_MINE
        column = _column(start[1])
        if column is not None and column.name in self.columns:
            return LineAnswer.NOT_MINE
        self.take(line, start[1])
        return LineAnswer.MORE

    def take(self, line: PrintedLine, text: str) -> None:
        """Write the figure of one line into the row."""
        column = _column(text)
        if column is None:
            self.sink.refuse(line.offset, "a figure of the region that is known", text)
            return
        cells = [cell.strip() for cell in text.split(",")[1:]]
        exact = next((int(cell, 16) for cell in cells if _ADDRESS.fullmatch(cell)), None)
        sizes = (figures.size(cell) for cell in cells if not cell.isdigit())
        rounded = next((size for size in sizes if size is not None), None)
        value = rounded if exact is None else exact
        if value is None or value > LARGEST_COUNT:
            self.sink.refuse(line.offset, "a size in MB or an address", text)
            return
        if exact is not None and rounded is not None and abs(exact - rounded) > MIB:
            self.sink.refuse(line.offset, f"about {exact // MIB} MB beside X'{exact:X}'", text)
        self.columns.add(column.name)
        self.row[column.name] = value

    def close(self, why: str) -> None:
        """Nothing: the record ends where its lines end."""


def _column(text: str) -> layout.PrintedColumn | None:
    """The column of a line: by its label, in which `>` or `<` stands for the region above or below 16 MB."""
    label = text.split(",")[0]
    where = _WHERE.search(label)
    if where is None:
        return None
    return layout.by_label(_REGION, str.lower).get(" ".join(_WHERE.sub(where[1], label).lower().split()))


def _begin_region(line: PrintedLine, sink: Sink) -> PrintedRegion | bool:
    start = _origin(line, sink)
    if start is None or not _WHERE.search(start[1]):
        return False
    origin, text = start
    names = {"queue_manager": origin.queue_manager, "level": origin.level}
    region = PrintedRegion(origin, sink, sink.row(_REGION, _at(line, origin), names))
    region.take(line, text)
    return region


_POOL: Final = "mq_buffer_pool"
_POOL_LINE: Final = re.compile(r"[> ]{0,20}([0-9]{1,2}) +((?:Buffs|Rio|DWT) +[^ ].*|Location ?-.*)")
_FIRST: Final = "Buffs"


@dataclass(slots=True)
class PrintedPool:
    """The four lines of one pool."""

    number: int
    row: Row
    sink: Sink

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a further line of the same pool."""
        match = _POOL_LINE.fullmatch(line.text)
        if match is None or int(match[1]) != self.number or match[2].startswith(_FIRST):
            return LineAnswer.NOT_MINE
        self.sink.recall(_ORIGIN, line)
        if match[2].startswith("Location"):
            self._location(line, match[2].lower())
            return LineAnswer.DONE
        columns = _counts(match[2], line, self.sink)
        if any(self.row.get(name, value) != value for name, value in columns.items()):
            self.sink.refuse(line.offset, f"each figure of pool {self.number:02} once", line.text)
        else:
            self.row.update(columns)
        return LineAnswer.MORE

    def _location(self, line: PrintedLine, words: str) -> None:
        above, below = "above" in words, "below" in words
        if above == below:
            self.sink.refuse(line.offset, "Location - above bar, or below bar", line.text)
            return
        self.row["location"] = "ABOVE" if above else "BELOW"
        if "fixed" in words:
            self.row["page_class"] = "FIXED4KB"

    def close(self, why: str) -> None:
        """Nothing: every line stands for itself."""


def _counts(text: str, line: PrintedLine, sink: Sink) -> Row:
    """The labels of a line with their counts, up to the first that is none."""
    words = text.split()
    row: Row = {}
    for label, figure in zip(words[::2], [*words[1::2], ""], strict=False):
        column, value = layout.by_label(_POOL).get(label), count(figure)
        if column is None or value is None:
            sink.refuse(line.offset, "a field of QPST and its count", f"{label} {figure} in {text}")
            break
        row[column.name] = value
    return row


def _begin_pool(line: PrintedLine, sink: Sink) -> PrintedPool | bool:
    """Open a pool at its first line; a later line without it is damage."""
    match = _POOL_LINE.fullmatch(line.text)
    if match is None:
        return False
    if not match[2].startswith(_FIRST):
        sink.refuse(line.offset, f"{match[1]} Buffs n Low n ... before it", line.text)
        return True
    columns = _counts(match[2], line, sink)
    if "buffers" not in columns:
        return True
    written, owner = _owner(line, sink)
    number = int(match[1])
    return PrintedPool(number, sink.row(_POOL, written, owner | {"buffer_pool": number} | columns), sink)


_CALLS: Final = "mq_call_average"
_HEAD: Final = re.compile(r" {0,20}-MQ call-[ \t](.*)", re.IGNORECASE)
_CALL: Final = re.compile(r" {0,20}([A-Z][A-Z0-9]{1,11})[ \t]*:(.*)", re.IGNORECASE)
_DEPTH: Final = re.compile(r" {0,20}Maximum depth encountered +([0-9,]{1,20}) *", re.IGNORECASE)
_QUEUE: Final = re.compile(r" {0,20}Open name +([A-Z0-9._%/]{1,48})(?: .*)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^ \t]+")
_KINDS: Final = frozenset(
    {"OPEN", "CLOSE", "GET", "PUT", "PUT1", "INQ", "SET", "CB", "CALLBACK", "CTL", "STAT"}
    | {"SUB", "SUBRQ", "TOPIC", "COMMIT", "BACKOUT", "PREPARE", "OTHER"}
)
_QUEUE_NAME: Final = "queue"


@dataclass(slots=True)
class PrintedCalls:
    """One block of calls; `heads` end in the columns beside them."""

    heads: list[tuple[str, int]]
    first: PrintedLine
    sink: Sink
    queue: str | None
    rows: list[Row] = field(default_factory=list)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a call, or the depth that ends the block."""
        if depth := _DEPTH.fullmatch(line.text):
            self._depth(line, count(depth[1]))
            return LineAnswer.DONE
        match = _CALL.fullmatch(line.text)
        if match is None or match[1].upper() not in _KINDS:
            return LineAnswer.NOT_MINE
        cells = list(_words(line.text, match.start(2)))
        values = [count(text) for text, _ in cells]
        if not values or None in values or len(values) > len(self.heads):
            self.sink.refuse(line.offset, f"up to {len(self.heads)} figures", line.text)
            return LineAnswer.MORE
        known = layout.by_label(_CALLS, str.upper)
        row: Row = {"call": match[1].upper()} | ({"queue": self.queue} if self.queue else {})
        for (head, _), value in zip(self._under(line, cells), values, strict=False):
            if head in known:
                row[known[head].name] = value
        written, owner = _owner(line, self.sink)
        self.rows.append(self.sink.row(_CALLS, written, owner | row))
        return LineAnswer.MORE

    def _under(self, line: PrintedLine, cells: list[tuple[str, int]]) -> list[tuple[str, int]]:
        ends = {} if "\t" in line.text else {end: (head, end) for head, end in self.heads}
        below = [ends[end] for _, end in cells if end in ends]
        return below if len(below) == len(cells) else self.heads

    def _depth(self, line: PrintedLine, depth: int | None) -> None:
        if depth is None:
            self.sink.refuse(line.offset, "a queue depth", line.text)
        for row in self.rows:
            row["maximum_depth"] = depth

    def close(self, why: str) -> None:
        """Say that a block had heads and nothing else."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "calls and their averages after -MQ call-", why)


def _words(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The words of a line, each with the column in which it ends."""
    return ((word[0], word.end()) for word in _WORD.finditer(text, start))


def _begin_calls(line: PrintedLine, sink: Sink) -> PrintedCalls | bool:
    """Open a block at its heads; a queue's name above it is remembered for it."""
    if named := _QUEUE.fullmatch(line.text):
        sink.remember(_QUEUE_NAME, named[1], line)
        return False
    match = _HEAD.fullmatch(line.text)
    if match is None:
        return False
    heads = [(head.upper(), end) for head, end in _words(line.text, match.start(1))]
    if not heads or heads[0][0] != "N":
        sink.refuse(line.offset, "-MQ call- N ET CT Susp LOGW PSET", line.text)
        return True
    queue: str | None = sink.recall(_QUEUE_NAME, line)
    sink.forget(_QUEUE_NAME)
    return PrintedCalls(heads, line, sink, queue)


def begin(line: PrintedLine, sink: Sink) -> PrintedRegion | PrintedPool | PrintedCalls | bool:
    """Open a report at its first line."""
    return _begin_pool(line, sink) or _begin_region(line, sink) or _begin_calls(line, sink)
