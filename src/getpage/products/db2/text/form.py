"""Forms of the messages of a display: the column of each label, and how its value is read.

The layouts of the four tables list them as `printed`: "DSNB402I ALLOCATED", with the heading before it where
a label counts under that only, "DSNB453I CURRENT: MAX", and with a comma where a second figure follows that
is not kept. A label of two columns is a pair of figures. Labels that are not listed are passed over.

How sure: DSNB402I, 404I, 406I, 412I to 414I, 421I, 431I, 432I, 453I, 455I, 456I and 546I by their pages in
IBM's documentation of Db2 12 and 13; 432I with the labels of IBM REDP-5238, example 2-1, as well; 411I its
first two labels by IBM's sample, the rest, 415I, 420I, 440I and 441I from general knowledge of the output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, Final

from getpage.contract.printed import PrintedLine, Row, Sink
from getpage.core.text import is_whole
from getpage.core.units import KIB
from getpage.products.common.text import figures, layout
from getpage.products.common.text.layout import PrintedColumn

#: Counters are 64 bits wide in Db2; what a signed 64-bit number cannot hold is no figure.
_LARGEST: Final = (1 << 63) - 1
_ALL_PERCENT: Final = 100
_NUMBER = r"[0-9](?:[0-9,]{0,25}[0-9])?"
_UNIT = r"(?: ?%| +(?:BUFFERS|KB|MB|GB|MINUTES?|MILLISECONDS)\b)?"
_LABEL: Final = re.compile(r"DSNB[0-9]{3}I [A-Z]")
#: The message of a pool's frames.
FRAMES: Final = "DSNB546I"
_VALUE = re.compile(
    rf" *({_NUMBER}(?:, {{0,9}}[0-9]{{1,9}})?{_UNIT}|[A-Z*][A-Z0-9_*]{{0,31}})", re.IGNORECASE
)


class Part(Enum):
    """Which row of a reply a message speaks of."""

    POOL = "db2_buffer_pool"
    SIMULATED = "db2_simulated_pool"
    PAGE_SET = "db2_page_set"
    GROUP = "db2_group_buffer_pool"


class ValueKind(Enum):
    """The kind of a value."""

    COUNT = "a count"
    PERCENT = "a percentage"
    PAIR = "two figures"
    SIZE = "a size in KB"
    YES = "YES or NO"
    WORD = "a word"

    @classmethod
    def of(cls, column: PrintedColumn) -> ValueKind:
        """How the value of a column is printed."""
        by_type = {"Utf8": cls.WORD, "Boolean": cls.YES}
        by_unit = {"percent": cls.PERCENT, "bytes": cls.SIZE}
        return by_type.get(column.type) or by_unit.get(column.unit, cls.COUNT)


@dataclass(frozen=True, slots=True)
class Slot:
    """A column, or two for a pair (the second "" when only the first is kept), and how to read it."""

    columns: tuple[str, ...]
    kind: ValueKind

    def read(self, text: str) -> Row | None:
        """The columns' values; None when the text is no such value."""
        if self.kind is ValueKind.PAIR:
            two = _two(text)
            return None if two is None else {c: v for c, v in zip(self.columns, two, strict=False) if c}
        value = self._value(text)
        return None if value is None else {self.columns[0]: value}

    def _value(self, text: str) -> Any:
        match self.kind:
            case ValueKind.COUNT:
                return _count(text, _LARGEST)
            case ValueKind.PERCENT:
                return _count(text, _ALL_PERCENT)
            case ValueKind.SIZE:  # Db2 prints coupling facility sizes in KB
                return figures.size(" ".join(text.split()), KIB)
            case ValueKind.YES:
                return figures.flag(text)
            case _:
                return text.upper() if text[:1].isalpha() else None


@dataclass(slots=True)
class MessageForm:
    """One message: the row it speaks of, and its labels under the heading before them, "" without one."""

    part: Part
    under: dict[str, dict[str, Slot]] = field(default_factory=dict)

    def slot(self, heading: str, label: str) -> Slot | None:
        """The column of a label under a heading."""
        return self.under.get(heading, {}).get(label) or self.under.get("", {}).get(label)

    @property
    def labels(self) -> Iterator[str]:
        """All its labels."""
        return (label for labels in self.under.values() for label in labels)

    def add(self, printed: str, column: PrintedColumn) -> None:
        """A label as its layout lists it, see above."""
        heading, _, label = printed.rpartition(": ")
        labels, name = self.under.setdefault(heading, {}), label.rstrip(",")
        before = labels[name].columns if name in labels else ()
        columns = (*before, column.name, *([""] if label != name else ()))
        labels[name] = Slot(columns, ValueKind.PAIR if len(columns) > 1 else ValueKind.of(column))


@cache
def forms() -> Mapping[str, MessageForm]:
    """The forms of all messages with figures, by message identifier."""
    by_message = {FRAMES: MessageForm(Part.POOL)}  # a sentence: no labels
    for part in Part:
        for column in layout.columns(part.value):
            for printed in filter(_LABEL.match, column.labels):
                message, _, label = printed.partition(" ")
                by_message.setdefault(message, MessageForm(part)).add(label, column)
    return by_message


def pairs(text: str) -> tuple[list[tuple[str, str]], str]:
    """Labels with their values, and the text after the last value; a label without one ends in `=`."""
    label, *rest = text.split("=")
    labelled: list[tuple[str, str]] = []
    for position, part in enumerate(rest):
        value = _VALUE.match(part)
        if not value:
            left = f"{label}=" if position == len(rest) - 1 and not part.strip() else ""
            return labelled, left
        labelled.append((normal(label), value[1]))
        label = part[value.end() :]
    return labelled, label


def normal(label: str) -> str:
    """A label as the forms spell it: upper case, single spaces, no dash or dot at its ends."""
    return " ".join(label.upper().replace("—", "-").split()).strip(" -.:")


def _count(text: str, most: int) -> int | None:
    """A count; a unit or a % behind it is left out."""
    return figures.count(text.split()[0].rstrip("%"), most) if text.strip() else None


def _two(text: str) -> tuple[int, int] | None:
    """Two figures with a comma between them, such as `80, 0`."""
    halves = [half.strip() for half in text.rstrip("% ").split(",")]
    if len(halves) != 2 or not all(is_whole(half) for half in halves):
        return None
    return int(halves[0]), int(halves[1])


_OWN: Final = frozenset({"record", "system", "written"})

#: Columns that a second set of statistics in the same reply does not share.
_MEASURED: Final = frozenset({"statistics", "interval_start", "interval_us"})


@dataclass(slots=True)
class PoolReply:
    """One pool of one member, as far as its messages are read."""

    member: str | None
    sink: Sink
    pool: Row = field(default_factory=dict)
    page_set: Row = field(default_factory=dict)
    rows: dict[Part, Row] = field(default_factory=dict)
    attributes: Row = field(default_factory=dict)

    def row(self, part: Part, line: PrintedLine) -> Row:
        """The row of a part, begun at this line if there is none yet."""
        if part not in self.rows:
            names = {"member": self.member, **self.pool}
            if part is Part.PAGE_SET:
                names |= self.page_set
            if part is Part.SIMULATED:
                names |= {c: v for c, v in self.rows.get(Part.POOL, {}).items() if c in _MEASURED}
                names["sequential_threshold"] = self._simulated_threshold()
            self.rows[part] = self.sink.row(part.value, line, names)
        return self.rows[part]

    def _simulated_threshold(self) -> object:
        return self.rows.get(Part.POOL, {}).get("simulated_sequential_threshold")

    def put(self, part: Part, line: PrintedLine, columns: Row, what: str) -> None:
        """Write columns; a figure that says something else than before is refused."""
        row = self.row(part, line)
        for name, value in columns.items():
            if row.get(name, value) != value:
                self.sink.refuse(line.offset, f"each figure of {what} once in a reply", line.text)
                return
        row.update(columns)

    def begin_page_set(self, names: Row) -> None:
        """A page set of which statistics follow."""
        self.page_set = names
        self.rows.pop(Part.PAGE_SET, None)

    def begin_statistics(self, part: Part, line: PrintedLine, columns: Row) -> None:
        """Statistics of one kind begin; a second kind begins a second row with the same attributes."""
        row = self.row(part, line)
        if "statistics" in row:
            kept = self.pool | {c: v for c, v in self.attributes.items() if c not in _OWN}
            row = self.rows[part] = self.sink.row(part.value, line, {"member": self.member, **kept})
            self.rows.pop(Part.SIMULATED, None)
        else:
            self.attributes = dict(row)
        row.update(columns)


def reply(member: str | None, line: PrintedLine, sink: Sink) -> PoolReply:
    """The reply that a message of this member goes on with."""
    begun: PoolReply | None = sink.recall(_name(member), line)
    return begin(member, line, sink, {}) if begun is None else begun


def begin(member: str | None, line: PrintedLine, sink: Sink, pool: Row) -> PoolReply:
    """A new reply, of the pool that is named."""
    begun = PoolReply(member, sink, pool)
    sink.remember(_name(member), begun, line)
    return begun


def end(member: str | None, line: PrintedLine, sink: Sink) -> bool:
    """The display is complete; False when none was begun."""
    begun = sink.recall(_name(member), line) is not None
    sink.forget(_name(member))
    return begun


def measured(kind: str, since: datetime | None, line: PrintedLine) -> Row:
    """From when the statistics count, and for how long, where the log says when they were displayed."""
    columns: Row = {"statistics": kind.upper(), "interval_start": since}
    if since is not None and line.written is not None and line.written > since:
        columns["interval_us"] = (line.written - since).total_seconds() * 1e6
    return columns


def _name(member: str | None) -> str:
    return f"Db2 display of {member or 'nobody'}"
