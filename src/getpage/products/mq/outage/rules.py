"""The buffer manager's documented thresholds, each with its source; none is fitted to a result."""

from __future__ import annotations

from dataclasses import dataclass
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


# IBM MQ docs, "Defining your buffer pools" and "Buffer manager data records" (QPSTDWT): the deferred write
# processor writes the oldest pages when fewer than 15 % of the buffers are available, so at 85 % in use.
DEFERRED_WRITE_AVAILABLE = Fraction(0.15)

# IBM MQ docs, "Buffer manager data records" (QPSTDMC): updates are written synchronously when fewer than 5
# % of the buffers are available. REDP-5238, 4.2.1: beyond 95 % MQ calls are delayed and CSQP020E is issued.
SYNCHRONOUS_WRITE_AVAILABLE = Fraction(0.05)

# IBM MQ docs, "Defining your buffer pools": messages that stay for longer than two checkpoints are written
# to the page set. IntelliMagic ("Assessing MQ Buffer Manager Health") says three intervals, hence an input.
CHECKPOINTS_UNTIL_WRITTEN = 2

# REDP-5238, 4.2.1: average time of one synchronous page set I/O, where nothing was measured.
DEFAULT_IO = Microseconds(500.0)

# REDP-5238, 4.2.1: a pool of 120 % of its page sets is as large as can be used, and checkpoints then need not
# write non-persistent messages.
LARGEST_USEFUL_POOL = 1.2

# REDP-5238, 4.2.1: enlarge an undersized pool in steps of 10 %.
STEP_PERCENT = 10

USABLE = Fraction(1.0 - DEFERRED_WRITE_AVAILABLE)  # share of a pool that fills before any shortage write


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRange:
    """A measured range with its conditions and its source."""

    what: str
    low: Fraction
    high: Fraction
    conditions: str
    source: str


_CONDITIONS = (
    "12 GB in messages of 10 KB or 1 MB over a channel between two queue managers on a zEC12; 200,000 "
    "buffers in 31-bit storage (V7.1) against 4 GB of page-fixed 64-bit buffers (V8); live, and with 2 GB "
    "backed up"
)
_SOURCE = "REDP-5238, 4.2 (from SupportPac MP1J)"

CPU_SAVED = PublishedRange(
    what="total CPU cost of moving the messages, reduced by",
    low=Fraction(0.10),
    high=Fraction(0.20),
    conditions=_CONDITIONS,
    source=_SOURCE,
)
DATA_RATE_GAINED = PublishedRange(
    what="data moved per second, increased by (the upper end with deep queues)",
    low=Fraction(0.20),
    high=Fraction(1.20),
    conditions=_CONDITIONS,
    source=_SOURCE,
)
QUEUE_MANAGER_CPU_SAVED_BY_FIXING = PublishedRange(
    what="queue manager CPU cost per 10 KB message, reduced by fixing 4 GB of buffers",
    low=Fraction(0.48),
    high=Fraction(0.48),
    conditions="IBM internal tests",
    source="SHARE 17878, MQ buffer pools",
)
