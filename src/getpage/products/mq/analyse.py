"""Everything that MQ's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.lazy import Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.contract.work import AllWork
from getpage.products.common.advice import found, with_changes, worst_first

from .causes import once, symptoms
from .changes import reconcile
from .checks import RULES, queue_page_set_wait
from .knobs import knobs, memlimit
from .ledger import account
from .looks import LOOKS
from .missing import missing
from .outage_table import outage_tables
from .pictures import pictures
from .queue_manager import queue_managers
from .spent import spent
from .work import work

if TYPE_CHECKING:
    from getpage.contract.causes import Symptom
    from getpage.contract.evidence import Evidence
    from getpage.core.names import FindingId, LimitId
    from getpage.result import Change, Finding


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every queue manager in it."""
    managers = queue_managers(evidence)
    findings: list[Finding] = []
    changes: list[Change] = []
    shows: dict[FindingId, Symptom] = {}
    asked: dict[LimitId, int] = {}
    for manager in managers:
        said = once(manager, found(RULES, manager))
        advised, asked[memlimit(manager)] = reconcile(manager, said)
        findings += [with_changes(finding, advised) for finding in said]
        changes += advised
        shows |= symptoms(manager, said)
    ordered = in_order(findings)
    ranked = worst_first(changes, ordered)
    accounts = (account(manager) for manager in managers)
    offered, room = knobs(managers)
    return Observation(
        findings=ordered,
        changes=ranked,
        accounts=tuple(one for one in accounts if one is not None),
        pictures=Later(lambda: pictures(managers)),
        tables=Later(lambda: (table for manager in managers for table in outage_tables(manager))),
        missing=missing(managers),
        looked=tuple(looked("mq", LOOKS, managers)),
        class_times=Later(lambda: spent(managers)),
        knobs=offered,
        limits=tuple(replace(one, asked=asked.get(one.id, 0)) for one in room),
        work=AllWork.later("mq", lambda: work(managers)),
        symptoms=shows,
        repeats={queue: pool for manager in managers for queue, pool in queue_page_set_wait.pools(manager)},
    )
