"""Threads that end instead of being reused.

What it does:
    Works out the share of transactions after which the thread was reused. Under 95 % is a note, where one
    thread or more ends per second, and under 50 % a warning; plans with a tenth of
    all commits or more, if that is one per second or more, are named as the first to reuse threads.

Why it matters:
    Creating and ending a thread costs CPU that a short transaction notices; a thread that stays costs
    storage. IBM measured the saving between 66 and 100 % reuse. The most frequent transactions save the
    most.

Evidence:
    The termination section of an accounting report: NEW USER, RESIGNON, TYPE2 INACTIVE and DBAT INACTIVE mean
    reuse, DEALLOCATION the end. From records: sign-ons beyond threads created (Q3STSIGN, Q3STCTHD: at least
    so many were reused) and requests with a pooled or a new DBAT (QDSTPOOL, QDSTNDBA). QWACRINV of IFCID 3 is
    shown as the code that was recorded; what it means is in DSNDQWAC, and a layout with its values makes it
    count. A record that was rolled up counts as the transactions that it says it holds. Plans by commits a
    second from accounting.

What to do:
    Protected threads in CICS: CEMT SET DB2ENTRY(entry) PROTECTNUM(n) for the entries of the plans that are
    named, with n the threads that they have in Db2 at one time, which accounting tells, never above
    THREADLIMIT; CEDA ALTER DB2ENTRY makes it last. Queued pool and entry threads do it too; in IMS
    PSEUDO-WFI or WFI regions, for distributed work CMTSTAT INACTIVE.

How to verify:
    The share of the same load rises; CPU of class 2 for a commit falls; real storage of DBM1 for threads.

References:
    IBM REDP-5238, 2.2.2, figures 2-6 and 2-7, table 2-1. The 95 %, the ones per second and the tenth
    are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import THREADS
from getpage.products.db2.threads.advice import protected
from getpage.products.db2.threads.reuse import STATISTICS, Reuse
from getpage.products.db2.thresholds import REUSED, REUSED_LOW
from getpage.result import Fact, Finding, Kind, Severity

ID = "db2-threads-not-reused"
TITLE = "Threads that end instead of being reused"
NO_COMMAND = (
    "Thread reuse is set where the work comes from: protected or pooled threads of CICS (PROTECTNUM), "
    "PSEUDO-WFI "
    "regions of IMS, CMTSTAT INACTIVE for distributed work."
)
LOOKS_AT = THREADS
FINDS = (Kind.RISK, Kind.NOTE)

_MOST_CODES = 6  # of the fourteen that there are


def find(member: Member) -> Iterator[Finding]:
    """A member with threads that are not reused, or whose frequent plans are known while reuse is not."""
    threads = member.threads
    reuse, plans = threads.reuse, threads.frequent_plans()
    share = reuse.share if reuse else None
    enough = reuse.enough(member.in_force(REUSED)) if reuse else False
    if enough if reuse else not (plans and threads.plans_listed):
        return
    low = share is not None and share < member.in_force(REUSED_LOW)
    known = () if share is None else (computed("threads reused", round(100 * share, 1), "percent"),)
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING if low else Severity.INFO,
        kind=Kind.RISK if low else Kind.NOTE,
        headline=_headline(reuse, plans),
        claim=f"Creating and ending a thread costs CPU in every transaction.{_first(plans)}",
        evidence=(*known, *_ends(member, reuse), *(fact for row in plans for fact in _plan(member, row))),
        advice=tuple(protected(member)),
    )


def _headline(reuse: Reuse | None, plans: list[Row]) -> str:
    if reuse is None or reuse.share is None:
        return f"{plans[0]['plan']} commits {wording.rate(plans[0]['commits_per_second'])} times/s"
    least = "At least " if reuse.basis == STATISTICS else ""
    share = wording.percent(round(reuse.share, 2))
    return f"{least}{share} of {wording.plural(reuse.reused + reuse.ended, 'thread')} reused"


def _first(plans: list[Row]) -> str:
    """The plans that are to reuse threads first, as a sentence."""
    if not plans:
        return ""
    named = wording.listed([str(row["plan"]) for row in plans])
    return f" {named} commit most: protect their threads first, in CICS by PROTECTNUM of their DB2ENTRY."


def _ends(member: Member, reuse: Reuse | None) -> Iterator[Fact]:
    threads = member.threads
    for reason, label in (("NEW USER", "threads reused"), ("DEALLOCATION", "threads ended")):
        yield from member.facts("db2_thread_end", threads.row(reason), threads=f"{label}, {reason}")
    if reuse is not None and reuse.basis == STATISTICS:
        yield from member.facts(
            "db2_subsystem",
            threads.last_allied,
            signons="sign-ons, last interval",
            threads_created="threads created",
        )
        yield from member.facts(
            "db2_dbat",
            threads.last_distributed,
            dbats_reused="DBATs reused, last interval",
            dbats_created="DBATs created",
        )
    for row in threads.codes()[:_MOST_CODES]:
        yield computed(
            f"accounting ended with reason {row['reason']}{_rolled(row)}", row["transactions"], "count"
        )


def _rolled(row: Row) -> str:
    """What is counted where records were rolled up: transactions, not records."""
    rolled = row["transactions"] != row["records"]
    return f", transactions in {wording.plural(row['records'], 'record')}" if rolled else ""


def _plan(member: Member, row: Row) -> tuple[Fact, ...]:
    """As printed, or the sums of accounting records."""
    plan = row["plan"]
    labels = {"commits_per_second": f"commits per second, {plan}", "class2_cpu": f"class 2 CPU, {plan}"}
    if "records" not in row:
        return member.facts("db2_plan_activity", row, **labels)
    of = f", of {row['records']:,} accounting records"
    rate, cpu = round(row["commits_per_second"], 2), round(row["class2_cpu"], 3)
    return (
        computed(labels["commits_per_second"] + of, rate, "/s", row),
        computed(labels["class2_cpu"] + of, cpu, "s", row),
    )
