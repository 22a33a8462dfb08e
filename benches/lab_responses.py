"""How often a rise of response, or a slower release, is shown: `python benches/lab_responses.py`.

Transactions are simulated, 300 a row: each hour from 8 to 18 has its own level, as has each weekday; hours
vary by 5 %, days by 8 %, and a day may go with the one before it. 300 tasks an hour on average. A row says
how many rises were reported, how many intervals hold the true one, and how many name its day within one.

Of two releases side by side each quarter of an hour varies by 5 %, and may go with the one before it. The
tables of docs/models/responses.md are these.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

import numpy as np
import polars as pl

from getpage.products.cics.responses.hours import ALL_PARTS, P95, PROGRAM, RELEASE, RESPONSE
from getpage.products.cics.responses.releases import OF, P50, REGIONS
from getpage.products.cics.responses.releases import P95 as P95_OF_QUARTER
from getpage.products.cics.responses.rise import rise
from getpage.products.cics.responses.side_by_side import side_by_side

TRANSACTIONS: Final = 300
FIRST: Final = datetime(2026, 9, 1)
HOURS: Final = range(8, 18)
OF_HOURS, OF_DAYS = 0.05, 0.08
#: The threshold of `cics-response-rose`.
LEAST: Final = 0.10
#: The threshold of `cics-release-worse`.
LEAST_OF_RELEASES: Final = 0.05
BAD_DAY, BAD = 20, 1.0


@dataclass(frozen=True, kw_only=True)
class Row:
    """Days of evidence, how a day goes with the one before, and a rise of the last days."""

    days: int
    correlation: float = 0.0
    rise: float = 0.0
    lasting: int = 0
    bad_day: bool = False


ROWS: Final = (
    Row(days=28),
    Row(days=56),
    Row(days=56, correlation=0.5),
    Row(days=56, bad_day=True),
    Row(days=28, rise=0.4, lasting=4),
    Row(days=56, rise=0.4, lasting=11),
    Row(days=56, correlation=0.5, rise=0.4, lasting=11),
    Row(days=56, rise=0.4, lasting=11, bad_day=True),
    Row(days=56, rise=0.4, lasting=1),
)


def hours_of(row: Row, random: np.random.Generator) -> pl.DataFrame:
    """The hours of one transaction, as a store keeps them."""
    weekdays, by_hour = random.normal(0, 0.1, 7), random.normal(0, 0.2, 24)
    rows, day_noise = [], 0.0
    for day in range(row.days):
        fresh = random.normal(0, OF_DAYS)
        day_noise = row.correlation * day_noise + np.sqrt(1 - row.correlation**2) * fresh
        level = day_noise + weekdays[(FIRST + timedelta(days=day)).weekday()]
        level += np.log1p(row.rise) if day >= row.days - row.lasting else 0.0
        level += BAD if row.bad_day and day == BAD_DAY else 0.0
        for hour in HOURS:
            p95 = 400 * np.exp(level + by_hour[hour] + random.normal(0, OF_HOURS))
            rows.append((FIRST + timedelta(days=day, hours=hour), int(random.poisson(300)), float(p95)))
    schema = {"hour": pl.Datetime("us"), "tasks": pl.Int64, P95: pl.Float64}
    names = (pl.lit(None, pl.String).alias(name) for name in (PROGRAM, RELEASE))
    seconds = (pl.lit(1.0).alias(name) for name in (RESPONSE, *ALL_PARTS))
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(*seconds, *names)


def study(row: Row) -> tuple[float, float | None, float | None]:
    """Shares of transactions that are reported, and of those whose interval holds the rise and whose day is
    right within one; None where nothing rose.
    """
    random = np.random.default_rng(1)
    rises = [rise(hours_of(row, random), LEAST) for _ in range(TRANSACTIONS)]
    shown = [each for each in rises if each is not None]
    if not row.rise or not shown:
        return len(shown) / TRANSACTIONS, None, None
    since: date = (FIRST + timedelta(days=row.days - row.lasting)).date()
    held = sum(each.low <= 1 + row.rise <= each.high for each in shown) / len(shown)
    right = sum(abs((each.since - since).days) <= 1 for each in shown) / len(shown)
    return len(shown) / TRANSACTIONS, held, right


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two releases in so many quarters of an hour, and by how much the newer is slower."""

    quarters: int
    correlation: float = 0.0
    slower: float = 0.0


PAIRS: Final = (
    Pair(quarters=4),
    Pair(quarters=8),
    Pair(quarters=32),
    Pair(quarters=32, correlation=0.5),
    Pair(quarters=4, slower=0.2),
    Pair(quarters=8, slower=0.2),
    Pair(quarters=32, slower=0.2),
    Pair(quarters=32, correlation=0.5, slower=0.2),
)


def quarters_of(pair: Pair, random: np.random.Generator) -> pl.DataFrame:
    """The quarters of both releases, as a store keeps them."""
    rows = []
    for version, level in (("1.9.0", 0.0), ("1.10.0", np.log1p(pair.slower))):
        noise = 0.0
        for nth in range(pair.quarters):
            fresh = np.sqrt(1 - pair.correlation**2) if nth else 1.0
            noise = pair.correlation * noise + fresh * random.normal(0, OF_HOURS)
            p95 = 100 * float(np.exp(level + noise))
            start = FIRST + timedelta(minutes=15 * nth)
            rows.append(
                ("SLOW", "SHOP", start, f"SHOP {version}", 200, p95 / 2, p95, ["SYSA.A"], "SYSA", "A")
            )
    schema = ["transaction", OF, "start", RELEASE, "tasks", P50, P95_OF_QUARTER, REGIONS, "system", "region"]
    seconds = (pl.lit(1.0).alias(name) for name in (RESPONSE, *ALL_PARTS))
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(*seconds)


def study_pair(pair: Pair) -> tuple[float, float]:
    """Shares of pairs that are reported, and whose interval holds the difference."""
    random = np.random.default_rng(1)
    every = [side_by_side(quarters_of(pair, random))[0] for _ in range(TRANSACTIONS)]
    reported = sum(each.is_worse(LEAST_OF_RELEASES) for each in every)
    held = sum(each.times.low <= np.log1p(pair.slower) <= each.times.high for each in every)
    return reported / TRANSACTIONS, held / TRANSACTIONS


def main() -> None:
    """Print both tables."""
    print("| quarters | correlation | newer is slower by | reported | interval holds it |")
    print("|---|---|---|---|---|")
    for pair in PAIRS:
        shares = " | ".join(f"{100 * share:.1f} %" for share in study_pair(pair))
        print(f"| {pair.quarters} | {pair.correlation or 'no'} | {100 * pair.slower:.0f} % | {shares} |")
    print()
    print("| days | correlation of days | rise | reported | interval holds it | day right within one |")
    print("|---|---|---|---|---|---|")
    for row in ROWS:
        cells = ["" if share is None else f"{100 * share:.1f} %" for share in study(row)]
        days = f"{row.days}, one bad day" if row.bad_day else str(row.days)
        last = "the last day" if row.lasting == 1 else f"the last {row.lasting} days"
        what = f"{100 * row.rise:.0f} % in {last}" if row.rise else "none"
        print(f"| {days} | {row.correlation or 'no'} | {what} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
