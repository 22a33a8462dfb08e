"""MEMLIMIT that a queue manager needs: 2 GB, its pages above the bar, and a control block a message.

Reference: SHARE, "MQ V8 for z/OS Bufferpools", "Calculating Memory requirements".
"""

from __future__ import annotations

from .thresholds import MEMLIMIT_BASE, MESSAGE_CONTROL_BLOCK, PAGE_BYTES


def needed(pages_above: int, messages: int | None) -> int:
    """Bytes of MEMLIMIT; messages that nothing counts are taken as none, which makes it a lower bound."""
    return MEMLIMIT_BASE + pages_above * PAGE_BYTES + (messages or 0) * MESSAGE_CONTROL_BLOCK
