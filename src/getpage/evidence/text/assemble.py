"""Put the lines of a log together again: which line belongs to which message.

Log lines of different messages are interleaved. A multi-line id (three or four digits, at the end of a
message's first line and at the start or in the job column of its others) tells them apart. Lines without
one belong to what was begun last. A message waits for a bounded number of lines, and a bounded number of
messages wait."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from getpage import _native
from getpage.contract.printed import LineAnswer, Open, Printed, PrintedLine, Sink
from getpage.products.common.text import layout
from getpage.products.common.text.message import Wrapped

from . import prefix
from .prefix import JobLog, Prefixes


class Readers:
    """The readers of all products, in their order."""

    def __init__(self, printed: Iterable[Printed]) -> None:
        """Ask in the order given."""
        known = tuple(printed)
        self._messages = tuple(reader for product in known for reader in product.messages)
        self._reports = tuple(reader for product in known for reader in product.reports)
        self.prefixes = Prefixes([stem for reader in self._messages for stem in reader.STEMS])
        by_mark: dict[str, list[int]] = {}
        of_messages = (reader.MARKS for reader in self._messages)
        of_reports = (reader.MARKS for reader in self._reports)
        for place, marks in enumerate((*of_messages, *of_reports)):
            for mark in marks:
                by_mark.setdefault(mark, []).append(place)
        self.marks = tuple(dict.fromkeys((*by_mark, *prefix.MARKS)))
        self._found = _native.Marks(list(self.marks))
        self._having = tuple(by_mark.get(mark, ()) for mark in self.marks)

    def may_begin(self, text: str) -> bool:
        """True if a line has a mark of a reader or of the job log; without one, nothing begins there."""
        return text.upper() in self._found

    def marked(self, text: str) -> list[int]:
        """The lines of a text that have one, by their number."""
        return self._found.lines(text.upper())

    def begin(self, line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
        """Give a line that may begin something to its reader, and say which multi-line id its others carry.
        Readers of whose marks it has none are not asked: that is most of what a line of a table costs.

        The reader says True when the line is all there is, False when it is not known.
        """
        marks = self._found.places(line.text.upper())
        for place in sorted({place for mark in marks for place in self._having[mark]}):
            if place < len(self._messages):
                opened, key = self._messages[place].begin(line, sink)
            else:
                opened, key = self._reports[place - len(self._messages)].begin(line, sink), None
            if opened is not False:
                return opened, key
        return False, None


LONGEST_LINE: Final = 4096
"""Longer lines are cut: no message or report prints more than a few hundred columns."""

KEYED_LINES: Final = 500
"""Lines that a message with a multi-line id waits: ids come round again after a thousand messages."""

BARE_LINES: Final = 20
"""Lines that are not its own within which a report without an id must go on."""

MOST_OPEN: Final = 32

_TRAILING_KEY = re.compile(r" ([0-9]{3,4}) *$")
_LEADING_KEY = re.compile(r"[> ]{0,12}([0-9]{3,4}) (.*)", re.DOTALL)


@dataclass(slots=True)
class _Waiting:
    open: Open
    last_taken: int
    patience: int


class Assembler:
    """Feeds lines to readers and keeps what is open."""

    def __init__(self, readers: Readers) -> None:
        """Start with nothing open."""
        self._readers = readers
        self._prefixes = readers.prefixes
        self.sink = Sink(layout.broken)
        self.matched = 0
        self._number = 0
        self._open: dict[str | None, _Waiting] = {}
        self._last: str | None = None
        self._log = JobLog()

    def feed(self, offset: int, text: str) -> None:
        """Read one line."""
        self._number += 1
        text = text[:LONGEST_LINE]
        if not self._open and not self._readers.may_begin(text):
            return
        prefixed = self._prefixes.strip(text)
        if self._log.reads(prefixed):
            return
        line = self._line(offset, prefixed)
        if self._continues(line, prefixed.kind) or self._begins(line, prefixed):
            self.matched += 1
        if self._open:
            self._expire()

    @property
    def waits(self) -> bool:
        """Whether a message goes on: its lines may be without a mark."""
        return bool(self._open)

    def pass_over(self, lines: int) -> None:
        """Count lines without a mark, which nothing waits for."""
        self._number += max(0, lines)

    def close(self) -> None:
        """The text ends: whatever is open was cut off."""
        for key in list(self._open):
            self._drop(key, "the text ends here")

    def _line(self, offset: int, prefixed: prefix.Prefixed) -> PrintedLine:
        day = prefixed.day or self._log.day_of(prefixed.job)
        written: datetime | None = prefixed.written
        if written is None and day and prefixed.clock:
            written = prefix.moment(day, prefixed.clock)
        system = prefixed.system or self._log.system_of(prefixed.job)
        text, key = prefixed.text, prefixed.key
        may_lead = key is None and self._open and prefixed.bare
        lead = _LEADING_KEY.fullmatch(text) if may_lead else None
        if lead and lead[1] in self._open:
            key, text = lead[1], lead[2]
        return PrintedLine(offset, self._number, text, prefixed.bare, key, system, prefixed.job, written)

    def _continues(self, line: PrintedLine, kind: str | None) -> bool:
        if line.key is not None:
            return line.key in self._open and self._give(line.key, line)
        if kind == "S":
            return self._last in self._open and self._give(self._last, line)
        follows = self._open.get(self._last) if self._last is not None else None
        if line.bare and follows and follows.last_taken == line.number - 1 and self._give(self._last, line):
            return True
        waiting = self._open.get(None)
        if waiting is None or isinstance(waiting.open, Wrapped):
            return False
        return self._give(None, line)

    def _begins(self, line: PrintedLine, prefixed: prefix.Prefixed) -> bool:
        if line.key is not None or prefixed.kind == "S":
            return False
        opened, key = self._readers.begin(line, self.sink)
        if opened is False:
            return self._wraps(line)
        if opened is True:
            return True
        if key is None and prefixed.kind == "M" and (number := _TRAILING_KEY.search(line.text)):
            key = number[1]  # a reply of several lines in a system log: the others carry its id
        if key in self._open:
            self._drop(key, line.text)
        elif len(self._open) >= MOST_OPEN:
            self._drop(min(self._open, key=lambda k: self._open[k].last_taken), line.text)
        patience = KEYED_LINES if key else 0 if isinstance(opened, Wrapped) else BARE_LINES
        self._open[key] = _Waiting(opened, line.number, patience)
        self._last = key
        return True

    def _wraps(self, line: PrintedLine) -> bool:
        """Give a line that begins nothing to the message before it, if that is incomplete."""
        waiting = self._open.get(None)
        return waiting is not None and isinstance(waiting.open, Wrapped) and self._give(None, line)

    def _give(self, key: str | None, line: PrintedLine) -> bool:
        waiting = self._open[key]
        step = waiting.open.feed(line)
        if step is LineAnswer.NOT_MINE:
            return False
        self._last, waiting.last_taken = key, line.number
        if step is LineAnswer.DONE:
            del self._open[key]
        return True

    def _expire(self) -> None:
        for key, waiting in list(self._open.items()):
            if self._number - waiting.last_taken > waiting.patience:
                self._drop(key, f"{waiting.patience} other lines")

    def _drop(self, key: str | None, why: str) -> None:
        self._open.pop(key).open.close(why)
