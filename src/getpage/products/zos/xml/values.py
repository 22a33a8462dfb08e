"""Values as reports print them: numbers, local times, and what stands for no value."""

from __future__ import annotations

import math
import re
from datetime import datetime
from typing import Final

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})?(?:\.[0-9]{1,12})?")
_US = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})[- ]([0-9]{2})[.:]([0-9]{2})[.:]([0-9]{2})")
_PLAIN = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})")
_LENGTH = re.compile(r"([0-9]{1,6}):([0-5][0-9]):([0-9]{3})")
_LONGEST: Final = 40


def number(text: str | None) -> float | None:
    """The number that a cell holds; None where it holds none (`N/A`, `*****`, an identifier with zeros)."""
    if not text or len(text) > _LONGEST or not _NUMBER.fullmatch(text) or not any(map(str.isdigit, text)):
        return None
    value = float(text.replace(",", ""))
    return value if math.isfinite(value) else None


def whole(text: str | None) -> int | None:
    """A count that a cell holds; None where it holds none or a negative one."""
    value = number(text)
    return round(value) if value is not None and 0 <= value < 2**63 else None


def moment(text: str | None) -> datetime | None:
    """A local time: `09/10/2020-00.00.00` (en-us) or `20220421122000`."""
    us = _US.fullmatch(text or "")
    plain = _PLAIN.fullmatch(text or "")
    if us:
        month, day, year, hour, minute, second = map(int, us.groups())
    elif plain:
        year, month, day, hour, minute, second = map(int, plain.groups())
    else:
        return None
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


def length(text: str | None) -> float | None:
    """Microseconds of an interval printed as minutes, seconds and thousandths: `29:59:999`; else None."""
    found = _LENGTH.fullmatch(text or "")
    if not found:
        return None
    minutes, seconds, thousandths = map(int, found.groups())
    return ((minutes * 60 + seconds) * 1000 + thousandths) * 1e3
