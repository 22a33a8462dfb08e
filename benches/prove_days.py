"""How often proofs of whole days hold the truth. One command:

    python benches/prove_days.py --write benches/results/prove-days.json

Two days of one system, in quarters of an hour, the second with or without a change. The days are simulated
job by job, and share nothing with what `getpage prove` assumes: classes of users arrive by a profile of the
day, each class with its own; a unit of work takes CPU by a lognormal law of its class; the system itself
spends CPU that does not grow with the work; nights run a batch job that begins when it begins; the state of
the machine (caches, neighbours) drifts by a long memory, a sum of moving averages of minutes to hours, and
not by an autoregression; a day as a whole is busier or quieter than the other. The truth is what the same
seeds of demand and state cost with the changed price: it is known, and no formula gives it.

Said are: how often the 95 % interval of the CPU a unit holds the truth, its median half width, how often a
change of 15 % is shown, and in how many proofs of an unchanged system the first line says better or worse.
Seeded.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.work import ClassTime, Work
from getpage.core.names import Image, Subsystem
from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.prove import averages
from getpage.prove.answer import confirm, first_line
from getpage.result.forecast import FigureName
from getpage.result.prove import ProofOutcome, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.result.prove import Difference

    Floats = NDArray[np.float64]

LEVEL = 0.95
QUARTERS = 96
START = datetime(2026, 5, 12)
OF = Subsystem("db2", Image("SYS1"), "DB1A")
#: Peak hour, width of the peak in hours, units a quarter at the peak, ms of CPU a unit, its scatter (log).
CLASSES = {
    "ONLINE": (10.5, 3.0, 6000.0, 2.0, 1.0),
    "BRANCH": (15.0, 2.5, 2500.0, 6.0, 0.8),
    "ENQUIRY": (20.0, 2.0, 1500.0, 1.0, 1.2),
}
BATCH_MS, BATCH_UNITS = 40.0, 900.0
IDLE_SECONDS = 4.0


@dataclass(frozen=True)
class Site:
    """How much days differ: log of the day's volume, of the shares of classes, and the scatter of the
    state."""

    name: str
    volume: float
    mix: float
    state: float


SITES = (
    Site("like days", 0.03, 0.03, 0.03),
    Site("noisy machine", 0.05, 0.05, 0.08),
    Site("volume moves", 0.25, 0.05, 0.04),
    Site("mix moves", 0.05, 0.3, 0.04),
)


def drift(random: np.random.Generator, n: int) -> Floats:
    """A state with a long memory: moving averages over 1, 4 and 16 quarters, variance about 1."""
    parts = []
    for width in (1, 4, 16):
        steps = random.standard_normal(n + width)
        parts.append(np.convolve(steps, np.ones(width) / np.sqrt(width), mode="valid")[:n])
    return np.asarray(np.sum(parts, axis=0) / np.sqrt(3))


def day(
    random: np.random.Generator, site: Site, price: float, start: datetime, quarters: int = QUARTERS
) -> tuple[list[Work], list[ClassTime], float]:
    """One day: work, classes of it, and the CPU of a unit that this demand would take at price 1."""
    hours = np.arange(QUARTERS) / 4
    state = np.exp(site.state * drift(random, QUARTERS))
    whole = np.exp(site.volume * random.standard_normal())
    units: dict[str, Floats] = {}
    cpu: dict[str, Floats] = {}
    for name, (peak, width, most, ms, scatter) in CLASSES.items():
        away = np.minimum(np.abs(hours - peak), 24 - np.abs(hours - peak))
        expected = most * (np.exp(-((away / width) ** 2) / 2) + 0.02)
        expected = expected * whole * np.exp(site.mix * random.standard_normal())
        units[name] = random.poisson(expected).astype(float)
        # The sum of lognormal times, of mean ms: Gaussian by the number of units.
        spread = np.sqrt(np.expm1(scatter**2) / np.maximum(units[name], 1))
        each = np.maximum(1 + spread * random.standard_normal(QUARTERS), 0.05)
        cpu[name] = units[name] * ms / 1000 * each * state * price
    began = int(random.integers(4, 12))
    units["BATCH"], cpu["BATCH"] = np.zeros(QUARTERS), np.zeros(QUARTERS)
    length = int(random.integers(6, 9))
    units["BATCH"][began : began + length] = np.round(BATCH_UNITS / length)
    cpu["BATCH"] = units["BATCH"] * BATCH_MS / 1000 * state * price
    first = 36 if quarters < QUARTERS else 0
    work, classes = [], []
    for t in range(first, first + quarters):
        at = start + timedelta(minutes=15 * t)
        count = sum(of[t] for of in units.values())
        spent = IDLE_SECONDS * price * state[t] + sum(of[t] for of in cpu.values())
        work.append(
            Work(subsystem=OF, start=at, seconds=900.0, unit="commit", units=count, cpu_seconds=spent)
        )
        classes += [
            ClassTime(
                subsystem=OF,
                kind="commit",
                name=name,
                units=units[name][t],
                elapsed=2 * cpu[name][t],
                parts={"CPU": cpu[name][t]},
                start=at,
            )
            for name in units
        ]
    return work, classes


def proved(
    random: np.random.Generator, site: Site, price: float, *, classes: bool, quarters: int
) -> list[Difference]:
    before = day(random, site, 1.0, START, quarters)
    after = day(random, site, price, START + timedelta(days=7), quarters)
    spent = (before[1], after[1]) if classes else ([], [])
    return averages.compare(before[0], after[0], spent, LEVEL)[0]


@dataclass(frozen=True)
class Counts:
    """Of so many trials: how many told a change, held the truth in their interval, of which `half` is half
    the median width, showed a change of 15 %, and said of an unchanged system that it had changed.
    """

    trials: int
    told: int
    held: int
    half: float
    shown: int
    wrong: int

    def as_counts(self, of: dict[str, str]) -> list[CoverageCount]:
        """By what is counted."""
        each = (
            ("held the truth (half width)", self.held, self.told, self.half),
            ("-15 % shown", self.shown, self.trials, None),
            ("first line wrong", self.wrong, self.trials, None),
            ("too few", self.trials - self.told, self.trials, None),
        )
        return [
            CoverageCount(of | {"what": what}, held, max(1, tried), width)
            for what, held, tried, width in each
        ]


def study(site: Site, trials: int, *, classes: bool, quarters: int = QUARTERS) -> Counts:
    """So many pairs of days of a site, unchanged and with 15 % less CPU."""
    random = np.random.default_rng([5238, SITES.index(site), classes, quarters])
    told, held, shown, wrong = 0, 0, 0, 0
    halves = []
    for _ in range(trials):
        same = proved(random, site, 1.0, classes=classes, quarters=quarters)
        [cpu] = [comparison for comparison in same if comparison.measure == FigureName.CPU_PER_UNIT]
        if cpu.verdict is not Verdict.UNKNOWN and cpu.change_percent is not None:
            told += 1
            held += cpu.change_percent.low <= 0 <= cpu.change_percent.high
            halves.append((cpu.change_percent.high - cpu.change_percent.low) / 200)
        wrong += first_line(confirm(same, LEVEL), LEVEL).outcome is not ProofOutcome.CANNOT_TELL
        cut = proved(random, site, 0.85, classes=classes, quarters=quarters)
        shown += any(d.measure == FigureName.CPU_PER_UNIT and d.verdict is Verdict.BETTER for d in cut)
    return Counts(trials, told, held, float(np.median(halves or [np.nan])), shown, wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.process_time()
    counts: list[CoverageCount] = []
    for site in SITES:
        for classes in (True, False):
            for quarters in (QUARTERS, 8):
                of = {
                    "days": site.name,
                    "classes known": "yes" if classes else "no",
                    "intervals": str(quarters),
                }
                found = study(site, options.trials, classes=classes, quarters=quarters)
                counts += found.as_counts(of)
    command = f"python benches/prove_days.py --trials {options.trials}"
    seconds = time.process_time() - began
    results = CoverageStudy(command, LEVEL, "pairs of days", tuple(counts), seconds, machine(), across="what")
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
