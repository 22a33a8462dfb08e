"""What was checked, where no finding above a note says it: evidence that no rule looked at is not well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from getpage.contract.observation import Observation
from getpage.core import wording
from getpage.products import registry
from getpage.result import Finding, Kind, Looked, Severity


def verdict(observed: Observation, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What rules looked at, and what none of them looked for, in sentences."""
    if not (observed.looked or findings or observed.unjudged):
        return (f"Not enough evidence: no rule applies to this evidence. What would help: {supply()}.",)
    unjudged = (f"{gap.question}." for gap in observed.unjudged)
    return (*_checked(observed.looked, findings), *unjudged, *_not_checked(observed.looked, findings))


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


def supply() -> str:
    """What each product would look at first."""
    return "; ".join(need.supply for product in registry.PRODUCTS for need in product.needs[:1])


def _looked(looked: Iterable[Looked]) -> str:
    """How many rules looked at how many objects of what, most objects first."""
    ordered = sorted(looked, key=lambda scope: (-scope.rules, -scope.objects, scope.what))
    parts = [f"{wording.plural(scope.rules, 'rule')} looked at {_objects(scope)}" for scope in ordered[:1]]
    return ", ".join([*parts, *(f"{scope.rules} at {_objects(scope)}" for scope in ordered[1:])])


def _objects(scope: Looked) -> str:
    """`2 queue managers with their log`."""
    return wording.plural(scope.objects, scope.what, scope.plural or None)
