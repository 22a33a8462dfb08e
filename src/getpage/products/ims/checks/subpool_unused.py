"""Subpool that nothing used.

What it does:
    Names subpools with buffers and without a single request. Since IMS started that is waste; in a trace or
    in the run of a batch region it is a note, because a short window proves little.

Why it matters:
    Its buffers are storage below the bar that another subpool could use.

Evidence:
    LOCATE-TYPE CALLS of OSAM, found and read of VSAM, all 0.

What to do:
    Check month-end first. Then reduce it to the fewest buffers that IMS makes, 4 of OSAM and 3
    of VSAM. Do not remove it: a data set of that block size could not be opened, or would use larger buffers.

How to verify:
    The counts stay at 0.

References:
    IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools". That a subpool below 1 MiB
    is only a note is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.ims.constants import SMALL
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.products.ims.subpool import Subpool
from getpage.result import Ask, Finding, Harm, Kind, Severity

ID = "ims-subpool-unused"
TITLE = "Subpool that nothing used"
LOOKS_AT = SUBPOOLS
NO_COMMAND = ""
FINDS = (Kind.WASTE, Kind.NOTE)


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool whose requests were counted and are 0."""
    for subpool in ims.judged:
        assert subpool.last is not None
        requests = subpool.rows["requests"]
        if requests.null_count() or requests.sum() or subpool.last["requests"]:
            continue
        if subpool.bytes and (subpool.buffers or 0) > subpool.fewest:
            yield _finding(subpool, since_start=subpool.last["covers"] == "start")


def _finding(subpool: Subpool, *, since_start: bool) -> Finding:
    spare = ((subpool.buffers or 0) - subpool.fewest) * (subpool.buffer_bytes or 0)
    is_worth = since_start and subpool.bytes >= SMALL
    when = "since IMS started" if since_start else "in this window"
    fixed = " of fixed storage" if subpool.fixed else ""
    return Finding(
        check=ID,
        object=subpool.object,
        severity=Severity.WARNING if is_worth else Severity.INFO,
        harm=Harm.COST,
        kind=Kind.WASTE if since_start else Kind.NOTE,
        headline=f"No requests {when}: {wording.size(subpool.bytes)}{fixed} unused",
        claim=f"Another subpool could use that storage. Check month-end before you reduce it "
        f"to {subpool.fewest} buffers.",
        evidence=(
            computed("requests", 0, "count"),
            *subpool.facts(subpool.last, found="found in a buffer", reads="reads"),
            *subpool.setting_facts,
        ),
        storage_bytes=spare,
        asks=(Ask(knob=subpool.knob, size=subpool.fewest),) if is_worth else (),
    )
