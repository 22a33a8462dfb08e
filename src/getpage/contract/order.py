"""The order in which findings are read: severity, then the work delayed, then the storage, then names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Finding

_RANK = {severity: position for position, severity in enumerate(Severity)}


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as a person should read them; the same findings always in the same order."""

    def key(finding: Finding) -> tuple[int, float, int, str, str]:
        rank = _RANK[finding.severity]
        return (rank, -finding.delay_seconds, -finding.storage_bytes, str(finding.object), finding.check)

    return tuple(sorted(findings, key=key))
