"""A message of one sentence, which the log may have wrapped over several lines.

A reader says what a message's words mean; this says when there are enough of them. A message that ends in
a multi-line id gets the lines that carry the id, whatever stands between them; one without an id gets the
bare lines that follow it directly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink

MOST_LINES = 5
"""Messages are wrapped at 71 columns; none that is read here needs more than three lines."""

Parsed = tuple[list[tuple[str, Row]], bool]
"""The rows that the words give, by table, and whether the message ends there."""


class ParsedMessage(Protocol):
    """A message as its product takes it apart."""

    @property
    def id(self) -> str:
        """Its identifier."""

    @property
    def words(self) -> str:
        """Its text, with single spaces."""

    @property
    def quoted(self) -> bool:
        """Not at the start of its line: a mention in prose perhaps, so never damage."""

    @property
    def owner(self) -> Row:
        """The columns that every row of it has: who issued it."""

    def longer(self, text: str) -> Self:
        """The message with one more line."""


M = TypeVar("M", bound=ParsedMessage)


@dataclass(frozen=True, slots=True)
class Sentence(Generic[M]):
    """One message: what its words should be, and what they give; None while that is nothing yet."""

    expected: str
    read: Callable[[M], Parsed | None]


@dataclass(slots=True)
class Wrapped(Generic[M]):
    """A message whose words are not complete yet."""

    sentence: Sentence[M]
    line: PrintedLine
    message: M
    parsed: Parsed | None
    sink: Sink
    lines: int = 1

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take a line of the same message."""
        if line.key is None and (not line.bare or not line.text.strip()):
            return LineAnswer.NOT_MINE
        self.lines += 1
        self.message = self.message.longer(line.text)
        self.parsed = self.sentence.read(self.message)
        if self.parsed and self.parsed[1]:
            emit(self.line, self.message, self.parsed, self.sink)
            return LineAnswer.DONE
        if self.lines >= MOST_LINES:
            self.close(f"{self.message.id} {self.message.words}")
            return LineAnswer.DONE
        return LineAnswer.MORE

    def close(self, why: str) -> None:
        """Keep what could be read and say what is missing."""
        if self.parsed:
            emit(self.line, self.message, self.parsed, self.sink)
        self.sink.refuse(self.line.offset, self.sentence.expected, f"{self.message.words} ({why})")


def begin(sentence: Sentence[M], line: PrintedLine, message: M, sink: Sink) -> Wrapped[M] | bool:
    """Read a message from its first line: done, not one, or open for more."""
    parsed = sentence.read(message)
    if parsed and parsed[1]:
        emit(line, message, parsed, sink)
        return True
    if message.quoted:
        return False
    return Wrapped(sentence, line, message, parsed, sink)


def emit(line: PrintedLine, message: ParsedMessage, parsed: Parsed, sink: Sink) -> None:
    """Write a message's rows."""
    for table, columns in parsed[0]:
        sink.row(table, line, {**message.owner, **columns})
