"""Intervals that were dropped, or that stand for several.

What it does:
    Names the intervals between two readings of counters that cannot be subtracted, because Db2 started or the
    pool was activated again between them; and times without a reading where readings come regularly.

Why it matters:
    Counters count since the start of Db2 or the activation of the pool. Across a restart their difference
    would be wrong, even negative, so such an interval is not used at all. Over a gap the difference is right,
    but a peak in it is spread over all of it.

Evidence:
    Counters that fell and STATISTICS SINCE of DSNB410I; the times of the statistics records (SMF 100).

What to do:
    Nothing, where the restart was planned. Where readings are missing, look for lost SMF data (SMF 7) and
    for files left out.

How to verify:
    Load the missing file; the note is gone.

References:
    IBM Db2 documentation, "Statistics trace": the counters are cumulative. What counts as regular is
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.intervals.readings import NONE
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Fact, Finding, Kind, Severity

ID = "db2-intervals-lost"
TITLE = "Intervals that were dropped, or that stand for several"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """A member with restarts between its readings, and one with missing readings."""
    pools = member.measured.pools
    restarts = pools.dropped.get(member.key)
    spans = [] if restarts is None else list(dict.fromkeys(restarts.select("start", "end").iter_rows()))
    if restarts is not None and spans:
        many = restarts["buffer_pool"].n_unique()
        yield _finding(
            member,
            f"Counters of {wording.plural(many, 'pool')} began again {wording.times(len(spans))}",
            f"Db2 or the pool was started {_listed(spans)}. What was counted in between is left out.",
            computed("intervals left out", restarts.height, "count"),
        )
    gaps = pools.gaps.get(member.key, NONE)
    missing = [span for span in gaps.spans if span not in spans]
    if missing:
        yield _finding(
            member,
            f"Readings are missing {wording.times(len(missing))}",
            f"They come every {wording.seconds(gaps.usual)}, and none came {_listed(missing)}. Peaks in "
            "these "
            "times are spread over them.",
            computed("times without a reading", len(missing), "count"),
        )


def _listed(spans: Sequence[tuple[datetime | None, datetime | None]]) -> str:
    return wording.listed([f"between {_time(start)} and {_time(end)}" for start, end in spans])


def _time(when: datetime | None) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}" if when else "an unknown time"


def _finding(member: Member, headline: str, claim: str, fact: Fact) -> Finding:
    return Finding(
        check=ID,
        object=member.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=headline,
        claim=claim,
        evidence=(fact,),
    )
