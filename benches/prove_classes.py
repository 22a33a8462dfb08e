"""How often the change of an average is held where classes are known and noise lasts for hours. One command:

    python benches/prove_classes.py --write benches/results/prove-classes.json

Two windows of the same hours, a week apart, of a member whose plans each take 10 % less CPU, or as much as
before. What a plan's commit takes goes up and down in steps, as a state of the machine or of its data lasts
(no autoregression): each step has an exponential length, and the plans have steps of their own and steps that
they share. The mix of plans is another in the second window. Seeded: every run prints the same.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from getpage.contract.work import ClassTime, Work
from getpage.core.names import Image, Subsystem
from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.prove import averages, classes
from getpage.prove.answer import confirm, first_line
from getpage.result.forecast import FigureName
from getpage.result.prove import Difference, ProofOutcome, Verdict

Floats = NDArray[np.float64]
DB1A = Subsystem("db2", Image("SYSA"), "DB1A")
START = datetime(2026, 5, 12, 9)
LEVEL = 0.95
CHANGE = 0.9
#: Scatter of what a commit takes: of each plan, and from interval to interval.
OWN, FAST = 0.05, 0.02


@dataclass(frozen=True)
class Case:
    """A window: intervals, plans, mean length of a step in intervals, and the scatter that plans share."""

    intervals: int
    plans: int
    lasting: float
    shared: float


CASES = tuple(
    Case(intervals, plans, lasting, shared)
    for intervals in (16, 32)
    for plans in (6, 10)
    for lasting in (4.0, 16.0)
    for shared in (0.0, 0.03)
)


def steps(random: np.random.Generator, count: int, lasting: float, scatter: float) -> Floats:
    """A level that changes at random moments."""
    fresh = random.random(count) < 1 / lasting
    levels = scatter * random.standard_normal(count + 1)
    found: Floats = levels[np.cumsum(fresh)]
    return found


def window(
    random: np.random.Generator, case: Case, start: datetime, price: float, mix: Floats
) -> tuple[list[Work], list[ClassTime]]:
    """Work and the time of each plan."""
    costs = np.geomspace(0.004, 0.04, case.plans)
    rates = np.geomspace(4000, 400, case.plans) * mix
    profile = 1 + 0.4 * np.sin(2 * np.pi * (np.arange(case.intervals) / case.intervals + 0.1))
    shared = steps(random, case.intervals, case.lasting, case.shared)
    units = np.empty((case.plans, case.intervals))
    seconds = np.empty_like(units)
    for plan in range(case.plans):
        fast = FAST * random.standard_normal(case.intervals)
        own = steps(random, case.intervals, case.lasting, OWN) + fast
        units[plan] = (
            np.round(rates[plan] * profile * np.exp(0.1 * random.standard_normal(case.intervals))) + 1
        )
        seconds[plan] = units[plan] * costs[plan] * price * np.exp(own + shared)
    times = [start + i * timedelta(minutes=15) for i in range(case.intervals)]
    work = [
        Work(
            subsystem=DB1A,
            start=at,
            seconds=900.0,
            unit="commits",
            units=float(units[:, i].sum()),
            reads=float(3 * units[:, i].sum()),
            cpu_seconds=float(seconds[:, i].sum()),
            elapsed_seconds=float(4 * seconds[:, i].sum()),
        )
        for i, at in enumerate(times)
    ]
    spent = [
        ClassTime(
            subsystem=DB1A,
            kind="commit",
            name=f"PLAN{plan}",
            units=float(units[plan, i]),
            elapsed=float(4 * seconds[plan, i]),
            parts={"CPU": float(seconds[plan, i])},
            start=at,
        )
        for plan in range(case.plans)
        for i, at in enumerate(times)
    ]
    return work, spent


def proved(random: np.random.Generator, case: Case, price: float) -> list[Difference]:
    """All differences of two windows, the second with another mix and at `price` times the CPU."""
    even, moved = np.ones(case.plans), np.exp(0.4 * random.standard_normal(case.plans))
    before = window(random, case, START, 1.0, even)
    after = window(random, case, START + timedelta(days=7), price, moved)
    found = averages.compare(before[0], after[0], (before[1], after[1]), LEVEL)[0]
    aligned = classes.align(before[1], after[1])
    return [*found, *classes.compare(DB1A, "commit", *aligned, LEVEL).differences]


@dataclass(frozen=True)
class Counts:
    """Of so many pairs of windows: how many told a change, held -10 % in their interval, of which `half` is
    half the median width, called it better in the first line, and called an unchanged system changed.
    """

    trials: int
    told: int
    held: int
    half: float
    better: int
    wrong: int

    def as_counts(self, of: dict[str, str]) -> list[CoverageCount]:
        """By what is counted."""
        each = (
            ("held -10 % (half width)", self.held, self.told, self.half),
            ("first line better", self.better, self.trials, None),
            ("first line wrong", self.wrong, self.trials, None),
            ("too few", self.trials - self.told, self.trials, None),
        )
        return [CoverageCount(of | {"what": what}, n, max(1, tried), width) for what, n, tried, width in each]


def study(case: Case, trials: int) -> Counts:
    """So many pairs of windows, with 10 % less CPU and unchanged."""
    random = np.random.default_rng([5238, CASES.index(case)])
    told = held = better = wrong = 0
    halves = []
    for _ in range(trials):
        cut = proved(random, case, CHANGE)
        [cpu] = [d for d in cut if d.measure == FigureName.CPU_PER_UNIT]
        if cpu.verdict is not Verdict.UNKNOWN and cpu.change_percent is not None:
            told += 1
            held += cpu.change_percent.low <= 100 * (CHANGE - 1) <= cpu.change_percent.high
            halves.append((cpu.change_percent.high - cpu.change_percent.low) / 200)
        better += first_line(confirm(cut, LEVEL), LEVEL).outcome is ProofOutcome.YES
        same = proved(random, case, 1.0)
        wrong += first_line(confirm(same, LEVEL), LEVEL).outcome is not ProofOutcome.CANNOT_TELL
    return Counts(trials, told, held, float(np.median(halves or [np.nan])), better, wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.process_time()
    counts: list[CoverageCount] = []
    for case in CASES:
        of = {
            "intervals": str(case.intervals),
            "plans": str(case.plans),
            "a state lasts": f"{case.lasting / 4:g} h",
            "shared": "3 of 5 %" if case.shared else "nothing",
        }
        counts += study(case, options.trials).as_counts(of)
    command = f"python benches/prove_classes.py --trials {options.trials}"
    seconds = time.process_time() - began
    results = CoverageStudy(
        command, LEVEL, "pairs of windows", tuple(counts), seconds, machine(), across="what"
    )
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
