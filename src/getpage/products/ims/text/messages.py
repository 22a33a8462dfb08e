"""Messages of pools that are too small for a PSB.

`DFS993I CSA PSB POOL TOO SMALL, UNABLE TO SCHEDULE PSB PAYPSB1.` names the pool (CSA PSB, DLS PSB or PSBW),
`DFS0567I PSB POOL TOO SMALL-PSB PAYPSB1 STOPPED.` is of the intent lists, when IMS starts.

How sure: wording of IBM IMS 15 documentation, "DFS993I", "DFS0567I".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import row_of

from .failures import TABLE

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

STEMS: Final = ("DFS",)
MARKS: Final = ("DFS993I", "DFS0567I")

_NAME: Final = r"([A-Z0-9@#$]{1,8})"
_SCHEDULE: Final = re.compile(
    rf"[ *@+!>]{{0,8}}(DFS993I) (CSA PSB|DLS PSB|PSBW) POOL TOO SMALL, UNABLE TO SCHEDULE PSB {_NAME}\.?"
    r"(?:\s{1,9}([A-Z0-9]{1,4}))?\s{0,60}"
)
_STOPPED: Final = re.compile(
    rf"[ *@+!>]{{0,8}}(DFS0567I) PSB POOL TOO SMALL-PSB {_NAME} STOPPED\.?"
    r"(?:\s{1,9}[A-Z0-9]{1,4})?\s{0,60}"
)
#: The pools as the IMS Monitor calls them.
POOLS: Final = {"CSA PSB": "DLMP", "DLS PSB": "DPSB", "PSBW": "PSBW"}


def begin(line: Line, sink: Sink) -> tuple[bool, str | None]:
    """Read a message."""
    found = _SCHEDULE.fullmatch(line.text)
    if found is not None:
        message, pool, psb = found[1], POOLS[found[2]], found[3]
    else:
        found = _STOPPED.fullmatch(line.text)
        if found is None:
            return False, None
        message, pool, psb = found[1], "DLMP", found[2]
    sink.give(TABLE, row_of(line, {"pool": pool, "times": 1, "message": message, "psb": psb}))
    return True, None
