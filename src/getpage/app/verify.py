"""Verification of a store against its digests."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.core.option import option
from getpage.core.urls import place

if TYPE_CHECKING:
    from getpage.evidence.verify import Verified


@dataclass(frozen=True, kw_only=True)
class VerifyRequest:
    """The store that is read."""

    store: str | Path = field(
        kw_only=False,
        metadata=option("A store made by getpage load.", positional=True, written=Path, read=place),
    )


def verify(request: VerifyRequest) -> Verified:
    """Read all of a store and compare it with the digests of what was written: what is damaged or gone, which
    days to drop, and which evidence to load again.
    """
    from getpage.evidence.store import Store
    from getpage.evidence.verify import verify as read_all

    return read_all(Store(request.store))
