"""Dumps of SMF 100 and 101 of a Db2 member before and after a change whose truth is known: lab_prove.py.

Commits of each plan are Poisson about a profile of the day of its own. What a commit takes is lognormal of
its plan, times a state of the plan and one of the machine; both are autoregressive with the same memory.
Reads and getpages of plans are their own, and some CPU does not grow with the work. After the change each
commit of each plan takes `price` times the CPU, and waits `price` times as long; the other part of the change
is a mix that moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from getpage import _native

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Scatter of what a commit takes: of each plan, and of the machine under all of them.
PLAN, MACHINE = 0.05, 0.015
START = datetime(2026, 5, 11)
WEEK = timedelta(days=7)
QUARTER = timedelta(minutes=15)
#: A day is seen from here on: 16 and 32 quarters are of one morning, 96 of a whole day.
FIRST_HOUR = 8
_SECONDS_TO_US = 1e6


@dataclass(frozen=True)
class Case:
    """Intervals of a window, memory of its noise, whether the mix moves, whether accounting is collected."""

    intervals: int
    memory: float
    mix: bool
    accounting: bool


class Member:
    """Plans of one member: what they are does not depend on the window that is looked at."""

    def __init__(self, random: np.random.Generator, case: Case) -> None:
        self.random, self.case = random, case
        self.plans = int(random.integers(6, 13))
        self.cpu = np.exp(random.normal(np.log(0.004), 0.8, self.plans))
        self.wait = self.cpu * random.uniform(1, 6, self.plans)
        self.rate = 6000 * random.pareto(1.5, self.plans).clip(0.05, 5)
        self.peak = random.uniform(8, 19, self.plans)
        self.idle = 0.02 * float(self.rate @ self.cpu)
        self.reads = random.uniform(1, 8, self.plans)
        self.pages = 4000 * self.cpu * np.exp(random.normal(0, 0.5, self.plans))

    def autoregressive(self, series: int) -> Floats:
        """Series with variance 1, a row each."""
        memory, n = self.case.memory, self.case.intervals
        last = self.random.standard_normal(series)
        rows = np.empty((series, n))
        for t in range(n):
            last = memory * last + np.sqrt(1 - memory**2) * self.random.standard_normal(series)
            rows[:, t] = last
        return rows

    def dump(self, path: Path, start: datetime, price: float, *, moved: bool) -> Path:
        """One window as records."""
        n = self.case.intervals
        hours = (np.arange(n) / 4 + (FIRST_HOUR if n < 96 else 0)) % 24
        mix = np.exp(0.5 * self.random.standard_normal(self.plans)) if moved else np.ones(self.plans)
        profile = 0.2 + np.exp(-(((hours - self.peak[:, None]) / 4) ** 2) / 2)
        commits = 1 + self.random.poisson(self.rate[:, None] * mix[:, None] * profile / 4)
        machine = MACHINE * self.autoregressive(1)
        state = np.exp(PLAN * self.autoregressive(self.plans) + machine)
        each = 1 + self.random.standard_normal(commits.shape) / np.sqrt(commits)
        cpu = commits * self.cpu[:, None] * state * np.maximum(each, 0.1) * price
        waited = commits * self.wait[:, None] * state * price
        reads = self.random.poisson(commits * self.reads[:, None])
        spaces = np.full(n, self.idle / 4 * price) * np.exp(machine[0])
        if not self.case.accounting:
            spaces = spaces + cpu.sum(axis=0)  # all work is distributed and runs in DIST
        first = start + timedelta(hours=float(hours[0]))
        ends = [first + i * QUARTER for i in range(n + 1)]
        pages = self.random.poisson(self.pages @ commits)
        records = list(_statistics(ends, commits.sum(axis=0), reads.sum(axis=0), pages, spaces))
        if self.case.accounting:
            records += _accounting(ends, commits, cpu, waited)
        path.write_bytes(b"".join(_native.encode_records(records)))
        return path


def _record(kind: int, ifcid: int, at: datetime, sections: dict, **common: object) -> dict:
    written = int((at - datetime(1970, 1, 1)).total_seconds() * _SECONDS_TO_US)
    header = {"system": "SYSX", "member": "DBX1", "written": written} | common
    return {"record_type": kind, "subtype": ifcid, "common": header, "sections": sections}


def _statistics(ends: list[datetime], *counts: Floats) -> list[dict]:
    """Commits, reads, getpages and CPU seconds, counted since Db2 started: a record at the start of the
    window and one at the end of each interval.
    """
    risen = [np.concatenate([[0], np.cumsum(of)]) for of in counts]
    records = []
    for at, count, read, page, seconds in zip(ends, *risen, strict=True):
        cpu = 1000 + seconds * _SECONDS_TO_US
        pool = {"buffer_pool": 2, "buffers": 200_000, "getpages": int(page), "sync_reads": int(read)}
        records.append(_record(100, 2, at, {"QBST": [pool]}))
        space = {"space": "DIST", "tcb_time": float(cpu), "srb_time": 1000.0, "ziip_time": 0.0}
        records.append(_record(100, 1, at, {"QWSA": [space], "Q3ST": [{"commits": int(count)}]}))
    return records


def _accounting(ends: list[datetime], commits: Floats, cpu: Floats, waited: Floats) -> list[dict]:
    """A record of each plan that rolls up an interval, written in the middle of it."""
    records = []
    for plan, interval in np.ndindex(*commits.shape):
        spent, wait = (of[plan, interval] * _SECONDS_TO_US for of in (cpu, waited))
        row = {"commits": int(commits[plan, interval]), "class2_cpu": spent, "class2_elapsed": spent + wait}
        row |= {"lock_wait": wait, "reason_code": 4}
        at = ends[interval] + QUARTER / 2
        records.append(_record(101, 3, at, {"QWAC": [row]}, plan=f"PLAN{plan:02}", connection_type=4))
    return records
