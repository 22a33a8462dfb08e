"""The room that is left below and above the bar while changes are planned one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.memlimit import needed
from getpage.products.mq.room import room_above, room_below
from getpage.products.mq.thresholds import FIRST_RELEASE_ABOVE, FIRST_RELEASE_WITHOUT_OPMODE

if TYPE_CHECKING:
    from getpage.products.mq.queue_manager import QueueManager

    from .draft import Draft


@dataclass(slots=True)
class StorageLeft:
    """Bytes left; None where the evidence does not say, or, above the bar, where there is no limit."""

    manager: QueueManager
    below: int | None
    above: int | None
    pools_below: int  # bytes of the pools below the bar

    @classmethod
    def of(cls, manager: QueueManager) -> StorageLeft:
        """The room at the minimum of the window."""
        return cls(manager, room_below(manager), room_above(manager), manager.bytes_below)

    def fits_below(self, count: int) -> bool:
        """Whether so many bytes more go below the bar, as far as is known."""
        return self.below is None or count <= self.below

    def fits_above(self, count: int) -> bool:
        """Whether the release knows pools above the bar, and MEMLIMIT allows so many bytes more."""
        return self.manager.can_be_above and (self.above is None or count <= self.above)

    def take(self, draft: Draft) -> None:
        """Book a change."""
        pool, new = draft.pool, draft.new
        moved = new.location == "ABOVE" and not pool.above
        below = -pool.bytes if moved else 0 if pool.above else draft.bytes
        above = pool.bytes + draft.bytes if moved else draft.bytes if pool.above else 0
        self.pools_below += below
        self.below = None if self.below is None else self.below - below
        self.above = None if self.above is None else self.above - above

    def caution(self, *, above: bool) -> str:
        """What has to be looked at because the evidence does not tell."""
        manager = self.manager
        if above:
            said = []
            if self.above is None and not manager.storage.unlimited:
                said.append(
                    "MEMLIMIT is not in this evidence: see first that it suffices (SMF 115 subtype 7)."
                )
            if _needs_new_function(manager):
                said.append("MQ V8 has pools above the bar with OPMODE=(NEWFUNC,800) in CSQ6SYSP only.")
            return " ".join(said)
        if self.below is None:
            return (
                "Free storage below the bar is not in this evidence: see CSQY220I first, and keep all "
                "pools there under 75 to 80 % of the 31-bit storage."
            )
        return ""

    def raise_memlimit(self, count: int) -> str:
        """What MEMLIMIT has to be for so many bytes more above the bar."""
        manager = self.manager
        wanted = wording.size(needed(manager.pages_above, manager.messages) + count)
        return f"MEMLIMIT does not allow it yet: raise it to {wanted} or more first, and restart."


def _needs_new_function(manager: QueueManager) -> bool:
    """Whether nothing shows that its V8 has new function: no pool is above the bar yet."""
    release = manager.release
    is_v8 = release is not None and FIRST_RELEASE_ABOVE <= release < FIRST_RELEASE_WITHOUT_OPMODE
    return is_v8 and not any(pool.above for pool in manager.pools)
