"""One finding for one cause: areas that were short on storage, and the limit that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom
from getpage.core.names import Object

from .changes.reconcile import AREAS
from .checks import short_on_storage, storage_limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.result import Finding

_WHAT: Final = "storage areas"


def symptoms(findings: Iterable[Finding]) -> Iterator[tuple[FindingId, Symptom]]:
    """What each finding shows that is about storage areas."""
    for finding in findings:
        if finding.check == storage_limit.ID:
            yield finding.id, Symptom((finding.object,), _WHAT, f"the peak of {finding.object.name}")
        elif finding.check == short_on_storage.ID:
            limit = next(name for name, areas in AREAS.items() if finding.object.name in areas)
            held = Object(finding.object.subsystem, limit)
            yield finding.id, Symptom((held,), _WHAT, _in_short(finding), tells=False)


def _in_short(finding: Finding) -> str:
    said = finding.claim.rstrip(".")
    return said[0].lower() + said[1:]
