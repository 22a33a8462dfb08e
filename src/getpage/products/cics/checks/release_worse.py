"""Transactions that are slower in a newer release which runs beside the older one.

What it does:
    Compares two releases that run a transaction in the same quarters of an hour: of its application, or of
    CICS with the same first program. It reports a newer one whose 95th percentile is higher in every hour of
    the day, by more than the variation of the quarters explains, and which part of the response is longer.

Why it matters:
    A new release is tried beside the old one so that it can still be taken back. Load and time of day are the
    same for both, so that what differs is the release or its region.

Evidence:
    START, STOP and the clocks of SMF 110 subtype 1, with ACAPPLNM, ACMAJVER, ACMINVER and ACMICVER of the
    application context, or SMFMNRVN and PGMNAME: four quarters of an hour with 20 tasks of each at least.

What to do:
    Look at the part that is longer, before more work goes to the newer release.

How to verify:
    The same table after the release was corrected: the interval of the difference contains zero.

References:
    IBM CICS TS documentation, "Performance data in group DFHTASK", "Transaction wait (suspend) times". From
    which difference on is getpage's own; the interval is explained in docs/models/responses.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.names import Object
from getpage.products.cics import transactions
from getpage.products.cics.region import Region
from getpage.products.cics.responses.parts import in_words, where_to_look
from getpage.products.cics.responses.side_by_side import SideBySide
from getpage.products.cics.scopes import RELEASES
from getpage.products.cics.thresholds import RELEASE_WORSE
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-release-worse"
TITLE = "Transactions that are slower in a newer release"
LOOKS_AT = RELEASES
NO_COMMAND = "Two releases differ, not two sizes: route less work to the newer one until it is corrected."
FINDS = (Kind.RISK,)

#: Parts whose difference is shown as numbers.
_PARTS: Final = 4


def find(region: Region) -> Iterator[Finding]:
    """Each of them whose newer release runs most of its tasks here."""
    for pair in region.releases:
        transaction = region.within(pair.transaction)
        if pair.is_worse(region.in_force(RELEASE_WORSE, transaction)):
            yield _finding(region, transaction, pair)


def _finding(region: Region, transaction: Object, pair: SideBySide) -> Finding:
    return Finding(
        check=ID,
        object=transaction,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"95 % of tasks within {numbers.seconds(pair.p95[1] / 1000)} in {pair.newer}, "
        f"{numbers.seconds(pair.p95[0] / 1000)} in {pair.older}",
        claim=_claim(pair),
        evidence=tuple(_facts(region, transaction, pair)),
        delay_seconds=max(pair.extra, 0.0) * pair.tasks[1],
    )


def _claim(pair: SideBySide) -> str:
    beside = f"Beside {pair.older}" + (" in other regions" if pair.regions[0] != pair.regions[1] else "")
    parts = pair.by_part
    if pair.extra <= 0 or not parts:
        return f"{beside}, only its slow tasks take longer; the mean response does not."
    name, seconds = parts[0]
    share = wording.percent(min(seconds / pair.extra, 1.0))
    took = f"{in_words(name)} took {numbers.seconds(seconds)} more per task, {share} of the difference"
    return f"{beside}, {took}. {where_to_look(name)}"


def _facts(region: Region, transaction: Object, pair: SideBySide) -> Iterator[Fact]:
    for at, which in enumerate(("older", "newer")):
        yield computed(f"{which} release", pair.releases[at], "")
        yield computed(f"regions of the {which}", ", ".join(pair.regions[at]), "")
        yield computed(f"tasks of the {which}", pair.tasks[at], "tasks")
        yield computed(f"median of the {which}", pair.p50[at], "ms")
        yield computed(f"95th percentile of the {which}", pair.p95[at], "ms")
    yield computed("difference of the 95th percentile", 100 * math.expm1(pair.times.mean), "%")
    yield computed("difference at least (90 % interval)", 100 * math.expm1(pair.times.low), "%")
    yield computed("difference at most", 100 * math.expm1(pair.times.high), "%")
    yield computed("hours of the day in which it is slower", pair.worse_hours, "hours")
    yield computed("quarters of an hour compared", len(pair.quarters), "quarters")
    yield computed("CPU per task, more by", 1000 * pair.cpu.mean, "ms")
    yield computed("CPU per task, more by at least (90 % interval)", 1000 * pair.cpu.low, "ms")
    yield computed("CPU per task, more by at most", 1000 * pair.cpu.high, "ms")
    for name, seconds in pair.by_part[:_PARTS]:
        yield computed(f"{name} per task, longer by", 1000 * seconds, "ms")
    measure = region.measured.transactions.of(*region.key, transaction.name)
    row = None if measure is None else measure[transactions.LAST]
    yield from region.facts(
        transactions.TABLE, row, tasks="tasks in the last quarter of an hour", response_us="their response"
    )
