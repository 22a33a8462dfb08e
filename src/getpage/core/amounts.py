"""Amounts and times as people write them: 200k of something, 10K or 1.5MiB of bytes, 90s, 10m or 1.5h, and
2026-05-21T16:00. 24:00 is the end of a day, as ISO 8601 has it.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from getpage.core.errors import GetpageError, Instead
from getpage.core.units import GIB, KIB, MIB, TIB

_NUMBER: Final = r"([0-9][0-9,_]{0,30}(?:\.[0-9]{1,15})?)\s{0,3}"
_COUNT: Final = re.compile(rf"{_NUMBER}([kmg]?)", re.IGNORECASE)
_BYTES: Final = re.compile(rf"{_NUMBER}([kmgt]?)(?:i?b)?", re.IGNORECASE)
_TIME: Final = re.compile(rf"{_NUMBER}(s|m|min|h|d)?", re.IGNORECASE)
#: What a letter behind a number of things stands for.
COUNTS: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
BINARY: Final = {"": 1, "k": KIB, "m": MIB, "g": GIB, "t": TIB}
#: Storage where a bare letter is a count: `2GiB` and `2GB` are the same.
STORAGE: Final = {f"{letter}{end}": size for letter, size in BINARY.items() for end in ("ib", "b") if letter}
_SECONDS: Final = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}


def count(text: str) -> int:
    """A number of things; k, M and G are thousands, millions and thousands of millions."""
    number, unit = _read(_COUNT, text, "a number", "200k")
    return round(number * COUNTS[unit])


def counts(text: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    return tuple(count(part) for part in text.split(",") if part.strip())


def bytes_of(text: str) -> int:
    """Bytes; K, M, G and T are binary, as storage is."""
    number, unit = _read(_BYTES, text, "bytes", "10K")
    return round(number * BINARY[unit])


def seconds(text: str) -> float:
    """A time in seconds; m or min are minutes."""
    number, unit = _read(_TIME, text, "a time", "10m")
    return number * _SECONDS[unit]


def _read(form: re.Pattern[str], text: str, expected: str, example: str) -> tuple[float, str]:
    match = form.fullmatch(text.strip())
    if match is None:
        message = f"{text.strip()[:60]!r}: expected {expected}, such as {example}"
        raise GetpageError(message, Instead(text, example))
    return float(match[1].replace(",", "").replace("_", "")), (match[2] or "").lower()


_END_OF_DAY = re.compile(r"[T ]24(:?00){0,2}$")
_EXAMPLE = "2026-05-21T16:00"


def local_time(text: str) -> datetime:
    """A time without a zone; GetpageError for what is no time, or has a zone: records carry local times."""
    text = text.strip()
    day, of_end, _ = _END_OF_DAY.sub("\n", text).partition("\n")
    try:
        time = datetime.fromisoformat(day) + timedelta(days=1 if of_end else 0)
    except (ValueError, OverflowError):
        message = f"{text[:60]!r} is not a time"
        raise GetpageError(message, Instead(text, _EXAMPLE)) from None
    return without_zone(time, text)


def without_zone(time: datetime, text: str = "") -> datetime:
    """The time as it is; GetpageError where it has a zone."""
    if time.tzinfo is not None:
        message = f"{text or time}: times are local times, as the systems wrote them, without a zone"
        raise GetpageError(message, Instead(text, _EXAMPLE))
    return time
