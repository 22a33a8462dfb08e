"""What a guest is defined with, as lsmem, its hypervisor or CP says it.

    Total online memory:       4G
    Total offline memory:      4G
    Max memory:     4194304 KiB
    Used memory:    4194304 KiB
    STORAGE = 4G

The first two are of lsmem in the guest (`-b` prints bytes), the next two of virsh dominfo on the KVM host,
the last is the reply of CP to QUERY VIRTUAL STORAGE (vmcp q v stor).

References: lsmem(1); virsh(1), dominfo; z/VM CP Commands and Utilities Reference, QUERY VIRTUAL STORAGE.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from getpage.contract.printed import row_of

from . import clock
from .sysinfo import TABLE

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

MARKS: Final = (
    *("TOTAL ONLINE MEMORY:", "TOTAL OFFLINE MEMORY:", "MAX MEMORY:", "USED MEMORY:"),
    "STORAGE = ",
)
_LINE: Final = re.compile(
    r"(?P<what>Total online memory|Total offline memory|Max memory|Used memory):"
    r" {1,30}(?P<number>[0-9]{1,15})(?:\.(?P<part>[0-9]{1,3}))? ?(?P<unit>[KMGTPE]?)(?:i?B)? {0,20}"
    r"|STORAGE = (?P<cp>[0-9]{1,10})(?P<cp_unit>[KMGTPE]) {0,20}"
)
_UNITS: Final = {unit: 1 << 10 * place for place, unit in enumerate(("", *"KMGTPE"))}
_COLUMNS: Final = {
    "Total online memory": "online",
    "Total offline memory": "offline",
    "Max memory": "most_defined",
    "Used memory": "defined",
}
#: More is no memory that a guest can have.
_MOST: Final = 1 << 50


def begin(line: Line, sink: Sink) -> bool:
    """Each line is all there is."""
    found = _LINE.fullmatch(line.text)
    if found is None:
        return False
    number, unit = found["number"] or found["cp"], found["unit"] or found["cp_unit"] or ""
    size = round(float(f"{number}.{found['part'] or 0}") * _UNITS[unit])
    if size > _MOST:
        sink.refuse(line.offset, "memory that a guest can have", line.text)
        return True
    column = _COLUMNS[found["what"]] if found["what"] else "defined"
    sink.give(TABLE, row_of(line, {"written": clock.told(line, sink), "level": 0, column: size}))
    return True
