"""CSQP014E: a page set could not be expanded. Each occurrence is a row, to be counted.

`CSQP014E !MQ21 CSQP1RSW EXPANSION FAILED FOR PAGE SET 4. FUTURE REQUESTS TO EXTEND IT WILL BE REJECTED`

How sure: the words by IBM's documentation of the message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures

if TYPE_CHECKING:
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQP014E"})

_WORDS = re.compile(
    r"Expansion failed for page set ([0-9]{1,2})(?:\.? Future requests to extend it will be rejected)?\.?",
    re.IGNORECASE,
)


class Reader:
    """Reads CSQP014E."""

    expected = "EXPANSION FAILED FOR PAGE SET n"

    def read(self, message: Message) -> Parsed | None:
        """Read the page set."""
        match = _WORDS.fullmatch(message.words)
        page_set = figures.identifier(match[1]) if match else None
        if match is None or page_set is None:
            return None
        columns = {
            "message": message.id,
            "module": message.module,
            "text": f"EXPANSION FAILED FOR PAGE SET {page_set}",
        }
        return [("mq_message", columns)], True
