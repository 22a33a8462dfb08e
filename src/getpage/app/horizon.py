"""What a plan has to buy until the end of a horizon: demands that reach their limits, by their trends."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from getpage.contract.knob import Knob
from getpage.contract.storage import whole
from getpage.core.errors import GetpageError
from getpage.core.names import Image
from getpage.result import REAL_STORAGE, Change
from getpage.result.plan import DueDemand, Item, Plan, Purchase
from getpage.result.trend import DAYS_AHEAD, DemandTrend, Known, Reach, Trends

#: A size is made so large that the peak at the end of the horizon takes this share of it: sites begin to act
#: where more is taken.
_SHARE: Final = 0.85
_HORIZON: Final = re.compile(r"([0-9]{1,4})\s*([wd])", re.IGNORECASE)


def read_horizon(text: str) -> timedelta:
    """A horizon as people write it: 26w, 180d. GetpageError for what is none, or is beyond two years."""
    match = _HORIZON.fullmatch(text.strip())
    days = int(match[1]) * (7 if match[2].lower() == "w" else 1) if match else 0
    if not 0 < days <= DAYS_AHEAD:
        message = f"--horizon {text.strip()[:40]}: expected weeks or days, up to two years"
        raise GetpageError(message, "--horizon 26w")
    return timedelta(days=days)


def with_horizon(plan: Plan, knobs: Sequence[Knob], trends: Trends, end: date) -> Plan:
    """The plan with what is due until `end`, in the order of its days, and what has to be bought for it."""
    due = []
    left = {budget.image: max(budget.left, 0) for budget in plan.budgets}
    added = {budget.image: budget.added for budget in plan.budgets}
    for entry in trends.trends:
        reach, more = full(entry), added.get(entry.object.image, 0)
        is_due = reach.earliest is not None and reach.earliest <= end
        if entry.trend.known in (Known.TREND, Known.REACHED) and (is_due or _falls_short(entry, more)):
            due.append(_due(entry, plan, knobs, left, more))
    return replace(plan, horizon=end, due=tuple(due), purchases=tuple(_purchases(due, end)))


def _falls_short(entry: DemandTrend, added: int) -> bool:
    """Whether free storage of an image, of which this plan takes some, is below its limit at the end."""
    is_free = entry.falls and entry.object == whole(entry.object.image)
    return added < 0 and is_free and entry.expected is not None and entry.expected.low + added < entry.limit


def full(entry: DemandTrend) -> Reach:
    """When it reaches the limit."""
    return max(entry.trend.reaches, key=lambda reach: reach.share)


def _due(
    entry: DemandTrend, plan: Plan, knobs: Sequence[Knob], left: dict[Image, int], added: int
) -> DueDemand:
    """What a demand needs; `added` is what this plan adds to its image (negative: takes from it)."""
    expected, image = entry.expected, entry.object.image
    if expected is None:
        return DueDemand(demand=entry, why="its peak on that day is not known")
    if entry.falls:
        short = math.ceil(entry.limit - expected.low) - min(added, 0) if entry.object == whole(image) else 0
        return DueDemand(demand=entry, storage_bytes=max(short, 0), to_buy=max(short - max(added, 0), 0))
    knob = next((k for k in knobs if k.object == entry.object and k.unit == entry.unit), None)
    needed = _rounded_up(expected.high / _SHARE)
    if knob is None or needed <= knob.size:
        return DueDemand(demand=entry, size=needed, why="" if knob else "no command sets its limit")
    sooner = next((item for item in plan.items if item.knob == knob.id), None)
    planned = sooner.size_after if sooner else knob.size
    if needed <= planned:
        return DueDemand(demand=entry, knob=knob.id, size=planned, why="this plan sets that size already")
    if needed > knob.largest:
        why = f"{knob.largest:,} is the most that it can have"
        return DueDemand(demand=entry, knob=knob.id, size=needed, why=why)
    takes = (needed - planned) * knob.unit_bytes if knob.storage == REAL_STORAGE else 0
    fits = min(takes, left.get(image, 0))
    left[image] = left.get(image, 0) - fits
    return DueDemand(
        demand=entry,
        knob=knob.id,
        size=needed,
        storage_bytes=takes,
        to_buy=takes - fits,
        changes=tuple(_after(change, sooner) for change in knob.change(needed)),
    )


def _after(change: Change, sooner: Item | None) -> Change:
    """The change; not before what this plan does to the same knob now has been looked at."""
    if sooner is None:
        return change
    gates = (f"the other change of {sooner.knob} in this plan", change.only_after)
    return replace(change, only_after=", and ".join(filter(None, gates)))


def _rounded_up(size: float) -> int:
    """The next size of three digits."""
    step = int(10 ** max(len(str(math.ceil(size))) - 3, 0))
    return math.ceil(size / step) * step


def _purchases(due: Sequence[DueDemand], end: date) -> Iterator[Purchase]:
    """Real storage to buy, by system: as much as does not fit, by the day on which the first may need it."""
    for image in dict.fromkeys(each.demand.object.image for each in due if each.to_buy):
        mine = [each for each in due if each.to_buy and each.demand.object.image == image]
        days = [day for each in mine if (day := full(each.demand).earliest)]
        yield Purchase(
            image=image, storage_bytes=sum(each.to_buy for each in mine), by=min(days, default=end)
        )
