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
    a word is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.pools.wanted import step_size
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-work-files"
TITLE = "Buffer pool that is too small for the work files of its sorts"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE,)
SHOWS = "buffers"

_LABELS: Final = {
    "work_files_not_created": "work files not created",
    "merge_work_files_denied": "work files denied to merges",
    "sorts_limited": "merges limited",
    "work_file_prefetch_aborted": "prefetches of work files given up",
}


def find(member: Member) -> Iterator[Finding]:
    """Every pool that denied buffers to a sort."""
    for pool in member.pools:
        counts = {column: count for column in _LABELS if (count := pool.total(column))}
        if not counts:
            continue
        row = pool.worst(max(counts, key=lambda column: counts[column])) or pool.last
        denied = sum(counts.values())
        named = [f"{count:,} {_LABELS[column]}" for column, count in counts.items()]
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Sorts were denied buffers {wording.times(denied)}",
            claim=(
                f"They merge in more passes: {wording.listed(named)}. Enlarge the pool, or raise its VPSEQT."
            ),
            in_brief=f"buffers denied to sorts {wording.times(denied)}",
            evidence=(
                computed("buffers denied in the window", denied, "count"),
                *member.facts("db2_buffer_pool", row, **_LABELS, buffers="buffers"),
            ),
            asks=asks.size(member, pool, step_size(pool), at_least=True, reached=True),
        )
