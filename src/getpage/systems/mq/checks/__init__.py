"""The rules for MQ: one file a rule. A module's docstring is what `getpage explain` prints.
 A new rule is a new module with `ID`, `TITLE` and `find`, and its name in `RULES`; the order is that of the
docs.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol

from getpage.systems.interface import Check

from . import (
    deep_queue_outage,
    log_buffers,
    memlimit,
    page_set_full,
    pool_checkpoint_writes,
    pool_not_fixed,
    pool_oversized,
    pool_reads,
    pool_shared,
    pool_short_on_storage,
    pool_steal_contention,
    pool_synchronous_write,
    pool_undersized,
    pool_unused,
    pools_below_the_bar,
    queue_page_set_wait,
    storage_below_the_bar,
    storage_short,
    zero_length_intervals,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Finding
    from getpage.systems.mq.queue_manager import QueueManager


class Rule(Protocol):
    """What a module of this package offers."""

    @property
    def ID(self) -> str:
        """Identifier, as findings carry it."""

    @property
    def TITLE(self) -> str:
        """A few words."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """What `getpage explain` prints."""

    def find(self, manager: QueueManager) -> Iterator[Finding]:
        """What the rule says of one queue manager."""


RULES: tuple[Rule, ...] = (
    pool_short_on_storage,
    pool_synchronous_write,
    pool_undersized,
    pool_reads,
    pool_steal_contention,
    pool_checkpoint_writes,
    pool_shared,
    pool_oversized,
    pool_unused,
    pool_not_fixed,
    pools_below_the_bar,
    storage_below_the_bar,
    storage_short,
    memlimit,
    page_set_full,
    log_buffers,
    queue_page_set_wait,
    deep_queue_outage,
    zero_length_intervals,
)

CHECKS = tuple(
    Check(id=rule.ID, title=rule.TITLE, system="mq", explanation=inspect.cleandoc(rule.__doc__ or ""))
    for rule in RULES
)
