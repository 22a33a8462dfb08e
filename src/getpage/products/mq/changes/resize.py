"""BUFFERS to a size that a plan asks for: reduced at once, enlarged in steps of 10 %, or at once where only
all of it helps; then page-fixed if busy.

Reference: IBM REDP-5238, 4.2.1, "Changing a buffer pool".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.thresholds import PAGE_BYTES, STEP_PERCENT

from .backlog import WITHOUT_STORAGE, whole_backlog
from .command import Setting
from .draft import Draft
from .fix import fix
from .room import StorageLeft
from .shrink import PRINTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager
    from getpage.result import Change

#: Times its size from which more is a cliff: seven steps of 10 % are less. Ours.
CLIFF = 2

_FRAGMENTS = (
    "After a large reduction restart the queue manager when that suits, to undo the fragmentation of its "
    "storage (ABEND878)."
)


def resize(manager: QueueManager, pool: Pool, size: int, *, above: bool) -> tuple[Change, ...]:
    """The commands in their order; the first of them moves the pool `above` the bar."""
    if size < pool.buffers:
        return (_shrink(pool, size).change(manager, 1),)
    drafts = _grow(manager, pool, size, above=above)
    return tuple(draft.change(manager, step) for step, draft in enumerate(drafts, 1))


def steps(pool: Pool, new: int) -> Iterator[tuple[int, int]]:
    """From its size to a new one in steps of 10 %; at once where that is a cliff: a backlog that is read from
    end to end finds nothing in a pool that holds most of it, and steps would show nothing.
    """
    old = pool.buffers
    if _at_once(pool, new):
        yield old, new
        return
    while old < new:
        after = min(new, -(-old * (100 + STEP_PERCENT) // 100))
        yield old, after
        old = after


def _at_once(pool: Pool, new: int) -> bool:
    return new > CLIFF * pool.buffers or pool.is_whole(new)


def page_fix(manager: QueueManager, pool: Pool, size: int, step: int) -> Change:
    """The last command of a pool above the bar: its pages fixed, at the size that it has then."""
    draft = fix(pool, ())
    return replace(
        draft,
        after=Setting(buffers=size, location="ABOVE", page_class=pool.page_class),
        new=replace(draft.new, buffers=size),
        caution=f"{wording.size(size * PAGE_BYTES)} of real storage are then fixed.",
        fixes=size * PAGE_BYTES,
    ).change(manager, step)


def _shrink(pool: Pool, size: int) -> Draft:
    printed = "" if all(page_set.from_smf for page_set in pool.page_sets) else PRINTED
    return Draft(
        pool=pool,
        new=Setting(buffers=size),
        because=(),
        effect=f"Gives back {wording.size((pool.buffers - size) * PAGE_BYTES)} of pool {pool.number}.",
        caution=f"{printed}{_FRAGMENTS}",
    )


def _grow(manager: QueueManager, pool: Pool, size: int, *, above: bool) -> Iterator[Draft]:
    room = StorageLeft.of(manager)
    location = "ABOVE" if above else pool.location
    for old, new in steps(pool, size):
        first = old == pool.buffers
        moves = above and first
        yield Draft(
            pool=pool,
            after=None if first else Setting(buffers=old, location=location, page_class=pool.page_class),
            new=Setting(buffers=new, location="ABOVE" if moves else None),
            because=(),
            effect=_effect(pool, old, new, size, moved=moves),
            caution=_caution(pool, size, room.caution(above=pool.above or above)) if first else "",
        )


def _caution(pool: Pool, size: int, of_room: str) -> str:
    return f"{WITHOUT_STORAGE} {of_room}".strip() if pool.is_whole(size) else of_room


def _effect(pool: Pool, old: int, new: int, size: int, *, moved: bool) -> str:
    text = f"Takes pool {pool.number} from {old:,} to {new:,} buffers"
    if moved:
        text += ", above the bar, as no room below it is known"
    if pool.is_whole(size):
        text += f", at once: {whole_backlog(pool)}"
    elif _at_once(pool, size):
        text += ", at once: smaller steps show nothing before all that is read again fits"
    return f"{text}, on the way to {size:,}." if new < size else f"{text}."
