"""The one order in which findings are read, on the first screen and below it: severity, then what they do to
production, then the work delayed, then the storage, then names.

Severity follows what work waits for, see `severity`. Of those as grave, a z/OS image that is short of real
storage comes first, as it delays all that runs on it; then outages, losses, delays, waste (`Harm`).
"""

from __future__ import annotations

from collections.abc import Iterable

from getpage.contract.storage import whole
from getpage.core.names import PLATFORM
from getpage.result import Finding, Harm, Kind, Severity

_RANK = {severity: position for position, severity in enumerate(Severity)}
_HARM = {harm: position for position, harm in enumerate(Harm)}

Key = tuple[int, bool, int, float, int, str, str]


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as a person should read them; the same findings always in the same order."""
    return tuple(sorted(findings, key=gravity))


def is_short(finding: Finding) -> bool:
    """Whether something is short, and that is worth a change."""
    return finding.kind is Kind.SHORTAGE and finding.severity is not Severity.INFO


def is_whole_system(finding: Finding) -> bool:
    """Whether a z/OS image as a whole is short of real storage."""
    return is_short(finding) and finding.object == whole(finding.object.image)


def shows_shortage(finding: Finding) -> bool:
    """Whether z/OS itself shows that real storage of an image is short."""
    return finding.product == PLATFORM and is_short(finding)


def shows_filling(finding: Finding) -> bool:
    """Whether z/OS shows that what is paged out of an image will soon have no place, whoever takes it."""
    return (
        finding.product == PLATFORM
        and finding.kind is Kind.RISK
        and finding.harm is Harm.SOON
        and finding.severity is Severity.CRITICAL
        and finding.object == whole(finding.object.image)
    )


def gravity(finding: Finding) -> Key:
    """Gravest first."""
    return (
        _RANK[finding.severity],
        not is_whole_system(finding),
        _harm(finding),
        -finding.delay_seconds,
        -finding.storage_bytes,
        str(finding.object),
        finding.check,
    )


def _harm(finding: Finding) -> int:
    """The place of what it does to production; waste is a cost whatever its rule says."""
    return _HARM[Harm.COST if finding.kind is Kind.WASTE else finding.harm]
