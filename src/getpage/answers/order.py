"""What is worst, over all products.

A z/OS system that is short of real storage comes first, as it delays all that runs on it; then what delays
most work; what is not known to delay any follows by severity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.storage import whole
from getpage.result import Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.core.names import Subsystem
    from getpage.result import Change, Finding

_SEVERITIES = tuple(Severity)

Key = tuple[bool, float, int, int, str, str]


def is_short(finding: Finding) -> bool:
    """Whether something is short, and that is worth a change."""
    return finding.kind is Kind.SHORTAGE and finding.severity is not Severity.INFO


def is_whole_system(finding: Finding) -> bool:
    """Whether a z/OS image as a whole is short of real storage."""
    return finding.object == whole(finding.object.image) and is_short(finding)


def gravity(finding: Finding) -> Key:
    """Worst first."""
    severity = _SEVERITIES.index(finding.severity)
    return (
        not is_whole_system(finding),
        -finding.delay_seconds,
        severity,
        -finding.storage_bytes,
        str(finding.object),
        finding.check,
    )


def ranks(findings: Iterable[Finding], changes: Sequence[Change]) -> Mapping[Change, tuple[int, int]]:
    """The place of each change: by the worst that its subsystem has to answer, then by step."""
    subsystems: dict[Subsystem, int] = {}
    for finding in sorted(findings, key=gravity):
        for change in finding.changes:
            subsystems.setdefault(change.subsystem, len(subsystems))
    last = len(subsystems)
    return {change: (subsystems.get(change.subsystem, last), change.step) for change in changes}
