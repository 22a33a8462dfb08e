"""Memory that sorts of Db2 utilities used, and the memory in which they sort best.

    DSNU3354I   072 09:27:10.12 DSNURPIB - SORT SW01: MEMORY ABOVE THE BAR: OPTIMAL 812 MB, USED 20 MB
    DSNU3354I   072 09:27:10.12 DSNURPIB - SORT SW01: MEMORY BELOW THE BAR: OPTIMAL 6 MB, USED -1 MB

The output of a step has day of the year and time in front of the CSECT; -1 is not known.

Reference: IBM Db2 12 for z/OS Messages, DSNU3354I.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Sink
from getpage.core.units import MIB

TABLE: Final = "sort_utility"
STEMS: Final = ("DSN",)
MARKS: Final = ("DSNU3354I",)
_NAME: Final = r"[A-Z@#$][A-Z0-9@#$]{0,7}"
_FORM: Final = re.compile(
    r"[ 01+*@-]{0,4}DSNU3354I {1,4}(?:[0-9]{3} [0-9:.]{8,16} )?"
    rf"{_NAME} {{1,8}}- SORT (?:TASK )?({_NAME}): MEMORY (ABOVE|BELOW) THE BAR: "
    r"OPTIMAL ([0-9]{1,9}) MB, USED (-1|[0-9]{1,9}) MB\s{0,80}"
)


def begin(line: PrintedLine, sink: Sink) -> tuple[bool, str | None]:
    """Take the message; one of another form is damage."""
    if "DSNU3354I" not in line.text:
        return False, None
    match = _FORM.fullmatch(line.text)
    if match is None:
        sink.refuse(line.offset, "SORT, MEMORY, OPTIMAL and USED in DSNU3354I", line.text)
        return True, None
    used = None if match[4] == "-1" else int(match[4]) * MIB
    columns = {
        "job": line.job,
        "task": match[1],
        "is_above_bar": match[2] == "ABOVE",
        "optimal_bytes": int(match[3]) * MIB,
        "used_bytes": used,
    }
    sink.row(TABLE, line, columns)
    return True, None
