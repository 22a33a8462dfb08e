"""Everything that MQ's rules say of the evidence, in one deterministic order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Finding, Severity
from getpage.systems.interface import Said

from .checks import RULES
from .queue_manager import queue_managers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.systems.interface import Evidence

_ORDER = {severity: position for position, severity in enumerate(Severity)}


def analyse(evidence: Evidence) -> Said:
    """What the evidence says of every queue manager in it."""
    managers = queue_managers(evidence)
    found = [finding for manager in managers for rule in RULES for finding in rule.find(manager)]
    findings = in_order(found)
    return Said(findings=findings)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By severity, then by what it costs, then by name."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (_ORDER[f.severity], -f.delay_seconds, -f.storage_bytes, f.object, f.check),
        )
    )
