"""Messages of a queue manager in a log: how often each came, of which pool or page set, and the last one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from getpage.contract.measures import Count, Latest, Measure, Row, latest
from getpage.products.common.passes import Pass

from .counters import OWNER, TRACE

TIMES: Final = Count()
LAST: Final = Latest()

MESSAGES: Final = Pass(
    table="mq_message",
    by=(*OWNER, "message", "location", "buffer_pool", "page_set"),
    columns=("text",),
    asks=(TIMES, LAST),
    keep=TRACE,
)


@dataclass(frozen=True)
class MessageCount:
    """Messages of one identifier: the place, pool or page set that they name, how many, and the last row."""

    message: str
    location: str | None
    pool: int | None
    page_set: int | None
    times: int
    last: Row


def counted(measures: Sequence[Measure], messages: Collection[str]) -> list[MessageCount]:
    """How often a queue manager issued these messages, in order of identifier, place and pool."""
    chosen = ((measure, *measure.key[2:]) for measure in measures if measure.key[2] in messages)
    return [
        MessageCount(message, location, pool, page_set, measure[TIMES], measure[LAST] or {})
        for measure, message, location, pool, page_set in chosen
    ]


def last(messages: Sequence[MessageCount]) -> Row:
    """The last of all."""
    return latest(message.last for message in messages) or {}
