"""What sizes cost: which measure of it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.result import SizeCosts

Points = tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The measure of a cost that is shown: reads where they are known, else CPU, else waits, these by the
    hour.
    """

    label: str
    rate: str
    unit: str
    points: Points


def shown(costs: SizeCosts) -> Shown:
    """The measure that is shown."""
    if costs.reads is not None:
        return Shown("reads", "reads per second", "reads/s", costs.reads)
    if costs.cpu_seconds is not None:
        return Shown("CPU", "CPU seconds an hour", "CPU s/h", _by_the_hour(costs.cpu_seconds))
    waited = _by_the_hour(costs.waited_seconds or ())
    return Shown("waits", "seconds of waiting an hour", "s/h of waiting", waited)


def _by_the_hour(points: Points) -> Points:
    return tuple((size, 3600 * value, 3600 * low, 3600 * high) for size, value, low, high in points)
