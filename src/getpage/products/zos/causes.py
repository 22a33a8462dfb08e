"""What a finding shows of an image that is short of real storage, so that this is said once.

An image that is short shows it in what was free, in demand paging, in its unreferenced interval count, in a
dump that has no room, and in page-ins of its address spaces and service classes. An address space that has
page-ins shows it in its class too, where nothing says it of the whole image.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom
from getpage.contract.knob import REAL_STORAGE
from getpage.contract.order import is_short
from getpage.contract.storage import whole

from .checks import (
    demand_paging,
    dump_reserve,
    free_storage,
    page_in_address_space,
    page_in_service_class,
    unreferenced_interval,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.core.names import FindingId
    from getpage.result import Finding

#: Of these also notes: page-ins that are no finding by themselves have no other cause either.
_PAGED: Final = (page_in_address_space.ID, page_in_service_class.ID)
_RULES: Final = {
    rule.ID: rule
    for rule in (
        demand_paging,
        free_storage,
        unreferenced_interval,
        dump_reserve,
        page_in_address_space,
        page_in_service_class,
    )
}


def symptoms(findings: Iterable[Finding]) -> dict[FindingId, Symptom]:
    """The findings that show a shortage of real storage, each with what it counts."""
    findings = tuple(findings)
    regions = page_in_service_class.named_by_region(findings)
    made = {}
    for finding in findings:
        rule = _RULES.get(finding.check)
        if rule is None or not (is_short(finding) or finding.check in _PAGED):
            continue
        of = (whole(finding.object.image), regions.get(finding.object, finding.object))
        tells = is_short(finding) and finding.object == of[-1]
        made[finding.id] = Symptom(of, REAL_STORAGE, rule.in_short(finding), tells=tells)
    return made
