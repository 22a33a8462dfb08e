"""One queue manager as the rules see it: its pools, page sets and storage, and what was measured of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Measure
from getpage.products.common.subsystem import SubsystemInWindow, total_of

from .constants import FIRST_RELEASE_ABOVE
from .counters import PUTS, RELEASED, ZeroLength, release
from .measured import MqMeasures
from .messages import MessageCount, counted
from .page_set import TIMED, PageSet, page_sets
from .pool import Pool, pools
from .queues import Queue, messages_on, queues
from .smds import SharedDataSet, shared_data_sets
from .storage import MqStorage
from .structures import SharedStructure, structures


@dataclass(frozen=True)
class QueueManager(SubsystemInWindow):
    """What the window holds of one queue manager."""

    PRODUCT, NAMELESS = "mq", "the queue manager"

    measured: MqMeasures

    @cached_property
    def page_sets(self) -> tuple[PageSet, ...]:
        """All page sets, by number."""
        return page_sets(self.measured.page_sets, self.key, self.id)

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """All pools that have buffers, by number."""
        measured = self.measured
        return pools(
            measured.pools,
            measured.resized_pools,
            measured.sizes,
            self.key,
            self.page_sets,
            self.id,
            self.evidence.thresholds,
        )

    @cached_property
    def storage(self) -> MqStorage:
        """The storage of its address space."""
        no_limit = self.evidence.field("mq_storage_region", "memory_limit").no_limit
        region = self.measured.regions.of(*self.key)
        return MqStorage(region, self.measured.printed_storage.of(*self.key), no_limit)

    @cached_property
    def release(self) -> int | None:
        """The release of the SMF header as a number: 800 is V8; None where no evidence says."""
        measured = self.measured
        for measures in (measured.pools, measured.regions, measured.page_sets):
            level = release(measure[RELEASED] for measure in measures.within(self.key))
            if level is not None:
                return level
        return None

    @cached_property
    def can_be_above(self) -> bool:
        """Whether its release knows LOCATION(ABOVE): by its number, or because a pool has a page class."""
        if self.release is not None:
            return self.release >= FIRST_RELEASE_ABOVE
        return any(pool.location is not None and pool.page_class is not None for pool in self.pools)

    @cached_property
    def pools_below(self) -> tuple[Pool, ...]:
        """Pools below the bar; a pool whose location nothing tells is taken to be there, the default."""
        return tuple(pool for pool in self.pools if not pool.above)

    @cached_property
    def bytes_below(self) -> int:
        """Storage of the pools below the bar."""
        return sum(pool.bytes for pool in self.pools_below)

    @cached_property
    def pages_above(self) -> int:
        """Buffers of the pools above the bar."""
        return sum(pool.buffers for pool in self.pools if pool.above)

    @cached_property
    def messages(self) -> int | None:
        """Messages on private queues at the most, where queue statistics say; else None."""
        return messages_on(self.queues)

    @property
    def is_short_above(self) -> bool:
        """Whether MEMLIMIT leaves no more than MQ holds back."""
        free = self.storage.free_above
        return free is not None and free <= self.storage.cushion

    @cached_property
    def queues(self) -> tuple[Queue, ...]:
        """What queue statistics say, by queue."""
        return queues(self.measured.queues, self.key, self.id)

    @cached_property
    def shared_data_sets(self) -> tuple[SharedDataSet, ...]:
        """Its shared message data sets, by structure."""
        return shared_data_sets(self.measured.data_sets, self.measured.definitions, self.key, self.id)

    @property
    def group(self) -> tuple[QueueManager, ...]:
        """All queue managers of the evidence, of which those of its queue sharing group are some."""
        owners = self.measured.owners.owners
        return tuple(QueueManager(self.evidence, *owner, self.measured) for owner in owners)

    @cached_property
    def structures(self) -> tuple[SharedStructure, ...]:
        """The coupling facility structures that it uses, by name."""
        return structures(self.measured.structures, self.measured.structure_status, self.key, self.id)

    @property
    def queue_calls(self) -> Sequence[Measure]:
        """What class 3 accounting says of calls, by queue."""
        return list(self.measured.queue_calls.within(self.key))

    @property
    def queue_pools(self) -> Sequence[Measure]:
        """The same, by queue and pool."""
        return list(self.measured.queue_pools.within(self.key))

    @property
    def printed_calls(self) -> Sequence[Measure]:
        """What reports print of calls, by queue and call."""
        return list(self.measured.printed_calls.within(self.key))

    @property
    def io_is_timed(self) -> bool:
        """Whether anything tells how long page set I/O took."""
        return any(page_set.measure[TIMED] for page_set in self.page_sets)

    @property
    def messages_put(self) -> int:
        """Messages put in the window, as the data manager counts them."""
        return total_of(self.measured.data_managers.of(*self.key), PUTS)

    @property
    def log(self) -> Measure | None:
        """Its log; None where no record of it is there."""
        return self.measured.logs.of(*self.key)

    @property
    def storage_manager(self) -> Measure | None:
        """Its storage manager; None where no record of it is there."""
        return self.measured.storage_managers.of(*self.key)

    @property
    def zero_length(self) -> ZeroLength | None:
        """Its records of intervals of no length; None where there are none."""
        return self.measured.zero_length.get(self.key)

    def messages_of(self, identifiers: Collection[str]) -> Sequence[MessageCount]:
        """How often it issued each of these messages."""
        return counted(list(self.measured.messages.within(self.key)), identifiers)


def queue_managers(evidence: Evidence, of_rules: tuple[Aggregate[Any], ...] = ()) -> tuple[QueueManager, ...]:
    """Every queue manager of the evidence, by system and name."""
    measured = MqMeasures(evidence, of_rules)
    return tuple(QueueManager(evidence, system, name, measured) for system, name in measured.owners.owners)
