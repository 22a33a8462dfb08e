"""Figures as CICS prints them: counts with commas, sizes with K or M, durations, dates."""

from __future__ import annotations

import re
from datetime import datetime

from getpage.core.units import GIB, KIB, MIB

_COUNT = re.compile(r"[0-9][0-9,]{0,25}")
_SIZE = re.compile(r"([0-9][0-9,]{0,25}) ?(?:([KMG])B?)?", re.IGNORECASE)
_DURATION = re.compile(r"(?:([0-9]{1,5})[-.:])?([0-9]{2,6}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?")
_MOMENT = re.compile(
    r"([0-9]{2})/([0-9]{2})/([0-9]{4})[- ,]{1,12}(?:TIME +)?([0-9]{2}):([0-9]{2}):([0-9]{2})"
)
_SCALE = {"": 1, "K": KIB, "M": MIB, "G": GIB}
_LARGEST = 1 << 62
_DAY = 86_400


def count(text: str) -> int | None:
    """A count, `4,463`; None if it is none."""
    value = int(text.replace(",", "")) if _COUNT.fullmatch(text) else None
    return value if value is not None and value <= _LARGEST else None


def size(text: str) -> int | None:
    """A size in bytes, `5120K`, `20,480M`, `8,192MB`."""
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    value = int(found[1].replace(",", "")) * _SCALE[(found[2] or "").upper()]
    return value if value <= _LARGEST else None


def megabytes(text: str) -> int | None:
    """A size in MB, which one without a unit is in."""
    value = size(text)
    if value is None:
        return None
    return value if text.replace(",", "").isdigit() else value >> 20


def duration(text: str) -> float | None:
    """Microseconds of `00:02:40.437340`, with days before it or without."""
    found = _DURATION.fullmatch(text)
    if found is None or int(found[3]) > 59 or int(found[4]) > 59:
        return None
    days, hours = int(found[1] or 0), int(found[2])
    seconds = days * _DAY + hours * 3600 + int(found[3]) * 60 + int(found[4])
    return seconds * 1e6 + int((found[5] or "").ljust(6, "0"))


def moment(text: str) -> datetime | None:
    """The first date and time in a line, month before day: `10/08/2015  Time 13:24:30`."""
    found = _MOMENT.search(text.upper())
    if found is None:
        return None
    month, day, year, *clock = map(int, found.groups())
    try:
        return datetime(year, month, day, *clock)  # type: ignore[arg-type]
    except ValueError:
        return None


def word(text: str) -> str | None:
    """One word, as it stands."""
    return text[:16] or None
