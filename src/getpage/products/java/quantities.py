"""Sizes and times as logs and options of Java virtual machines spell them. K, M, G are binary."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from getpage.core.units import GIB, KIB, MIB, TIB

_UNITS: Final = {"": 1, "B": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB}
_SIZE: Final = re.compile(r"([0-9]{1,15})([BKMGT]?)B?", re.IGNORECASE)
#: More is no storage that there is: a number beyond it is damage.
_MOST: Final = 1 << 50


def size(text: str) -> int | None:
    """`164M` in bytes; None where it is no size."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return None
    value = int(found[1]) * _UNITS[found[2].upper()]
    return value if value <= _MOST else None


def microseconds(milliseconds: str | None) -> float | None:
    """Milliseconds as printed (`25.388`), in microseconds; None where it is no number."""
    try:
        value = float(milliseconds or "") * 1e3
    except ValueError:
        return None
    return value if 0 <= value < _MOST else None


def whole(text: str | None) -> int | None:
    """A decimal or a hexadecimal number (`0x1000`); None where it is none."""
    text = (text or "").strip()
    if len(text) > 18:
        return None
    try:
        value = int(text, 16) if text[:2].lower() == "0x" else int(text)
    except ValueError:
        return None
    return value if 0 <= value <= _MOST else None


def moved(moment: datetime | None, microseconds: float) -> datetime | None:
    """A moment so much later; None where there is none, or none that a calendar has."""
    if moment is None:
        return None
    try:
        return moment + timedelta(microseconds=microseconds)
    except OverflowError:
        return None
