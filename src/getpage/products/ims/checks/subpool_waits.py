"""Subpool in which steals waited for a buffer.

What it does:
    Names OSAM subpools in which a request for a buffer found none that could be taken.

Why it matters:
    All buffers were in use at one time: the call waits until another one ends, however many blocks are found.

Evidence:
    BUFFER STEAL REQUEST WAITED FOR BUFFERS in the report of an OSAM subpool.

What to do:
    Half as many buffers again, with UPDATE POOL, and look again: the count says that there were too few, not
    how many were missing. Where only one data set is large, a subpool of its own.

How to verify:
    The count is 0 under the same load.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report. The half is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.core import wording
from getpage.products.ims.changes import TARGET
from getpage.products.ims.sizes import larger
from getpage.products.ims.thresholds import MORE_FOR_WAITS
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-subpool-waits"
TITLE = "Subpool in which steals waited for a buffer"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_WAITED = "steals that waited for buffers, worst interval"


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool whose steals waited, at its present size."""
    for one in ims.judged:
        waits = one.total("buffer_waits")
        if not waits:
            continue
        target = larger(one, MORE_FOR_WAITS)
        row = one.worst("buffer_waits")
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{waits:,} requests waited for one of {one.buffers or 0:,} buffers",
            claim=f"Requests for a buffer of {one.label} waited {wording.times(waits)} as none of its "
            f"{one.buffers or 0:,} could be taken.",
            evidence=(
                *one.facts(row, buffer_waits=_WAITED, requests="requests"),
                *one.setting_facts,
                *((computed(TARGET, target, "buffers"),) if target else ()),
            ),
            storage_bytes=(target - (one.buffers or 0)) * (one.buffer_bytes or 0) if target else 0,
            no_command=""
            if target
            else "the report does not say how many buffers there are, or there are as many as there can be",
        )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"steals that waited for a buffer ({value_of(finding, _WAITED):,})"
