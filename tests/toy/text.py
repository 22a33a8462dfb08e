"""`TOY001I TOY1 WORK AREA 65536 KB`: how large the work area of a server is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.contract.printed import Open, PrintedLine, Sink

STEMS = ("TOY",)
MARKS = ("TOY001I",)

_FORM = re.compile(r"TOY001I +([A-Z0-9]{1,4}) +WORK AREA +([0-9]{1,9}) +KB")


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read the message, which is one line."""
    search = _FORM.search(line.text)
    if search is None:
        return False, None
    sink.row("toy_area", line, {"server": search[1], "area_kb": int(search[2])})
    return True, None
