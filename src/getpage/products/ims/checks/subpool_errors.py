"""Buffers that a write error keeps.

What it does:
    Names subpools with buffers locked by write errors, and with I/O errors.

Why it matters:
    A block that cannot be written stays in its buffer until it can. The buffer serves nothing else
    meanwhile, and the database has to be recovered where it never can.

Evidence:
    BUFFERS LOCKED DUE TO WRITE ERRORS and TOTAL NBR OF I/O ERRORS of an OSAM subpool, PERM WRT ERROR BUFFS of
    a VSAM subpool; the second of ERRORS in a STAT call.

What to do:
    Find the data set (DFS0451I and IOS messages), stop its database, repair the device, recover. More buffers
    hide it for a while only.

How to verify:
    The counts stay where they are, and are 0 after the next start.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.result import Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-subpool-errors"
TITLE = "Buffers that a write error keeps"
NO_COMMAND = "the data set or its device has to be repaired, which no size does"
FINDS = (Kind.RISK,)


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool with locked buffers or I/O errors."""
    for one in ims.judged:
        assert one.last is not None
        locked, errors = one.last["locked"] or 0, one.total("io_errors")
        if not locked and not errors:
            continue
        said = [f"{wording.plural(locked, 'buffer')} locked by write errors"] if locked else []
        said += [f"{wording.plural(errors, 'I/O error')}"] if errors else []
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.CRITICAL if locked else Severity.WARNING,
            harm=Harm.LOST,
            kind=Kind.RISK,
            headline=f"{' and '.join(said)}: data not on disk",
            claim=f"{one.label} has {' and '.join(said)}: what they hold is not on disk.",
            evidence=one.facts(
                one.last, locked="buffers locked by write errors", io_errors="I/O errors", buffers="buffers"
            ),
        )
