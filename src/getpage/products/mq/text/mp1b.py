"""What every MP1B line starts with: the system, the queue manager, the time and the release.

`MVAA,VTS1,2015/12/08,11:16:31,VRM:710, ...`, as printed in IBM REDP-5238, section 4.2.1. MP1B is the
SupportPac that formats SMF 115 and 116. Reports that carry no such start take the last one, if it stands
close above them: that is how the SupportPac prints, from general knowledge of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from getpage.contract.printed import Line

if TYPE_CHECKING:
    from getpage.contract.printed import Sink

SAID = "MP1B origin"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where and when the formatted SMF record was written."""

    system: str
    queue_manager: str
    written: datetime | None
    level: str


_START = re.compile(
    r" {0,8}([A-Z0-9@#$]{1,4}) ?, ?([A-Z0-9@#$]{1,4}) ?, ?"
    r"([0-9]{4}/[0-9]{2}/[0-9]{2}) ?, ?([0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,][0-9]{1,6})? ?, ?"
    r"VRM:([0-9]{3,6}) ?,(.*)"
)


def origin(line: Line, sink: Sink) -> tuple[Origin, str] | None:
    """Read the start of a line; returns what it names and the rest, and tells the lines that follow."""
    match = _START.fullmatch(line.text)
    if not match:
        return None
    try:
        written = datetime.strptime(f"{match[3]} {match[4]}", "%Y/%m/%d %H:%M:%S")
    except ValueError:
        written = None
    found = Origin(match[1], match[2], written, match[5])
    sink.remember(SAID, found, line)
    return found, match[6]


def at(line: Line, source: Origin | None) -> Line:
    """The line as written by the system and at the time that the report names."""
    if source is None:
        return line
    return Line(line.offset, line.number, line.text, system=source.system, written=source.written)


def owner(line: Line, sink: Sink) -> tuple[Line, str | None]:
    """The line and the queue manager that it is of, as far as the report said."""
    source: Origin | None = sink.recall(SAID, line)
    return at(line, source), source.queue_manager if source else None
