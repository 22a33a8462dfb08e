"""One finding for one cause: what shows the same shortage, or the same waste, in several ways is said once.

A buffer pool that is short shows in its use, in forced writes, in reads and in the calls that wait for it; an
image that is short of real storage shows in what was free, in page-ins of its address spaces and classes, and
in the pools that it does not back. The gravest of these findings says so, with what the others count and with
all of their facts; the others are not said again.

A product says of its findings what they are symptoms of. Where nothing else says that this is short, a
finding stands by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.contract.order import gravity, is_short
from getpage.core import wording
from getpage.result import Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from getpage.contract.observation import Observation
    from getpage.core.names import FindingId, Object
    from getpage.result import Change, Finding

_RANK = {severity: position for position, severity in enumerate(Severity)}
#: Symptoms that a sentence names.
_NAMED = 8


@dataclass(frozen=True, slots=True)
class Symptom:
    """What a finding shows.

    `of` is what is short or wasted: the first of these objects of which that is said. `what` of it tells
    causes of one object apart. `in_short` is what the finding counts, in a few words. `tells` is whether it
    says by itself that its object is short or wasted.
    """

    of: tuple[Object, ...]
    what: str
    in_short: str
    tells: bool = True


#: A cause: what is short, and of what.
_Cause = tuple["Object", str]


def one_for_each(
    findings: Iterable[Finding], symptom_of: Callable[[Finding], Symptom | None]
) -> tuple[list[Finding], dict[FindingId, FindingId]]:
    """The findings, those of one cause together, in the order in which they came; and by which finding each
    that is not said again is said.
    """
    shown = [(finding, symptom_of(finding)) for finding in findings]
    short = {(one.object, shows.what) for one, shows in shown if shows and shows.tells}
    groups: dict[_Cause | int, list[tuple[Finding, Symptom | None]]] = {}
    for place, one in enumerate(shown):
        groups.setdefault(_cause(one[1], short) or place, []).append(one)
    made = []
    said_by: dict[FindingId, FindingId] = {}
    for group in groups.values():
        said = _together(group)
        made.append(said)
        said_by |= {other.id: said.id for other, _ in group if other.id != said.id}
    return made, said_by


def once(observed: Observation) -> Observation:
    """What was observed, with one finding for one cause, whichever products show it."""
    findings, said_by = one_for_each(
        observed.findings, lambda one: observed.symptoms.get(one.id) or shown_by(one)
    )
    return replace(
        observed,
        findings=tuple(replace(one, changes=because_of(one.changes, said_by)) for one in findings),
        changes=because_of(observed.changes, said_by),
        reported_by=said_by,
    )


def shown_by(finding: Finding) -> Symptom | None:
    """What a finding shows by itself."""
    if finding.shows is None:
        return None
    return Symptom(finding.shows.of, finding.shows.what, finding.in_brief, finding.shows.itself)


def because_of(changes: Iterable[Change], said_by: Mapping[FindingId, FindingId]) -> tuple[Change, ...]:
    """Changes that name the finding that says what made them."""
    return tuple(
        replace(one, because=tuple(dict.fromkeys(said_by.get(name, name) for name in one.because)))
        for one in changes
    )


def _cause(shows: Symptom | None, short: set[_Cause]) -> _Cause | None:
    if shows is None:
        return None
    return next(((one, shows.what) for one in shows.of if (one, shows.what) in short), None)


def _together(group: Sequence[tuple[Finding, Symptom | None]]) -> Finding:
    """One of them with what the others count and with their facts.

    Of a shortage it is the gravest, of those as grave one of what is short itself; of what is no shortage it
    is what tells it, as grave as the gravest.
    """
    if len(group) == 1:
        return group[0][0]
    short = any(is_short(one) for one, _ in group)
    ordered = sorted(group, key=lambda one: (short and _rank(one[0]), not _is_itself(one), gravity(one[0])))
    found = [finding for finding, _ in ordered]
    gravest = min(found, key=_rank)
    shows = list(dict.fromkeys(shows.in_short for _, shows in ordered[1:] if shows))
    same = "The same shortage shows" if short else "The same shows"
    return replace(
        found[0],
        severity=gravest.severity,
        kind=gravest.kind,
        claim=f"{found[0].claim} {same} in {wording.listed(shows, _NAMED)}.",
        evidence=tuple(dict.fromkeys(fact for one in found for fact in one.evidence)),
        changes=tuple(dict.fromkeys(change for one in found for change in one.changes)),
        storage_bytes=_storage(found, gravest),
        delay_seconds=max(one.delay_seconds for one in found),
        asks=tuple(dict.fromkeys(ask for one in found for ask in one.asks)),
        advice=tuple(advise for one in found for advise in one.advice),
        cause=next((one.cause for one in found if one.cause is not None), None),
        rules_out=tuple(dict.fromkeys(knob for one in found for knob in one.rules_out)),
    )


def _storage(found: Sequence[Finding], gravest: Finding) -> int:
    """What is short at most; what is wasted in all, of what is as grave."""
    if gravest.kind is not Kind.WASTE:
        return max(one.storage_bytes for one in found)
    wasted = (one for one in found if one.kind is Kind.WASTE and one.severity is gravest.severity)
    return sum(one.storage_bytes for one in wasted)


def _rank(finding: Finding) -> int:
    return _RANK[finding.severity]


def _is_itself(one: tuple[Finding, Symptom | None]) -> bool:
    finding, shows = one
    return shows is not None and shows.tells and finding.object in shows.of
