"""A reply to one display: many messages, one row a pool, and rows for its simulated pool and page sets.

The messages of a reply follow each other closely; each finds the reply of its member again by name. A
message without a reply above it (a cut-off log, a quoted example) begins one that knows no pool. A message
that comes a second time with other figures belongs to no row: it is damage. Statistics of both kinds,
incremental and cumulative, in one reply make two rows with the same attributes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .form import Part

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.contract.printed import Line, Row, Sink

_OWN: Final = frozenset({"record", "system", "written"})

#: Columns that a second set of statistics in the same reply does not share.
_MEASURED: Final = frozenset({"statistics", "interval_start", "interval_us"})


@dataclass(slots=True)
class Reply:
    """One pool of one member, as far as its messages are read."""

    member: str | None
    sink: Sink
    pool: Row = field(default_factory=dict)
    page_set: Row = field(default_factory=dict)
    rows: dict[Part, Row] = field(default_factory=dict)
    attributes: Row = field(default_factory=dict)

    def row(self, part: Part, line: Line) -> Row:
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

    def put(self, part: Part, line: Line, columns: Row, what: str) -> None:
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

    def begin_statistics(self, part: Part, line: Line, columns: Row) -> None:
        """Statistics of one kind begin; a second kind begins a second row with the same attributes."""
        row = self.row(part, line)
        if "statistics" in row:
            kept = self.pool | {c: v for c, v in self.attributes.items() if c not in _OWN}
            row = self.rows[part] = self.sink.row(part.value, line, {"member": self.member, **kept})
            self.rows.pop(Part.SIMULATED, None)
        else:
            self.attributes = dict(row)
        row.update(columns)


def reply(member: str | None, line: Line, sink: Sink) -> Reply:
    """The reply that a message of this member goes on with."""
    begun: Reply | None = sink.recall(_name(member), line)
    return begin(member, line, sink, {}) if begun is None else begun


def begin(member: str | None, line: Line, sink: Sink, pool: Row) -> Reply:
    """A new reply, of the pool that is named."""
    begun = Reply(member, sink, pool)
    sink.remember(_name(member), begun, line)
    return begun


def end(member: str | None, line: Line, sink: Sink) -> bool:
    """The display is complete; False when none was begun."""
    begun = sink.recall(_name(member), line) is not None
    sink.forget(_name(member))
    return begun


def measured(kind: str, since: datetime | None, line: Line) -> Row:
    """From when the statistics count, and for how long, where the log says when they were displayed."""
    columns: Row = {"statistics": kind.upper(), "interval_start": since}
    if since is not None and line.written is not None and line.written > since:
        columns["interval_us"] = (line.written - since).total_seconds() * 1e6
    return columns


def _name(member: str | None) -> str:
    return f"Db2 display of {member or 'nobody'}"
