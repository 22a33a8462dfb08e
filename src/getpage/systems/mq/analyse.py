"""Everything that MQ's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.systems.interface import Said
from getpage.systems.order import in_order

from . import summary
from .changes import reconcile
from .checks import RULES
from .ledger import account
from .missing import missing
from .outage_table import outage_tables
from .pictures import pictures
from .queue_manager import queue_managers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Change, Finding
    from getpage.systems.interface import Evidence


def analyse(evidence: Evidence) -> Said:
    """What the evidence says of every queue manager in it."""
    managers = queue_managers(evidence)
    findings: list[Finding] = []
    changes: list[Change] = []
    for manager in managers:
        found = [finding for rule in RULES for finding in rule.find(manager)]
        advised = reconcile(manager, found)
        findings += [_finished(finding, advised) for finding in found]
        changes += advised
    ordered = in_order(findings)
    changes = _worst_first(changes, ordered)
    accounts = (account(manager) for manager in managers)
    return Said(
        findings=ordered,
        changes=tuple(changes),
        accounts=tuple(found for found in accounts if found is not None),
        pictures=tuple(picture for manager in managers for picture in pictures(manager)),
        tables=tuple(table for manager in managers for table in outage_tables(manager)),
        missing=missing(managers),
        short=summary.short(ordered),
        wasted=summary.wasted(ordered),
        do=summary.do(changes),
    )


def _worst_first(changes: list[Change], findings: Iterable[Finding]) -> list[Change]:
    """By queue manager, in the order of their gravest findings; within one, as they are to be made."""
    order: dict[str, int] = {}
    for finding in findings:
        for change in finding.changes:
            order.setdefault(change.subsystem, len(order))
    return sorted(changes, key=lambda change: (order[change.subsystem], change.step))


def _finished(finding: Finding, changes: tuple[Change, ...]) -> Finding:
    """A sentence with a capital, and the changes that it asks for."""
    mine = tuple(change for change in changes if f"{finding.check} {finding.object}" in change.because)
    return replace(finding, changes=mine, claim=finding.claim[0].upper() + finding.claim[1:])
