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
    frames, storage = manager.frames, manager.storage
    counted = any(pool.frame["getpages_old"].null_count() < pool.frame.height for pool in manager.pools)
    sets = any(page_set.available for page_set in manager.page_sets)
    timed = bool(frames["mq_page_set"]["read_pages"].drop_nulls().len())
    yield not counted, needs.POOL_USE
    yield bool(manager.pools) and not sets, needs.PAGE_SETS
    yield sets and not timed, needs.IO_TIMES
    yield storage.free_below is None, needs.BELOW_THE_BAR
    yield storage.tightest is None, needs.MEMLIMIT
    yield not frames["mq_task_queue"].height and not frames["mq_call_average"].height, needs.WAITS
    yield not frames["mq_queue"].height, needs.QUEUES
