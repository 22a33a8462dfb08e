"""Forecast: what another size brings in reads, CPU, response and throughput, each with an interval.

What is here comes when it is used: the command line's help does not wait for NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.price import Machine
from getpage.core.lazy import at_first_use
from getpage.forecast.settings import LoadKind

if TYPE_CHECKING:
    from getpage.forecast.points import forecast_points
    from getpage.forecast.price import price_of
    from getpage.forecast.site import forecast_site

__all__ = [
    "LoadKind",
    "Machine",
    "forecast_points",
    "forecast_site",
    "price_of",
]

__getattr__ = at_first_use(
    __name__,
    {
        "forecast_points": "getpage.forecast.points",
        "price_of": "getpage.forecast.price",
        "forecast_site": "getpage.forecast.site",
    },
)
