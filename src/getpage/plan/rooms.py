"""The rooms of a plan: real storage by system, and every limit that a consumer counts against.

A room that is overdrawn already, a dump reserve that is not kept or a limit that more was promised of than
there is, lets nobody grow into it: what others give back makes it up first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.budget import only
from getpage.systems.interface import REAL_STORAGE
from getpage.systems.limits import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.result.plan import Budget
    from getpage.systems.interface import Consumer, Limit

    Ints = NDArray[np.int64]

REAL = "real storage of "
#: Share of what is added that may be fixed (IEAOPTxx MCCFXTPR).
_FIXED_SHARE = 80


def on_system(consumer: Consumer, systems: Iterable[str]) -> Consumer:
    """The consumer with its z/OS system where only one is known, and its limits named so."""
    name = consumer.zos or only(systems)
    if consumer.zos or name == UNKNOWN:
        return consumer
    unknown, known = f"zos.{UNKNOWN}.", f"zos.{name}."
    takes = consumer.takes

    def renamed(size: int) -> Mapping[str, int]:
        return {
            limit.replace(unknown, known): count for limit, count in (takes(size) if takes else {}).items()
        }

    return replace(
        consumer,
        zos=name,
        limits=tuple(limit.replace(unknown, known) for limit in consumer.limits),
        takes=renamed if takes else None,
    )


def with_added(limits: Sequence[Limit], budgets: Mapping[str, Budget]) -> tuple[Limit, ...]:
    """The limits once storage was added: of what is added as large a share may be fixed as of the rest."""
    more = {f"zos.{name}.fixed": one.added * _FIXED_SHARE // 100 for name, one in budgets.items()}
    return tuple(replace(one, room=one.room + more.get(one.id, 0)) for one in limits)


def takes_of(consumer: Consumer) -> Callable[[int], Mapping[str, int]]:
    """What a size takes of each limit beyond the present one."""
    if consumer.takes is not None:
        return consumer.takes

    def growth(size: int) -> Mapping[str, int]:
        return dict.fromkeys(consumer.limits, (size - consumer.size) * consumer.unit_bytes)

    return growth


def taken_from(consumer: Consumer, sizes: Ints, growth: Ints) -> dict[str, Ints]:
    """What sizes take of each room. `growth` is what they are larger than the present one, in bytes; it is
    handed back as it is for a room of which just that is taken.
    """
    taken = _by_limit(consumer.takes, sizes) if consumer.takes else dict.fromkeys(consumer.limits, growth)
    if consumer.storage == REAL_STORAGE:
        taken[f"{REAL}{consumer.zos or UNKNOWN}"] = growth if consumer.backed else np.maximum(growth, 0)
    return taken


def _by_limit(takes: Callable[[int], Mapping[str, int]], sizes: Ints) -> dict[str, Ints]:
    made: dict[str, Ints] = {}
    for index, size in enumerate(sizes.tolist()):
        for limit, count in takes(size).items():
            made.setdefault(limit, np.zeros(len(sizes), dtype=np.int64))[index] = count
    return made
