"""Threads that end instead of being reused.

What it does:
    Works out the share of transactions after which the thread was reused. Under 95 % is a note; plans with a
    tenth of all commits or more are named as the first to reuse threads.

Why it matters:
    Creating and ending a thread costs CPU that a short transaction notices; a thread that stays costs
    storage. IBM measured the saving between 66 and 100 % reuse. The most frequent transactions bring the
    most.

Evidence:
    The termination section of an accounting report; QWACRINV of IFCID 3: NEW USER, RESIGNON, TYPE2 INACTIVE
    and DBAT INACTIVE mean reuse, DEALLOCATION the end. Plans by commits a second from accounting.

What to do:
    Protected threads or queued pool and entry threads in CICS, PSEUDO-WFI or WFI regions in IMS, CMTSTAT
    INACTIVE for distributed work.

How to verify:
    The share of the same load rises; CPU of class 2 for a commit falls; real storage of DBM1 for threads.

References:
    IBM REDP-5238, 2.2.2, figures 2-6 and 2-7, table 2-1. The 95 % and the tenth are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Finding, Kind, Severity
from getpage.systems.db2 import words
from getpage.systems.db2.thresholds import REUSED_ENOUGH
from getpage.systems.facts import computed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.systems.db2.member import Member

ID = "db2-threads-not-reused"
TITLE = "Threads that end instead of being reused"


def find(member: Member) -> Iterator[Finding]:
    """A member with threads that are not reused, or whose frequent plans are known while reuse is not."""
    threads = member.threads
    share = threads.share
    plans = threads.frequent_plans()
    if share is None and not plans:
        return
    if share is not None and share >= REUSED_ENOUGH:
        return
    said = []
    if share is not None:
        both = threads.reused + threads.ended
        said.append(
            f"{words.percent(round(share, 2))} of {both:,} threads of {member.label} were reused, "
            f"{threads.ended:,} ended"
        )
    if plans:
        named = [f"{row['plan']} ({words.rate(row['commits_per_second'])} commits a second)" for row in plans]
        said.append(f"{words.listed(named)} commit most: the first to reuse threads")
    facts = [
        *(member.facts("db2_thread_end", threads.row("NEW USER"), threads="threads reused, NEW USER")),
        *(member.facts("db2_thread_end", threads.row("DEALLOCATION"), threads="threads ended, DEALLOCATION")),
    ]
    for row in plans:
        facts += member.facts(
            "db2_plan_activity",
            row,
            commits_per_second=f"commits a second, {row['plan']}",
            class2_cpu=f"class 2 CPU, {row['plan']}",
        )
    reuse = (computed("threads reused", round(100 * share, 1), "percent"),) if share is not None else ()
    yield Finding(
        check=ID,
        system="db2",
        object=member.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"{'; '.join(said)}.",
        evidence=(*reuse, *facts),
    )
