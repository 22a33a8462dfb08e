"""What the rules of Linux guests look at, each with whether a guest has enough evidence of it."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .guest import Guest

SWAPPING: Final[Scope[Guest]] = Scope(
    "Linux guest with its swapping",
    plural="Linux guests with their swapping",
    count=lambda guest: int(guest.lines.height > 0),
)
AVAILABLE: Final[Scope[Guest]] = Scope(
    "Linux guest with what it has available",
    plural="Linux guests with what they have available",
    count=lambda guest: int(guest.available is not None),
)
MEMORY: Final[Scope[Guest]] = Scope(
    "Linux guest with its memory",
    plural="Linux guests with their memory",
    count=lambda guest: int(guest.memory.height > 0),
)
