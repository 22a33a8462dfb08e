"""The labels of the reports on OSAM and VSAM subpools, and the columns that they fill.

The IMS Monitor puts `NUMBER OF` before most labels of //DFSSTAT and spells some words out; a star marks what
makes up the total of I/O operations.

Reference: IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report, Database-Buffer-Pool
report.
"""

from __future__ import annotations

import re
from typing import Final

_NUMBER_OF: Final = re.compile(r"(?:TOTAL )?NUMBER (?:OF )?")
#: Longer words first, as the Monitor has them, and how //DFSSTAT has them.
_SHORTENED: Final = (
    (" ROUTINE", " RTN"),
    ("BUFFER BUSY", "BUFR BUSY"),
    ("BUFFER STEAL/PURGE", "BUFR STEAL/PURGE"),
    (" RELEASE", " RLSE"),
    ("CTRL INTERVAL", "CONTROL INTERVAL"),
    ("CONTROL INTERVALS", "CONTROL INTERVAL"),
    ("TIMES CONTROL INTERVAL", "CONTROL INTERVAL"),
    ("REQUESTS WAITED FOR BUFFERS", "REQUEST WAITED FOR BUFFERS"),
    (" IN OSAM POOL", " IN SUBPOOL"),
    (" RECEIVED BY BUF HNDLR", ""),
)

#: Labels whose value is a setting, not a count.
SETTINGS: Final = {
    "FIX BLOCK DATA": "fix",
    "FIX BLOCK/DATA": "fix",
    "FIX PREFIX/BUFFERS": "fix",
    "FIX INDEX/BLOCK/DATA": "fix",
    "SUBPOOL ID": "subpool_id",
    "SHARED RESOURCE POOL ID": "pool_id",
    "SHARED RESOURCE POOL TYPE": "kind",
}
SIZES: Final = {
    "SUBPOOL BUFFER SIZE": "buffer_bytes",
    "TOTAL BUFFERS IN SUBPOOL": "buffers",
    "TOTAL HIPERSPACE BUFFERS IN SUBPOOL": "hiperspace_buffers",
    "HIPERSPACE BUFFERS": "hiperspace_buffers",
}
COUNTS: Final = {
    "LOCATE-TYPE CALLS": "requests",
    "REQUESTS TO CREATE NEW BLOCKS": "created",
    "BUFFER ALTER CALLS": "alters",
    "PURGE CALLS": "purges",
    "LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL": "found",
    "BUFFERS SEARCHED BY ALL LOCATE-TYPE CALLS": "searched",
    "READ I/O REQUESTS": "reads",
    "SINGLE BLOCK WRITES BY BUFFER STEAL RTN": "steal_writes",
    "BLOCKS WRITTEN BY PURGE": "writes",
    "TOTAL NBR OF I/O ERRORS FOR THIS SUBPOOL": "io_errors",
    "I/O ERRORS FOR THIS SUBPOOL": "io_errors",
    "BUFFERS LOCKED DUE TO WRITE ERRORS": "locked",
    "LOCATE CALLS WAITED DUE TO BUSY ID": "busy_id_waits",
    "LOCATE CALLS WAITED DUE TO BUFR BUSY WRITE": "busy_write_waits",
    "LOCATE CALLS WAITED DUE TO BUFR BUSY READ": "busy_read_waits",
    "BUFR STEAL/PURGE WAITED FOR OWNERSHIP RLSE": "ownership_waits",
    "BUFFER STEAL REQUEST WAITED FOR BUFFERS": "buffer_waits",
    "TOTAL I/O OPERATIONS": "total_ios",
    "I/O OPERATIONS": "total_ios",
    "RETRIEVE BY RBA CALLS": "by_address",
    "RETRIEVE BY KEY CALLS": "by_key",
    "LOGICAL RECORDS ALTERED IN THIS SUBPOOL": "alters",
    "PERM WRT ERROR BUFFS NOW IN THE SUBPOOL": "locked",
    "WRITE ERROR BUFFERS CURRENTLY IN THE SUBPOOL": "locked",
    "VSAM GET CALLS ISSUED": "gets",
    "VSAM SCHBFR CALLS ISSUED": "searches",
    "CONTROL INTERVAL REQUESTED ALREADY IN POOL": "found",
    "CONTROL INTERVAL READ FROM EXTERNAL STORAGE": "reads",
    "VSAM WRITES INITIATED BY IMS": "writes",
    "VSAM WRITES TO MAKE SPACE IN THE POOL": "steal_writes",
    "VSAM READS FROM HIPERSPACE BUFFERS": "hiperspace_reads",
    "FAILED VSAM READS FROM HIPERSPACE BUFFERS": "hiperspace_failed",
}
#: Labels that fill no column.
OTHERS: Final = frozenset(
    {
        "LOGICAL RECORDS INSERTED INTO ESDS",
        "LOGICAL RECORDS INSERTED INTO KSDS",
        "TIMES BACKGROUND WRITE FUNCTION INVOKED",
        "SYNCHRONIZATION CALLS RECEIVED",
        "LARGEST NBR OF PERM ERR BUFFS EVEN IN THE SUBPL",
        "VSAM WRITES FROM HIPERSPACE BUFFERS",
        "FAILED VSAM WRITES TO HIPERSPACE BUFFERS",
    }
)
#: What makes up the total of I/O operations: the labels with a star.
STARRED: Final = ("reads", "steal_writes", "writes")


def plain(label: str) -> str:
    """A label as //DFSSTAT has it: in capitals, with single blanks."""
    text = " ".join(label.upper().lstrip("*").split())
    text = _NUMBER_OF.sub("", text, count=1) if text.startswith(("NUMBER", "TOTAL NUMBER")) else text
    for word, other in _SHORTENED:
        text = text.replace(word, other)
    return text
