"""One message of a display that is being read: its first line and the lines that follow it.

A line belongs to the message when it carries its multi-line id or when it has a label or a heading that
the message knows; a value may stand on the line after its `=`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import Step
from getpage.products.common.text import figures

from .form import normal, pairs
from .message import is_head

if TYPE_CHECKING:
    from getpage.contract.printed import Line

    from .form import Form
    from .message import Message
    from .reply import Reply

_FRAMES = re.compile(r"([0-9,]{1,20}) BUFFERS USING (4K|1M|2G) FRAME SIZE ALLOCATED", re.IGNORECASE)
_PREFERRED = re.compile(r"PREFERRED FRAME SIZE:? (4K|1M|2G)", re.IGNORECASE)
_FRAME_COLUMNS: Final = {"4K": "buffers_in_4k", "1M": "buffers_in_1m", "2G": "buffers_in_2g"}


@dataclass(slots=True)
class Section:
    """A message and how far it is read."""

    message: Message
    form: Form
    reply: Reply
    first: Line
    heading: str = ""
    pending: str = ""
    taken: int = 0

    def feed(self, line: Line) -> Step:
        """Take a line that follows."""
        text = line.text.strip()
        if line.key is None and (not text or is_head(line.text)):
            return Step.NOT_MINE
        if self.take(text, line) or line.key is not None:
            return Step.MORE
        return Step.NOT_MINE

    def take(self, text: str, line: Line) -> bool:
        """Read a line; False when none of its labels is known here."""
        if self._frames(text, line):
            return True
        labelled, rest = pairs(f"{self.pending} {text}" if self.pending else text)
        known = False
        for label, value in labelled:
            known = self._value(label, value, line) or known
        waits = rest.endswith("=") and self._slot(normal(rest[:-1])) is not None
        self.pending = rest if waits else ""
        if not waits and normal(rest) in self.form.under:
            self.heading = normal(rest)
            known = True
        return known or waits

    def _slot(self, label: str) -> tuple[str, str] | None:
        heading, _, last = label.rpartition(" - ")
        for at, name in ((heading, last), (self.heading, label), (self.heading, last)):
            if self.form.slot(at, name):
                return at, name
        return None

    def _value(self, label: str, text: str, line: Line) -> bool:
        place = self._slot(label)
        slot = self.form.slot(*place) if place else None
        if place is None or slot is None:
            return False
        self.taken += 1
        columns = slot.read(text)
        if columns is None:
            self.reply.sink.refuse(line.offset, f"{slot.kind.value} after {place[1]} =", line.text)
            return True
        self.reply.put(self.form.part, self.first, columns, self.message.id)
        self.heading = place[1] if place[1] in self.form.under else place[0]
        return True

    def _frames(self, text: str, line: Line) -> bool:
        if self.message.id != "DSNB546I":
            return False
        preferred, used = _PREFERRED.search(text), _FRAMES.search(text)
        columns: dict[str, object] = {"frame_size": preferred[1].upper()} if preferred else {}
        if used:
            number = figures.count(used[1])
            if number is None:
                self.reply.sink.refuse(line.offset, "a count before BUFFERS USING", line.text)
            else:
                columns[_FRAME_COLUMNS[used[2].upper()]] = number
        if columns:
            self.taken += 1
            self.reply.put(self.form.part, self.first, columns, self.message.id)
        return bool(columns)

    def close(self, why: str) -> None:
        """A message of which nothing could be read is damage, and so is a label without its value."""
        if self.pending or not self.taken:
            expected = f"{self.message.id} with {', '.join(sorted(self._labels()))} or the like"
            self.reply.sink.refuse(self.first.offset, expected, f"{self.first.text} ({why})")

    def _labels(self) -> list[str]:
        labels = [*self.form.labels, *(label for under in self.form.under.values() for label in under)]
        return labels[:2] or ["PREFERRED FRAME SIZE"]
