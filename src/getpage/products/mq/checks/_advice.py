"""Advice that several rules give: pools moved above the bar, and MEMLIMIT raised."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from getpage.core.names import FindingId
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.sizing import Move, memlimit_lacks, moves_above
from getpage.products.mq.spelling import move_above, raise_memlimit
from getpage.result import Advise, Change


def room_below_the_bar(manager: QueueManager) -> tuple[Advise, ...]:
    """The pools to move above the bar, and MEMLIMIT where one of them waits for it."""
    moves = tuple(moves_above(manager))
    advice = [
        Advise(
            subsystem=manager.id,
            setting=f"buffer pool {move.pool.number}",
            spell=partial(_moved, manager, move),
        )
        for move in moves
    ]
    if any(not move.fits for move in moves):
        advice.extend(memlimit(manager))
    return tuple(advice)


def memlimit(manager: QueueManager) -> Iterator[Advise]:
    """MEMLIMIT raised by what it lacks, where it is known."""
    lacks = memlimit_lacks(manager)
    if lacks:
        yield Advise(subsystem=manager.id, setting="MEMLIMIT", spell=partial(_raised, manager, lacks))


def _moved(manager: QueueManager, move: Move, because: tuple[FindingId, ...]) -> Change:
    return move_above(manager, move.pool, fits=move.fits, because=because)


def _raised(manager: QueueManager, count: int, because: tuple[FindingId, ...]) -> Change:
    return raise_memlimit(manager, count, because)[1]
