"""The rooms of a plan: real storage by system, and every limit that a knob counts against.

A room that is overdrawn already, a dump reserve that is not kept or a limit that more was promised of than
there is, lets nobody grow into it: what others give back makes it up first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.knob import REAL_STORAGE
from getpage.contract.limits import fixed_frames
from getpage.core.names import Image, LimitId

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.knob import Knob, Limit
    from getpage.result.plan import Budget

    Ints = NDArray[np.int64]

#: What a plan takes storage from: real storage of an image, or a limit.
RoomId = Image | LimitId
#: Share of what is added that may be fixed (IEAOPTxx MCCFXTPR).
_FIXED_SHARE = 80


def with_added(limits: Sequence[Limit], budgets: Mapping[Image, Budget]) -> tuple[Limit, ...]:
    """The limits once storage was added: of what is added as large a share may be fixed as of the rest."""
    more = {fixed_frames(image): one.added * _FIXED_SHARE // 100 for image, one in budgets.items()}
    return tuple(replace(one, room=one.room + more.get(one.id, 0)) for one in limits)


def taken_from(knob: Knob, sizes: Ints, growth: Ints) -> dict[RoomId, Ints]:
    """What sizes take of each room. `growth` is what they are larger than the present one, in bytes; it is
    handed back as it is for a room of which just that is taken.
    """
    limits = _by_limit(knob.takes, sizes) if knob.takes else dict.fromkeys(knob.limits, growth)
    taken: dict[RoomId, Ints] = dict(limits.items())
    if knob.storage == REAL_STORAGE:
        taken[knob.image] = growth if knob.backed else np.maximum(growth, 0)
    return taken


def _by_limit(takes: Callable[[int], Mapping[LimitId, int]], sizes: Ints) -> dict[LimitId, Ints]:
    every = [takes(size) for size in sizes.tolist()]
    limits = dict.fromkeys(limit for taken in every for limit in taken)
    return {limit: np.array([taken.get(limit, 0) for taken in every], dtype=np.int64) for limit in limits}
