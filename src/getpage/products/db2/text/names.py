"""Names and identifiers of buffer pools, and dates as Db2's displays print them.

Reference: IBM Db2 documentation, DSNB401I: identifiers 0 to 49 are BP0 to BP49, 80 to 89 BP32K to BP32K9,
100 to 109 BP8K0 to BP8K9, 120 to 129 BP16K0 to BP16K9.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from getpage.products.common.text import figures

if TYPE_CHECKING:
    from datetime import datetime

_POOL = re.compile(r"G?BP(?:([0-9]{1,2})|32K([1-9]?)|8K([0-9])|16K([0-9]))")
_LAST_4K: Final = 49
_SINCE = re.compile(r"([0-9]{1,2}:[0-9]{2}:[0-9]{2}) ([A-Z]{3}) ([0-9]{1,2}), ?([0-9]{4})", re.IGNORECASE)


def pool_id(name: str) -> int | None:
    """The identifier of a buffer pool or group buffer pool by its name; None when it is no such name."""
    match = _POOL.fullmatch(name)
    if not match:
        return None
    if match[1] is not None:
        number = int(match[1])
        return number if number <= _LAST_4K else None
    for group, first in ((2, 80), (3, 100), (4, 120)):
        if match[group] is not None:
            return first + int(match[group] or 0)
    return None


def since(text: str) -> datetime | None:
    """A time such as `14:57:55 JAN 22, 2026`; None where the year is not printed or it is no time."""
    match = _SINCE.search(text)
    if not match:
        return None
    return figures.moment(figures.calendar(match[4], match[2], match[3]), figures.clock(match[1]))
