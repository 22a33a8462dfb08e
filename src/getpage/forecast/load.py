"""How work arrives, as a user says it."""

from __future__ import annotations

from enum import StrEnum


class LoadKind(StrEnum):
    """Found out from the intervals, at a rate that stays, or from users who wait."""

    AUTO = "auto"
    OPEN = "open"
    CLOSED = "closed"
