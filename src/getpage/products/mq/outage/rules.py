"""The buffer manager's documented thresholds, each with its source; none is fitted to a result."""

from __future__ import annotations

from .units import Fraction, Microseconds

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
