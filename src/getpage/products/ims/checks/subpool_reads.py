"""Subpool with many reads from disk.

What it does:
    Looks at reads from disk in each interval: at least 100 per second are a warning. If no report says how
    long it counted, as in //DFSSTAT of a batch region, at least 10,000 reads of a subpool with a hit ratio
    below 80 %. The hit ratio decides nothing alone: a small share of many requests is still many reads.

Why it matters:
    A DL/I call waits for each read, and each takes processor time.

Evidence:
    LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL and READ I/O REQUESTS of OSAM; CONTROL INTERVAL REQUESTED
    ALREADY IN POOL and READ FROM EXTERNAL STORAGE of VSAM. Counters do not show what more buffers would
    avoid: at most all of these reads, perhaps none.

What to do:
    Add about 10 % of buffers with UPDATE POOL and take the same report: two sizes show what each saves. Give
    the data set that reads most a subpool of its own.

How to verify:
    Reads per second and reads per request, from two reports under the same load.

References:
    IBM IMS 15 documentation, "Using the Database-Buffer-Pool report", "Monitoring database buffers". The
    thresholds are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.ims.constants import READS_MANY
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.products.ims.subpool import Subpool
from getpage.products.ims.thresholds import FOUND, READS
from getpage.result import Finding, Kind, Severity

ID = "ims-subpool-reads"
TITLE = "Subpool with many reads from disk"
LOOKS_AT = SUBPOOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_NO_RATE = (
    "No report says how long it counted, so no size can be priced: load the IMS Monitor's, or two sizes."
)
_CLAIM = "More buffers avoid at most these reads. The counters do not show how many: measure a second size."


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool with many reads at its present size."""
    for subpool in ims.judged:
        row = subpool.worst("reads")
        if row is None or row["reads"] is None:
            continue
        rate = row["reads"] / row["seconds"] if row["seconds"] else None
        is_low = subpool.hit_share is not None and subpool.hit_share < ims.in_force(FOUND, subpool.object)
        if rate is None:
            if is_low and subpool.total("reads") >= READS_MANY:
                yield _finding(subpool, f"{wording.plural(subpool.total('reads'), 'read')}", None)
        elif rate >= ims.in_force(READS, subpool.object):
            yield _finding(subpool, f"{numbers.estimated(rate)} reads/s", rate)


def _finding(subpool: Subpool, reads: str, rate: float | None) -> Finding:
    row, share = subpool.worst("reads"), subpool.hit_share
    computed_facts = []
    if rate is not None:
        computed_facts.append(computed("reads per second", round(rate, 1), "/s", row))
    if share is not None:
        computed_facts.append(computed("hit ratio", round(100 * share, 1), "percent", row))
    return Finding(
        check=ID,
        object=subpool.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=reads if share is None else f"{reads}; hit ratio {wording.percent(share)}",
        in_brief=reads,
        claim=_CLAIM,
        evidence=(
            *computed_facts,
            *subpool.facts(row, requests="requests", found="found in a buffer", reads="reads"),
            *subpool.setting_facts,
        ),
        no_command=_NO_RATE if rate is None else "",
    )
