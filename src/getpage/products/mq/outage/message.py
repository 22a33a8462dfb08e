"""How many 4 KB pages one message takes on a page set.

Best taken from evidence: data pages in use over the depth of the queues (SMF 115 subtype 201: QIS1PPG +
QIS1NPPG, or DISPLAY USAGE), or new pages over messages put (QPSTGETN over QISTMPUT, where one queue's
traffic dominates the pool). From a message size it is an estimate with two bounds, because the reachable
manuals say how large a page's payload is but not when short messages share a page.

Reference: WebSphere MQ for z/OS V6 System Setup Guide, "Page sets 01 to 99": a page has 4057 bytes for
messages; a message is its data plus a header of a message descriptor (352 bytes; 364 for MQMD version 2)
and control information whose size is not given there. The MQXQH of a message on a transmission queue is
part of the data: add 428 bytes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .units import Bytes, Messages, Pages, PagesPerMessage

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
        f"estimated from {size:,} bytes of data and {header:,} of header, {PAGE_PAYLOAD} usable in a page "
        "(V6 System Setup Guide); each message is taken to start a new page"
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
