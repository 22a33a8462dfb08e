"""Printed evidence: what a product says of the messages and reports that it knows, and how its readers work.

A reader sees one line at a time. A message of one line is done at once; a report or a wrapped message
leaves an open behind, which is given the lines that follow until it says that it is done or until too
many lines have passed that were not its own. Nothing else is remembered, so memory does not grow with the
text.

Few lines of a log are evidence. A reader therefore states marks beside its patterns: a line that has none of
any reader is passed over before anything is done with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, Protocol

FOUND_CHARACTERS = 120
"""How much of an offending line damage repeats."""

LISTED = 1000
"""Damage of a file that is kept with its place, as of records; all of it is counted."""

NEAR_LINES = 30
"""How many lines apart two parts of one command's reply, or of one report, may be."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextDamage:
    """A message that was recognized and could not be read: where it is, what belongs there, what is there."""

    offset: int
    expected: str
    found: str


class PrintedLine(NamedTuple):
    """One line without its log prefix, and what the prefix said. A tuple: there are millions."""

    offset: int
    number: int
    text: str
    bare: bool = True
    key: str | None = None
    system: str | None = None
    job: str | None = None
    written: datetime | None = None

    @property
    def is_logged(self) -> bool:
        """True if a log wrote the line: a command in it was entered; elsewhere it may only be quoted."""
        return not self.bare or self.written is not None


class LineAnswer(Enum):
    """The answer of an open message to a line: not its own, its own, or its own and the last."""

    NOT_MINE = 0
    MORE = 1
    DONE = 2


class Open(Protocol):
    """A message or report that expects more lines."""

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take one more line, or leave it."""

    def close(self, why: str) -> None:
        """No more lines will come; `why` says what came instead."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The time that an entry of a log is of: from the end of the one before it; `report` is what it is."""

    table: str
    system: str | None
    report: str
    start: datetime
    end: datetime


def row_of(line: PrintedLine, columns: Row) -> Row:
    """A row with what every printed row has, which comes from the line."""
    return {"record": line.offset, "system": line.system, "written": line.written, **columns}


Broken = Callable[[str, Row], tuple[str, str] | None]
"""The relation of a table's layout that a row breaks, in words, and the row's values; None where all hold."""


def _unchecked(table: str, row: Row) -> tuple[str, str] | None:  # noqa: ARG001 - for rows without a layout
    return None


@dataclass(slots=True)
class Sink:
    """Takes rows and damage, and the few values that readers leave for each other.

    `rows` may still be changed by the reader that made them, until the text ends; `done` are those that it
    gave away, of logs that have a row a line: they may be taken at any time.
    """

    broken: Broken = _unchecked
    rows: dict[str, list[Row]] = field(default_factory=dict)
    done: dict[str, list[Row]] = field(default_factory=dict)
    covers: list[Cover] = field(default_factory=list)
    damage: list[TextDamage] = field(default_factory=list)
    damaged: int = 0
    _remembered: dict[str, tuple[Any, int]] = field(default_factory=dict)

    def row(self, table: str, line: PrintedLine, columns: Row) -> Row:
        """Append a row; what every printed row has comes from the line."""
        row = row_of(line, columns)
        self.rows.setdefault(table, []).append(row)
        return row

    def give(self, table: str, row: Row, cover: Cover | None = None) -> bool:
        """Append a finished row and the time it covers. False if the row breaks a relation of its layout: it
        counts as damage.
        """
        if not self.holds(table, row):
            return False
        self.done.setdefault(table, []).append(row)
        if cover is not None:
            self.covers.append(cover)
        return True

    def holds(self, table: str, row: Row) -> bool:
        """True if a row keeps the relations of its layout; one that does not is damage."""
        problem = self.broken(table, row)
        if problem is not None:
            self.refuse(row["record"], *problem)
        return problem is None

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """Note what could not be read: the first places of a file are kept, the others counted."""
        self.damaged += 1
        if len(self.damage) < LISTED:
            self.damage.append(TextDamage(offset, expected, actual.strip()[:FOUND_CHARACTERS]))

    def remember(self, key: str, value: Any, line: PrintedLine) -> None:
        """Keep a value for the lines that follow closely."""
        self._remembered[key] = (value, line.number)

    def recall(self, key: str, line: PrintedLine) -> Any:
        """The value last remembered, renewed from this line on; None if it is over `NEAR_LINES` lines old."""
        value, number = self._remembered.get(key, (None, 0))
        if value is None or line.number - number > NEAR_LINES:
            return None
        self._remembered[key] = (value, line.number)
        return value

    def forget(self, key: str) -> None:
        """Drop a remembered value."""
        self._remembered.pop(key, None)


class Reader(Protocol):
    """A module that reads one report, or a message whose first line may be missing."""

    @property
    def MARKS(self) -> Sequence[str]:
        """Marks in upper case; a line without any of them neither begins the report nor announces it."""

    def begin(self, line: PrintedLine, sink: Sink, /) -> Open | bool:
        """Open the report; True when the line is all there is, False when it is none of it."""


class Messages(Protocol):
    """A module that reads the messages of a product by their identifiers."""

    @property
    def STEMS(self) -> Sequence[str]:
        """How the identifiers begin: by them a line is known for a message whatever stands before it."""

    @property
    def MARKS(self) -> Sequence[str]:
        """In upper case: a line without one of them begins no message that is read."""

    def begin(self, line: PrintedLine, sink: Sink, /) -> tuple[Open | bool, str | None]:
        """Open a message, as a `Reader` does, and say which multi-line id its other lines carry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The printed evidence that a product knows; a line is offered to messages first, in this order."""

    messages: tuple[Messages, ...]
    reports: tuple[Reader, ...]
