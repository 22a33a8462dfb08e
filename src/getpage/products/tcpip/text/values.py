"""Labels and figures as NETSTAT prints them: pairs `LABEL: value`, several to a line, in any case."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from getpage.core.units import KIB, MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

_LABEL: Final = re.compile(r"(?<![\w.-])([A-Za-z][A-Za-z0-9_-]{0,30}(?: [A-Za-z0-9]{1,20}){0,3}):(?=\s|$)")
_SIZE: Final = re.compile(r"([0-9]{1,20})([KM]?)")
_DECIMAL: Final = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?")
_HEX: Final = re.compile(r"[0-9A-F]{1,16}")
_DAY: Final = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})")
_CLOCK: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})")
_UNITS: Final = {"": 1, "K": KIB, "M": MIB}
#: What a counter of 64 bits cannot hold is damage.
_MOST: Final = (1 << 64) - 1
#: More is no storage that a stack can have.
MOST_BYTES: Final = 1 << 50


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The labels of a line, in upper case and without blanks, each with what stands behind it."""
    found = list(_LABEL.finditer(text))
    for label, following in zip_longest(found, found[1:]):
        value = text[label.end() : following.start() if following else len(text)].strip()
        yield "".join(label[1].upper().split()), value


def whole(value: str) -> int | None:
    """A count; None where it is none."""
    match = _SIZE.fullmatch(value)
    if match is None or match[2]:
        return None
    return int(match[1]) if int(match[1]) <= _MOST else None


def size(value: str) -> int | None:
    """Bytes, with K or M behind them or without; None where they are none."""
    match = _SIZE.fullmatch(value.upper())
    if match is None:
        return None
    made = int(match[1]) * _UNITS[match[2]]
    return made if made <= MOST_BYTES else None


def decimal(value: str) -> float | None:
    """A figure with decimals."""
    return float(value) if _DECIMAL.fullmatch(value) else None


def bits(value: str) -> int | None:
    """Hexadecimal digits."""
    return int(value, 16) if _HEX.fullmatch(value.upper()) else None


def yes(value: str) -> bool | None:
    """Yes or no; None where it is neither."""
    return {"YES": True, "NO": False}.get(value.upper())


def moment(day: str, clock: str) -> datetime | None:
    """Month/day/year and a time of day."""
    date, time = _DAY.fullmatch(day), _CLOCK.fullmatch(clock)
    if date is None or time is None:
        return None
    try:
        hour, minute, second = map(int, time.groups())
        return datetime(int(date[3]), int(date[1]), int(date[2]), hour, minute, second)
    except ValueError:
        return None
