"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import PublishedGain, Range, ReadPrice
from getpage.core.units import GIB, MIB

from .outage.rules import (
    CPU_SAVED,
    DATA_RATE_GAINED,
    DEFAULT_IO,
    DEFERRED_WRITE_AVAILABLE,
    LARGEST_USEFUL_POOL,
    PAGE_BYTES,
    STEP_PERCENT,
    SYNCHRONOUS_WRITE_AVAILABLE,
    USABLE,
    Seconds,
)

__all__ = [
    "DEFAULT_IO",
    "DEFERRED_WRITE_AVAILABLE",
    "LARGEST_USEFUL_POOL",
    "PAGE_BYTES",
    "STEP_PERCENT",
    "SYNCHRONOUS_WRITE_AVAILABLE",
    "USABLE",
]


# REDP-5238, 4.2.1: from 85 % in use on MQ writes pages out, from 95 % on puts wait for their writes.
LOOK_USED = 1.0 - DEFERRED_WRITE_AVAILABLE
NEVER_USED = 1.0 - SYNCHRONOUS_WRITE_AVAILABLE

# Reads of an interval that are worth a word: ours.
READS_WORTH_A_WORD = 100

# How long an outage of whoever gets is that a pool should take, and puts that are slower fill none: ours. An
# hour is long enough to get a channel going again.
OUTAGE = Seconds(3600.0)
FEWEST_PAGES_PER_SECOND = 1.0

# Free 31-bit storage under which a queue manager should get nothing more below the bar: what MQ itself
# keeps as short-on-storage reserve in the QSRS records seen (104857600). Used where QSRS is absent.
SHORT_RESERVE_31 = 100 * MIB

# What MQ holds back above the bar in the QSRS records seen (QSRSCUSH64): a tenth of MEMLIMIT. Used where QSRS
# is absent.
CUSHION_SHARE = 0.10

# IBM docs, "DEFINE BUFFPOOL": limits of BUFFERS, and the value where none is given. No pool is reduced below
# it.
FEWEST_BUFFERS = 100
DEFAULT_BUFFERS = 1_000
MOST_BUFFERS_BELOW = 500_000
MOST_BUFFERS_ABOVE = 999_999_999

# Release (SM115REL) from which LOCATION(ABOVE) exists, and from which LOCATION(BELOW) is deprecated.
FIRST_RELEASE_ABOVE = 800
FIRST_RELEASE_BELOW_DEPRECATED = 910

# IBM docs, MQ V8, "Using the CSQ6SYSP system parameter macro", OPMODE: new function of V8, such as pools
# above the bar, needs NEWFUNC; from 9.0 on what V8 brought is there in any mode.
FIRST_RELEASE_WITHOUT_OPMODE = 900

# SHARE, "MQ V8 for z/OS Bufferpools": MEMLIMIT is 2 GB, plus 4096 bytes a page above the bar, plus a control
# block of 200 bytes a message.
MEMLIMIT_BASE = 2 * GIB
MESSAGE_CONTROL_BLOCK = 200

# Calls with page set wait in class 3 accounting that are worth a word: ours.
CALLS_WORTH_A_WORD = 100

#: Of the CPU of an MQ call only: the I/O itself is done by the queue manager's own tasks. MQGET kept its 9 µs
#: of CPU, within the rounding of 1 µs, as 29 µs of page set wait went; at 500 µs a page that is 17 µs a page
#: at most. The machine makes no difference to what so coarse a bound says.
READ_PRICE = ReadPrice(
    Range(1e-6, 17e-6, "s", "REDP-5238, examples 4-1 and 4-2: at most 17 µs a page of an MQ call's CPU")
)

_LARGE_SOURCE = "REDP-5238, 4.2"
_LARGE = "large fixed pools above the bar"

#: Percent of CPU per message that page-fixing alone saves: the most is that of pools that were larger, too,
#: so that the least is none.
FIXED: Final = (0.0, 100 * CPU_SAVED.high)

GAINS = (
    PublishedGain(
        what=_LARGE,
        low=100 * CPU_SAVED.low,
        high=100 * CPU_SAVED.high,
        of="CPU per message",
        source=_LARGE_SOURCE,
    ),
    PublishedGain(
        what=_LARGE,
        low=100 * DATA_RATE_GAINED.low,
        high=100 * DATA_RATE_GAINED.high,
        of="bytes moved per second",
        source=_LARGE_SOURCE,
    ),
)
