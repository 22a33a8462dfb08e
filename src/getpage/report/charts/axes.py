"""Where the ticks of an axis are: round numbers from zero, and round clock times."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

_MINUTE = 60
_HOUR = 3600
_DAY = 86400
# Steps that a reader adds up without thinking; a clock is not decimal, so they are listed.
_TIME_STEPS = (
    *(1, 5, 10, 30),
    *(m * _MINUTE for m in (1, 2, 5, 10, 15, 30)),
    *(h * _HOUR for h in (1, 2, 3, 6, 12)),
    *(d * _DAY for d in (1, 2, 7, 14, 28, 56, 112, 364)),
)


def value_ticks(top: float, wanted: int = 4, *, binary: bool = False) -> list[float]:
    """Ticks from zero to at least `top`: powers of two for storage, else 1, 2 or 5 times a power of ten."""
    if top <= 0 or not math.isfinite(top):
        return [0.0, 1.0]
    raw = top / wanted
    if binary:
        step = 2.0 ** math.ceil(math.log2(raw))
    else:
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * (1 - 1e-9))
    # A whole count has no half ticks when the largest value is small.
    count = math.ceil(top / step - 1e-9)
    return [step * i for i in range(count + 1)]


def time_ticks(first: datetime, last: datetime, wanted: int = 5) -> list[tuple[datetime, str]]:
    """Round clock times between two moments with their labels; midnight is labelled with its date."""
    first, last = _utc(first), _utc(last)
    length = (last - first).total_seconds()
    step = next((s for s in _TIME_STEPS if length / s <= wanted), 364 * _DAY)
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    index = math.ceil((first - midnight).total_seconds() / step)
    ticks: list[tuple[datetime, str]] = []
    while (at := midnight + timedelta(seconds=index * step)) <= last:
        ticks.append((at, _label(at, step)))
        index += 1
    return ticks


def _label(at: datetime, step: int) -> str:
    if step >= _DAY or (at.hour, at.minute, at.second) == (0, 0, 0):
        return f"{at.day} {at:%b}"
    return f"{at:%H:%M:%S}" if step < _MINUTE else f"{at:%H:%M}"


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC) if value.tzinfo else value
