"""How often forecasts of hours like these held, from one day of evidence and from several. One command:

    python -m benches.laboratory.days --first 60000 --sites 120 --write benches/results/laboratory-days.json

A site's hours are drawn again and again, at the size that is asked about: by how much they differ is what no
forecast can know. `wide` is the median width of the intervals to the middle 90 % of those hours (as wide as
3.29 standard deviations). Where it was known exactly how hours differ, it would be 1.4: the mean of the
evidence is as uncertain as that of the hours to come.

Days of these sites differ in volume, and in every second site also in their mix of work, so that means per
unit of work differ from day to day.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.result.forecast import FigureName

from .hours import habits
from .site import drawn
from .study import LIKE, SAME, Case, forecast, run

LEVEL = 0.9
_FIGURES = (FigureName.RESPONSE, FigureName.ETR, FigureName.CPU_BUSY, FigureName.CPU_PER_UNIT)
_DAYS = ("one day", "2 to 5 days", "one day, mix differs", "2 to 5 days, mix differs")
#: Other hours that are run of each site beside those of the study.
_MORE = 4
#: Standard deviations of the middle 90 %.
_MIDDLE = 2 * 1.645


@dataclass(frozen=True, slots=True)
class Held:
    """A figure of a site: how many truths its interval held of how many, and its width to the truth's own."""

    held: int
    tried: int
    width: float
    wide: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=120)
    parser.add_argument("--first", type=int, default=0, help="number of the first site")
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.process_time()
    by: dict[tuple[str, str, str], list[Held]] = defaultdict(list)
    for seed in range(options.first, options.first + options.sites):
        case = simulated(seed)
        for key, held in of_site(case):
            by[key].append(held)
    command = f"python -m benches.laboratory.days --first {options.first} --sites {options.sites}"
    study = coverage(by, command, time.process_time() - began)
    print(study.as_table(), end="")
    if options.write:
        study.write(options.write)


def simulated(seed: int) -> Case:
    """One site that settles in all hours it is run over; every second has days that differ in their mix."""
    random = np.random.default_rng([seed, 20261128])
    while True:
        site, of = drawn(random), habits(random)
        if seed % 2:
            of = replace(of, day_mix=random.uniform(0.0, 0.3))
        made = run(seed, site, of, random, _MORE)
        if made is not None:
            return made


def of_site(case: Case) -> list[tuple[tuple[str, str, str], Held]]:
    """Every figure of a site, with the hours and the days that it is of."""
    days = _DAYS[2 * (case.site % 2) + (case.days > 1)]
    found = []
    for trial in forecast(case):
        if trial.figure not in _FIGURES:
            continue
        truths = [trial.truth]
        wide = np.nan
        if trial.hours == LIKE:
            truths += [other[trial.figure] for other in case.others]
            spread = _MIDDLE * float(np.std(truths, ddof=1))
            wide = (trial.high - trial.low) / spread if spread else np.inf
        inside = sum(bool(replace(trial, truth=truth).held) for truth in truths)
        held = Held(inside, len(truths), trial.width, wide)
        found.append(((str(trial.figure), trial.hours, days), held))
    return found


def coverage(by: dict[tuple[str, str, str], list[Held]], command: str, seconds: float) -> CoverageStudy:
    """Counts by figure, hours and days; `seconds` are of processors."""
    counts = []
    for figure in map(str, _FIGURES):
        for hours in (SAME, LIKE):
            for days in _DAYS:
                ones = by[figure, hours, days]
                if not ones:
                    continue
                wide = float(np.median([one.wide for one in ones])) if hours == LIKE else None
                counts.append(
                    CoverageCount(
                        {"figure": figure, "hours": hours, "days": days},
                        sum(one.held for one in ones),
                        sum(one.tried for one in ones),
                        round(float(np.median([one.width for one in ones])), 4),
                        None if wide is None else round(wide, 2),
                    )
                )
    return CoverageStudy(command, LEVEL, "sites", tuple(counts), seconds, machine(), across="days")


if __name__ == "__main__":
    main()
