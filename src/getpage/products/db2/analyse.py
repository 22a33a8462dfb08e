"""Everything that Db2's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.lazy import Anew, Later
from getpage.contract.looked import looked
from getpage.contract.observation import Observation
from getpage.contract.work import AllWork
from getpage.products.common.judged import judge
from getpage.products.common.missing import missing
from getpage.result import Kind, Severity

from .account import account
from .causes import symptoms
from .changes.reconcile import reconcile
from .checks import RULES
from .class_times import class_times
from .knobs import knobs
from .looks import LOOKS
from .member import members
from .missing import unmet
from .pictures import pictures
from .pools.large_memory import steps
from .storage.real_storage import real_by_interval, real_storage
from .work import work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence
    from getpage.products.common.judged import Judged
    from getpage.result import Table

    from .member import Member


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every member in it."""
    found = members(evidence)
    judged = judge(found, RULES, reconcile)
    accounts = (account(member) for member in found)
    offered, room = knobs(found)
    return Observation(
        findings=judged.findings,
        changes=judged.changes,
        accounts=tuple(one for one in accounts if one is not None),
        pictures=Later(lambda: pictures(found)),
        tables=Later(lambda: _tables(judged)),
        missing=missing(found, unmet),
        looked=tuple(looked("db2", LOOKS, found)),
        real_storage=tuple(entry for member in found for entry in real_storage(member)),
        real_by_interval=Anew(lambda: (entry for member in found for entry in real_by_interval(member))),
        work=AllWork.later("db2", lambda: work(found)),
        class_times=Later(lambda: class_times(found)),
        knobs=offered,
        limits=room,
        symptoms=symptoms(judged.findings),
    )


def _tables(judged: Judged[Member]) -> Iterator[Table]:
    """The steps of large memory for each member, where any is offered."""
    for member, findings in judged.of:
        short = {
            one.object for one in findings if one.kind is Kind.SHORTAGE and one.severity is not Severity.INFO
        }
        table = steps(member, short)
        if table is not None:
            yield table
