"""The accounting records (SMF 101) of a member for one interval: a thread of each plan, and its packages.

Threads of these plans stay; each gives one record an interval, with all the commits of it (no ACCUMACC).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL, utc
from .model import CLASS_1_OVER_CLASS_2, OTHER_WAIT_US, READ_US
from .record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Row, Spec
    from .model import MemberInterval, PlanInterval

SHARE_OF_FIRST_PACKAGE = 0.6


def accounting(done: MemberInterval) -> Iterator[Spec]:
    """Give IFCID 3 and 239 of each plan that committed."""
    for number, plan in enumerate(done.plans):
        if plan.commits:
            second = done.end - 2 + number / 10
            common = _correlation(plan, number)
            yield record(done.spec, (101, 3), second, _thread(done, plan, second), common)
            yield record(done.spec, (101, 239), second + 0.001, {"QPAC": _packages(plan)}, common)


def _correlation(plan: PlanInterval, number: int) -> Row:
    spec = plan.spec
    return {
        "plan": spec.name,
        "connection": spec.connection,
        "connection_type": spec.connection_type,
        "authorization_id": spec.connection[:8],
        "correlation": f"{spec.connection[:8]}{number:04d}",
        "agent": f"{0x1F0A0000 + number * 0x1000:08X}",
    }


def _thread(done: MemberInterval, plan: PlanInterval, second: float) -> dict[str, list[Row]]:
    numbers = {pool.spec.name: pool.spec.number for pool in done.pools.values()}
    thread: Row = {
        "begin_time": utc(second - INTERVAL + 3),
        "end_time": utc(second),
        "begin_cpu": 0,
        "end_cpu": round(plan.general_cpu * CLASS_1_OVER_CLASS_2),
        "commits": plan.commits,
        "class2_elapsed": round(plan.elapsed),
        "class2_cpu": round(plan.general_cpu),
        "sync_io_wait": round(plan.reads * READ_US),
        "sync_io_waits": plan.reads,
        "log_write_wait": round(plan.commits * OTHER_WAIT_US * 0.8),
        "lock_wait": round(plan.commits * OTHER_WAIT_US * 0.2),
        "reason_code": 12,
        "parent_agent": "00000000",
    }
    pools: list[Row] = [
        {"buffer_pool": numbers[name], "getpages": getpages, "sync_reads": plan.pool_reads[name]}
        for name, getpages in plan.getpages.items()
    ]
    return {"QWAC": [thread], "QBAC": pools}


def _packages(plan: PlanInterval) -> list[Row]:
    count = len(plan.spec.packages)
    shares = [SHARE_OF_FIRST_PACKAGE if count > 1 else 1.0] + [
        (1 - SHARE_OF_FIRST_PACKAGE) / (count - 1) for _ in range(count - 1)
    ]
    return [
        {
            "collection": "PRODCOLL",
            "package": name,
            "sql_calls": plan.commits * 12 // count,
            "class7_elapsed": round(plan.elapsed * share),
            "class7_cpu": round(plan.general_cpu * share),
        }
        for name, share in zip(plan.spec.packages, shares, strict=True)
    ]
