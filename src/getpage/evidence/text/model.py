"""What the text readers share: a line, an open message, and the sink that rows and damage go to.

A reader sees one line at a time. A message of one line is done at once; a report or a wrapped message
leaves an open behind, which is given the lines that follow until it says that it is done or until too
many lines have passed that were not its own. Nothing else is remembered, so memory does not grow with the
text."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from datetime import datetime

FOUND_CHARACTERS = 120
"""How much of an offending line damage repeats."""

NEAR_LINES = 30
"""How many lines apart two parts of one command's reply, or of one MP1B report, may be."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextDamage:
    """A message that was recognised and could not be read: where it is, what belongs there, what is there."""

    offset: int
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """What a text says: rows by table, what could not be read, and how many lines a reader recognised."""

    rows: dict[str, list[Row]]
    damage: list[TextDamage]
    matched_lines: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its log prefix, and what the prefix said."""

    offset: int
    number: int
    text: str
    bare: bool = True
    key: str | None = None
    system: str | None = None
    job: str | None = None
    written: datetime | None = None


class Step(Enum):
    """What an open message says of a line: not its own, its own, or its own and the last."""

    NOT_MINE = 0
    MORE = 1
    DONE = 2


class Open(Protocol):
    """A message or report of which more lines are expected."""

    def feed(self, line: Line) -> Step:
        """Take one more line, or leave it."""

    def close(self, why: str) -> None:
        """No more lines will come; `why` says what came instead."""


@dataclass(slots=True)
class Sink:
    """Where rows and damage go, and the little that readers tell each other."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    damage: list[TextDamage] = field(default_factory=list)
    _said: dict[str, tuple[Any, int]] = field(default_factory=dict)

    def add(self, table: str, line: Line, queue_manager: str | None, columns: Row) -> Row:
        """Append a row of a queue manager's table; the common columns come from the line."""
        return self.row(table, line, {"queue_manager": queue_manager, **columns})

    def row(self, table: str, line: Line, columns: Row) -> Row:
        """Append a row; what every printed row has comes from the line."""
        row: Row = {"record": line.offset, "system": line.system, "written": line.written, **columns}
        self.rows.setdefault(table, []).append(row)
        return row

    def refuse(self, offset: int, expected: str, found: str) -> None:
        """Note what could not be read."""
        self.damage.append(TextDamage(offset, expected, found.strip()[:FOUND_CHARACTERS]))

    def say(self, what: str, value: Any, line: Line) -> None:
        """Leave word for the lines that follow closely."""
        self._said[what] = (value, line.number)

    def said(self, what: str, line: Line) -> Any:
        """What was last said, if that was close above; it then holds for what follows this line too."""
        value, number = self._said.get(what, (None, 0))
        if value is None or line.number - number > NEAR_LINES:
            return None
        self._said[what] = (value, line.number)
        return value

    def forget(self, what: str) -> None:
        """Take back what was said."""
        self._said.pop(what, None)
