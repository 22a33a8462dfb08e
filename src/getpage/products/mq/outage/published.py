"""Ranges that were measured and published, to stand beside the model's figures: quoted, never computed or
fitted.

The model has no processor cost, and its data rate knows only page set I/O. So what a larger, page-fixed
pool saves in CPU, and what it gains where nothing backs up, can only be quoted.
"""

from __future__ import annotations

from dataclasses import dataclass

from .units import Fraction


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
