"""How the sentences of z/OS differ from those of other systems: rates of pages."""

from __future__ import annotations

from getpage.core.wording import interval, listed, percent, size

__all__ = ["interval", "listed", "percent", "rate", "size"]


def rate(value: float) -> str:
    """Pages a second, with at most one decimal."""
    return f"{value:,.1f}".removesuffix(".0") + "/s"
