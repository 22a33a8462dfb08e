"""Trend: how fast a demand grows, and on which day it first reaches its limit, each with an interval.

What is here comes when it is used: the command line's help does not wait for NumPy.
"""

from __future__ import annotations

from getpage.core.lazy import at_first_use
from getpage.result.trend import DAYS_NEEDED
from getpage.trend.answer import trend, value_at
from getpage.trend.line import DailySeries
from getpage.trend.peaks import peak_time

__all__ = ["DAYS_NEEDED", "DailySeries", "peak_time", "trend", "value_at"]

__getattr__ = at_first_use(
    __name__,
    {
        "trend": "getpage.trend.answer",
        "value_at": "getpage.trend.answer",
        "peak_time": "getpage.trend.peaks",
    },
)
