"""Enlarge a pool that is short: to the size that holds its backlog at once, by a step of 10 % else; below the
bar while there is room, above it else.

Reference: IBM REDP-5238, 4.2.1, "Changing a buffer pool".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.room import fits_below
from getpage.products.mq.thresholds import (
    FEWEST_BUFFERS,
    LOOK_USED,
    MOST_BUFFERS_ABOVE,
    MOST_BUFFERS_BELOW,
    PAGE_BYTES,
    STEP_PERCENT,
)

from .backlog import WITHOUT_STORAGE, whole_backlog
from .command import Setting
from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool

    from .room import StorageLeft


def grow(pool: Pool, because: tuple[FindingId, ...], room: StorageLeft) -> Draft | None:
    """The next size; None where the page sets cannot use more, or where it cannot lie anywhere."""
    useful = MOST_BUFFERS_ABOVE if pool.largest_useful is None else pool.largest_useful
    wanted = target(pool, useful)
    whole = pool.is_whole(wanted)
    step = wanted if whole else -(-pool.buffers * (100 + STEP_PERCENT) // 100)
    step = min(step, useful, MOST_BUFFERS_ABOVE)
    if step <= pool.buffers:
        return None
    step = max(step, FEWEST_BUFFERS)
    moves = not pool.above and not fits_below(pool, step, room.below)
    if moves and not room.manager.can_be_above:
        return None
    above = pool.above or moves
    caution = room.caution(above=above)
    more = step if moves else step - pool.buffers
    if above and not room.fits_above(more * PAGE_BYTES):
        caution = room.raise_memlimit(more * PAGE_BYTES)
    if whole:
        caution = f"{WITHOUT_STORAGE} {caution}".strip()
    return Draft(
        pool=pool,
        new=Setting(buffers=step, location="ABOVE" if moves else None),
        because=because,
        effect=_effect(pool, step, wanted, room, moved=moves),
        caution=caution,
        final=max(step, wanted),
        at_least=not whole and pool.used_at_peak > LOOK_USED,
    )


def target(pool: Pool, useful: int) -> int:
    """Buffers that this window asks for: its peak at 85 %, and what holds the backlog of a pool that reads or
    runs full.

    From 85 % on MQ writes pages out to keep buffers free, so that the peak of a fuller pool is a lower bound.
    """
    wanted = [pool.buffers + 1]
    if pool.used_at_peak > LOOK_USED:
        wanted.append(pool.peak_needs)
    if pool.backlog is not None and (pool.total("reads") or pool.used_at_peak > LOOK_USED):
        wanted.append(pool.backlog.buffers)
    return min(max(wanted), useful)


def _effect(pool: Pool, step: int, wanted: int, room: StorageLeft, *, moved: bool) -> str:
    text = f"Takes pool {pool.number} from {pool.buffers:,} to {step:,} buffers"
    if moved:
        text += ", above the bar, as no room below it is known"
    if pool.is_whole(step):
        text += f", at once: {whole_backlog(pool)}"
    elif pool.used_at_peak > LOOK_USED:
        text += (
            f": with {wanted:,} the peak of this window is at 85 %, but above that MQ writes pages out "
            "early, so that how much more the load would use does not show"
        )
    text += _end_of_room(pool, step, wanted, room, moved=moved)
    if pool.delay:
        text += f". Work waited {wording.seconds(pool.delay)} for its page set I/O in this window"
    return f"{text}."


def _end_of_room(pool: Pool, step: int, wanted: int, room: StorageLeft, *, moved: bool) -> str:
    """What has to happen on the way, where there is room for this step but not for all that is wanted."""
    above = pool.above or moved
    left = room.above if above else room.below
    if left is None:
        return ""
    most = (0 if moved else pool.buffers) + left // PAGE_BYTES
    most = min(most, MOST_BUFFERS_ABOVE if above else MOST_BUFFERS_BELOW)
    if not step <= most < wanted:
        return ""
    if above:
        return f"; MEMLIMIT allows {most:,} as it is"
    beyond = ", beyond that it has to lie above (LOCATION(ABOVE))" if room.manager.can_be_above else ""
    return f"; below the bar there is room for {most:,}{beyond}"
