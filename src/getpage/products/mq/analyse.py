"""Everything that MQ's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.checks import measures_of
from getpage.contract.evidence import Evidence, Need
from getpage.contract.lazy import LazySequence
from getpage.contract.namesakes import Namesakes
from getpage.contract.observation import Observation
from getpage.products.common.analysis import Parts, apply_rules
from getpage.products.common.namesakes import OfOneName, apart, of_kind, overlapping

from . import evidence as needs
from .calls import pools_of_queues
from .checks import RULES
from .knobs import knobs
from .queue_manager import QueueManager, queue_managers
from .scopes import POOL_SCOPES
from .shown import account, demands, pictures
from .shown_queues import pictures_of_queues
from .tables import tables
from .work import class_times, work

#: A row for each interval and object.
_OF_ONE_NAME: Final = tuple(
    OfOneName(table=table, name="queue_manager", by=by, what="queue managers", utc="written_utc")
    for table, by in (("mq_buffer_pool", ("buffer_pool",)), ("mq_message_manager", ()), ("mq_log", ()))
)


def namesakes(evidence: Evidence) -> tuple[Namesakes]:
    """Queue managers that are two of one name."""
    return (of_kind(_OF_ONE_NAME[0], overlapping(evidence, _OF_ONE_NAME)),)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every queue manager in it."""
    evidence, unjudged = apart(evidence, "mq", namesakes(evidence))
    managers = queue_managers(evidence, measures_of(RULES, *POOL_SCOPES))
    parts = Parts("mq", managers, unjudged)
    pools, limits = parts.pair("Sizes", knobs)
    return Observation(
        findings=apply_rules(managers, RULES).findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", lambda of: (*pictures(of), *pictures_of_queues(of))),
        tables=LazySequence(lambda: parts.every("Tables", tables)),
        missing=parts.missing(_needs),
        unjudged=parts.unjudged,
        looked=parts.looked(RULES),
        class_times=parts.later("Times of calls", class_times),
        demands=parts.of("Demands", demands),
        knobs=pools,
        limits=limits,
        work=parts.work(work),
        repeats=dict(parts.every("Queues", lambda manager: pools_of_queues(manager).items())),
    )


def _needs(manager: QueueManager) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet: a table alone does not tell, as printed rows lack counters."""
    storage = manager.storage
    is_counted = any(pool.counted for pool in manager.pools)
    has_sets = any(page_set.available for page_set in manager.page_sets)
    yield not is_counted, needs.POOL_USE
    yield bool(manager.pools) and not has_sets, needs.PAGE_SETS
    yield has_sets and not manager.io_is_timed, needs.IO_TIMES
    yield storage.free_below is None, needs.BELOW_THE_BAR
    yield storage.tightest is None, needs.MEMLIMIT
    yield not manager.queue_calls and not manager.printed_calls, needs.WAITS
    yield not manager.queues, needs.QUEUES
    data_sets = manager.shared_data_sets
    yield (
        any(data_set.override is None and data_set.definition is None for data_set in data_sets),
        needs.SHARED,
    )
