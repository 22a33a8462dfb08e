"""Subpool with many reads from disk.

What it does:
    Looks at reads from disk of each interval: 100 a second or more is a warning. Where no report says how
    long it counted, as //DFSSTAT of a batch region, 10,000 reads or more of a subpool that finds less than 80
    % of what it is asked for. The share is shown beside it; alone it decides nothing, as a small share of
    many requests is still many reads.

Why it matters:
    A DL/I call waits for each of them, and each takes processor time.

Evidence:
    LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL and READ I/O REQUESTS of OSAM; CONTROL INTERVAL REQUESTED
    ALREADY IN POOL and READ FROM EXTERNAL STORAGE of VSAM. Counters do not tell what more buffers would
    avoid: at most all of these reads, perhaps none.

What to do:
    Some 10 % more buffers with UPDATE POOL and the same report: two sizes tell what each brings. A subpool of
    its own for the data set that reads most.

How to verify:
    Reads a second, and reads for each request, from two reports under the same load.

References:
    IBM IMS 15 documentation, "Using the Database-Buffer-Pool report", "Monitoring database buffers". The
    thresholds are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.core import numbers, wording
from getpage.products.ims.thresholds import FOUND_LOW, READS_HIGH, READS_MANY
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims
    from getpage.products.ims.subpool import Subpool

ID = "ims-subpool-reads"
TITLE = "Subpool with many reads from disk"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_RATE = "reads a second"
_FOUND = "share found in a buffer"
_BOUND = "More buffers avoid at most these reads: two sizes tell how many."
_NO_RATE = (
    "no report says how long it counted, so that no size can be priced: load the IMS Monitor's, or two sizes"
)


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool that reads much at its present size."""
    for one in ims.judged:
        row = one.worst("reads")
        if row is None or row["reads"] is None:
            continue
        rate = row["reads"] / row["seconds"] if row["seconds"] else None
        low = one.found is not None and one.found < FOUND_LOW
        if rate is None and one.total("reads") >= READS_MANY and low:
            yield _finding(one, f"{one.label} read {one.total('reads'):,} blocks", None)
        elif rate is not None and rate >= READS_HIGH:
            when = wording.interval(row)
            yield _finding(one, f"{one.label} made {numbers.estimated(rate)} reads a second {when}", rate)


def _finding(one: Subpool, claim: str, rate: float | None) -> Finding:
    row = one.worst("reads")
    share = f"; {one.found_words()} found their block in a buffer" if one.found is not None else ""
    return Finding(
        check=ID,
        object=one.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{claim}{share}. {_BOUND}",
        evidence=(
            *((computed(_RATE, round(rate, 1), "/s", row),) if rate is not None else ()),
            *(
                (computed(_FOUND, round(100 * one.found, 1), "percent", row),)
                if one.found is not None
                else ()
            ),
            *one.facts(row, requests="requests", found="found in a buffer", reads="reads"),
            *one.setting_facts,
        ),
        no_command=_NO_RATE if rate is None else "",
    )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    rate = value_of(finding, _RATE)
    return f"{value_of(finding, 'reads'):,} reads" if rate is None else f"{rate:,.0f} reads a second"
