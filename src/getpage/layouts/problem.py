"""What is wrong with a listing: where, what was expected, what stands there."""

from __future__ import annotations

from getpage.core.errors import GetpageError

#: Characters of a line that a message shows.
_SHOWN = 60


def problem(listing: str, line: int, expected: str, found: str) -> GetpageError:
    """An error that points to a line of the listing."""
    shown = "".join(c if c.isprintable() else "?" for c in found.strip())
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return GetpageError(f"{listing}, line {line}: expected {expected}; found: {shown or 'nothing'}")
