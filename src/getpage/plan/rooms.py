"""The rooms of a plan: real storage by system, and every limit that a consumer counts against.

A room that is overdrawn already, a dump reserve that is not kept or a limit that more was promised of than
there is, lets nobody grow into it: what others give back makes it up first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.plan.budget import only
from getpage.plan.offers import counted
from getpage.systems.limits import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.plan.choices import Room
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


def taken_from(consumers: Sequence[Consumer], sizes: Sequence[Ints]) -> dict[str, tuple[Ints, Ints]]:
    """By room: which choices take of it, by their place among all sizes, and how much; ascending."""
    parts: dict[str, list[tuple[Ints, Ints]]] = {}
    start = 0
    for consumer, each in zip(consumers, sizes, strict=True):
        at = np.arange(start, start + len(each))
        real = counted(consumer, each)
        if real.any():
            parts.setdefault(f"{REAL}{consumer.zos or UNKNOWN}", []).append((at, real))
        if consumer.takes is None:
            growth = (each - consumer.size) * consumer.unit_bytes
            for limit in consumer.limits:
                parts.setdefault(limit, []).append((at, growth))
        else:
            for limit, taken in _by_limit(consumer.takes, each).items():
                parts.setdefault(limit, []).append((at, taken))
        start += len(each)
    return {
        room: (np.concatenate([at for at, _ in found]), np.concatenate([taken for _, taken in found]))
        for room, found in parts.items()
    }


def _by_limit(takes: Callable[[int], Mapping[str, int]], sizes: Ints) -> dict[str, Ints]:
    made: dict[str, Ints] = {}
    for index, size in enumerate(sizes.tolist()):
        for limit, count in takes(size).items():
            made.setdefault(limit, np.zeros(len(sizes), dtype=np.int64))[index] = count
    return made


def growth_into(overdrawn: Iterable[Room]) -> Ints:
    """Choices that would grow into a room that is overdrawn."""
    found = [one.at[one.taken > 0] for one in overdrawn]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)
