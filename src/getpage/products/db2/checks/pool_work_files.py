"""Buffer pool that is too small for the work files of its sorts.

What it does:
    Counts work files that were not created or denied, sorts that were limited and prefetches that were given
    up because a pool had no buffers for them. Any is a warning.

Why it matters:
    A sort with fewer work files merges in more passes, and reads and writes its data once more in each.

Evidence:
    QBSTMAX, QBSTWFD, QBSTWFF and QBSTWKPD of IFCID 2, as differences of two records.

What to do:
    Enlarge the pool of the work file database by a step of 10 %, or raise its VPSEQT: work files are read
    sequentially. Where real storage is short, nothing grows before that is relieved.

How to verify:
    The counters stay at zero in the same load; elapsed time of the sorts falls.

References:
    IBM Db2 documentation, "Sort work files": buffers limit the work files of a merge. That any count is worth
    a word is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed, value_of
from getpage.products.db2 import wording
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

_DENIED: Final = "in the window"

ID = "db2-pool-work-files"
TITLE = "Buffer pool that is too small for the work files of its sorts"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_LABELS: Final = {
    "work_files_not_created": "work files not created",
    "merge_work_files_denied": "work files denied to merges",
    "sorts_limited": "merges limited",
    "work_file_prefetch_aborted": "prefetches of work files given up",
}


def find(member: Member) -> Iterator[Finding]:
    """Every pool that denied buffers to a sort."""
    for pool in member.pools:
        totals = {column: pool.total(column) for column in _LABELS}
        found = {column: count for column, count in totals.items() if count}
        if not found:
            continue
        row = pool.worst(max(found, key=lambda column: found[column])) or pool.last
        said = [f"{count:,} {_LABELS[column]}" for column, count in found.items()]
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            claim=(
                f"{pool.name} of {member.label} had no buffers for sorts: {wording.listed(said)}, most "
                f"{wording.interval(row)}."
            ),
            evidence=(
                computed(_DENIED, sum(found.values()), "count"),
                *member.facts("db2_buffer_pool", row, **_LABELS, buffers="buffers"),
            ),
        )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"buffers denied to sorts {wording.times(value_of(finding, _DENIED))}"
