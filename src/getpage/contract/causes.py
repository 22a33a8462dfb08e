"""One finding for one cause: what shows the same shortage, or the same waste, in several ways is said once.

A buffer pool that is short shows in its use, in forced writes, in reads and in the calls that wait for it; an
image that is short of real storage shows in what was free, in page-ins of its address spaces and classes, and
in the pools that it does not back. The worst of these findings says so, with what the others count and with
all of their facts; the others are not said again.

A product says of its findings what they are symptoms of. Where nothing else says that this is short, a
finding stands by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from getpage.contract.observation import Observation
from getpage.contract.order import gravity, is_short
from getpage.core.names import Object
from getpage.result import Finding, Kind, Severity

_RANK = {severity: position for position, severity in enumerate(Severity)}

#: A cause: what is short, and of what.
_Cause = tuple["Object", str]


def merge_causes(observed: Observation) -> Observation:
    """What was observed, with one finding for one cause, whichever products show it, in the order in which
    they came.
    """
    findings = observed.findings
    short = {
        (finding.object, finding.shows.what)
        for finding in findings
        if finding.shows is not None and finding.shows.itself
    }
    groups: dict[_Cause | int, list[Finding]] = {}
    for place, finding in enumerate(findings):
        groups.setdefault(_cause(finding, short) or place, []).append(finding)
    return replace(observed, findings=tuple(_together(group) for group in groups.values()))


def _cause(finding: Finding, short: set[_Cause]) -> _Cause | None:
    if finding.shows is None:
        return None
    what = finding.shows.what
    return next(((name, what) for name in finding.shows.of if (name, what) in short), None)


def _together(group: Sequence[Finding]) -> Finding:
    """One of them with what the others count and with their facts.

    Of a shortage it is the worst, of those as grave one of what is short itself; of what is no shortage it
    is what tells it, as grave as the worst.
    """
    if len(group) == 1:
        return group[0]
    short = any(is_short(finding) for finding in group)
    ordered = sorted(
        group, key=lambda finding: (short and _rank(finding), not _is_itself(finding), gravity(finding))
    )
    first, others = ordered[0], ordered[1:]
    worst = min(ordered, key=_rank)
    return replace(
        first,
        severity=worst.severity,
        criterion=worst.criterion,
        kind=worst.kind,
        symptoms=tuple(dict.fromkeys(finding.in_brief for finding in others)),
        evidence=tuple(dict.fromkeys(fact for finding in ordered for fact in finding.evidence)),
        storage_bytes=_storage(ordered, worst),
        delay_seconds=max(finding.delay_seconds for finding in ordered),
        asks=tuple(dict.fromkeys(ask for finding in ordered for ask in finding.asks)),
        advice=tuple(advise for finding in ordered for advise in finding.advice),
        cause=next((finding.cause for finding in ordered if finding.cause is not None), None),
        rules_out=tuple(dict.fromkeys(knob for finding in ordered for knob in finding.rules_out)),
        same_cause=tuple(finding.id for finding in others),
    )


def _storage(findings: Sequence[Finding], worst: Finding) -> int:
    """What is short at most; what is wasted in all, of what is as grave."""
    if worst.kind is not Kind.WASTE:
        return max(finding.storage_bytes for finding in findings)
    return sum(
        finding.storage_bytes
        for finding in findings
        if finding.kind is Kind.WASTE and finding.severity is worst.severity
    )


def _rank(finding: Finding) -> int:
    return _RANK[finding.severity]


def _is_itself(finding: Finding) -> bool:
    return finding.shows is not None and finding.shows.itself and finding.object in finding.shows.of
