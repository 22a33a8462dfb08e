"""How often forecasts held the truth of sites that were simulated. One command:

    python -m benches.laboratory --first 1000 --sites 300 --write benches/results/laboratory.json

Prints for each figure, over the same hours and over hours like these, the share of sites whose 90 % interval
holds the truth, and in brackets how wide its intervals are in the middle, in % of the truth.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from getpage.docs.coverage import CoverageCount, CoverageStudy, machine

from .study import FIGURES, LIKE, SAME, SIMULATED, TRACED, Trial, forecast, simulated

#: What `forecast` gives unless told.
LEVEL = 0.9
_ALL = "all"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first site")
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.process_time()
    found = [
        forecast_of
        for seed in range(options.first, options.first + options.sites)
        for forecast_of in forecast(simulated(seed))
    ]
    command = f"python -m benches.laboratory --first {options.first} --sites {options.sites}"
    results = coverage(found, command, time.process_time() - began)
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


def coverage(found: list[Trial], command: str, seconds: float) -> CoverageStudy:
    """Counts by figure and hours, across what the curves were of; `seconds` are of processors."""
    by: dict[tuple[str, str, str], list[Trial]] = defaultdict(list)
    for row in found:
        for evidence in (_ALL, _evidence(row.traced)):
            by[row.figure, row.hours, evidence].append(row)
    every = (_ALL, _evidence(SIMULATED), *(_evidence(part) for part in reversed(TRACED)))
    counts = [
        CoverageCount(
            {"figure": str(figure), "hours": hours, "evidence": evidence},
            sum(bool(row.held) for row in ones),
            len(ones),
            round(float(np.median([row.width for row in ones])), 4),
        )
        for figure in FIGURES
        for hours in (SAME, LIKE)
        for evidence in every
        if (ones := by[figure, hours, evidence])
    ]
    return CoverageStudy(command, LEVEL, "sites", tuple(counts), seconds, machine(), across="evidence")


def _evidence(part: float) -> str:
    if part == SIMULATED:
        return "simulated pool"
    return "trace, all" if part == 1 else f"trace, 1/{round(1 / part)}"


if __name__ == "__main__":
    main()
