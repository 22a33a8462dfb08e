"""CSQP020E: a buffer pool is too small. Each occurrence is a row, to be counted.

`CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small`

How sure: as printed in IBM REDP-5238, section 4.2.1, which says that it is issued when the pool is 95 %
full or fuller; IBM's documentation names it as the sign of a pool that is too small."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures

if TYPE_CHECKING:
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQP020E"})

_WORDS = re.compile(r"Buffer pool ([0-9]{1,3}) is too small\.?", re.IGNORECASE)


class Reader:
    """Reads CSQP020E."""

    expected = "Buffer pool n is too small"

    def read(self, message: Message) -> Parsed | None:
        """Read the pool."""
        match = _WORDS.fullmatch(message.words)
        pool = figures.identifier(match[1]) if match else None
        if pool is None:
            return None
        columns = {
            "message": message.id,
            "buffer_pool": pool,
            "module": message.module,
            "text": message.words,
        }
        return [("mq_message", columns)], True
