"""A change before it has its place in the order: one pool, from one setting to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.thresholds import DEFERRED_WRITE_AVAILABLE, PAGE_BYTES
from getpage.result import Change, Way

from .command import Setting, alter, define

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

_LAST = (
    "Put the statement that makes it last into CSQINP1 as well: an older DEFINE there undoes the change at "
    "the next restart."
)
AFTER = "several SMF intervals that hold the same load as this window, its peak included"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be done to one pool, and why. `fixes` is the bytes that it page-fixes; `after` is what
    changes before this one leave, None: as is. `final` are the buffers that the rule asks for in the end, of
    which this change is the first step; `at_least` says that they bound what is needed from below only.
    `frees_below` is the bytes below the bar that it is made for.
    """

    pool: Pool
    new: Setting
    because: tuple[FindingId, ...]
    effect: str
    caution: str = ""
    fixes: int = 0
    after: Setting | None = None
    final: int | None = None
    at_least: bool = False
    frees_below: int = 0
    passing: int = 0

    @property
    def bytes(self) -> int:
        """Storage that it takes; negative gives back."""
        return (self.new.buffers - self._old.buffers) * PAGE_BYTES

    @property
    def _old(self) -> Setting:
        pool = self.pool
        return self.after or Setting(buffers=pool.buffers, location=pool.location, page_class=pool.page_class)

    def change(self, manager: QueueManager, step: int) -> Change:
        """The change in its place."""
        pool, new, now = self.pool, self.new, self._old
        old = Setting(
            buffers=now.buffers,
            location=None
            if new.location in (None, now.location) and not new.page_class
            else _or(now.location),
            page_class=(now.page_class or "4KB") if new.page_class else None,
        )
        keep = Setting(
            buffers=new.buffers,
            location=new.location or (now.location if manager.can_be_above else None),
            page_class=new.page_class or (now.page_class if manager.can_be_above else None),
        )
        lasting = define(pool.number, keep, replace=manager.can_be_above)
        as_now = Setting(
            buffers=now.buffers,
            location=_or(now.location) if manager.can_be_above else None,
            page_class=(now.page_class or "4KB") if manager.can_be_above else None,
        )
        return Change(
            subsystem=manager.id,
            setting=f"buffer pool {pool.number}",
            knob=pool.knob,
            step=step,
            command=alter(pool.number, new),
            undo=alter(pool.number, old),
            verify=self._verify(),
            verify_after=AFTER,
            storage_bytes=self.bytes,
            fixes_bytes=self.fixes,
            passing_bytes=self.passing,
            because=self.because,
            effect=self.effect,
            way=self._way(),
            lasting=lasting,
            lasting_undo=define(pool.number, as_now, replace=manager.can_be_above),
            caution=f"{self.caution} {_LAST}".strip(),
        )

    def _way(self) -> Way | None:
        if self.final is None:
            return None
        return Way(
            unit="buffers",
            size_before=self._old.buffers,
            size_next=self.new.buffers,
            size_final=self.final,
            final_bytes=(self.final - self._old.buffers) * PAGE_BYTES,
            at_least=self.at_least,
        )

    def _verify(self) -> str:
        least = round(DEFERRED_WRITE_AVAILABLE * self.new.buffers)
        text = f"CSQP023I on the console says that it is done; QPSTNBUF is {self.new.buffers:,}"
        if self.new.location:
            text += f", QPSTLOC says {self.new.location}"
        if self.new.page_class:
            text += f", QPSTF4KB says {self.new.page_class}"
        text += f" and QPSTCBSL stays above {least:,} (15 %) in SMF 115 subtype 215"
        if self.frees_below:
            freed = wording.size(self.frees_below)
            text += (
                f"; QSRSAVAL at its minimum (subtype 7, or CSQY220I) is {freed} higher than before, and "
                "pools are not contracted any more"
            )
        if self.new.page_class:
            return f"{text}; the queue manager takes less CPU for each message."
        if self.bytes <= 0:
            return f"{text}; QPSTRIO is no higher than before."
        return f"{text}; QPSTDMC and QPSTSOS are 0 and QPSTRIO is lower than before."


def _or(location: str | None) -> str:
    return location or "BELOW"
