"""Two lines of /proc/sysinfo: who the guest is to its hypervisor, and which hypervisor that is.

    VM00 Name:            LNX1
    VM00 Control Program: z/VM    7.3.0

Reference: Linux kernel, arch/s390/kernel/sysinfo.c.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import row_of

from . import clock

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

MARKS: Final = ("VM00 NAME:", "VM00 CONTROL PROGRAM:")
TABLE: Final = "linux_host"

_LINE: Final = re.compile(
    r"VM00 (?P<what>Name|Control Program): +(?P<value>[A-Za-z0-9@#$][A-Za-z0-9@#$/. -]{0,30}?) *"
)
_LONGEST: Final = {"Name": 8, "Control Program": 16}
_COLUMNS: Final = {"Name": "guest", "Control Program": "control_program"}


def begin(line: Line, sink: Sink) -> bool:
    """Each line is all there is."""
    found = _LINE.fullmatch(line.text)
    if found is None:
        return False
    value = " ".join(found["value"].split())[: _LONGEST[found["what"]]]
    sink.give(
        TABLE, row_of(line, {"written": clock.told(line, sink), "level": 0, _COLUMNS[found["what"]]: value})
    )
    return True
