"""Questions that this evidence cannot answer, and what would supply the answers: see `needs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Missing

from . import needs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.evidence import Need

    from .queue_manager import QueueManager


def missing(managers: Iterable[QueueManager]) -> tuple[Missing, ...]:
    """What is not there, in the order of its worth; queue managers that miss the same are named together."""
    names: dict[tuple[int, Need], list[str]] = {}
    for manager in managers:
        for worth, (absent, need) in enumerate(_needs(manager)):
            if absent:
                names.setdefault((worth, need), []).append(manager.label)
    return tuple(
        Missing(subsystem=", ".join(who), question=need.question, supply=need.supply)
        for (_, need), who in sorted(names.items(), key=lambda item: item[0][0])
    )


def _needs(manager: QueueManager) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet: a table alone does not tell, as printed rows lack counters."""
    storage = manager.storage
    counted = any(pool.counted for pool in manager.pools)
    sets = any(page_set.available for page_set in manager.page_sets)
    yield not counted, needs.POOL_USE
    yield bool(manager.pools) and not sets, needs.PAGE_SETS
    yield sets and not manager.io_is_timed, needs.IO_TIMES
    yield storage.free_below is None, needs.BELOW_THE_BAR
    yield storage.tightest is None, needs.MEMLIMIT
    yield not manager.queue_calls and not manager.printed_calls, needs.WAITS
    yield not manager.queues, needs.QUEUES
