"""Everything that Db2's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.observation import Observation
from getpage.contract.order import in_order
from getpage.products.common.advice import with_changes, worst_first
from getpage.result import Finding, Kind, Severity

from .changes.reconcile import reconcile
from .checks import RULES
from .deployment import steps
from .knobs import knobs
from .ledger import account
from .member import members
from .missing import missing
from .pictures import pictures
from .real import real_storage
from .spent import spent
from .work import work

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.result import Change, Table


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of every member in it."""
    found_members = members(evidence)
    findings: list[Finding] = []
    changes: list[Change] = []
    tables: list[Table] = []
    for member in found_members:
        found = [finding for rule in RULES for finding in rule.find(member)]
        advised = reconcile(member, found)
        findings += [with_changes(finding, advised) for finding in found]
        changes += advised
        short = {f.object for f in found if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO}
        table = steps(member, short)
        tables += [table] if table else []
    ordered = in_order(findings)
    ranked = worst_first(changes, ordered)
    accounts = (account(member) for member in found_members)
    offered, room = knobs(found_members)
    return Observation(
        findings=ordered,
        changes=ranked,
        accounts=tuple(one for one in accounts if one is not None),
        pictures=tuple(picture for member in found_members for picture in pictures(member)),
        tables=tuple(tables),
        missing=missing(found_members),
        real_storage=tuple(entry for member in found_members for entry in real_storage(member)),
        work=tuple(one for member in found_members for one in work(member)),
        class_times=tuple(one for member in found_members for one in spent(member)),
        knobs=offered,
        limits=room,
    )
