"""Which findings ask for a change of an object: what the reconciling of changes goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from getpage.core.names import FindingId, Object
    from getpage.result import Finding


class FindingsByObject:
    """The findings that ask for a change, by their object: all but notes, and the notes of some checks."""

    def __init__(self, findings: Iterable[Finding], notes: Collection[str]) -> None:
        """`notes` are the checks whose notes ask for a change too."""
        self._asking: dict[Object, list[Finding]] = {}
        for finding in findings:
            if finding.severity is not Severity.INFO or finding.check in notes:
                self._asking.setdefault(finding.object, []).append(finding)

    def because(self, of: Object, *checks: str) -> tuple[FindingId, ...]:
        """Identifiers of the findings of these checks that ask for a change of an object."""
        return tuple(one.id for one in self._asking.get(of, ()) if one.check in checks)
