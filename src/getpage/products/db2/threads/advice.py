"""What is done about threads: PROTECTNUM of the DB2ENTRY of a plan, and RELEASE(DEALLOCATE) of a package.

PROTECTNUM is for plans that come from CICS, commit often and do not reuse their threads: as many threads as
the plan has in Db2 at one time, on average over its busiest quarter of an hour (class 2 elapsed time of its
accounting over the time), rounded up. Fewer would end and be made again meanwhile. A thread is held a little
longer than it is in Db2, so that this is what is needed at least.

A REBIND may choose another access path: APREUSE(ERROR) leaves the package as it is where the old one cannot
be kept. `(*)` stands for all versions of the package; without it only one that has no version is bound again.

Limits: accounting names the plan, and not the DB2ENTRY: CEMT INQUIRE DB2ENTRY shows which entry has it. What
PROTECTNUM and THREADLIMIT are now is not in the evidence of Db2 either.

References: IBM CICS documentation, "Protected entry threads", CEMT SET DB2ENTRY, CEDA ALTER DB2ENTRY; IBM Db2
documentation, REBIND PACKAGE, RELEASE, APREUSE; IBM REDP-5238, 2.2.2 and 2.2.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core.names import FindingId
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.result import Advise, Change

from .accounting import IN_CICS, QUARTER

_JOB: Final = "a job that runs DSN (IKJEFT01)"


def protected(member: Member) -> Iterator[Advise]:
    """PROTECTNUM for each plan that commits most, where accounting tells how many threads it has at once."""
    busiest = {
        row["plan"]: row for row in member.measured.accounted(IN_CICS, member.key).iter_rows(named=True)
    }
    for row in member.threads.frequent_plans():
        if row["plan"] in busiest:
            yield _protect(member, row["plan"], busiest[row["plan"]])


def _protect(member: Member, plan: str, row: Row) -> Advise:
    threads, setting = max(1, math.ceil(row["elapsed"] / QUARTER)), f"plan {plan} PROTECTNUM"

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=member.id,
            setting=setting,
            step=1,
            command=f"CEMT SET DB2ENTRY(entry) PROTECTNUM({threads})",
            undo="CEMT SET DB2ENTRY(entry) PROTECTNUM(0)",
            place=f"CICS, for the entry that CEMT INQUIRE DB2ENTRY shows with PLAN({plan})",
            lasting=f"CEDA ALTER DB2ENTRY(entry) GROUP(group) PROTECTNUM({threads})",
            lasting_undo="CEDA ALTER DB2ENTRY(entry) GROUP(group) PROTECTNUM(0)",
            verify="Fewer threads are created for as many sign-ons (Q3STCTHD, Q3STSIGN), class 2 CPU of a "
            "commit "
            f"of {plan} falls, and CEMT INQUIRE DB2ENTRY shows PTHREADS in use.",
            verify_after="an hour of the same load",
            storage_bytes=0,
            because=because,
            effect=f"Keeps up to {wording.plural(threads, 'thread')} of {plan} for reuse, as many as it had "
            "in Db2 at one time on average over its busiest quarter of an hour.",
            caution="Note PROTECTNUM first, to go back to it, and stay within THREADLIMIT. Where several "
            "regions or "
            "entries share the plan, divide the number. Threads that stay keep their storage in DBM1, and "
            "with "
            "RELEASE(DEALLOCATE) their locks.",
            evidence=(
                computed(
                    f"class 2 elapsed time of {plan}, busiest quarter of an hour",
                    round(row["elapsed"], 3),
                    "s",
                ),
                computed(f"commits of {plan} in it", row["commits"], "count"),
            ),
        )

    return Advise(subsystem=member.id, setting=setting, spell=spell)


def rebind(collection: str, package: str, release: str) -> str:
    """The DSN subcommand."""
    return f"REBIND PACKAGE({collection}.{package}.(*)) RELEASE({release}) APREUSE(ERROR)"


def released_at_deallocation(member: Member, rows: list[Row]) -> Iterator[Advise]:
    """RELEASE(DEALLOCATE) of each package of which the evidence says in which collection it is."""
    for row in rows:
        if row.get("collection"):
            yield _release(member, row)


def _release(member: Member, row: Row) -> Advise:
    collection, package = row["collection"], row["package"]
    setting = f"package {collection}.{package} RELEASE"

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=member.id,
            setting=setting,
            step=1,
            command=rebind(collection, package, "DEALLOCATE"),
            undo=rebind(collection, package, "COMMIT"),
            place=_JOB,
            verify=f"Class 7 CPU of an execution of {package} falls; storage of threads in DBM1 stays "
            "acceptable, and utilities and DDL on what it uses do not wait.",
            verify_after="an hour of the same load",
            storage_bytes=0,
            because=because,
            effect=f"Keeps {package} allocated in threads that are reused, instead of "
            f"{wording.rate(row['allocations_per_second'])} allocations per second.",
            caution="Rebind it when nothing uses it. Threads then hold it and its parent locks until they "
            "end, so "
            "REORG, REBIND and DDL on what it uses wait: leave out what is changed often. See in "
            "SYSIBM.SYSPACKAGE "
            "first that it is bound with RELEASE(COMMIT).",
        )

    return Advise(subsystem=member.id, setting=setting, spell=spell)
