"""Names of buffers of one size in a VSAM LSR pool: `LSR1-DATA4K`, with the region before them or without."""

from __future__ import annotations

import re
from typing import Final

from getpage.core.units import KIB

_NAME: Final = re.compile(r"(?:[A-Z0-9$#@]{1,8}\.)?LSR[1-9][0-9]{0,2}-(?:DATA|INDEX)(?:(512)|([0-9]{1,2})K)")


def page_bytes_by_name(pool: str) -> int | None:
    """Bytes of a buffer; None for a name that is none of an LSR pool."""
    found = _NAME.fullmatch(pool)
    if found is None:
        return None
    return int(found[1]) if found[1] else int(found[2]) * KIB
