"""Packages that gain from RELEASE(DEALLOCATE).

What it does:
    Where most threads are reused, names the packages with a tenth of all listed allocations or more, if that
    is one per second or more.

Why it matters:
    With RELEASE(COMMIT) a reused thread gives up its packages and parent locks at each commit and takes
    them again. IBM measured up to 10 % less CPU of class 2 and 7 with RELEASE(DEALLOCATE), for more storage
    of each thread. Without reuse the two are the same.

Evidence:
    Packages by allocations per second with their class 7 CPU, as printed, or added up from accounting records
    (classes 7 and 8; QPAC of IFCID 239); and how many threads are reused: the termination section, or
    sign-ons beyond threads created and pooled DBATs. A record has one row for each package, however often it
    was allocated: where records hold several commits, as those that are rolled up and those of threads that
    stay, the rows are the least number of allocations, and the finding says so.

What to do:
    REBIND PACKAGE(collection.package.(*)) RELEASE(DEALLOCATE) APREUSE(ERROR) of the few packages that are
    named, not of all: each thread holds them until it ends, and so their locks,
    which REORG and REBIND have to break in on.

How to verify:
    Class 7 CPU of an execution of the package falls; thread storage of DBM1 stays acceptable.

References:
    IBM REDP-5238, 2.2.3 and figure 2-8. The tenth, the one per second, and half as "most", are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core.text import shorten
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import PACKAGES
from getpage.products.db2.threads.advice import rebind, released_at_deallocation
from getpage.result import Fact, Finding, Kind, Severity

ID = "db2-packages-release"
TITLE = "Packages that gain from RELEASE(DEALLOCATE)"
NO_COMMAND = ""
LOOKS_AT = PACKAGES
FINDS = (Kind.NOTE,)

#: Characters of the name of a package in a headline; it may have 128, and stands in full in the claim.
_NAME = 24
_SEVERAL = 2.0  # commits of an accounting record, from which on it is not one of a transaction: ours


def find(member: Member) -> Iterator[Finding]:
    """The frequent packages of a member that reuses its threads."""
    packages = member.threads.frequent_packages()
    if not packages or not member.threads.persistent:
        return
    several = "records" in packages[0] and (member.threads.commits_of_a_record or 0) >= _SEVERAL
    first, named = packages[0], [str(row["package"]) for row in packages]
    cpu = sum(float(row["class7_cpu_share"] or 0) for row in packages)
    least = "at least " if several else ""
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=(
            f"{shorten(named[0], _NAME)} is allocated {least}"
            f"{wording.rate(first['allocations_per_second'])} times/s"
        ),
        claim=(
            f"Threads are reused, so RELEASE(DEALLOCATE) keeps {wording.listed(named)} allocated, for up to "
            "10 % "
            f"less CPU.{_bound(packages)}"
        ),
        evidence=(
            computed("share of class 7 CPU", round(cpu, 2), "percent"),
            computed("threads reused", round(100 * (member.threads.share or 0), 1), "percent"),
            *(_commits(member) if several else ()),
            *(fact for row in packages for fact in _facts(member, row)),
        ),
        advice=tuple(released_at_deallocation(member, packages)),
    )


def _bound(packages: list[Row]) -> str:
    """How those are bound again of which a report does not print the collection."""
    unplaced = [row["package"] for row in packages if not row.get("collection")]
    if not unplaced:
        return ""
    return f" SYSIBM.SYSPACKAGE has their collections: {rebind('collection', unplaced[0], 'DEALLOCATE')}."


def _commits(member: Member) -> tuple[Fact, ...]:
    """Commits of an accounting record, in which a package counts once however often it was allocated."""
    return (
        computed(
            "commits of an accounting record", round(member.threads.commits_of_a_record or 0, 1), "count"
        ),
    )


def _facts(member: Member, row: Row) -> tuple[Fact, ...]:
    """As printed, or the sums of accounting records."""
    if "records" not in row:
        return member.facts(
            "db2_package_activity",
            row,
            allocations_per_second=f"allocations per second, {row['package']}",
            class7_cpu=f"class 7 CPU, {row['package']}",
            class7_cpu_average=f"class 7 CPU of an execution, {row['package']}",
        )
    of = f", {row['package']}, of {row['records']:,} accounting records"
    return (
        computed(f"rows per second{of}", round(row["allocations_per_second"], 2), "/s", row),
        computed(f"class 7 CPU{of}", round(row["class7_cpu"], 3), "s", row),
    )
