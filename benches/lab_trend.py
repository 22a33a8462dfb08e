"""Simulated sites whose future is known: how often the dates of a trend hold. docs/lab/trend.md.

    python benches/lab_trend.py                          # runs all (a few minutes), writes results and page
    python benches/lab_trend.py --check                  # is the page that of the results, and of this trend?
    python benches/lab_trend.py --sites 100 --seed 7     # other sites; prints the tables and writes nothing

How a site is made: trend_sites.py.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from trend_sites import GROWTHS, NEVER, SHARES, Site, site

from getpage.result.trend import Known, Trend
from getpage.trend import future, trend
from getpage.trend.line import LineFit

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benches" / "results" / "trend.json"
PAGE = ROOT / "docs" / "lab" / "trend.md"
SEED = 20261128
SITES = 1200
LENGTHS = (14, 21, 28, 56, 120)
NEAR = 120
#: Sites that `--check` tries again.
CHECKED = 12


@dataclass
class Score:
    site: Site
    answer: Trend
    cpu: float

    def ends(self, share: float) -> list[int]:
        """Days from today; `NEVER` where there is no date."""
        reach = next(reach for reach in self.answer.reaches if reach.share == share)
        today = self.site.series.dates[-1]
        return [(end - today).days if end else NEVER for end in (reach.earliest, reach.middle, reach.latest)]


def scores(seed: int, sites: int, days: int) -> list[Score]:
    found = []
    for number in range(sites):
        made = site(seed, number, days)
        before = time.process_time()
        answer = trend(made.series)
        found.append(Score(made, answer, time.process_time() - before))
    return found


def summary(rows: list[Score], share: float = 1.0, *, truth: str = "real") -> dict:
    """Percent of the answers: a day of grace either way, and a limit that is not reached in two years is held
    by an interval without an end.
    """
    told = [row for row in rows if row.answer.known is not Known.TOO_FEW]
    answers = [row for row in told if row.site.real[share] > 0]
    held, soon, late, near, widths, least = [], 0, 0, [], [], []
    for row in answers:
        true = getattr(row.site, truth)[share]
        low, _, high = row.ends(share)
        soon += high < min(true, NEVER) - 1
        late += low > true + 1
        held.append(low - 1 <= true <= high + 1 or high == true == NEVER)
        if true <= NEAR:
            near.append(held[-1])
            if row.answer.known is Known.TREND:
                widths.append(high - low)
                least.append(row.site.least_width[share])
    return {
        "sites": len(rows),
        "too few": len(rows) - len(told),
        "reached": len(told) - len(answers),
        "holds": _percent(sum(held), len(answers)),
        "too soon": _percent(soon, len(answers)),
        "too late": _percent(late, len(answers)),
        "near": len(near),
        "near holds": _percent(sum(near), len(near)),
        "width": float(np.median(widths)) if widths else None,
        "least width": float(np.median(least)) if least else None,
        "shown": _percent(sum(row.answer.known is Known.TREND for row in answers), len(answers)),
    }


def _percent(count: int, of: int) -> float | None:
    return round(100 * count / of, 1) if of else None


def shifts(rows: list[Score]) -> dict:
    """Of sites with one shift, and of those with none."""
    found = {"one": 0, "within 1": 0, "within 3": 0, "elsewhere": 0, "missed": 0, "none": 0, "false": 0}
    for row in rows:
        days = [shift.day for shift in row.answer.shifts]
        if not row.site.shifts:
            found["none"] += 1
            found["false"] += bool(days)
        elif len(row.site.shifts) == 1:
            found["one"] += 1
            away = min((abs((day - row.site.shifts[0]).days) for day in days), default=None)
            found["missed"] += away is None
            found["within 1"] += away is not None and away <= 1
            found["within 3"] += away is not None and away <= 3
            found["elsewhere"] += away is not None and away > 3
    return found


def groups(rows: list[Score]) -> dict[str, list[Score]]:
    """Sites by what is in them; most are in several."""
    kinds = sorted({kind for row in rows for kind in row.site.kinds})
    return {
        "all": rows,
        **{f"growth: {name}": [row for row in rows if row.site.growth == name] for name in GROWTHS},
        **{kind: [row for row in rows if kind in row.site.kinds] for kind in kinds},
    }


def without_noise(seed: int, sites: int, days: int) -> list[Score]:
    """The same method with no noise in the days to come: when the line itself is at the limit."""
    kept = future._SMOOTH, future._RARE, LineFit.surprises
    try:
        future._SMOOTH, future._RARE = 0.0, -1.0
        LineFit.surprises = lambda _: np.zeros(1)
        return scores(seed, sites, days)
    finally:
        future._SMOOTH, future._RARE, LineFit.surprises = kept


def study(seed: int, sites: int) -> dict:
    lengths = {}
    for days in LENGTHS:
        rows = scores(seed, sites, days)
        flat = [row for row in rows if row.site.growth == "flat"]
        lengths[str(days)] = {
            "shares": {str(share): summary(rows, share) for share in SHARES},
            "flat": summary([row for row in flat if not row.site.shifts]),
            "flat with shifts": summary([row for row in flat if row.site.shifts]),
            "shifts": shifts(rows),
            "ms": round(1000 * float(np.median([row.cpu for row in rows])), 1),
        }
        if days == 56:
            kinds = {name: summary(of) for name, of in groups(rows).items()}
            targets = {"noise drawn, first real peak": summary(rows)}
            targets["noise drawn, peak without noise"] = summary(rows, truth="quiet")
    quiet = without_noise(seed, sites, 56)
    targets["line alone, first real peak"] = summary(quiet)
    targets["line alone, peak without noise"] = summary(quiet, truth="quiet")
    return {
        "seed": seed,
        "sites": sites,
        "date": date.today().isoformat(),
        "lengths": lengths,
        "kinds": kinds,
        "targets": targets,
        "again": again(seed),
    }


def again(seed: int) -> list[list[int]]:
    """Answers for the first sites."""
    rows = scores(seed, CHECKED, 56)
    return [row.ends(share) for row in rows if row.answer.reaches for share in SHARES]


HEAD = """<!-- Generated by `python benches/lab_trend.py`. Do not edit. -->

# Coverage of trends

How often does the 90 % interval of a date hold? {sites} simulated sites for each length of history, seed
{seed}, drawn after the method was settled. The [model](../models/trend.md) is not in the simulation: see
`benches/trend_sites.py` for how a site is made. The truth is the first day whose peak, noise included, is at
the share of the limit, within two years; sites that are there already are not counted. *Too soon*: the whole
interval lies before it. *Too late*: after it. *Near*: within {near} days. *Width*: days from 5 to 95 %,
median of near dates of sites whose growth is shown; *least*: the same if all but coming noise was known.
Standard errors: 1 point for {sites} sites, 2 for a quarter of them. Run on {date}, two cores;
`python benches/lab_trend.py`.

"""


COLUMNS = ("holds", "too soon", "too late", "near", "near holds", "width", "least width", "shown")


def page(results: dict) -> str:
    by_share = [
        (f"{days}, {100 * float(share):.0f} %", row)
        for days, of in results["lengths"].items()
        for share, row in of["shares"].items()
    ]
    false_alarms = [
        (days, {
            "no shift": of["flat"]["shown"],
            "of": of["flat"]["sites"],
            "with shifts": of["flat with shifts"]["shown"],
            "of these": of["flat with shifts"]["sites"],
            "ms a series": of["ms"],
        })
        for days, of in results["lengths"].items()
    ]  # fmt: skip
    named = [
        (days, {
            "sites": of["shifts"]["one"],
            **{
                heading: _percent(of["shifts"][key], of["shifts"]["one"])
                for heading, key in (
                    ("within 1 day", "within 1"),
                    ("within 3 days", "within 3"),
                    ("elsewhere", "elsewhere"),
                    ("not named", "missed"),
                )
            },
            "false": _percent(of["shifts"]["false"], of["shifts"]["none"]),
        })
        for days, of in results["lengths"].items()
    ]  # fmt: skip
    targets = results["targets"].items()
    return "".join([
        HEAD.format(near=NEAR, **results),
        "## By length of history\n\nDays with the share of the limit. *Shown*: the interval of the growth",
        " lies above zero, so that a date is\ngiven. *Reached*: sites that are at the share already.\n*Too",
        " few*: sites where a weekday or two are missing, or bad days left out.\n\n",
        *_table("days, share", (*COLUMNS, "reached", "too few"), by_share),
        "\n## False alarms\n\nSites that do not grow and are said to, %, and processor time.\n\n",
        *_table("days", tuple(false_alarms[0][1]), false_alarms),
        "\n## By kind of site\n\n56 days, 100 % of the limit. Most sites are of several kinds.\n\n",
        *_table("kind", ("sites", *COLUMNS), results["kinds"].items()),
        "\n## Shifts of the level\n\nSites with one shift of 4 to 12 points: is it named, and for which",
        " day? *False*: sites without a shift for\nwhich one is named.\n\n",
        *_table("days", tuple(named[0][1]), named),
        "\n## Which date is meant\n\nThe first peak at the limit, or the day on which the peak would be",
        " there without noise? 56 days, 100 %.\n\n",
        *_table("answer, truth", ("holds", "too soon", "too late", "near holds", "width"), targets),
    ])  # fmt: skip


def _table(first: str, columns: tuple[str, ...], rows) -> list[str]:
    head = f"| {first} | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}\n"
    return [head, *(f"| {name} | {' | '.join(_cell(row[of]) for of in columns)} |\n" for name, row in rows)]


def _cell(value: float | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=SITES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--check", action="store_true", help="only say whether the page is stale")
    asked = parser.parse_args()
    if asked.check:
        results = json.loads(RESULTS.read_text(encoding="utf-8"))
        if PAGE.read_text(encoding="utf-8") != page(results) or again(results["seed"]) != results["again"]:
            sys.exit(f"stale: {PAGE.name}; run: python benches/lab_trend.py")
        return
    results = study(asked.seed, asked.sites)
    if (asked.seed, asked.sites) != (SEED, SITES):
        print(page(results))
        return
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
