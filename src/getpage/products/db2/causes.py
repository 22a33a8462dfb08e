"""What a finding of Db2 shows the shortage of, so that each is said once.

A buffer pool that has too few buffers shows it in its reads, in the residency of its pages, in a simulation
and in thresholds; a group buffer pool whose directory is too small in reclaims, in what it can name and in
the reads that they cost. Page-ins for the I/O of a pool, and address spaces on auxiliary storage, show that
the image is short of real storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom
from getpage.contract.knob import REAL_STORAGE
from getpage.contract.order import is_short
from getpage.contract.storage import whole

from .checks import (
    group_pool_directory,
    group_pool_invalidation,
    group_pool_size,
    pool_page_ins,
    pool_reads,
    pool_residency,
    pool_simulation,
    pool_thresholds,
    pool_work_files,
    storage_paged_out,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import FindingId
    from getpage.result import Finding

_BUFFERS: Final = (pool_reads, pool_residency, pool_simulation, pool_thresholds, pool_work_files)
_DIRECTORY: Final = (group_pool_directory, group_pool_size, group_pool_invalidation)
_REAL: Final = (pool_page_ins, storage_paged_out)
#: What each rule shows a shortage of, and the rule.
_RULES: Final = {
    rule.ID: (what, rule)
    for what, rules in (("buffers", _BUFFERS), ("directory entries", _DIRECTORY), (REAL_STORAGE, _REAL))
    for rule in rules
}


def symptoms(findings: Iterable[Finding]) -> dict[FindingId, Symptom]:
    """The findings that show a shortage, each with what it counts."""
    return dict(_symptoms(findings))


def _symptoms(findings: Iterable[Finding]) -> Iterator[tuple[FindingId, Symptom]]:
    for finding in findings:
        if finding.check not in _RULES or not is_short(finding):
            continue
        what, rule = _RULES[finding.check]
        of_image = what == REAL_STORAGE
        of = whole(finding.object.image) if of_image else finding.object
        yield finding.id, Symptom((of,), what, rule.in_short(finding), tells=not of_image)
