"""Counts, sizes and clocks as IMS prints them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-9]{2}):([0-9]{2})")
#: More is no counter that there is: a number beyond it is damage.
_MOST: Final = 1 << 60
_DAY: Final = 86_400


def count(text: str) -> int | None:
    """`1,765,296`; None where it is no count."""
    digits = text.replace(",", "")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 19:
        return None
    value = int(digits)
    return value if value <= _MOST else None


def size(text: str) -> int | None:
    """`4096` or `4K` in bytes; None where it is no size of a buffer."""
    value = count(text.upper().removesuffix("K"))
    if value is None:
        return None
    value <<= 10 if text[-1:] in "kK" else 0
    return value if 0 < value <= 1 << 20 else None


def clock(text: str) -> int | None:
    """`17:08:15` as seconds of the day; None where there is no such time."""
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hour, minute, second = map(int, found.groups())
    return (hour * 60 + minute) * 60 + second if hour < 24 and minute < 60 and second < 60 else None


def day(year: str, number: str) -> datetime | None:
    """The day of a year by its number, as `1993 130`; None where the calendar has none."""
    if not 1900 <= int(year) <= 2200 or not 1 <= int(number) <= 366:
        return None
    made = datetime(int(year), 1, 1) + timedelta(days=int(number) - 1)
    return made if made.year == int(year) else None


def between(start: int, end: int) -> int:
    """Seconds from one time of day to the next: the end may be after midnight."""
    return (end - start) % _DAY
