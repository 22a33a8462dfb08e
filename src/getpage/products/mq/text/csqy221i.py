"""CSQY221I, CSQY222E, CSQY224I, CSQY225E: short of local storage. Each occurrence is a row, to be counted.

    CSQY224I CSQSCTL Queue Manager is short of local storage above the bar.
    CSQY225E CSQSCTL Queue Manager is critically short of local storage above the bar - take action

How sure: CSQY224I and CSQY225E as quoted in IBM support document 572073, CSQY221I (below the bar) in APAR
PI09739; CSQY222E, its critical form, from general knowledge of the messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQY221I", "CSQY222E", "CSQY224I", "CSQY225E"})

_ABOVE_BAR = frozenset({"CSQY224I", "CSQY225E"})
_SHORT = r"Queue manager is (?:critically )?short of local storage"
_ACTION = r"(?: ?- ?take action)?\.?"
_BELOW = re.compile(rf"{_SHORT}(?: below the bar)?{_ACTION}", re.IGNORECASE)
_ABOVE = re.compile(rf"{_SHORT} above the bar{_ACTION}", re.IGNORECASE)


class Reader:
    """Reads the four messages."""

    expected = "Queue manager is short of local storage"

    def read(self, message: Message) -> Parsed | None:
        """Accept the words that belong to the message's number."""
        above = message.id in _ABOVE_BAR
        if not (_ABOVE if above else _BELOW).fullmatch(message.words):
            return None
        location = "ABOVE" if above else "BELOW"
        columns = {
            "message": message.id,
            "location": location,
            "module": message.module,
            "text": message.words,
        }
        return [("mq_message", columns)], True
