"""What to act on first: three things at most, each with its one command or next step.

Shortages and risks come alike: what hurts production now, then what will, then what is wasted. Of one object
only the worst finding is named, and notes are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from getpage.contract.observation import Observation
from getpage.contract.order import is_whole_system
from getpage.core import wording
from getpage.core.names import Image, Object
from getpage.products import registry
from getpage.result import Change, Finding, Kind, Looked, Priority, Severity

#: More than three things are not remembered.
MOST: Final = 3


def first_things(findings: Sequence[Finding], changes: Sequence[Change]) -> tuple[Priority, ...]:
    """The worst findings, which are in their order, with what to do; `changes` are the one list."""
    named: dict[Object, Finding] = {}
    for finding in findings:
        if finding.severity is not Severity.INFO:
            named.setdefault(finding.object, finding)
    return tuple(_priorities(list(named.values())[:MOST], changes))


def _priorities(findings: Sequence[Finding], changes: Sequence[Change]) -> Iterator[Priority]:
    numbers = {change.id: number for number, change in enumerate(changes, 1)}
    short: dict[Image, int] = {}
    for number, finding in enumerate(findings, 1):
        mine = [change for change in changes if finding.id in change.because]
        ready = [change for change in mine if not change.only_after]
        if ready:
            do = f"command {numbers[ready[0].id]}: {ready[0].command}"
        elif mine and (before := short.get(finding.object.image)):
            do = f"blocked by {before}; then command {numbers[mine[0].id]}: {mine[0].command}"
        elif mine:
            do = f"after {mine[0].only_after}: {mine[0].command}"
        else:
            do = finding.next_step or f"getpage explain {finding.check}"
        if is_whole_system(finding):
            short[finding.object.image] = number
        yield Priority(
            finding=finding.id,
            object=finding.object,
            severity=finding.severity,
            headline=finding.summary,
            do=do,
            application=finding.application,
        )


def verdict(observed: Observation, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What rules looked at, and what none of them looked for, in sentences."""
    unjudged = tuple(f"{gap.question}." for gap in observed.unjudged)
    if not (observed.looked or findings or unjudged):
        return ("Not enough evidence: no rule applies to this evidence. Supply any of these:", *_supplies())
    return (*unjudged, *_checked(observed.looked, findings), *_not_checked(observed.looked, findings))


def _checked(looked: Sequence[Looked], findings: Sequence[Finding]) -> Iterator[str]:
    if any(finding.severity is not Severity.INFO for finding in findings) or not looked:
        return
    notes = f"only {wording.plural(len(findings), 'note')}" if findings else "nothing to report"
    yield f"{_looked(looked)}: {notes}."


def _not_checked(looked: Sequence[Looked], findings: Sequence[Finding]) -> Iterator[str]:
    known = {finding.kind for finding in findings} | {kind for scope in looked for kind in scope.finds}
    for kind in (Kind.SHORTAGE, Kind.WASTE):
        if kind not in known:
            yield f"No rule that looks for {kind} applies to this evidence."


def _supplies() -> Iterator[str]:
    """What the rules of each product look at first."""
    for product in registry.PRODUCTS:
        yield from (f"{product.called}: {need.supply}." for need in product.needs[:1])


def _looked(looked: Iterable[Looked]) -> str:
    """How many rules looked at how many objects of what, most objects first."""
    ordered = sorted(looked, key=lambda scope: (-scope.rules, -scope.objects, scope.what))
    parts = [f"{wording.plural(scope.rules, 'rule')} looked at {_objects(scope)}" for scope in ordered[:1]]
    return ", ".join([*parts, *(f"{scope.rules} at {_objects(scope)}" for scope in ordered[1:])])


def _objects(scope: Looked) -> str:
    """`2 queue managers with their log`."""
    return wording.plural(scope.objects, scope.what, scope.plural or None)
