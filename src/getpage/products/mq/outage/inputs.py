"""What the outage model needs to know of a pool, its page sets and its traffic."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .rules import CHECKPOINTS_UNTIL_WRITTEN
from .times import PageSetTimes
from .units import ALL, NO_PAGES, Fraction, MessagesPerSecond, Pages, PagesPerSecond, Seconds

if TYPE_CHECKING:
    from .message import MessagePages


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageInputs:
    """One buffer pool, the page sets mapped to it, and the traffic of the queue whose consumer stops.

    Raises ValueError, naming the field, for values that cannot be (negative, not finite, more used than
    there is).
    """

    buffers: int  # QPSTNBUF
    pages_in_use: Pages  # buffers not available before the outage: QPSTNBUF - QPSTCBSL in normal operation
    message: MessagePages
    put_rate: MessagesPerSecond  # goes on through outage and drain
    get_rate: MessagesPerSecond  # what the consumer takes while the backlog lasts and no page must be read
    outage: Seconds
    page_set_pages: Pages  # total pages of the page sets: sum of QIS1TOPG
    page_set_used: Pages = NO_PAGES  # pages in use before the outage: QIS1TOPG - QIS1UNPG
    persistent: Fraction = ALL  # share of the pages that hold persistent messages
    commit_batch: int = 1  # messages per commit of the consumer
    checkpoint_interval: Seconds | None = None  # None: no checkpoint falls into the outage or the drain
    checkpoints_until_written: int = CHECKPOINTS_UNTIL_WRITTEN
    times: PageSetTimes = field(default_factory=PageSetTimes)
    deferred_rate: PagesPerSecond | None = None  # None: one stream of deferred writes, from `times`

    def __post_init__(self) -> None:
        """Refuse what cannot be, with the field's name."""
        for name in (
            "buffers",
            "pages_in_use",
            "put_rate",
            "get_rate",
            "outage",
            "page_set_pages",
            "page_set_used",
        ):
            _require_amount(name, getattr(self, name))
        _require_amount("message.value", self.message.value, above_zero=True)
        if self.deferred_rate is not None:
            _require_amount("deferred_rate", self.deferred_rate, above_zero=True)
        if self.checkpoint_interval is not None:
            _require_amount("checkpoint_interval", self.checkpoint_interval, above_zero=True)
        _require_amount("commit_batch", self.commit_batch, above_zero=True)
        _require_amount("checkpoints_until_written", self.checkpoints_until_written, above_zero=True)
        if not 0 <= self.persistent <= 1:
            raise ValueError("persistent is a share: give 0 to 1")
        if self.pages_in_use > self.buffers:
            raise ValueError(
                "pages_in_use is more than the pool's buffers: give buffers minus lowest available"
            )
        if self.page_set_used > self.page_set_pages:
            raise ValueError("page_set_used is more than page_set_pages: give total minus unused pages")

    @property
    def put_pages(self) -> PagesPerSecond:
        """Pages per second that the puts fill."""
        return PagesPerSecond(self.put_rate * self.message.value)

    @property
    def get_pages(self) -> PagesPerSecond:
        """Pages per second that the consumer empties when none has to be read."""
        return PagesPerSecond(self.get_rate * self.message.value)

    @property
    def page_set_room(self) -> Pages:
        """Pages that the backlog can take before puts fail with MQRC_STORAGE_MEDIUM_FULL (2192)."""
        return Pages(self.page_set_pages - self.page_set_used)

    @property
    def deferred_pages(self) -> PagesPerSecond:
        """Pages per second that the deferred write processor gets out."""
        return self.times.deferred_rate if self.deferred_rate is None else self.deferred_rate

    @property
    def checkpoint_age(self) -> Seconds | None:
        """Age at which a page is written at a checkpoint; None without checkpoints."""
        interval = self.checkpoint_interval
        return None if interval is None else Seconds(interval * self.checkpoints_until_written)

    def with_buffers(self, buffers: int) -> OutageInputs:
        """Give the same inputs for another pool size; pages in use stay, but never above the size."""
        in_use = Pages(min(self.pages_in_use, buffers))
        return dataclasses.replace(self, buffers=buffers, pages_in_use=in_use)


def _require_amount(name: str, value: float, *, above_zero: bool = False) -> None:
    if not math.isfinite(value) or value < 0 or (above_zero and value == 0):
        text = f"{name} is {value}: give a finite number {'above 0' if above_zero else 'of 0 or more'}"
        raise ValueError(text)
