"""Dependent regions that started, with their classes: which of them are message regions, as no report says.

    DFS551I MESSAGE REGION PAYMPP1 STARTED. ID=00005 TIME=0758 CLASSES=001,002,000,000

ID is the number of the region in all reports, and of its commands.

How sure: as IBM IMS 15 documentation has it, "DFS551I".
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink, row_of
from getpage.products.common.text import figures

from .regions import MOST_REGIONS, TABLE

STEMS: Final = ("DFS",)
MARKS: Final = ("DFS551I",)

_STARTED: Final = re.compile(
    r"[ *@+!>]{0,8}DFS551I (IFP|MESSAGE|BATCH|JMP|JBP) REGION ([A-Z0-9@#$]{1,8}) STARTED\.? {1,4}ID= {0,4}"
    r"([0-9]{1,5}) {1,4}TIME= {0,4}[0-9]{4}(?: {1,4}CLASSES= {0,4}([0-9]{1,3}(?:,[0-9]{1,3}){0,7}))?"
    r"(?:\s{1,9}[A-Z0-9]{1,4})?\s{0,60}"
)
_KINDS: Final = {"IFP": "IFP", "MESSAGE": "MPP", "BATCH": "BMP", "JMP": "JMP", "JBP": "JBP"}


def begin(line: PrintedLine, sink: Sink) -> tuple[bool, str | None]:
    """Read the message."""
    match = _STARTED.fullmatch(line.text)
    if match is None:
        return False, None
    number = figures.count(match[3], MOST_REGIONS)
    if not number:
        sink.refuse(line.offset, "ID= with the number of a region", line.text)
        return True, None
    classes = [str(int(word)) for word in (match[4] or "").split(",") if word and int(word)]
    row: Row = {
        "region": number,
        "job": match[2],
        "kind": _KINDS[match[1]],
        "classes": ",".join(dict.fromkeys(classes)) or None,
        "is_start": True,
    }
    sink.give(TABLE, row_of(line, row))
    return True, None
