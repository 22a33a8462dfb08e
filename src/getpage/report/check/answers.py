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
        ("Short", result.short, "The checks found no shortage in this evidence."),
        ("Wasted", result.wasted, "The checks found no waste in this evidence."),
        ("What to do", result.do, "There is no command to give."),
    )


def about(finding: Finding) -> str:
    """Its kind, how much storage and time it is about, and the check that says it."""
    told = [str(finding.kind)]
    if finding.storage_bytes:
        amount = _AMOUNTS.get(finding.kind, "of storage")
        told.append(f"{numbers.storage(finding.storage_bytes)} {amount}")
    if finding.delay_seconds:
        told.append(f"{numbers.seconds(finding.delay_seconds)} of work delayed")
    return ", ".join([*told, f"{finding.product} check {finding.check}"])
