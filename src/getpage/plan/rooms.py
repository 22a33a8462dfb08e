"""The rooms of a plan: real storage by system, and every limit that a knob counts against.

A room that is overdrawn already, a dump reserve that is not kept or a limit that more was promised of than
there is, lets nobody grow into it: what others give back makes it up first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.knob import REAL_STORAGE
from getpage.contract.limits import UNKNOWN
from getpage.plan.budget import only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.knob import Knob, Limit
    from getpage.result.plan import Budget

    Ints = NDArray[np.int64]

REAL = "real storage of "
#: Share of what is added that may be fixed (IEAOPTxx MCCFXTPR).
_FIXED_SHARE = 80


def on_system(knob: Knob, systems: Iterable[str]) -> Knob:
    """The knob with its z/OS system where only one is known, and its limits named so."""
    name = knob.zos or only(systems)
    if knob.zos or name == UNKNOWN:
        return knob
    unknown, known = f"zos.{UNKNOWN}.", f"zos.{name}."
    takes = knob.takes

    def renamed(size: int) -> Mapping[str, int]:
        return {
            limit.replace(unknown, known): count for limit, count in (takes(size) if takes else {}).items()
        }

    return replace(
        knob,
        zos=name,
        limits=tuple(limit.replace(unknown, known) for limit in knob.limits),
        takes=renamed if takes else None,
    )


def with_added(limits: Sequence[Limit], budgets: Mapping[str, Budget]) -> tuple[Limit, ...]:
    """The limits once storage was added: of what is added as large a share may be fixed as of the rest."""
    more = {f"zos.{name}.fixed": one.added * _FIXED_SHARE // 100 for name, one in budgets.items()}
    return tuple(replace(one, room=one.room + more.get(one.id, 0)) for one in limits)


def takes_of(knob: Knob) -> Callable[[int], Mapping[str, int]]:
    """What a size takes of each limit beyond the present one."""
    if knob.takes is not None:
        return knob.takes

    def growth(size: int) -> Mapping[str, int]:
        return dict.fromkeys(knob.limits, (size - knob.size) * knob.unit_bytes)

    return growth


def taken_from(knob: Knob, sizes: Ints, growth: Ints) -> dict[str, Ints]:
    """What sizes take of each room. `growth` is what they are larger than the present one, in bytes; it is
    handed back as it is for a room of which just that is taken.
    """
    taken = _by_limit(knob.takes, sizes) if knob.takes else dict.fromkeys(knob.limits, growth)
    if knob.storage == REAL_STORAGE:
        taken[f"{REAL}{knob.zos or UNKNOWN}"] = growth if knob.backed else np.maximum(growth, 0)
    return taken


def _by_limit(takes: Callable[[int], Mapping[str, int]], sizes: Ints) -> dict[str, Ints]:
    made: dict[str, Ints] = {}
    for index, size in enumerate(sizes.tolist()):
        for limit, count in takes(size).items():
            made.setdefault(limit, np.zeros(len(sizes), dtype=np.int64))[index] = count
    return made
