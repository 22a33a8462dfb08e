"""What a Fast Database Recovery (FDBR) region tracks, as it answers F name,STATUS.

    DFS000I:  ACT-ID:  SYS3      GROUPNAME: FDRSYS3   FDR1
    DFS000I:  SVSOOPEN: SERIAL   FPBUFF:    LOCAL     FDR1

DFSFDRxx says the same (`members`); what is not known yet while the region starts is N/A.

How sure: as IBM IMS 15 documentation prints it, "Obtaining status".
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Sink, row_of

STEMS: Final = ("DFS",)
MARKS: Final = ("DFS000I",)
#: The statement under which it stands among definitions.
STATEMENT: Final = "FDR"

_STATUS: Final = re.compile(
    r".{0,60}?DFS000I:?\s{1,9}(?:ACT-ID:\s{1,9}(?P<tracked>[A-Z0-9@#$]{1,8})\s{1,20}GROUPNAME:.{0,80}"
    r"|.{0,40}?FPBUFF:\s{1,9}(?P<fast_path>LOCAL|ECSA)\b.{0,60})"
)


def begin(line: PrintedLine, sink: Sink) -> tuple[bool, str | None]:
    """Read one of the two lines."""
    match = _STATUS.fullmatch(line.text)
    if match is None:
        return False, None
    status = {name: value for name, value in match.groupdict().items() if value}
    sink.give(
        "ims_definition", row_of(line, {"statement": STATEMENT, "text": line.text.strip()[:71], **status})
    )
    return True, None
