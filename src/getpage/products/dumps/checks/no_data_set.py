"""Dumps that waited for a data set.

What it does:
    Names the dumps for which z/OS found no data set (IEA793A), how long they waited, and where the automatic
    allocation failed (IEA799I).

Why it matters:
    The dump stays captured: it holds real and auxiliary storage, and counts against MAXSPACE, so that the
    next dump gets less. After MSGTIME it is deleted.

Evidence:
    IEA793A and IEA799I; IEA611I or IEA911E of the same DUMPID; MSGTIME of D DUMP,OPTIONS.

What to do:
    Define where dumps go (DUMPDS ADD,SMS=class or VOL=, DUMPDS NAME=, DUMPDS ALLOC=ACTIVE), with enough
    space.

How to verify:
    D DUMP,STATUS; IEA793A does not come again.

References:
    IBM z/OS MVS System Commands, DUMPDS ALLOC, CHNGDUMP (MSGTIME).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.dumps.captured import Captured
    from getpage.products.dumps.dumps import Dumps

ID = "dumps-no-data-set"
TITLE = "Dumps that waited for a data set"
NO_COMMAND = "DUMPDS ADD names storage classes or volumes that are the site's, and DUMPDS NAME its data sets."
FINDS = (Kind.SHORTAGE,)
_NAMED = 3


def find(dumps: Dumps) -> Iterator[Finding]:
    """One finding of all dumps of a system that waited."""
    some = [one for one in dumps.captured if one.dump.waited is not None]
    if not some:
        return
    sizes = [one.bytes for one in some if one.bytes]
    held = (
        f" The largest holds {wording.size(max(sizes))}, which nobody else has until then." if sizes else ""
    )
    failed = " Automatic allocation failed (IEA799I)." if any("IEA799I" in d.dump.rows for d in some) else ""
    minutes = dumps.option_value("msgtime")
    until = "" if minutes is None else f" MSGTIME keeps it for {minutes:,} minutes at most, then it is lost."
    yield Finding(
        check=ID,
        object=Object(dumps.id, "data sets"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(len(some), 'dump')} had no data set to be written to"
        + (f"; holds {wording.size(max(sizes))}" if sizes else ""),
        claim=f"{wording.plural(len(some), 'dump')} on {dumps.place} had no data set to be written to: "
        f"{wording.listed([_one(one) for one in some], _NAMED)}.{failed}{held}{until}",
        evidence=(
            *(
                fact
                for one in some[:_NAMED]
                for fact in dumps.message_facts(one.dump, is_waiting="waits for a data set", dump_id="DUMPID")
            ),
            *dumps.option_facts("msgtime"),
        ),
        storage_bytes=max(sizes, default=0),
    )


def _one(one: Captured) -> str:
    job = one.dump.job or "an unnamed job"
    row = one.dump.waited
    since = row["written"] if row is not None else None
    if one.dump.written is None or since is None:
        return f"that of {job}, which is not written in this evidence"
    return f"that of {job} for {wording.seconds((one.dump.written - since).total_seconds())}"
