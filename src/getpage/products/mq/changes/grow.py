"""Enlarge a pool that is short by one step of 10 %, below the bar while there is room, above it else.

Reference: IBM REDP-5238, 4.2.1, "Changing a buffer pool".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.thresholds import (
    FEWEST_BUFFERS,
    LOOK_USED,
    MOST_BUFFERS_ABOVE,
    MOST_BUFFERS_BELOW,
    PAGE_BYTES,
    STEP_PERCENT,
    USABLE,
)

from .command import Setting
from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool

    from .room import Room


def grow(pool: Pool, because: tuple[FindingId, ...], room: Room) -> Draft | None:
    """The next step; None where the page sets cannot use more, or where there is no room."""
    useful = MOST_BUFFERS_ABOVE if pool.largest_useful is None else pool.largest_useful
    step = min(-(-pool.buffers * (100 + STEP_PERCENT) // 100), useful, MOST_BUFFERS_ABOVE)
    if step <= pool.buffers:
        return None
    step = max(step, FEWEST_BUFFERS)
    more, whole = (step - pool.buffers) * PAGE_BYTES, step * PAGE_BYTES
    location, caution = None, room.caution(above=pool.above)
    if pool.above and not room.fits_above(more):
        caution = room.raise_memlimit(more)
    elif not pool.above and not (room.fits_below(more) and step <= MOST_BUFFERS_BELOW):
        if not room.fits_above(whole):
            return None
        location, caution = "ABOVE", room.caution(above=True)
    wanted = target(pool, useful)
    return Draft(
        pool=pool,
        new=Setting(buffers=step, location=location),
        because=because,
        effect=_effect(pool, step, wanted, room, moved=location is not None),
        caution=caution,
        final=max(step, wanted),
        at_least=pool.used_at_peak > LOOK_USED,
    )


def target(pool: Pool, useful: int) -> int:
    """Buffers that this window asks for: its peak at 85 %, or, for a pool that reads, the pages in use.

    From 85 % on MQ writes pages out to keep buffers free, so that the peak of a fuller pool is a lower bound.
    """
    wanted = [pool.buffers + 1]
    if pool.used_at_peak > LOOK_USED:
        wanted.append(pool.peak_needs)
    elif pool.page_sets and pool.total("reads"):
        wanted.append(math.ceil(pool.page_set_used_pages / USABLE))
    return min(max(wanted), useful)


def _effect(pool: Pool, step: int, wanted: int, room: Room, *, moved: bool) -> str:
    ratio = math.log(wanted / pool.buffers) / math.log(1 + STEP_PERCENT / 100)
    steps = wording.plural(max(1, math.ceil(ratio - 1e-9)), "step")
    text = f"Takes pool {pool.number} from {pool.buffers:,} to {step:,} buffers"
    if moved:
        text += ", above the bar, as there is no room below it"
    if pool.used_at_peak > LOOK_USED:
        text += f"; expect at least {steps} of {STEP_PERCENT} %: with {wanted:,} buffers the peak of this "
        text += (
            "window is at 85 %, but above that MQ writes pages out early, and what the load would use does "
        )
        text += "not show"
    elif wanted > step:
        text += (
            f"; expect up to {steps} of {STEP_PERCENT} %: {wanted:,} buffers would hold every page in use "
        )
        text += "now; stop when the reads do"
    text += _end_of_room(pool, step, wanted, room, moved=moved)
    if pool.delay:
        text += f". Work waited {wording.seconds(pool.delay)} for its page set I/O in this window"
    return f"{text}."


def _end_of_room(pool: Pool, step: int, wanted: int, room: Room, *, moved: bool) -> str:
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
