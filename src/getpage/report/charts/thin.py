"""Long series made short without losing their extremes.

A month of 15 minute intervals has more points than a small picture has pixels. Averages would hide the
minimum, which is what storage is judged by, so neighbours are put together and keep their lowest and highest
value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring intervals as one, with the lowest and highest value of each curve."""

    first: datetime
    last: datetime
    lows: tuple[float | None, ...]
    highs: tuple[float | None, ...]


def group_size(count: int, most: int) -> int:
    """How many neighbours go together so that at most `most` groups remain."""
    return max(1, -(-count // most))


def groups(times: Sequence[datetime], curves: Sequence[Sequence[float | None]], size: int) -> list[Group]:
    """The series in groups of `size` neighbours; a group without any value stays a gap."""
    made = []
    for start in range(0, len(times), size):
        stop = min(start + size, len(times))
        parts = [[v for v in curve[start:stop] if v is not None] for curve in curves]
        lows = tuple(min(part) if part else None for part in parts)
        highs = tuple(max(part) if part else None for part in parts)
        made.append(Group(times[start], times[stop - 1], lows, highs))
    return made
