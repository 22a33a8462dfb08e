"""The sample site: a payment house with two systems and five queue managers.

What is wrong with it, and what only looks wrong, is listed in `truth`; everything else is meant to be
healthy: every pool at most 120 % of its page sets, never short of buffers, and page-fixed where it lies above
the bar and writes.
"""

from .branches import BRANCHES
from .orders import ORDERS, OUTAGE
from .payments import PAYMENTS
from .returns import NOBODY_GETS, RECALL, RETURNS, SCANS
from .statements import STATEMENTS

QUEUE_MANAGERS = (PAYMENTS, BRANCHES, ORDERS, STATEMENTS, RETURNS)

__all__ = [
    "BRANCHES",
    "NOBODY_GETS",
    "ORDERS",
    "OUTAGE",
    "PAYMENTS",
    "QUEUE_MANAGERS",
    "RECALL",
    "RETURNS",
    "SCANS",
    "STATEMENTS",
]
