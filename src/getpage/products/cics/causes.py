"""One finding for one cause: areas that were short on storage, and the limit that holds them; a QR TCB that
page-ins stop or storage that is paged out, and the image that is short of real storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom
from getpage.contract.knob import REAL_STORAGE
from getpage.contract.storage import whole
from getpage.core.names import Object

from .changes.reconcile import AREAS
from .checks import qr_ratio, short_on_storage, storage_limit, storage_paged_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .region import Region

_WHAT: Final = "storage areas"


def symptoms(findings: Iterable[Finding], regions: Iterable[Region]) -> Iterator[tuple[FindingId, Symptom]]:
    """What each finding shows that is about storage areas, or about real storage."""
    paged = {region.id for region in regions if qr_ratio.held_by_paging(region)}
    for finding in findings:
        if finding.check == storage_limit.ID:
            yield finding.id, Symptom((finding.object,), _WHAT, f"the peak of {finding.object.name}")
        elif finding.check == short_on_storage.ID:
            limit = next(name for name, areas in AREAS.items() if finding.object.name in areas)
            held = Object(finding.object.subsystem, limit)
            yield finding.id, Symptom((held,), _WHAT, short_on_storage.in_short(finding), tells=False)
        elif finding.check == qr_ratio.ID and finding.object.subsystem in paged:
            image = whole(finding.object.image)
            yield finding.id, Symptom((image,), REAL_STORAGE, qr_ratio.in_short(finding), tells=False)
        elif finding.check == storage_paged_out.ID:
            image = whole(finding.object.image)
            yield (
                finding.id,
                Symptom((image,), REAL_STORAGE, storage_paged_out.in_short(finding), tells=False),
            )
