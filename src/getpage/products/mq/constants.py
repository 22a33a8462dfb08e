"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

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


# REDP-5238, 4.2.1: more than 85 % in use at the peak is a look worth, more than 95 % is never acceptable.
LOOK_USED = 1.0 - DEFERRED_WRITE_AVAILABLE
NEVER_USED = 1.0 - SYNCHRONOUS_WRITE_AVAILABLE

# Getpages that go to disk, and how many in an interval are worth a word: ours.
READ_SHARE = 0.10
READS_WORTH_A_WORD = 100

# Pages written at checkpoints in one interval that are worth a word: ours.
CHECKPOINT_PAGES_WORTH_A_WORD = 100

# Buffer steals that met contention, beyond which it is more than chance: ours. IBM's V6 System Setup Guide:
# the count should stay 0.
STEAL_COLLISION_SHARE = 0.01

# How long an outage of whoever gets is that a pool should take, and puts that are slower fill none: ours. An
# hour is long enough to get a channel going again.
OUTAGE = Seconds(3600.0)
FEWEST_PAGES_PER_SECOND = 1.0

# Getpages of an interval that the queue manager makes itself in a pool that nobody uses (1 to 5 in real
# records of MQ 10.0); such a pool changes no page: ours.
HOUSEKEEPING_GETPAGES = 10

# REDP-5238, 4.2.1: all pools below the bar together at most 75 - 80 % of the available 31-bit storage.
BELOW_LOOK_SHARE = 0.75
BELOW_NEVER_SHARE = 0.80

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

# Page set I/O, pages a second in an interval, from which fixing the pool saves CPU worth having: ours.
FIXING_PAGES_PER_SECOND = 50.0

# IBM docs, "Expansion of page sets": MQ expands a page set that is about 90 % full.
PAGE_SET_NEARLY_FULL = 0.90

# Page set wait of class 3 accounting: share of a call's elapsed time, and calls, worth a word: ours.
WAIT_SHARE = 0.10
CALLS_WORTH_A_WORD = 100

#: Of the CPU of an MQ call only: the I/O itself is done by the queue manager's own tasks. MQGET kept its 9 µs
#: of CPU, within the rounding of 1 µs, as 29 µs of page set wait went; at 500 µs a page that is 17 µs a page
#: at most. The machine makes no difference to what so coarse a bound says.
READ_PRICE = ReadPrice(
    Range(1e-6, 17e-6, "s", "REDP-5238, examples 4-1 and 4-2: at most 17 µs a page of an MQ call's CPU")
)

_LARGE_SOURCE = "REDP-5238, 4.2"
_LARGE = "large fixed pools above the bar"

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
