"""Who a guest is to its hypervisor, and what it is defined with, a fact a line.

    VM00 Name:            LNX1
    VM00 Control Program: z/VM    7.3.0
    Total online memory:       4G
    Total offline memory:      4G
    Max memory:     4194304 KiB
    Used memory:    4194304 KiB
    STORAGE = 4G

The first two are of /proc/sysinfo, the next two of lsmem in the guest (`-b` prints bytes), the next two of
virsh dominfo on the KVM host; the last is the reply of CP to QUERY VIRTUAL STORAGE (vmcp q v stor).

References: Linux kernel, arch/s390/kernel/sysinfo.c; lsmem(1); virsh(1), dominfo; z/VM CP Commands and
Utilities Reference, QUERY VIRTUAL STORAGE.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Sink, row_of
from getpage.products.common.text import figures, layout

from . import clock

MARKS: Final = (
    *("VM00 NAME:", "VM00 CONTROL PROGRAM:", "TOTAL ONLINE MEMORY:", "TOTAL OFFLINE MEMORY:"),
    *("MAX MEMORY:", "USED MEMORY:", "STORAGE = "),
)
_TABLE: Final = "linux_host"
_LINE: Final = re.compile(
    r"([A-Z][A-Za-z0-9 ]{3,30})(?:: {1,30}| = )([A-Za-z0-9@#$][A-Za-z0-9@#$/. -]{0,30}?) {0,20}"
)


def begin(line: PrintedLine, sink: Sink) -> bool:
    """Each line is all there is."""
    match = _LINE.fullmatch(line.text)
    column = layout.by_label(_TABLE).get(match[1]) if match else None
    if match is None or column is None or (column.unit == "bytes" and not match[2][0].isdigit()):
        return False
    value = figures.of(column, " ".join(match[2].split()))
    if value is None:
        sink.refuse(line.offset, "memory that a guest can have", line.text)
    else:
        row = {"written": clock.taken(line, sink), "level": 0, column.name: value}
        sink.give(_TABLE, row_of(line, row))
    return True
