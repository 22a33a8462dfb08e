"""Inputs of the outage model: pages per message, times of page set I/O, and the pool with its traffic.

Also the limits that a backlog meets, and the assumptions that a report lists.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field

from .rules import (
    ALL,
    CHECKPOINTS_UNTIL_WRITTEN,
    DEFAULT_IO,
    DEFERRED_WRITE_AVAILABLE,
    LARGEST_USEFUL_POOL,
    MICROSECONDS_PER_SECOND,
    NO_PAGES,
    SYNCHRONOUS_WRITE_AVAILABLE,
    Bytes,
    Fraction,
    Messages,
    MessagesPerSecond,
    Microseconds,
    Pages,
    PagesPerMessage,
    PagesPerSecond,
    Seconds,
)

PAGE_PAYLOAD = Bytes(4057)  # V6 System Setup Guide, "Page sets 01 to 99"
MESSAGE_HEADER = Bytes(364)  # MQMD version 2 (cmqc header); control information beyond it is not documented


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePages:
    """Pages per message: `low` if short messages share pages, `high` if each starts a new page; `is_page`
    where pages are counted in place of messages.
    """

    low: PagesPerMessage
    value: PagesPerMessage
    high: PagesPerMessage
    source: str
    is_page: bool = False


def pages_from_size(size: Bytes, header: Bytes = MESSAGE_HEADER) -> MessagePages:
    """Estimate pages per message from the bytes of its data; whole pages, which errs to the safe side.

    Raises ValueError for a negative size or header.
    """
    if size < 0 or header < 0:
        raise ValueError("a message's size and header cannot be negative: give bytes")
    share = (size + header) / PAGE_PAYLOAD
    whole = PagesPerMessage(float(max(1, math.ceil(share))))
    source = (
        f"estimated from {size:,} bytes of data and {header:,} of header; {PAGE_PAYLOAD:,} are usable in a "
        "page by the V6 System Setup Guide; each message starts a new page"
    )
    return MessagePages(low=PagesPerMessage(share or 1.0), value=whole, high=whole, source=source)


def pages_from_counts(pages: Pages, messages: Messages, source: str) -> MessagePages:
    """Pages per message from two counts of the evidence; `source` names the fields, for the report.

    Raises ValueError when either count is not positive: the evidence then cannot carry the ratio.
    """
    if not (pages > 0 and messages > 0):
        text = f"{pages:g} pages and {messages:g} messages give no pages per message: use pages_from_size"
        raise ValueError(text)
    ratio = PagesPerMessage(pages / messages)
    return MessagePages(low=ratio, value=ratio, high=ratio, source=source)


#: The fields that each time is the quotient of: elapsed time and pages, over the page sets of the pool.
_FIELDS = {
    "read": "QIS1GETT / QIS1GETP",
    "immediate_write": "QIS1IMWT / QIS1IMWP",
    "deferred_write": "QIS1DWPT / QIS1DWPP",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSetTimes:
    """Microseconds per page of the three kinds of page set I/O, and which of them were measured.

    Raises ValueError for a time that is negative or not finite, or a deferred write of no time at all.
    """

    read: Microseconds = DEFAULT_IO
    immediate_write: Microseconds = DEFAULT_IO
    deferred_write: Microseconds = DEFAULT_IO
    measured: frozenset[str] = frozenset()  # names of the fields above that come from evidence
    given: frozenset[str] = frozenset()  # names of those that the analyst gives

    def __post_init__(self) -> None:
        """Refuse what is no time."""
        for name in ("read", "immediate_write", "deferred_write"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                text = f"{name} is {value}: give microseconds per page, not negative"
                raise ValueError(text)
        if not self.deferred_write > 0:
            raise ValueError("deferred_write is 0: give the microseconds of one page, or leave the default")

    @property
    def deferred_rate(self) -> PagesPerSecond:
        """Pages per second that one stream of deferred writes gets out."""
        return PagesPerSecond(MICROSECONDS_PER_SECOND / self.deferred_write)

    def source(self, name: str) -> str:
        """Say where one of the three times comes from."""
        if name in self.given:
            return "as given"
        if name not in self.measured:
            return "default (REDP-5238, 4.2.1)"
        return f"measured ({_FIELDS[name]}, SMF 115 subtype 201)"


def measured_times(
    *,
    read: tuple[Pages, Microseconds],
    immediate_write: tuple[Pages, Microseconds],
    deferred_write: tuple[Pages, Microseconds],
) -> PageSetTimes:
    """Times per page from (pages, total elapsed microseconds) of an interval or several added up.

    A kind without pages or without time in the window keeps its default and is not named in `measured`.
    """
    measured = {
        name: Microseconds(elapsed / pages)
        for name, (pages, elapsed) in (
            ("read", read),
            ("immediate_write", immediate_write),
            ("deferred_write", deferred_write),
        )
        if pages > 0 and elapsed > 0
    }
    return PageSetTimes(
        read=measured.get("read", DEFAULT_IO),
        immediate_write=measured.get("immediate_write", DEFAULT_IO),
        deferred_write=measured.get("deferred_write", DEFAULT_IO),
        measured=frozenset(measured),
    )


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


@dataclass(frozen=True, slots=True)
class Limits:
    """Pages of the backlog, counted beyond the pages in use before the outage."""

    deferred: Pages  # unwritten pages from which deferred writes run (15 % available)
    synchronous: Pages  # unwritten pages from which puts write themselves (5 % available)
    capacity: Pages  # pages the pool can hold at all; beyond it the oldest written page leaves
    page_set: Pages  # pages the page sets can take
    checkpoint_share: Fraction  # share of old pages that checkpoints write
    tolerance: Pages  # differences below this are rounding

    @classmethod
    def of(cls, inputs: OutageInputs) -> Limits:
        """Derive the limits from the inputs."""
        size, in_use = float(inputs.buffers), inputs.pages_in_use
        deferred = max(0.0, size * (1 - DEFERRED_WRITE_AVAILABLE) - in_use)
        synchronous = max(0.0, size * (1 - SYNCHRONOUS_WRITE_AVAILABLE) - in_use)
        roomy = size >= LARGEST_USEFUL_POOL * inputs.page_set_pages and inputs.page_set_room <= deferred
        return cls(
            tolerance=Pages(1e-9 * (1 + size + inputs.page_set_pages)),
            deferred=Pages(deferred),
            synchronous=Pages(synchronous),
            capacity=Pages(max(0.0, size - in_use)),
            page_set=inputs.page_set_room,
            checkpoint_share=inputs.persistent if roomy else Fraction(1.0),
        )


def assumptions(inputs: OutageInputs) -> tuple[str, ...]:
    """List what the outcome rests on, for the report; same inputs, same sentences."""
    return (
        f"A message takes {_pages(inputs.message.value)} of 4 KB ({inputs.message.source}).",
        f"Puts go on at {_figure(inputs.put_rate)} messages per second through the outage and the drain; a "
        "put that must write a page itself waits, but the rate does not fall: every pool size sees the same "
        "messages.",
        f"The consumer takes {_figure(inputs.get_rate)} messages per second when no page is read; that rate "
        "includes its commits and log writes.",
        "Messages are got in the order in which they were put; pages are written, and leave the pool, "
        "oldest first.",
        f"{inputs.pages_in_use:,.0f} of {inputs.buffers:,} buffers were in use before and stay in use.",
        "Deferred writes run while fewer than 15 % of the buffers are available and stop at 15 %. The "
        "manuals give no stopping point; if they go on to 25 % available, up to a tenth of the pool more is "
        "written, and no more is read.",
        f"Deferred writes get {inputs.deferred_pages:,.0f} pages per second out: {_deferred(inputs)}.",
        "Below 5 % available, puts write as many pages as they need, one wait each.",
        "A written page stays in the pool and costs no read until no buffer is empty and a new page takes "
        "its place.",
        f"A read takes {inputs.times.read:.4g} µs per page, {inputs.times.source('read')}; a synchronous "
        f"write {inputs.times.immediate_write:.4g} µs, {inputs.times.source('immediate_write')}. The "
        "consumer reads one page at a time, none ahead, and writes do not slow its reads.",
        _checkpoints(inputs),
        "A page emptied by the consumer needs no write of its own. Log I/O and page set expansion are "
        "not modeled.",
    )


def _figure(value: float) -> str:
    """A rate with at most four digits of meaning."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _pages(value: float) -> str:
    text = _figure(value)
    return f"{text} page" if text == "1" else f"{text} pages"


def _deferred(inputs: OutageInputs) -> str:
    if inputs.deferred_rate is not None:
        return "as given"
    times = inputs.times
    return f"one stream at {times.deferred_write:.4g} µs per page, {times.source('deferred_write')}"


def _checkpoints(inputs: OutageInputs) -> str:
    age = inputs.checkpoint_age
    if age is None:
        return "No checkpoint falls into the outage or the drain."
    share = Limits.of(inputs).checkpoint_share
    which = f"the persistent {share * 100:.0f} % of the pages (pool over 120 % of its page sets)"
    return (
        f"Checkpoints write {'all pages' if share >= 1 else which} that are {age:,.0f} s old "
        f"({inputs.checkpoints_until_written} intervals), evenly, not in bursts; they stay in the pool."
    )
