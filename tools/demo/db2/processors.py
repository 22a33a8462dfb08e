"""CPU of the address spaces of a member in an interval, in microseconds, by what may run on zIIPs.

Prefetch and deferred writes are preemptible service requests of DBM1, distributed threads are enclaves of
DIST; both may run on zIIPs, and a part of them runs on general processors all the same. Class 2 CPU of
accounting is that on general processors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .model import GENERAL_SHARE

if TYPE_CHECKING:
    from .model import MemberInterval

_PREFETCH_US = 60.0
_WRITE_US = 6.0
_SPILLED = 0.05
"""Share of prefetch and deferred writes that found no zIIP."""


@dataclass(frozen=True, slots=True)
class SpaceCpu:
    """One address space: tasks, service requests, and preemptible ones on general processors and zIIPs."""

    tcb: float = 0.0
    srb: float = 0.0
    preemptible: float = 0.0
    ziip: float = 0.0

    @property
    def general(self) -> float:
        """All that ran on general processors."""
        return self.tcb + self.srb + self.preemptible


def address_spaces(done: MemberInterval) -> dict[str, SpaceCpu]:
    """Give the CPU of each address space of the member."""
    commits = done.commits
    written = sum(pool.updates for pool in done.pools.values())
    engines = sum(pool.prefetches for pool in done.pools.values()) * _PREFETCH_US + written * _WRITE_US
    enclaves = enclave_cpu(done)
    return {
        "MSTR": SpaceCpu(tcb=commits * 9.0, srb=commits * 4.0),
        "DBM1": SpaceCpu(tcb=commits * 3.0, preemptible=engines * _SPILLED, ziip=engines * (1 - _SPILLED)),
        "DIST": SpaceCpu(tcb=commits * 2.0, preemptible=enclaves.preemptible, ziip=enclaves.ziip),
        "IRLM": SpaceCpu(srb=commits * 5.0),
    }


def enclave_cpu(done: MemberInterval) -> SpaceCpu:
    """Give the CPU of distributed threads."""
    whole = sum(plan.cpu for plan in done.plans if plan.spec.is_remote)
    return SpaceCpu(preemptible=whole * GENERAL_SHARE, ziip=whole * (1 - GENERAL_SHARE))
