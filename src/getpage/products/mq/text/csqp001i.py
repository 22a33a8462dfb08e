"""CSQP001I: the size of one buffer pool, in the reply to `DISPLAY USAGE` before V8.

`CSQP001I !MQ21 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable`

How sure: as printed in IBM REDP-5238, section 4.2.1; the short form without the stealable buffers from
IBM's message reference for V6."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures

if TYPE_CHECKING:
    from getpage.contract.printed import Row
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQP001I"})

_WORDS = re.compile(
    r"Buffer pool ([0-9]{1,3}) has ([0-9,]{1,20}) buffers"
    r"(?:, ?([0-9,]{1,20}) ?\(([0-9]{1,3})%\) ?stealable)?\.?",
    re.IGNORECASE,
)


class Reader:
    """Reads CSQP001I."""

    expected = "Buffer pool n has n buffers, n (n%) stealable"

    def read(self, message: Message) -> Parsed | None:
        """Read the pool and its buffers."""
        match = _WORDS.fullmatch(message.words)
        if not match:
            return None
        pool, buffers = figures.identifier(match[1]), figures.count(match[2])
        if pool is None or buffers is None:
            return None
        columns: Row = {"buffer_pool": pool, "buffers": buffers}
        if match[3]:
            stealable = figures.count(match[3])
            if stealable is None or int(match[4]) > 100:
                return None
            columns["stealable"] = stealable
        return [("mq_buffer_pool", columns)], True
