"""The thresholds of MQ's checks that a site can move; what says how MQ works is in `constants`."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

_SHARE, _RATE, _COUNT = ThresholdUnit.SHARE, ThresholdUnit.RATE, ThresholdUnit.COUNT
_REDP: Final = "IBM REDP-5238, 4.2.1"

USED: Final = CheckThreshold(
    "mq-pool-undersized", "used", 0.85, _SHARE, "buffers in use at the peak, a warning above", _REDP
)
USED_CRITICAL: Final = CheckThreshold(
    "mq-pool-undersized", "critical", 0.95, _SHARE, "buffers in use at the peak, critical above", _REDP
)
READ_SHARE: Final = CheckThreshold(
    "mq-pool-reads", "read", 0.10, _SHARE, "getpages of an interval that are read from disk, from"
)
READS: Final = CheckThreshold("mq-pool-reads", "reads", 100, _COUNT, "reads of such an interval, from")
CHECKPOINT_PAGES: Final = CheckThreshold(
    "mq-pool-checkpoint-writes", "pages", 100, _COUNT, "pages written immediately in an interval, from"
)
FIXING_RATE: Final = CheckThreshold(
    "mq-pool-not-fixed", "pages", 50.0, _RATE, "pages read and written, from which on page-fixing pays"
)
# IBM's V6 System Setup Guide: the count should stay 0; below the threshold it is chance.
STEAL_COLLISIONS: Final = CheckThreshold(
    "mq-pool-steal-contention", "steals", 0.01, _SHARE, "buffer steals that met contention, above"
)
# 1 to 5 in real records of MQ 10.0; such a pool changes no page.
HOUSEKEEPING: Final = CheckThreshold(
    "mq-pool-unused", "getpages", 10, _COUNT, "getpages of an interval that only MQ itself makes, up to"
)
BELOW: Final = CheckThreshold(
    "mq-pools-below-the-bar", "used", 0.75, _SHARE, "31-bit storage of pools, a warning above", _REDP
)
BELOW_CRITICAL: Final = CheckThreshold(
    "mq-pools-below-the-bar",
    "critical",
    0.80,
    _SHARE,
    "31-bit storage of pools, critical above",
    _REDP,
)
PAGE_SET_USED: Final = CheckThreshold(
    "mq-page-set-full",
    "used",
    0.90,
    _SHARE,
    "pages in use of a page set that does not expand, from",
    'IBM docs, "Expansion of page sets"',
)
WAITED: Final = CheckThreshold(
    "mq-queue-page-set-wait",
    "waited",
    0.10,
    _SHARE,
    "elapsed time of calls that waits for page sets, from",
)
QUEUE_HOLDS: Final = CheckThreshold(
    "mq-queue-fills-pool",
    "held",
    0.50,
    _SHARE,
    "pages in use on the page sets of a pool that one queue holds, from",
)
SLOW_IO: Final = CheckThreshold(
    "mq-smds-buffers", "io", 0.020, ThresholdUnit.SECONDS, "an I/O to shared message data sets, from"
)
SMDS_USED: Final = CheckThreshold(
    "mq-smds-full", "used", 0.90, _SHARE, "blocks of a shared message data set in use, from"
)
SMDS_EACH: Final = CheckThreshold(
    "mq-smds-blocks", "each", 2.0, _COUNT, "I/Os of a message of a shared message data set, from"
)
STRUCTURE_USED: Final = CheckThreshold(
    "mq-structure-full",
    "used",
    0.90,
    _SHARE,
    "list entries of a structure in use, from",
    "IBM docs, DEFINE CFSTRUCT: OFFLD3TH(90)",
)
