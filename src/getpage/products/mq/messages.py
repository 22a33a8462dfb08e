"""What a queue manager said in a log: how often it said what, of which pool, and when last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.contract.measures import Count, Latest, latest
from getpage.products.common.passes import Pass

from .rows import OWNER, TRACE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from getpage.contract.measures import Measure, Row

TIMES: Final = Count()
LAST: Final = Latest()

MESSAGES: Final = Pass(
    table="mq_message",
    by=(*OWNER, "message", "location", "buffer_pool"),
    columns=("text",),
    asks=(TIMES, LAST),
    keep=TRACE,
)


@dataclass(frozen=True)
class MessageCount:
    """Messages of one kind: identifier, place (of storage), how often, and the last of them."""

    message: str
    location: str | None
    pool: int | None
    times: int
    last: Row


def said(measures: Sequence[Measure], messages: Collection[str]) -> list[MessageCount]:
    """Which of these messages a queue manager wrote, in order of identifier, place and pool."""
    found = ((one, *one.key[2:]) for one in measures if one.key[2] in messages)
    return [
        MessageCount(message, location, pool, one[TIMES], one[LAST] or {})
        for one, message, location, pool in found
    ]


def last(found: Sequence[MessageCount]) -> Row:
    """The last of all."""
    return latest(one.last for one in found) or {}
