"""Pictures of transactions whose response rose: their 95th percentile, day by day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from getpage.products.cics.region import Region
from getpage.result import Curve, Picture, Threshold

from .hours import P95
from .rise import by_day
from .risen import SHOWN, risen


def of_risen(region: Region) -> Iterator[Picture]:
    """One for each that is shown."""
    for transaction, rose in risen(region)[:SHOWN]:
        days = by_day(region.measured.hours[*region.key, transaction.name])
        yield Picture(
            id=f"cics-{str(transaction).replace(' ', '-').lower()}-response",
            title=f"95th percentile of the response of {transaction.name} of {region.label}",
            object=transaction,
            unit="ms",
            times=tuple(day + timedelta(days=1) for day in days["day"]),
            curves=(Curve(label="average of the hours of a day", values=tuple(days[P95])),),
            thresholds=(Threshold(label=f"before {rose.since}", value=rose.before_ms),),
        )
