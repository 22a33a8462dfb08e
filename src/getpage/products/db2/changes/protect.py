"""PROTECTNUM of the DB2ENTRY of plans that come from CICS, commit often and do not reuse their threads.

As many threads as the plan has in Db2 at one time, on average over its busiest quarter of an hour (class 2
elapsed time of its accounting over the time), rounded up: fewer would end and be made again meanwhile. A
thread is held a little longer than it is in Db2, so that this is what is needed at least.

Limits: accounting names the plan, and not the DB2ENTRY: CEMT INQUIRE DB2ENTRY shows which entry has it. What
PROTECTNUM and THREADLIMIT are now is not in the evidence of Db2 either.

References: IBM CICS documentation, "Protected entry threads", CEMT SET DB2ENTRY, CEDA ALTER DB2ENTRY; IBM
REDP-5238, 2.2.2.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.db2.threads.accounting import IN_CICS, QUARTER
from getpage.result import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member


def protected(member: Member, because: tuple[FindingId, ...], first: int) -> Iterator[Change]:
    """The change of each plan that commits most, where accounting tells how many threads it has at once."""
    busiest = {
        row["plan"]: row for row in member.measured.accounted(IN_CICS, member.key).iter_rows(named=True)
    }
    plans = [row["plan"] for row in member.threads.frequent_plans()]
    for step, plan in enumerate((name for name in plans if name in busiest), first):
        yield _change(member, plan, busiest[plan], because, step)


def _change(member: Member, plan: str, row: Row, because: tuple[FindingId, ...], step: int) -> Change:
    threads = max(1, math.ceil(row["elapsed"] / QUARTER))
    return Change(
        subsystem=member.id,
        setting=f"plan {plan} PROTECTNUM",
        step=step,
        command=f"CEMT SET DB2ENTRY(entry) PROTECTNUM({threads})",
        undo="CEMT SET DB2ENTRY(entry) PROTECTNUM(0)",
        place=f"CICS, for the entry that CEMT INQUIRE DB2ENTRY shows with PLAN({plan})",
        lasting=f"CEDA ALTER DB2ENTRY(entry) GROUP(group) PROTECTNUM({threads})",
        lasting_undo="CEDA ALTER DB2ENTRY(entry) GROUP(group) PROTECTNUM(0)",
        verify="fewer threads are created for as many sign-ons (Q3STCTHD, Q3STSIGN), class 2 CPU of a commit "
        f"of {plan} falls, and CEMT INQUIRE DB2ENTRY shows PTHREADS in use.",
        verify_after="an hour of the same load",
        storage_bytes=0,
        because=because,
        effect=f"Keeps up to {threads:,} threads of {plan} for reuse: so many it had in Db2 at one time, "
        "on average over its busiest quarter of an hour.",
        caution="Note first what PROTECTNUM is, which is what to go back to, and stay within THREADLIMIT. "
        "Where several regions or entries share the plan, divide the number. Threads that stay keep their "
        "storage in DBM1, and with RELEASE(DEALLOCATE) their locks.",
        evidence=(
            computed(
                f"class 2 elapsed time of {plan}, busiest quarter of an hour", round(row["elapsed"], 3), "s"
            ),
            computed(f"commits of {plan} in it", row["commits"], "count"),
        ),
    )
