"""The messages of Db2 that are read: those of its displays, see `display`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import display, message

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Open, Sink

STEMS: Final = ("DSN",)

#: How the identifiers of `message` begin.
MARKS: Final = ("DSNB", "DSN9022I")


def begin(line: Line, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message, or open it."""
    found = message.parse(line)
    return (False, None) if found is None else (display.begin(line, found, sink), found.key)
