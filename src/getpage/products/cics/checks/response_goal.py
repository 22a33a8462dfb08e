"""Transactions that miss the response goal of the site.

What it does:
    Compares the 95th percentile of the response of each transaction, by hour, with the goal that the site
    has for it in getpage.toml. It reports those that miss it, in how many hours, and which part of the
    response is the longest there. A site without goals gets no findings.

Why it matters:
    What users were promised is known to the site alone. A finding for each goal that is missed is what alerts
    of a monitor are made of.

Evidence:
    START, STOP and the clocks of SMF 110 subtype 1, by hour; getpage.toml:
    threshold = [{ check = "cics-response-goal", name = "p95", object = "SYSA.CICSPAY1 PAY1", value = "0.5 s",
    reason = "agreed with the branches" }]

What to do:
    Look at the longest part of the response in the hours that miss the goal.

How to verify:
    The same percentile in the same hours of the next days.

References:
    IBM CICS TS documentation, "Performance data in group DFHTASK", "Transaction wait (suspend) times". That
    an hour counts from 20 tasks on is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.names import Object
from getpage.products.cics import transactions
from getpage.products.cics.region import Region
from getpage.products.cics.responses.hours import ALL_PARTS, P95, RESPONSE
from getpage.products.cics.responses.parts import in_words, where_to_look
from getpage.products.cics.responses.rise import FEWEST_TASKS
from getpage.products.cics.scopes import TRANSACTIONS
from getpage.products.cics.thresholds import RESPONSE_GOAL
from getpage.result import Criterion, Finding, Kind, Severity

ID = "cics-response-goal"
TITLE = "Transactions that miss the response goal of the site"
LOOKS_AT = TRANSACTIONS
NO_COMMAND = "The part of the response that is the longest has findings of its own where a size limits it."
FINDS = (Kind.RISK,)

#: Hours from which missing the goal is more than one bad hour; ours.
_MORE_THAN_ONE: Final = 2
#: The share of the hours from which it is critical; ours.
_OFTEN: Final = 0.5


def find(region: Region) -> Iterator[Finding]:
    """Each of them, where the site has goals."""
    if not region.evidence.thresholds.moves(RESPONSE_GOAL):
        return
    for task in region.transactions:
        name = str(task.key[-1] or "")
        hours = region.measured.hours.get(task.key)
        if name and hours is not None:
            transaction = region.within(name)
            busy = hours.filter(pl.col("tasks") >= FEWEST_TASKS).drop_nulls(P95)
            goal = region.in_force(RESPONSE_GOAL, transaction)
            missed = busy.filter(pl.col(P95) > 1000 * goal)
            if missed.height:
                yield _finding(region, transaction, goal, missed, busy.height)


def _finding(region: Region, transaction: Object, goal: float, missed: pl.DataFrame, hours: int) -> Finding:
    worst = missed.sort(P95, descending=True).row(0, named=True)
    sums = missed.select(pl.col("tasks", RESPONSE, *ALL_PARTS).sum()).row(0, named=True)
    longest = max(ALL_PARTS, key=lambda part: sums[part])
    of_hours = missed.height / hours
    severity = Severity.WARNING if missed.height >= min(_MORE_THAN_ONE, hours) else Severity.INFO
    if severity is Severity.WARNING and of_hours >= _OFTEN:
        severity = Severity.CRITICAL
    part = in_words(longest)
    share = wording.percent(sums[longest] / sums[RESPONSE])
    within = numbers.seconds(worst[P95] / 1000)
    measure = region.measured.transactions.of(*region.key, transaction.name)
    row = None if measure is None else measure[transactions.LAST]
    return Finding(
        check=ID,
        object=transaction,
        severity=severity,
        criterion=Criterion("hours that miss the goal", "%", 100 * of_hours, 100 * _OFTEN),
        kind=Kind.RISK,
        headline=f"Goal of {numbers.seconds(goal)} missed in {missed.height} of "
        f"{wording.plural(hours, 'hour')}",
        claim=f"95 % of tasks end within {within} in the worst hour. The longest part of the response in "
        f"these hours: {part}, {share}. {where_to_look(longest)}",
        evidence=(
            computed("95th percentile, worst hour", worst[P95], "ms", {"start": worst["hour"]}),
            computed("tasks in that hour", worst["tasks"], "tasks"),
            computed("tasks in the hours that miss the goal", sums["tasks"], "tasks"),
            computed(f"{longest} per task in these hours", 1000 * sums[longest] / sums["tasks"], "ms"),
            *region.facts(
                transactions.TABLE,
                row,
                tasks="tasks in the last quarter of an hour",
                response_us="their response",
            ),
        ),
    )
