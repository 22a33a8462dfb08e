"""Units of the outage model, so that pages, messages and seconds cannot be mixed up unnoticed.

Pages and messages are `float`: the model is a fluid, and half a page in a pool of 200,000 says nothing wrong.
"""

from __future__ import annotations

from typing import NewType

from getpage.core.units import PAGE

Pages = NewType("Pages", float)  # 4 KB pages of a page set, or the buffers that hold them
Messages = NewType("Messages", float)
Seconds = NewType("Seconds", float)
Minutes = NewType("Minutes", float)
Microseconds = NewType("Microseconds", float)
Bytes = NewType("Bytes", int)
PagesPerMessage = NewType("PagesPerMessage", float)
PagesPerSecond = NewType("PagesPerSecond", float)
MessagesPerSecond = NewType("MessagesPerSecond", float)
TransactionsPerSecond = NewType("TransactionsPerSecond", float)
Fraction = NewType("Fraction", float)  # 0 to 1

PAGE_BYTES = Bytes(PAGE)  # one buffer, one page: IBM MQ docs, "Buffers and buffer pools for IBM MQ for z/OS"
NO_PAGES = Pages(0.0)
ALL = Fraction(1.0)
SECONDS_PER_MINUTE = 60.0
MICROSECONDS_PER_SECOND = 1e6


def minutes(value: Seconds | None) -> Minutes | None:
    """Turn seconds into minutes; None (it never happens) stays None."""
    return None if value is None else Minutes(value / SECONDS_PER_MINUTE)
