"""Everything that Db2's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.result import Finding, Kind, Severity
from getpage.systems.interface import Said
from getpage.systems.order import in_order

from . import summary
from .changes.reconcile import reconcile
from .checks import RULES
from .deployment import steps
from .ledger import account
from .member import members
from .missing import missing
from .pictures import pictures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Change, Table
    from getpage.systems.interface import Evidence


def analyse(evidence: Evidence) -> Said:
    """What the evidence says of every member in it."""
    found_members = members(evidence)
    findings: list[Finding] = []
    changes: list[Change] = []
    tables: list[Table] = []
    for member in found_members:
        found = [finding for rule in RULES for finding in rule.find(member)]
        advised = reconcile(member, found)
        findings += [_finished(finding, advised) for finding in found]
        changes += advised
        short = {f.object for f in found if f.kind is Kind.SHORTAGE and f.severity is not Severity.INFO}
        table = steps(member, short)
        tables += [table] if table else []
    ordered = in_order(findings)
    changes = _worst_first(changes, ordered)
    accounts = (account(member) for member in found_members)
    return Said(
        findings=ordered,
        changes=tuple(changes),
        accounts=tuple(one for one in accounts if one is not None),
        pictures=tuple(picture for member in found_members for picture in pictures(member)),
        tables=tuple(tables),
        missing=missing(found_members),
        short=summary.short(ordered),
        wasted=summary.wasted(ordered),
        do=summary.do(changes),
    )


def _worst_first(changes: list[Change], findings: Iterable[Finding]) -> list[Change]:
    """By member, in the order of their gravest findings; within one, as they are to be made."""
    order: dict[str, int] = {}
    for finding in findings:
        for change in finding.changes:
            order.setdefault(change.subsystem, len(order))
    return sorted(changes, key=lambda change: (order[change.subsystem], change.step))


def _finished(finding: Finding, changes: tuple[Change, ...]) -> Finding:
    """A sentence with a capital, and the changes that it asks for."""
    mine = tuple(change for change in changes if f"{finding.check} {finding.object}" in change.because)
    return replace(finding, changes=mine, claim=finding.claim[0].upper() + finding.claim[1:])
