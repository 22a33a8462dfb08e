"""What a member does in an interval: commits of its plans, getpages and reads of its pools, and their times.

Reads follow from the size of a pool (`PoolSpec.miss`), CPU and elapsed time from commits and reads, so that
every figure of the evidence agrees with every other. How well the pages of a commit lie together changes a
little from interval to interval; that is drawn at random, the same each time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from ..clock import INTERVAL
from ..workload import at_time

if TYPE_CHECKING:
    from .definitions import MemberSpec, PlanSpec, PoolSpec

CPU_PER_READ_US = 32.0
"""CPU that a synchronous read takes: within the 20 to 40 µs that are published for the z13."""

READ_US = 640.0
"""Microseconds that a synchronous read takes."""

OTHER_WAIT_US = 350.0
"""Microseconds that a commit waits for the log and for locks."""

PAGES_PER_PREFETCH = 32

GENERAL_SHARE = 0.4
"""Share of the CPU of a distributed thread that is not eligible for zIIPs."""

CLASS_1_OVER_CLASS_2 = 1.4
"""CPU of a thread with its application over that in Db2."""


@dataclass(slots=True)
class PoolInterval:
    """What one pool counted in one interval."""

    spec: PoolSpec
    random: int = 0
    sequential: int = 0
    reads: int = 0
    avoidable: int = 0
    prefetches: int = 0
    updates: int = 0
    page_ins: int = 0


@dataclass(slots=True)
class PlanInterval:
    """What one plan did in one interval; times in microseconds."""

    spec: PlanSpec
    commits: int
    reads: int = 0
    cpu: float = 0.0
    elapsed: float = 0.0
    getpages: dict[str, int] = field(default_factory=dict)
    pool_reads: dict[str, int] = field(default_factory=dict)

    @property
    def general_cpu(self) -> float:
        """CPU on general processors."""
        return self.cpu * GENERAL_SHARE if self.spec.is_remote else self.cpu


@dataclass(slots=True)
class MemberInterval:
    """One member in one interval that ends at a second of the day."""

    spec: MemberSpec
    end: int
    pools: dict[str, PoolInterval]
    plans: list[PlanInterval]

    @property
    def commits(self) -> int:
        """Commits of all plans."""
        return sum(plan.commits for plan in self.plans)


def run(spec: MemberSpec, end: int) -> MemberInterval:
    """Run a member through the interval that ends at `end`."""
    chance = Random(f"{spec.name} {end}")
    pools = {pool.name: PoolInterval(pool) for pool in spec.pools}
    spread = {name: chance.gauss(1.0, 0.08) for name in pools}
    plans = [_plan(plan, end, pools, spread, chance) for plan in spec.plans]
    for pool in pools.values():
        pool.prefetches = pool.sequential // PAGES_PER_PREFETCH // 4
        if pool.spec.paged_out is not None and end - 1 in pool.spec.paged_out:
            pool.page_ins = (pool.reads + pool.prefetches * PAGES_PER_PREFETCH) * 6 // 100
    return MemberInterval(spec, end, pools, plans)


def _plan(
    plan: PlanSpec, end: int, pools: dict[str, PoolInterval], spread: dict[str, float], chance: Random
) -> PlanInterval:
    commits = round(plan.rate * at_time(plan.day, end - INTERVAL // 2) * INTERVAL)
    done = PlanInterval(plan, commits)
    for name, each in plan.getpages.items():
        pool = pools[name]
        getpages = round(commits * each)
        sequential = round(getpages * pool.spec.sequential)
        random = getpages - sequential
        reads = round(random * pool.spec.miss(pool.spec.buffers) * spread[name])
        larger = pool.spec.miss(pool.spec.buffers + pool.spec.simulated) * spread[name]
        pool.random += random
        pool.sequential += sequential
        pool.reads += reads
        pool.avoidable += reads - round(random * larger) if pool.spec.simulated else 0
        pool.updates += round(commits * plan.updates / len(plan.getpages))
        done.getpages[name], done.pool_reads[name] = getpages, reads
        done.reads += reads
    done.cpu = commits * plan.cpu_us * chance.gauss(1.0, 0.01) + done.reads * CPU_PER_READ_US
    done.elapsed = done.cpu + done.reads * READ_US + commits * OTHER_WAIT_US
    return done
