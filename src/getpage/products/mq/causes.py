"""One finding for one cause: what shows the same shortage in several ways is said once.

A pool that is short shows in its use, in writes that are forced, in pages that are read again and in the
calls of the queues that lie in it; a queue manager that is short below the bar in what was free, in its pools
there and in its messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom, one_for_each
from getpage.contract.order import is_short
from getpage.result import Severity

from .checks import (
    pool_oversized,
    pool_reads,
    pool_short_on_storage,
    pool_steal_contention,
    pool_synchronous_write,
    pool_undersized,
    pool_unused,
    pools_below_the_bar,
    queue_page_set_wait,
    storage_below_the_bar,
    storage_short,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.products.mq.queue_manager import QueueManager
    from getpage.result import Finding

#: Rules that show that one object is short, each with what it counts in a few words (`in_short`).
_SAME: Final = (
    {
        rule.ID: rule
        for rule in (
            pool_undersized,
            pool_short_on_storage,
            pool_synchronous_write,
            pool_reads,
            pool_steal_contention,
            queue_page_set_wait,
        )
    },
    {rule.ID: rule for rule in (storage_below_the_bar, storage_short, pools_below_the_bar)},
)
_WHAT: Final = ("buffers", "storage below the bar")


def once(manager: QueueManager, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a queue manager, those of one cause together; the order is that in which they came."""
    pools = dict(queue_page_set_wait.pools(manager))

    def symptom(finding: Finding) -> Symptom | None:
        shows = next((place for place, rules in enumerate(_SAME) if finding.check in rules), None)
        if shows is None or not _asks(finding):
            return None
        of = pools.get(finding.object, finding.object)
        in_short = _SAME[shows][finding.check].in_short(manager, finding)
        return Symptom((of,), _WHAT[shows], in_short, tells=of == finding.object)

    return one_for_each(findings, symptom)[0]


def _asks(finding: Finding) -> bool:
    return is_short(finding) or (
        finding.check == pools_below_the_bar.ID and finding.severity is not Severity.INFO
    )


def symptoms(manager: QueueManager, findings: Iterable[Finding]) -> Iterator[tuple[FindingId, Symptom]]:
    """What is no shortage and shows in several ways: pools that nothing used, and room below the bar."""
    idle = {pool.object for pool, _ in pool_unused.unused(manager)}
    for finding in findings:
        if finding.check in (pool_unused.ID, pool_oversized.ID):
            itself = finding.check == pool_unused.ID
            of = (finding.object, manager.object) if finding.object in idle else (finding.object,)
            rule = pool_unused if itself else pool_oversized
            yield finding.id, Symptom(of, "use", rule.in_short(manager, finding), tells=itself)
        if finding.check in _SAME[1] and not _asks(finding):
            itself = finding.check == storage_below_the_bar.ID
            in_short = _SAME[1][finding.check].in_short(manager, finding)
            yield finding.id, Symptom((finding.object,), _WHAT[1], in_short, tells=itself)
