"""A figure of a plan with its interval, as text."""

from __future__ import annotations

from getpage.core import numbers as units
from getpage.result import Estimate


def estimate(value: Estimate, unit: str = "") -> str:
    """A figure with its interval: 412 reads/s (350 to 500)."""
    figure = f"{units.estimated(value.value)} {unit}".rstrip()
    if value.low == value.high:
        return figure
    return f"{figure} ({units.estimated(value.low)} to {units.estimated(value.high)})"
