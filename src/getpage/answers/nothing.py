"""What is said where there is no command: that all is well only of what rules looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording as words
from getpage.products import registry
from getpage.result import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.observation import Observation
    from getpage.result import Finding, Kind, Looked


def nobody_looked(observed: Observation) -> bool:
    """Whether no rule applies to the evidence, so that nothing can be said of it."""
    return not (observed.looked or observed.findings or observed.changes or observed.unjudged)


def not_known(observed: Observation, kind: Kind) -> tuple[str, ...]:
    """What is said of what is short, or wasted, where nothing looked for it; nothing where a rule did."""
    if nobody_looked(observed):
        return ("Not known: no rule applies to this evidence.",)
    found = any(one.kind is kind for one in observed.findings)
    if found or any(kind in one.finds for one in observed.looked):
        return ()
    return (f"Not known: no rule that looks for {kind} applies to this evidence.",)


def nothing_to_do(observed: Observation, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What to do where no command answers anything."""
    if nobody_looked(observed):
        return (f"Not enough evidence: no rule applies to what is here. What would help: {supply()}.",)
    grave = [one for one in findings if one.severity is not Severity.INFO]
    if grave:
        checks = dict.fromkeys(one.check for one in grave)
        told = words.listed([f"getpage explain {check}" for check in checks], 3)
        many = len(grave) > 1
        return (
            f"No command here answers the {words.plural(len(grave), 'finding')} below; what to do about "
            f"{'them' if many else 'it'} {told} {'say' if len(checks) > 1 else 'says'}.",
        )
    if observed.unjudged:
        return tuple(f"{gap.question}; there is no command for the rest." for gap in observed.unjudged)
    if not observed.looked:
        return ("There is no command to give; what was found stands below.",)
    return (f"There is nothing to change: {_looked(observed.looked)}.",)


def supply() -> str:
    """What each product would look at first."""
    return "; ".join(need.supply for product in registry.PRODUCTS for need in product.needs[:1])


def _looked(looked: Iterable[Looked]) -> str:
    """How many rules looked at how many objects of what, most objects first."""
    ordered = sorted(looked, key=lambda one: (-one.rules, -one.objects, one.what))
    parts = [f"{words.plural(one.rules, 'rule')} looked at {_objects(one)}" for one in ordered[:1]]
    parts += [f"{one.rules} at {_objects(one)}" for one in ordered[1:]]
    several = len(ordered) > 1 or ordered[0].rules > 1
    return f"{', '.join(parts)}, and {'all were' if several else 'it was'} satisfied"


def _objects(one: Looked) -> str:
    """`2 queue managers with their log`, of `queue manager with its log`."""
    if one.objects == 1:
        return f"1 {one.what}"
    head, with_, rest = one.what.partition(" with its ")
    if not with_:
        return words.plural(one.objects, one.what, _plural(one.what))
    return f"{one.objects:,} {_plural(head)} with their {rest}"


def _plural(noun: str) -> str:
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"
