"""What the rules of a product say of its subsystems: findings, and the changes that answer them, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from getpage.contract.order import in_order

from .advice import found, with_changes, worst_first

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from getpage.contract.checks import Rule
    from getpage.result import Change, Finding

S = TypeVar("S")


@dataclass(frozen=True)
class Judged(Generic[S]):
    """All findings and changes in the order in which they are read, and each subsystem's own."""

    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    of: Sequence[tuple[S, Sequence[Finding]]]


def judge(
    subsystems: Iterable[S],
    rules: Sequence[Rule[S]],
    reconcile: Callable[[S, Sequence[Finding]], Sequence[Change]],
) -> Judged[S]:
    """Ask every rule about every subsystem; `reconcile` makes one change a setting of what they found."""
    findings: list[Finding] = []
    changes: list[Change] = []
    of = []
    for subsystem in subsystems:
        said = found(rules, subsystem)
        advised = reconcile(subsystem, said)
        findings += [with_changes(finding, advised) for finding in said]
        changes += advised
        of.append((subsystem, said))
    ordered = in_order(findings)
    return Judged(ordered, worst_first(changes, ordered), of)
