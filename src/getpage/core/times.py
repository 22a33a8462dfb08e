"""Local times as a user writes them: 2026-05-21T16:00. 24:00 is the end of a day, as ISO 8601 has it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from getpage.core.errors import GetpageError, Instead

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
