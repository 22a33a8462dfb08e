"""Buffers that a write error keeps.

What it does:
    Names subpools with buffers locked by write errors, or with I/O errors.

Why it matters:
    A block that cannot be written stays in its buffer until it can, and the buffer serves nothing else.
    If it can never be written, the database has to be recovered.

Evidence:
    BUFFERS LOCKED DUE TO WRITE ERRORS and TOTAL NBR OF I/O ERRORS of an OSAM subpool, PERM WRT ERROR BUFFS of
    a VSAM subpool; the second of ERRORS in a STAT call.

What to do:
    Find the data set (DFS0451I and IOS messages), stop its database, repair the device, recover. More buffers
    only hide the error for a while.

How to verify:
    The counts do not rise, and are 0 after the next start.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import counted
from getpage.core import wording
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.result import Finding, Harm, Kind, Severity

ID = "ims-subpool-errors"
TITLE = "Buffers that a write error keeps"
LOOKS_AT = SUBPOOLS
NO_COMMAND = "The data set or its device has to be repaired; no size helps."
FINDS = (Kind.RISK,)

_LABELS = {"locked": "buffers locked by write errors", "io_errors": "I/O errors", "buffers": "buffers"}
_LOCKED = "What these buffers hold is not on disk. Find the data set (DFS0451I), repair the device, recover."
_ERRORS = "Find the data set (DFS0451I and IOS messages) and repair its device."


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool with locked buffers or I/O errors."""
    for subpool in ims.judged:
        assert subpool.last is not None
        locked, errors = subpool.last["locked"] or 0, subpool.total("io_errors")
        if not locked and not errors:
            continue
        yield Finding(
            check=ID,
            object=subpool.object,
            severity=Severity.CRITICAL if locked else Severity.WARNING,
            criterion=counted("locked buffers", locked, "buffers"),
            harm=Harm.LOST,
            kind=Kind.RISK,
            headline=f"{wording.plural(locked, 'buffer')} locked by write errors: data not on disk"
            if locked
            else f"{wording.plural(errors, 'I/O error')} on its data sets",
            claim=_LOCKED if locked else _ERRORS,
            evidence=subpool.facts(subpool.last, **_LABELS),
        )
