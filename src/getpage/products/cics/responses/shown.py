"""Pictures of transactions: where their response goes by hour, the 95th percentile day by day of those whose
response rose, and of two releases of which the newer is slower.

Curves of the parts stand upon each other: each is its part and all below it, and the highest is the response.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import polars as pl

from getpage.core.names import Object
from getpage.products.cics import transactions
from getpage.products.cics.region import Region
from getpage.products.cics.thresholds import RELEASE_WORSE
from getpage.products.cics.transactions import OTHER
from getpage.result import Curve, Picture, Threshold

from .hours import ALL_PARTS, P95, RESPONSE
from .rise import by_day
from .risen import SHOWN, risen

#: Transactions of a region whose response is drawn by its parts, and parts with a curve of their own: ours.
_DRAWN: Final = 3
_PARTS: Final = 3
_FEWEST_HOURS: Final = 2
#: Points of a picture: two days.
_MOST_QUARTERS: Final = 192
_QUARTER: Final = timedelta(minutes=15)
_REST: Final = "all other parts"


def of_transactions(region: Region) -> Iterator[Picture]:
    """Two releases where the newer is slower; one or two for each that rose, and one for those whose tasks
    took most time.
    """
    yield from _of_releases(region)
    rises = risen(region)[:SHOWN]
    for transaction, rose in rises:
        days = by_day(_hours(region, transaction))
        yield Picture(
            id=f"{_id(transaction)}-response",
            title=f"95th percentile of the response of {transaction.name} of {region.label}",
            object=transaction,
            unit="ms",
            times=tuple(day + timedelta(days=1) for day in days["day"]),
            curves=(Curve(label="average of the hours of a day", values=tuple(days[P95])),),
            thresholds=(Threshold(label=f"before {rose.since}", value=rose.before_ms),),
        )
    longest = sorted(
        (task for task in region.transactions if task.key[-1]),
        key=lambda task: (-float(task[transactions.RESPONSE] or 0), str(task.key[-1])),
    )
    most = (region.within(str(task.key[-1])) for task in longest[:_DRAWN])
    for transaction in dict.fromkeys((*(transaction for transaction, _ in rises), *most)):
        yield from _parts(region, transaction)


def _of_releases(region: Region) -> Iterator[Picture]:
    """The last quarters of an hour of each transaction that is slower in a newer release."""
    for pair in region.releases:
        transaction = region.within(pair.transaction)
        if not pair.is_worse(region.in_force(RELEASE_WORSE, transaction)):
            continue
        times, *places = zip(*pair.quarters[-_MOST_QUARTERS:], strict=True)
        yield Picture(
            id=f"{_id(transaction)}-releases",
            title=f"95th percentile of the response of {transaction.name} by release",
            object=transaction,
            unit="ms",
            times=tuple(start + _QUARTER for start in times),
            curves=tuple(
                Curve(label=release, values=tuple(values))
                for release, values in zip(pair.releases, places, strict=True)
            ),
        )


def _hours(region: Region, transaction: Object) -> pl.DataFrame:
    return region.measured.hours.get((*region.key, transaction.name), pl.DataFrame())


def _id(transaction: Object) -> str:
    return f"cics-{str(transaction).replace(' ', '-').lower()}"


def _parts(region: Region, transaction: Object) -> Iterator[Picture]:
    """Nothing of a transaction with a single hour: a table has its parts."""
    rows = _hours(region, transaction)
    if rows.height < _FEWEST_HOURS:
        return
    own = sorted((name for name in ALL_PARTS if name != OTHER), key=lambda name: -float(rows[name].sum()))
    largest = [name for name in own[:_PARTS] if rows[name].sum() > 0]
    rest = pl.sum_horizontal(name for name in own if name not in largest).alias(_REST)
    # clocks that overlap by microseconds come to more than the response
    other = (pl.col(RESPONSE) - pl.sum_horizontal(*largest, _REST)).clip(lower_bound=0.0).alias(OTHER)
    stacked = [*largest, _REST, OTHER]
    each = (
        rows.with_columns(rest).with_columns(other).select("hour", pl.col(stacked) * 1000 / pl.col("tasks"))
    )
    heights = each.select(
        "hour", *(pl.sum_horizontal(stacked[: at + 1]).alias(name) for at, name in enumerate(stacked))
    )
    yield Picture(
        id=f"{_id(transaction)}-parts",
        title=f"Where the response of {transaction.name} of {region.label} goes",
        object=transaction,
        unit="ms",
        times=tuple(hour + timedelta(hours=1) for hour in heights["hour"]),
        curves=tuple(
            Curve(label=name if at == 0 else f"+ {name}", values=tuple(heights[name]))
            for at, name in enumerate(stacked)
        ),
        note="Averages per task by hour. Each curve is its part and all below it; the highest is response.",
    )
