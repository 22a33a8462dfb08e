"""Each task of a region in a quarter of an hour: when it came, waited for MXT, what it used, when it ended.

Tasks come at random moments, the same each time. Above MXT they wait in the order in which they came.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING

from ..clock import INTERVAL, utc
from ..db2.model import CLASS_1_OVER_CLASS_2

if TYPE_CHECKING:
    from ..db2.model import PlanInterval
    from ..spec import Row
    from .definitions import RegionSpec, TransactionSpec

_SWITCH_US = 14.0
"""What a task waits after a change of TCB until it is dispatched."""
_DISPATCH_US = 60.0
_ROUTE_US = 300


@dataclass(slots=True)
class Tasks:
    """All tasks of an interval in the order in which they came, and what they came to."""

    rows: list[Row] = field(default_factory=list)
    times_at_mxt: int = 0
    delayed: int = 0
    peak_active: int = 0
    peak_queued: int = 0


def tasks(spec: RegionSpec, end: int, number: int, plan: PlanInterval | None) -> Tasks:
    """The tasks of the interval that ends at `end`."""
    transaction = spec.transaction
    assert transaction is not None, "a routing region has the tasks of those that it routes to"
    chance = Random(f"{spec.name} {end}")
    base = utc(end - INTERVAL)
    db2_cpu, db2_wait = (
        (CLASS_1_OVER_CLASS_2 * plan.general_cpu / number, (plan.elapsed - plan.cpu) / number)
        if plan and number
        else (0.0, 0.0)
    )
    done = Tasks()
    active: list[int] = []
    queued: deque[int] = deque()
    full = False
    for nth, came in enumerate(_arrivals(spec, end, number, chance), 1):
        spread = max(0.4, chance.gauss(1.0, 0.12))
        qr, opened = transaction.qr_us * spread, (transaction.open_us + db2_cpu) * spread
        longer = 0.6 + chance.expovariate(2.5)
        own, linked = _waits(transaction, nth, longer)
        waited = own + linked
        while active and active[0] <= came:
            heappop(active)
        begin = came if len(active) < spec.mxt else heappop(active)
        while queued and queued[0] <= came:
            queued.popleft()
        if begin > came:
            queued.append(begin)
            done.delayed += 1
            done.times_at_mxt += not full
        full = begin > came
        delay = begin - came
        dispatch = (qr + opened) * 1.05 + db2_wait * spread
        changed = transaction.switches * _SWITCH_US
        suspend = delay + _DISPATCH_US + changed + waited
        ended = came + round(dispatch + suspend)
        heappush(active, ended)
        done.peak_active = max(done.peak_active, len(active))
        done.peak_queued = max(done.peak_queued, len(queued))
        row: Row = {
            "transaction": transaction.name,
            "program": transaction.program,
            "task_number": nth + end // INTERVAL * 8_000,
            "started": base + came,
            "ended": base + ended,
            "record_type_code": "   T",
            "dispatch_us": dispatch,
            "dispatch_count": 3 + transaction.switches,
            "cpu_us": qr + opened,
            "cpu_count": 3 + transaction.switches,
            "suspend_us": suspend,
            "suspend_count": 3 + transaction.switches,
            "first_dispatch_us": delay + _DISPATCH_US,
            "first_dispatch_count": 1,
            "mxt_delay_us": float(delay),
            "mxt_delay_count": int(delay > 0),
            "change_mode_delay_us": changed,
            "change_mode_delay_count": transaction.switches,
            "qr_cpu_us": qr,
            "qr_cpu_count": 2 + transaction.switches // 2,
            "key8_cpu_us": opened,
            "key8_cpu_count": transaction.switches // 2,
            "db2_requests": transaction.db2_calls,
            "td_requests": transaction.td_writes,
        }
        if transaction.wait:
            row |= {f"{transaction.wait}_us": own, f"{transaction.wait}_count": 1}
        if transaction.application:
            row |= _of_application(transaction, nth, linked)
        done.rows.append(row)
    return done


def _waits(transaction: TransactionSpec, nth: int, longer: float) -> tuple[float, float]:
    """What a task waits for its own files or services, and for the region that it links to."""
    apart = transaction.apart * (1 if nth % 2 else -1) if transaction.versions else 0.0
    return transaction.wait_us * (1 + apart) * longer, transaction.dpl_us * longer


def _of_application(transaction: TransactionSpec, nth: int, linked: float) -> Row:
    """The application context of a task, and its LINKs to another region."""
    major, minor, micro = transaction.versions[nth % 2]
    return {
        "dpl_requests": transaction.dpl,
        "dpl_with_channel": 0,
        "mro_wait_us": linked,
        "mro_wait_count": transaction.dpl,
        "application": transaction.application,
        "platform": "ORDERS",
        "major_version": major,
        "minor_version": minor,
        "micro_version": micro,
        "operation": transaction.name,
    }


def _arrivals(spec: RegionSpec, end: int, number: int, chance: Random) -> list[int]:
    """When they come, in µs after the start of the interval; those of a rush within its window."""
    transaction = spec.transaction
    rushes = transaction.bursts if transaction else ()
    found: list[int] = []
    for rush in rushes:
        if end - INTERVAL <= rush.window.start < end:
            length = rush.window.end - rush.window.start
            first = rush.window.start - (end - INTERVAL)
            found += (
                round((first + chance.random() * length) * 1e6) for _ in range(round(rush.rate * length))
            )
    found += (round(chance.random() * INTERVAL * 1e6) for _ in range(number - len(found)))
    return sorted(found)


def routed(row: Row, cpu_us: float) -> Row:
    """The task of a routing region that waits for this one."""
    started, ended = row["started"], row["ended"]
    assert isinstance(started, int), "the moment of a task"
    assert isinstance(ended, int), "the moment of a task"
    response = ended - started + 2 * _ROUTE_US + round(cpu_us)
    dispatch = cpu_us * 1.05
    return {
        "transaction": row["transaction"],
        "program": "",
        "task_number": row["task_number"],
        "started": started - _ROUTE_US,
        "ended": started - _ROUTE_US + response,
        "record_type_code": "   T",
        "dispatch_us": dispatch,
        "dispatch_count": 3,
        "cpu_us": cpu_us,
        "cpu_count": 3,
        "suspend_us": response - dispatch,
        "suspend_count": 2,
        "first_dispatch_us": _DISPATCH_US,
        "first_dispatch_count": 1,
        "mro_wait_us": response - dispatch - _DISPATCH_US,
        "mro_wait_count": 1,
        "qr_cpu_us": cpu_us,
        "qr_cpu_count": 3,
    }
