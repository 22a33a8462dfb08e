"""Findings and the changes they ask for, joined and put in order, as every product with commands needs it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from .rules import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.checks import Rule
    from getpage.core.names import Subsystem
    from getpage.result import Change, Finding

S = TypeVar("S")


def worst_first(changes: Iterable[Change], findings: Iterable[Finding]) -> tuple[Change, ...]:
    """By subsystem, in the order of their gravest findings; within one, as they are to be made."""
    order: dict[Subsystem, int] = {}
    for finding in findings:
        for change in finding.changes:
            order.setdefault(change.subsystem, len(order))
    return tuple(sorted(changes, key=lambda change: (order[change.subsystem], change.step)))


def found(rules: Iterable[Rule[S]], subsystem: S) -> list[Finding]:
    """What rules say of a subsystem, each finding with why no command answers it, should none: what it says
    itself, or what the rule says of all.
    """
    return [
        finding if finding.no_command or not rule.NO_COMMAND else replace(finding, no_command=rule.NO_COMMAND)
        for rule in rules
        for finding in findings_of(rule, subsystem)
    ]


def with_changes(finding: Finding, changes: Iterable[Change]) -> Finding:
    """A finding with the changes that answer it, and its sentence with a capital."""
    name = finding.id
    mine = tuple(change for change in changes if name in change.because)
    return replace(finding, changes=mine, claim=finding.claim[0].upper() + finding.claim[1:])
