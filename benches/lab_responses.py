"""How often a rise of response is shown where there is one, and where not: `python benches/lab_responses.py`.

Transactions are simulated, 300 a row: each hour from 8 to 18 has its own level, as has each weekday; hours
vary by 5 %, days by 8 %, and a day may go with the one before it. 300 tasks an hour on average. A row says
how many rises were reported, how many intervals hold the true one, and how many name its day within one. The
table of docs/models/responses.md is this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

import numpy as np
import polars as pl

from getpage.products.cics.responses.hours import ALL_PARTS, P95, PROGRAM, RELEASE, RESPONSE
from getpage.products.cics.responses.rise import rise

TRANSACTIONS: Final = 300
FIRST: Final = datetime(2026, 9, 1)
HOURS: Final = range(8, 18)
OF_HOURS, OF_DAYS = 0.05, 0.08
#: The threshold of `cics-response-rose`.
LEAST: Final = 0.10
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


def main() -> None:
    """Print the table."""
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
