"""What a region does in an interval: its tasks, the CPU and the waits of its TCBs, its storage.

Commits of a plan are tasks, and what Db2 used for them is CPU on L8. A region that pages is stopped by
page-ins: its QR TCB is dispatched then and uses no CPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from typing import TYPE_CHECKING

from ..clock import INTERVAL
from ..db2.estate import MEMBERS
from ..db2.model import CLASS_1_OVER_CLASS_2, run
from ..workload import ONLINE, at_time
from .estate import MONITORED, ROUTED_US
from .tasks import Tasks, tasks

if TYPE_CHECKING:
    from ..db2.model import PlanInterval
    from .definitions import RegionSpec, TransactionSpec

DISPATCH_OVER_CPU = 1.06
_IDLE_CPU, _IDLE_DISPATCHED = 0.15, 0.3
"""Seconds that the QR TCB uses, and is dispatched beyond its CPU, in an interval without work."""
_PAGE_IN = 0.001


def count(spec: TransactionSpec, end: int) -> int:
    """Tasks of a transaction that end in the interval, as commits of a plan are counted."""
    found = round(spec.rate * at_time(ONLINE, end - INTERVAL // 2) * INTERVAL)
    inside = (burst for burst in spec.bursts if end - INTERVAL <= burst.window.start < end)
    return found + sum(round(burst.rate * (burst.window.end - burst.window.start)) for burst in inside)


def plan_of(region: RegionSpec, end: int) -> PlanInterval | None:
    """What the plan of its transaction did."""
    name = region.transaction.plan if region.transaction else ""
    members = (member for member in MEMBERS if name and member.system == region.system)
    return next(
        (plan for member in members for plan in run(member, end).plans if plan.spec.name == name), None
    )


@cache
def monitored(region: RegionSpec, end: int) -> Tasks | None:
    """Each task of the interval, where monitoring is on."""
    if end - 1 not in MONITORED or region.transaction is None:
        return None
    return tasks(region, end, count(region.transaction, end), plan_of(region, end))


@dataclass(frozen=True)
class RegionInterval:
    """One region in one interval that ends at a second of the day."""

    spec: RegionSpec
    end: int

    @cached_property
    def tasks(self) -> int:
        """User tasks that ended."""
        return sum(count(transaction, self.end) for transaction in self.spec.transactions)

    @cached_property
    def load(self) -> float:
        """How busy the time of day is, of 1."""
        return at_time(ONLINE, self.end - INTERVAL // 2)

    @property
    def qr_cpu(self) -> float:
        """CPU seconds of the QR TCB."""
        transaction = self.spec.transaction
        return _IDLE_CPU + self.tasks * (transaction.qr_us if transaction else ROUTED_US) / 1e6

    def qr_dispatched(self, page_ins: int) -> float:
        """Seconds in which the QR TCB was dispatched."""
        held = page_ins * self.spec.held_by_page_ins * _PAGE_IN
        return self.qr_cpu * DISPATCH_OVER_CPU + _IDLE_DISPATCHED + held

    @cached_property
    def open_cpu(self) -> float:
        """CPU seconds of the L8 TCBs, Db2 included."""
        transaction, plan = self.spec.transaction, plan_of(self.spec, self.end)
        own = self.tasks * transaction.open_us / 1e6 if transaction else 0.0
        return own + (CLASS_1_OVER_CLASS_2 * plan.general_cpu / 1e6 if plan else 0.0)

    @property
    def active(self) -> float:
        """User tasks at a time, on average."""
        routed = self.spec.routes_to or (self.spec,)
        owned = (transaction for region in routed for transaction in region.transactions)
        return sum(
            count(transaction, self.end)
            * (transaction.qr_us + transaction.open_us + transaction.wait_us + transaction.dpl_us + 12_000)
            / 1e6
            / INTERVAL
            for transaction in owned
        )

    @cached_property
    def queue(self) -> Tasks | None:
        """What MXT did to the tasks, where it can be known."""
        return monitored(self.spec, self.end)

    @property
    def peak_active(self) -> int:
        """Most user tasks at a time."""
        if self.queue is not None:
            return self.queue.peak_active
        return min(self.spec.mxt - 1, 2 + round(self.active + 3 * sqrt(self.active)))

    @property
    def edsa(self) -> int:
        """Storage areas above 16 MB at the peak, in MB."""
        asked = round(self.spec.edsa_quiet + self.spec.edsa_busy * self.load)
        return min(asked, self.spec.edsa_limit - 1)

    @property
    def short(self) -> int:
        """Times that CICS storage above 16 MB was short: less than 2 MB are left to the limit."""
        return int(self.spec.edsa_limit - self.edsa < 2)

    @property
    def temporary_puts(self) -> int:
        """Items put into auxiliary temporary storage."""
        return round(self.tasks * self.spec.temporary_puts)

    @property
    def buffer_waits(self) -> int:
        """Of these, those that waited for a buffer: with few buffers a share that grows with the load."""
        return self.temporary_puts // 80 if self.spec.temporary_buffers < 4 and self.load > 0.6 else 0
