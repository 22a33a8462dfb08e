"""What `getpage prove` says of dumps whose truth is known: how often it holds. docs/lab/prove.md. Command:

    python benches/lab_prove.py --write benches/results/prove-dumps.json

Dumps of SMF 100 and 101 are written, and two files are compared as a user compares them; nothing within is
called. How a member is made, what it does and what changes: prove_sites.py. A seed of each trial: every run
prints the same. `--seed` draws other members.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from prove_sites import START, WEEK, Case, Member

from getpage import prove
from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.result.forecast import FigureName
from getpage.result.prove import ProofOutcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result.prove import Proof

LEVEL = 0.95
SEED = 20261128
PRICES = (0.9, 1.0, 1.1)
MEMORIES = (0.0, 0.5, 0.8, 0.9, 0.95)
LENGTHS = (16, 32, 96)
#: What is looked at in each proof: measures of the same work, with classes and without.
JUDGED = (FigureName.CPU_PER_UNIT, FigureName.RESPONSE)
CASES = tuple(
    Case(intervals, memory, mix, accounting)
    for accounting, mix, intervals, memory in product((True, False), (False, True), LENGTHS, MEMORIES)
)


@dataclass
class Outcomes:
    """Of proofs of one case: differences that were told, those that held the truth, and first lines."""

    told: int = 0
    held: int = 0
    asked: int = 0
    lines: dict[float, Counter[ProofOutcome]] = field(
        default_factory=lambda: {price: Counter() for price in PRICES}
    )

    def add(self, proof: Proof, price: float) -> None:
        self.lines[price][proof.answer.outcome] += 1
        for each in proof.differences:
            if each.measure not in JUDGED:
                continue
            self.asked += 1
            if each.verdict is not Verdict.UNKNOWN and each.change_percent is not None:
                self.told += 1
                self.held += each.change_percent.low <= 100 * (price - 1) <= each.change_percent.high

    def false(self) -> int:
        """First lines that say of an unchanged member that it has changed."""
        return sum(n for outcome, n in self.lines[1.0].items() if outcome is not ProofOutcome.CANNOT_TELL)

    def opposite(self) -> int:
        """First lines that say the opposite of what is so."""
        return self.lines[0.9][ProofOutcome.NO] + self.lines[1.1][ProofOutcome.YES]

    def as_counts(self, of: dict[str, str]) -> Iterable[CoverageCount]:
        """By what is counted."""
        trials = {price: sum(lines.values()) for price, lines in self.lines.items()}
        each = (
            ("told", self.told, self.asked),
            ("held, of these", self.held, self.told),
            ("-10 %: yes", self.lines[0.9][ProofOutcome.YES], trials[0.9]),
            ("+10 %: no", self.lines[1.1][ProofOutcome.NO], trials[1.1]),
            ("the opposite", self.opposite(), trials[0.9] + trials[1.1]),
            ("unchanged: yes or no", self.false(), trials[1.0]),
        )
        return [CoverageCount(of | {"what": what}, n, max(1, tried)) for what, n, tried in each]


def proved(directory: Path, case: Case, price: float, seed: tuple[int, ...]) -> Proof:
    """Two dumps of a member, and what is said of them."""
    member = Member(np.random.default_rng(seed), case)
    before = member.dump(directory / "before.smf", START, 1.0, moved=False)
    return prove(before, member.dump(directory / "after.smf", START + WEEK, price, moved=case.mix))


def study(case: Case, trials: int, directory: Path, seed: int = SEED) -> Outcomes:
    """So many proofs of each price."""
    found = Outcomes()
    for trial, (i, price) in product(range(trials), enumerate(PRICES)):
        found.add(proved(directory, case, price, (seed, CASES.index(case), i, trial)), price)
    return found


def _studied(case: Case, trials: int, seed: int) -> list[CoverageCount]:
    of = {
        "records": "SMF 100, 101" if case.accounting else "SMF 100",
        "mix": "moved" if case.mix else "the same",
        "intervals": str(case.intervals),
        "memory": f"{case.memory:g}",
    }
    with tempfile.TemporaryDirectory() as directory:
        return list(study(case, trials, Path(directory), seed).as_counts(of))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=20, help="of each case and change")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.monotonic()
    with ProcessPoolExecutor() as pool:
        studied = partial(_studied, trials=options.trials, seed=options.seed)
        counts = [count for of_case in pool.map(studied, CASES) for count in of_case]
    command = f"python benches/lab_prove.py --trials {options.trials} --seed {options.seed}"
    seconds = time.monotonic() - began
    results = CoverageStudy(command, LEVEL, "proofs", tuple(counts), seconds, machine(), across="what")
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
