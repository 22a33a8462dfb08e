"""Subpool that nothing used.

What it does:
    Names subpools with buffers and without a single request. Since IMS started that is waste; in a trace, or
    in the run of a batch region, it is a note, as a window is not a year.

Why it matters:
    Its buffers are storage below the bar that another subpool could have.

Evidence:
    LOCATE-TYPE CALLS of OSAM, found and read of VSAM, all 0.

What to do:
    Look at the month's end first. Then the fewest buffers that IMS makes, 4 of OSAM and 3 of VSAM: without
    the subpool a data set of that block size could not be opened, or goes to larger buffers.

How to verify:
    The counts stay at 0.

References:
    IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools". That a subpool below 1 MiB
    is a note only is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.ims.changes import TARGET
from getpage.products.ims.sizes import least
from getpage.products.ims.thresholds import SMALL
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-subpool-unused"
TITLE = "Subpool that nothing used"
NO_COMMAND = ""
FINDS = (Kind.WASTE, Kind.NOTE)


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool of which requests were counted and are none."""
    for one in ims.judged:
        assert one.last is not None
        if one.rows["requests"].null_count() or one.rows["requests"].sum() or one.last["requests"]:
            continue
        target = least(one)
        if not one.bytes or target is None:
            continue
        since_start = one.last["covers"] == "start"
        worth = since_start and one.bytes >= SMALL
        when = "since IMS started" if since_start else "in this window"
        fixed = ", fixed in real storage," if one.fixed else ""
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.WARNING if worth else Severity.INFO,
            kind=Kind.WASTE if since_start else Kind.NOTE,
            claim=f"{one.label} ({wording.size(one.bytes)}){fixed} was not asked for one block {when}.",
            evidence=(
                computed("requests", 0, "count"),
                *one.facts(one.last, found="found in a buffer", reads="reads"),
                *one.setting_facts,
                *((computed(TARGET, target, "buffers"),) if worth else ()),
            ),
            storage_bytes=(one.buffers or 0) * (one.buffer_bytes or 0) - target * (one.buffer_bytes or 0),
        )
