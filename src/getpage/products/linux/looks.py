"""What each rule of Linux guests looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .guest import Guest

LOOKS: Final[tuple[Looks[Guest], ...]] = (
    Looks("Linux guest with its swapping", lambda guest: int(guest.lines.height > 0), (checks.swapping,)),
    Looks(
        "Linux guest with what it has available",
        lambda guest: int(guest.available is not None),
        (checks.memory_idle,),
    ),
    Looks(
        "Linux guest with its memory",
        lambda guest: int(guest.memory.height > 0),
        (checks.huge_pages, checks.commitment),
    ),
)
