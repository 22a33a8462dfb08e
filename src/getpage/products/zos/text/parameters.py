"""Sizes of common storage as the IPL took them: the replies to D IPLINFO,CSA and D IPLINFO,SQA.

`IEE255I SYSTEM PARAMETER 'CSA': (3000,400M)`

How sure: the form of the message as public programs read it; CSA and SQA are those of IEASYSxx, or of the
operator. Of other parameters nothing is kept.

Reference: IBM z/OS MVS System Commands, DISPLAY IPLINFO; z/OS MVS System Messages, volume 7, IEE255I.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Sink, row_of

STEMS: Final = ("IEE",)
MARKS: Final = ("IEE255I",)
_REPLY = re.compile(
    r"[ *@+]{0,4}IEE255I\s+SYSTEM PARAMETER '(CSA|SQA)':\s*([0-9A-Z(), ]{1,44}?)\s*", re.IGNORECASE
)


def begin(line: PrintedLine, sink: Sink) -> tuple[bool, str | None]:
    """Take the reply."""
    reply = _REPLY.fullmatch(line.text)
    if reply is None:
        return False, None
    row = {"parameter": reply[1].upper(), "value": "".join(reply[2].upper().split())}
    return sink.give("zos_system_parameter", row_of(line, row)) or True, None
