"""The address spaces of a member, as the lines of its account name what they hold."""

from __future__ import annotations

from typing import Final

DBM1: Final = "DBM1 without pools"
EDM: Final = "DBM1 EDM pools"
LOG_BUFFERS: Final = "MSTR log buffers"
LOG_CONTROL: Final = "MSTR log control"

_OF: Final = {
    **dict.fromkeys((DBM1, EDM), "DBM1"),
    **dict.fromkeys(("MSTR", LOG_BUFFERS, LOG_CONTROL), "MSTR"),
    **{space: space for space in ("DIST", "IRLM")},
}


def measured_in(holder: str) -> tuple[str, ...]:
    """What the names of address spaces that hold this add to that of the member; where evidence has all of a
    member under its own name, it is that one.
    """
    return (_OF[holder], "") if holder in _OF else ("",)
