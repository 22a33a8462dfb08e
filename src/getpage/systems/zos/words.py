"""How the sentences of z/OS differ from those of other systems: rates, and sizes from a MiB up."""

from __future__ import annotations

from getpage.systems.words import GIB, MIB, interval, listed, percent

__all__ = ["interval", "listed", "percent", "rate", "size"]


def size(count: float) -> str:
    """Bytes as MiB or GiB, with at most one decimal."""
    if abs(count) >= GIB:
        return f"{_short(count / GIB)} GiB"
    return f"{_short(count / MIB)} MiB"


def rate(value: float) -> str:
    """Pages a second, with at most one decimal."""
    return f"{_short(value)}/s"


def _short(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")
