"""One finding for one cause: what shows the same shortage in several ways is said once.

A pool that is short shows in its use, in writes that are forced, in pages that are read back and in the calls
of the queues that lie in it. The gravest of these findings says so, with what the others count and with all
of their facts; the others are not said again. So it is with a queue manager that is short below the bar.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.order import in_order, is_short
from getpage.core import wording
from getpage.result import Severity

from .checks import (
    pool_reads,
    pool_short_on_storage,
    pool_steal_contention,
    pool_synchronous_write,
    pool_undersized,
    pools_below_the_bar,
    queue_page_set_wait,
    storage_below_the_bar,
    storage_short,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.core.names import Object
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


def one_for_each(manager: QueueManager, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a queue manager, those of one cause together; the order is that in which they came."""
    findings = list(findings)
    pools = dict(queue_page_set_wait.pools(manager))
    short = {one.object for one in findings if _asks(one)}
    groups: dict[tuple[Object, int], list[Finding]] = {}
    made: list[list[Finding]] = []
    for finding in findings:
        family = _family(finding)
        of = pools.get(finding.object, finding.object)
        if family is None or of not in short:
            made.append([finding])
            continue
        if (of, family) not in groups:
            groups[of, family] = []
            made.append(groups[of, family])
        groups[of, family].append(finding)
    return [_together(manager, group, pools) for group in made]


def _family(finding: Finding) -> int | None:
    if not _asks(finding):
        return None
    return next((place for place, rules in enumerate(_SAME) if finding.check in rules), None)


def _asks(finding: Finding) -> bool:
    return is_short(finding) or (
        finding.check == pools_below_the_bar.ID and finding.severity is not Severity.INFO
    )


def _together(manager: QueueManager, group: list[Finding], pools: Mapping[Object, Object]) -> Finding:
    """The gravest, a queue only after its pool, with what the others count and their facts."""
    first, *others = sorted(in_order(group), key=lambda one: one.object in pools)
    if not others:
        return first
    rules = {name: rule for one in _SAME for name, rule in one.items()}
    shows = wording.listed(list(dict.fromkeys(rules[one.check].in_short(manager, one) for one in others)))
    facts = dict.fromkeys(fact for one in (first, *others) for fact in one.evidence)
    return replace(
        first,
        claim=f"{first.claim} The same shortage shows in {shows}.",
        evidence=tuple(facts),
        storage_bytes=max(one.storage_bytes for one in group),
        delay_seconds=max(one.delay_seconds for one in group),
    )
