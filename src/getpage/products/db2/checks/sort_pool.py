"""Sorts that merge in work files, though buffers were never denied to them.

What it does:
    Notes members whose sorts merge once or more a second, with the work files of an average merge, and the
    size of SRTPOOL that would have spared it. Where buffers were denied to merges, the pool is the
    cause, and is reported instead.

Why it matters:
    Each merge pass reads all data of its sort from work files and writes them again. A sort whose data fit in
    its storage merges nothing.

Evidence:
    QBSTWFT and QBSTWFR of IFCID 2, as differences of two records; SRTPOOL as job DSNTIJUZ has it.

What to do:
    Each work file of a merge is one run of the sort. SRTPOOL times their number makes one run of it, which
    needs no merge; less of it leaves one. Each sort at one time takes as much: try it where real storage is
    free for all of them, and look at the sorts of the largest statements first.

How to verify:
    QBSTWFT rises less in the same load.

References:
    IBM Db2 documentation, "SORT POOL SIZE field" (SRTPOOL, of each sort, changed by -SET SYSPARM). One merge
    a second is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core.names import Object
from getpage.core.units import KIB
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.products.db2.storage.parameters import parameter
from getpage.products.db2.storage.sql import PARAMETERS
from getpage.products.db2.thresholds import MERGES
from getpage.result import Finding, Kind, Severity

ID = "db2-sort-pool"
TITLE = "Sorts that merge in work files, though buffers were never denied to them"
NO_COMMAND = "How many sorts run at once is in no record: each takes as much as SRTPOOL allows."
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)

NAME: Final = "SRTPOOL"
#: Buffers that were denied to sorts: then the pool of the work files is the cause.
_DENIED: Final = ("work_files_not_created", "merge_work_files_denied", "sorts_limited")


def find(member: Member) -> Iterator[Finding]:
    """A member with many merges, of the pool with most of them."""
    merging = [pool for pool in member.pools if pool.total("merge_passes")]
    if not merging or any(pool.total(column) for pool in member.pools for column in _DENIED):
        return
    most = max(merging, key=lambda pool: pool.total("merge_passes"))
    row = most.worst("merge_passes")
    if row is None or not row["rate_seconds"]:
        return
    rate = row["merge_passes"] / row["rate_seconds"]
    if rate >= member.in_force(MERGES, Object(member.id, NAME)):
        yield _finding(member, most, merging, rate)


def _finding(member: Member, most: Db2Pool, merging: list[Db2Pool], rate: float) -> Finding:
    passes, files = (
        sum(pool.total(column) for pool in merging) for column in ("merge_passes", "merge_work_files")
    )
    each, shown = files / passes, parameter(member, "srtpool")
    whole = "" if shown is None else f" ({wording.size(round(shown['srtpool'] * each) * KIB)})"
    return Finding(
        check=ID,
        object=Object(member.id, NAME),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.rate(rate)} merges/s of {each:.1f} work files each",
        claim=(
            f"{NAME} times {each:.1f}{whole} sorts an average one of them without a merge, no less does. "
            "Each sort at one time takes as much."
        ),
        evidence=(
            computed("merge passes in the window", passes, "count"),
            computed("work files of an average merge", round(each, 1), "count"),
            *member.facts(
                "db2_buffer_pool",
                most.worst("merge_passes"),
                merge_passes="merge passes",
                merge_work_files="work files asked for in them",
            ),
            *(() if shown is None else member.facts(PARAMETERS, shown, srtpool=NAME)),
        ),
    )
