"""Transactions whose response rose.

What it does:
    Compares the 95th percentile of the response of each transaction with that of the same hours on the same
    weekdays before, over several weeks. It reports a rise that the variation of the days before does not
    explain, since when, and which part of the response grew.

Why it matters:
    Users feel the slow tasks. An average over a day or a window hides a change that came with a release, a
    file that was reorganized, or a data base that grew.

Evidence:
    START, STOP and the clocks of SMF 110 subtype 1, by hour, of at least three weeks; PGMNAME, and the
    application context (ACAPPLNM, ACMAJVER, ACMINVER, ACMICVER), where records have them.

What to do:
    Look at the part that grew. Where a release changed on the day since when it rose, compare both releases.

How to verify:
    The same percentile on the next weekdays; getpage prove of a day before and a day after.

References:
    IBM CICS TS documentation, "Performance data in group DFHTASK", "Transaction wait (suspend) times". From
    which rise on is getpage's own; the interval is explained in docs/models/responses.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.names import Object
from getpage.products.cics import transactions
from getpage.products.cics.region import Region
from getpage.products.cics.responses.parts import in_words, where_to_look
from getpage.products.cics.responses.rise import Rise
from getpage.products.cics.responses.risen import SHOWN, risen
from getpage.products.cics.scopes import WEEKS_OF_TRANSACTIONS
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-response-rose"
TITLE = "Transactions whose response rose"
LOOKS_AT = WEEKS_OF_TRANSACTIONS
NO_COMMAND = "Its records show what grew, not what made it grow: look at what was changed on that day."
FINDS = (Kind.RISK,)

#: Parts whose growth is shown as numbers.
_PARTS: Final = 4


def find(region: Region) -> Iterator[Finding]:
    """Each of them."""
    for transaction, rose in risen(region)[:SHOWN]:
        yield _finding(region, transaction, rose)


def _finding(region: Region, transaction: Object, rose: Rise) -> Finding:
    return Finding(
        check=ID,
        object=transaction,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"95 % of tasks within {numbers.seconds(rose.now_ms / 1000)}, not "
        f"{numbers.seconds(rose.before_ms / 1000)}, since {rose.since:%Y-%m-%d}",
        claim=_claim(rose),
        evidence=tuple(_facts(region, transaction, rose)),
        delay_seconds=max(rose.extra, 0.0) * rose.tasks,
    )


def _claim(rose: Rise) -> str:
    parts = rose.by_part
    if rose.extra <= 0 or not parts:
        return "Only its slow tasks take longer; the mean response did not grow."
    name, seconds = parts[0]
    share = wording.percent(min(seconds / rose.extra, 1.0))
    what = in_words(name)
    came = f", with {rose.releases[1]}" if rose.is_released else ""
    grew = f"{what[:1].upper()}{what[1:]} grew by {numbers.seconds(seconds)} per task"
    return f"{grew}, {share} of the rise{came}. {where_to_look(name)}"


def _facts(region: Region, transaction: Object, rose: Rise) -> Iterator[Fact]:
    yield computed("rise of the 95th percentile", 100 * (rose.times - 1), "%")
    yield computed("rise at least (90 % interval)", 100 * (rose.low - 1), "%")
    yield computed("rise at most", 100 * (rose.high - 1), "%")
    yield computed("95th percentile before", rose.before_ms, "ms")
    yield computed("95th percentile since", rose.now_ms, "ms")
    yield computed("days before, same weekdays and hours", rose.days_before, "days")
    yield computed("days since", rose.days, "days")
    yield computed("tasks since", rose.tasks, "tasks")
    for what, (then, now) in (("first program", rose.programs), ("release", rose.releases)):
        if now is not None:
            yield computed(what if then == now else f"{what} now", now, "")
        if then is not None and then != now:
            yield computed(f"{what} before", then, "")
    for name, seconds in rose.by_part[:_PARTS]:
        before = rose.parts[name][0]
        yield computed(f"{name} per task before", 1000 * before, "ms")
        yield computed(f"{name} per task since", 1000 * (before + seconds), "ms")
    measure = region.measured.transactions.of(*region.key, transaction.name)
    row = None if measure is None else measure[transactions.LAST]
    yield from region.facts(
        transactions.TABLE, row, tasks="tasks in the last quarter of an hour", response_us="their response"
    )
