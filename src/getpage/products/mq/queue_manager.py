"""One queue manager as the rules see it: its pools, page sets and storage, and what was measured of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from getpage.core.names import Image, Object, Subsystem

from . import queues
from .data_manager import PUTS
from .measured import Measured
from .messages import said
from .page_set import TIMED, PageSet, page_sets
from .pool import Pool, pools
from .release import RELEASED, release
from .storage import Storage
from .thresholds import FIRST_RELEASE_ABOVE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measure, Row
    from getpage.products.common.owners import Owner
    from getpage.result import Fact

    from .messages import MessageCount
    from .zero_length import ZeroLength


@dataclass(frozen=True)
class QueueManager:
    """What the window holds of one queue manager; `system` and `name` are None where nothing names them."""

    evidence: Evidence
    system: str | None
    name: str | None
    measured: Measured

    @cached_property
    def id(self) -> Subsystem:
        """Which one it is."""
        return Subsystem("mq", Image(self.system or ""), self.name or "")

    @property
    def object(self) -> Object:
        """The queue manager itself, as findings name it."""
        return Object(self.id)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.id.named or "the queue manager"

    @property
    def key(self) -> Owner:
        """What its measures are found by."""
        return self.system, self.name

    @cached_property
    def page_sets(self) -> tuple[PageSet, ...]:
        """All page sets, by number."""
        return page_sets(self.measured.page_sets, self.key, self.id)

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """All pools that have buffers, by number."""
        measured = self.measured
        return pools(
            measured.pools, measured.resized_pools, measured.sizes, self.key, self.page_sets, self.id
        )

    def pool_of(self, of: Object) -> Pool:
        """The pool that an object is; KeyError where it has no buffers."""
        return {pool.object: pool for pool in self.pools}[of]

    @cached_property
    def storage(self) -> Storage:
        """The storage of its address space."""
        no_limit = self.evidence.field("mq_storage_region", "memory_limit").no_limit
        region = self.measured.regions.of(*self.key)
        return Storage(region, self.measured.printed_storage.of(*self.key), no_limit)

    @cached_property
    def release(self) -> int | None:
        """The release of the SMF header as a number: 800 is V8; None where no evidence says."""
        measured = self.measured
        for measures in (measured.pools, measured.regions, measured.page_sets):
            found = release(one[RELEASED] for one in measures.within(self.key))
            if found is not None:
                return found
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
        return queues.messages(self.queues)

    @property
    def queues(self) -> Sequence[Measure]:
        """What queue statistics say, by queue."""
        return list(self.measured.queues.within(self.key))

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
        found = self.measured.data_managers.of(*self.key)
        return 0 if found is None else int(found[PUTS])

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

    def said(self, of: Collection[str]) -> Sequence[MessageCount]:
        """Which of these messages it wrote."""
        return said(list(self.measured.messages.within(self.key)), of)

    def fact(self, table: str, column: str, row: Row, label: str) -> Fact:
        """A number of the evidence, with where it stands."""
        return self.evidence.fact(table, column, row, label=label)

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column; columns without a value are left out."""
        if row is None:
            return ()
        return tuple(
            self.fact(table, name, row, label) for name, label in labels.items() if row[name] is not None
        )


def queue_managers(evidence: Evidence) -> tuple[QueueManager, ...]:
    """Every queue manager of the evidence, by system and name."""
    measured = Measured(evidence)
    return tuple(QueueManager(evidence, system, name, measured) for system, name in measured.owners.owners)
