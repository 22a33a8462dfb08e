"""The three answers of the first screen, and what a finding is of, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.result import Kind

if TYPE_CHECKING:
    from getpage.result import Finding, Result

_AMOUNTS = {Kind.SHORTAGE: "short", Kind.WASTE: "wasted"}


def of(result: Result) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Title, sentences, and what is said where there is none."""
    return (
        ("Short", result.short, _none(result, Kind.SHORTAGE)),
        ("Wasted", result.wasted, _none(result, Kind.WASTE)),
        ("What to do", result.do, "There is no command to give."),
    )


def _none(result: Result, kind: Kind) -> str:
    """That nothing is short, or wasted; what is too little for a change is not denied."""
    little = sum(finding.kind is kind for finding in result.findings)
    if not little:
        return f"The checks found no {kind} in this evidence."
    stand = "stands" if little == 1 else "stand"
    return f"The checks found no {kind} that is worth a change; {little:,} too small for that {stand} below."


def about(finding: Finding) -> str:
    """Its kind, how much storage and time it is about, and the check that says it."""
    told = [str(finding.kind)]
    if finding.storage_bytes:
        amount = _AMOUNTS.get(finding.kind, "of storage")
        told.append(f"{numbers.storage(finding.storage_bytes)} {amount}")
    if finding.delay_seconds:
        told.append(f"{numbers.seconds(finding.delay_seconds)} of work delayed")
    return ", ".join([*told, f"{finding.product} check {finding.check}"])
