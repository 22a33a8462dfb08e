"""Everything that MQ's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.result import Finding, Severity
from getpage.systems.interface import Said

from .changes import reconcile
from .checks import RULES
from .queue_manager import queue_managers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Change
    from getpage.systems.interface import Evidence

_ORDER = {severity: position for position, severity in enumerate(Severity)}


def analyse(evidence: Evidence) -> Said:
    """What the evidence says of every queue manager in it."""
    findings: list[Finding] = []
    changes: list[Change] = []
    for manager in queue_managers(evidence):
        found = [finding for rule in RULES for finding in rule.find(manager)]
        advised = reconcile(manager, found)
        findings += [_with_changes(finding, advised) for finding in found]
        changes += advised
    ordered = in_order(findings)
    return Said(findings=ordered, changes=tuple(changes))


def _with_changes(finding: Finding, changes: tuple[Change, ...]) -> Finding:
    mine = tuple(change for change in changes if f"{finding.check} {finding.object}" in change.because)
    return replace(finding, changes=mine) if mine else finding


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By severity, then by what it costs, then by name."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (_ORDER[f.severity], -f.delay_seconds, -f.storage_bytes, f.object, f.check),
        )
    )
