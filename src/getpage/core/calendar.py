"""Years that evidence can be of: what is printed of others is no date, as no days may follow it."""

from __future__ import annotations

from typing import Final

#: System/360 was announced in 1964; trends and windows look a few years ahead.
FIRST_YEAR: Final = 1964
LAST_YEAR: Final = 2199


def is_year(year: int) -> bool:
    """Whether evidence can be of that year."""
    return FIRST_YEAR <= year <= LAST_YEAR
