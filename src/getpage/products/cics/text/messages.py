"""Messages of CICS about storage that is short and tasks that never end.

`DFHSM0131 IYCYZC2G CICS is under stress (short on storage below 16MB).`
`DFHSM0133 IYCYZC2G CICS is under stress (short on storage above 16MB).`
`DFHSM0606 IYCYZC2G The amount of MVS above the bar storage available to CICS is critically low.`
`DFHTS1601 IYCYZC2G Main temporary storage usage has reached 75% of TSMAINLIMIT storage.`
`DFHTS1602 IYCYZC2G Main temporary storage has attempted to exceed the TSMAINLIMIT storage.`
`DFHTS1310 IYCYZC2G Auxiliary temporary storage data set is full.`
`DFHXM0304 IYCYZC2G A severe error (code X'0203') has occurred while initializing task number 00417 ...`

How sure: the first two, DFHTS1601 and 1602 and DFHXM0304 as IBM's documentation and support have them; of
DFHXM0303 to 0310 a public list of what precedes the wait; the wording of the others is general knowledge.
Only the identifier, the APPLID behind it and a percentage are read.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import Open, PrintedLine, Sink

STEMS: Final = ("DFH",)
_STORAGE: Final = ("DFHSM0131", "DFHSM0133", "DFHSM0606", "DFHTS1601", "DFHTS1602", "DFHTS1310")
MARKS: Final = (*_STORAGE, "DFHXM03")
#: DFHXM0303 to DFHXM0310: a task that could not be started or ended is suspended.
_FORM = re.compile(
    rf"[ *@+!>]{{0,8}}({'|'.join(_STORAGE)}|DFHXM03(?:0[3-9]|10)) ([A-Z0-9@#$]{{1,8}}) (.*)", re.IGNORECASE
)
_PERCENT = re.compile(r"\b([0-9]{1,3})%")
WHOLE: Final = 100


def begin(line: PrintedLine, sink: Sink) -> tuple[Open | bool, str | None]:
    """Read a message; its first line says all."""
    match = _FORM.match(line.text)
    if match is None:
        return False, None
    percent = _PERCENT.search(match[3])
    share = int(percent[1]) if percent else None
    sink.row(
        "cics_message",
        line,
        {
            "region": match[2].upper(),
            "job": line.job,
            "message": match[1].upper(),
            "percent": share if share is not None and share <= WHOLE else None,
        },
    )
    return True, None
