"""CSQI005I: a page set is not accessible.

`CSQI005I !MQ21 CSQIxxxx PAGE SET 5 OFFLINE.  RECOVERY RBA = 00000000001C2F6A`

How sure: text and meaning from IBM's message reference (V6 to 9.4). Gives a page set with a status and no
figures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures

if TYPE_CHECKING:
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQI005I"})

_WORDS = re.compile(r"PAGE SET ([0-9]{1,3}) OFFLINE\.? ?RECOVERY RBA ?= ?[0-9A-F]{1,16}\.?", re.IGNORECASE)


class Reader:
    """Reads CSQI005I."""

    expected = "PAGE SET nn OFFLINE. RECOVERY RBA = rba"

    def read(self, message: Message) -> Parsed | None:
        """Read the page set."""
        match = _WORDS.fullmatch(message.words)
        page_set = figures.identifier(match[1]) if match else None
        if page_set is None:
            return None
        return [("mq_page_set", {"page_set": page_set, "status": "OFFLINE"})], True
