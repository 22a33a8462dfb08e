"""From what was observed to the first answers, with the findings and changes that they stand on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.contract.order import in_order

from .actions import what_to_do
from .fit import fitted
from .nothing import NOT_KNOWN, nobody_looked, nothing_to_do
from .order import ranks
from .sentences import short, wasted
from .site import Site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.observation import Observation
    from getpage.result import Change, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The three answers, and all findings and changes, with what real storage says of each change."""

    short: tuple[str, ...]
    wasted: tuple[str, ...]
    do: tuple[str, ...]
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]


def answers(observed: Observation) -> Answers:
    """The answers over everything that was observed."""
    found = in_order(observed.findings)
    changes = observed.changes
    place = ranks(found, changes)
    site = Site(observed)
    held = fitted(changes, place, site, observed.knobs)
    findings = tuple(_with(finding, held) for finding in found)
    unknown = NOT_KNOWN if nobody_looked(observed) else ()
    return Answers(
        short=unknown or short(findings, observed.repeats),
        wasted=unknown or wasted(findings),
        do=what_to_do(tuple(held.values()), findings, site) or nothing_to_do(observed, findings),
        findings=findings,
        changes=tuple(held.values()),
    )


def _with(finding: Finding, held: Mapping[Change, Change]) -> Finding:
    """The finding with its changes as they are held against real storage."""
    if not finding.changes:
        return finding
    return replace(finding, changes=tuple(held.get(change, change) for change in finding.changes))
