"""Days out of a store."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError, Instead
from getpage.core.option import option
from getpage.core.urls import place

if TYPE_CHECKING:
    from getpage.evidence.drop import Dropped

_UNDATED = "undated"


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        message = f"{text[:60]!r} is not a day"
        raise GetpageError(message, Instead(text, "2026-05-21")) from None


def _days(texts: list[str]) -> tuple[str, ...]:
    every = [text.strip() for text in texts]
    return tuple(text if text == _UNDATED else _day(text).isoformat() for text in every)


@dataclass(frozen=True, kw_only=True)
class DropRequest:
    """The days to drop from a store."""

    store: str | Path = field(
        kw_only=False,
        metadata=option("A store made by getpage load.", positional=True, written=Path, read=place),
    )
    before: date | None = field(
        default=None,
        metadata=option("Drop all days before this one, 2026-05-21.", written=str, read=_day),
    )
    day: tuple[str, ...] = field(
        default=(),
        metadata=option(
            "Drop this day, 2026-05-21, or undated: what has no time; may be repeated.",
            written=list[str],
            read=_days,
        ),
    )

    def __post_init__(self) -> None:
        """GetpageError unless it says in one way what to drop."""
        if (self.before is None) == (not self.day):
            raise GetpageError("give --before, or --day: which days are dropped", "--before 2026-05-21")


def drop(request: DropRequest) -> Dropped:
    """Take days out of a store: their rows, and the files that have no others. All of it or, where that
    fails, nothing. Files that had rows of these days can be loaded again.
    """
    from getpage.evidence.drop import drop_before, drop_days
    from getpage.evidence.store import Store

    store = Store(request.store)
    if request.before is not None:
        return drop_before(store, request.before.isoformat())
    return drop_days(store, request.day)
