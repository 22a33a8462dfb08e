"""Numbers as messages print them: counts with commas, sizes with a unit, "more than" sizes.

Limits: a figure that no SMF field could hold is not a figure, so a corrupted line is refused instead of
filling a column with nonsense.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.core.text import is_whole
from getpage.core.units import GIB, KIB, MIB, TIB

UNITS: Final = {"K": KIB, "M": MIB, "G": GIB, "T": TIB}
"""MQ prints powers of two: 1 MB is 256 buffers of 4096 bytes (IBM MQ, buffer pool planning)."""

LARGEST_COUNT: Final = (1 << 32) - 1
LARGEST_SIZE: Final = (1 << 63) - 1
LARGEST_ID: Final = 99
"""Page sets and buffer pools are numbered 0 to 99."""

SIZE: Final = r"[0-9][0-9,]{0,19}(?:\.[0-9]{1,6})? ?[KMGT]B"
SIZE_OR_MORE: Final = rf"(?:> ?)?{SIZE}"

_SIZE = re.compile(r"(>?) ?([0-9,]{1,20})(?:\.([0-9]{1,6}))? ?([KMGT])B", re.IGNORECASE)
_COUNT = re.compile(r"[0-9][0-9,]{0,19}")


def count(text: str) -> int | None:
    """Read a count, commas allowed; None if it is none or larger than a 32-bit counter."""
    if not _COUNT.fullmatch(text):
        return None
    value = int(text.replace(",", ""))
    return value if value <= LARGEST_COUNT else None


def identifier(text: str) -> int | None:
    """Read a page set or buffer pool number."""
    value = count(text)
    return value if value is not None and value <= LARGEST_ID else None


def size(text: str) -> tuple[int, bool] | None:
    """Read a size in bytes, and whether it is only a lower bound (`>10GB`)."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        return None
    more, whole, fraction, unit = match.groups()
    digits = whole.replace(",", "")
    if not is_whole(digits):
        return None
    factor = UNITS[unit.upper()]
    value = int(digits) * factor
    if fraction:
        value += int(fraction) * factor // 10 ** len(fraction)
    return (value, bool(more)) if value <= LARGEST_SIZE else None
