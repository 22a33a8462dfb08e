"""Two releases of a transaction held against each other in the quarters of an hour in which both ran.

Each quarter is a pair, so that load and time of day are the same for both. The difference is the mean of the
logarithms of the pairs' ratios, by tasks; its interval of 90 % is Student's t of the pairs, wider as far as a
quarter goes with the one before it (as in `rise`). Percentiles are known within 1 %.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from getpage.contract.measures import Key
from getpage.core.numbers import Scalar
from getpage.core.student import t_quantile
from getpage.products.cics.rows import OWNER
from getpage.result import Table

from .hours import ALL_PARTS, CPU, RELEASE, RESPONSE
from .releases import OF, P50, P95, REGIONS
from .rise import FEWEST_TASKS

#: Quarters of an hour with tasks of both from which on they are compared: ours.
FEWEST_PAIRS: Final = 4
_BEYOND: Final = 0.10
_LEAST: Final = 0.01
_MOST_CORRELATION: Final = 0.8
_QUARTER: Final = timedelta(minutes=15)
#: Pairs of releases that the table shows, by the time of their tasks: ours.
_SHOWN: Final = 10
_OLD: Final = " of the older"

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairedMean:
    """A mean with its ends, 90 % between them."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide:
    """The older release first: tasks, regions, percentiles in milliseconds, and seconds per task of each part
    at the load of the newer. `times` is what the percentile is of that of the older, in logarithms, and
    `quarters` are the pairs that it is of, each with its start.
    """

    transaction: str
    of: str
    owner: Key
    releases: tuple[str, str]
    regions: tuple[tuple[str, ...], tuple[str, ...]]
    tasks: tuple[int, int]
    p50: tuple[float, float]
    p95: tuple[float, float]
    times: PairedMean
    cpu: PairedMean
    quarters: tuple[tuple[datetime, float, float], ...]
    hours: int
    worse_hours: int
    parts: Mapping[str, tuple[float, float]]

    @property
    def older(self) -> str:
        """The version of the older."""
        return self.releases[0].split(" ")[-1]

    @property
    def newer(self) -> str:
        """The version of the newer."""
        return self.releases[1].split(" ")[-1]

    @property
    def extra(self) -> float:
        """Seconds by which the mean response of the newer is longer."""
        old, new = self.parts[RESPONSE]
        return new - old

    @property
    def by_part(self) -> list[tuple[str, float]]:
        """The parts that are longer, with seconds per task, most first."""
        longer = ((name, self.parts[name][1] - self.parts[name][0]) for name in ALL_PARTS)
        return sorted((part for part in longer if part[1] > 0), key=lambda part: -part[1])

    def is_worse(self, least: float) -> bool:
        """Whether the newer is slower by so much at least, and in every hour of the day."""
        return self.times.low > math.log1p(least) and self.worse_hours == self.hours


def side_by_side(rows: pl.DataFrame) -> list[SideBySide]:
    """Each release with the one before it, of all transactions; those with most time in their tasks first."""
    busy = rows.filter(pl.col("tasks") >= FEWEST_TASKS, pl.col(P95) > 0)
    pairs = []
    for (transaction, of), own in busy.group_by(("transaction", OF), maintain_order=True):
        releases = sorted(own[RELEASE].unique().to_list(), key=_numbers)
        for old, new in pairwise(releases):
            compared = _compared(str(transaction), str(of), own, (old, new))
            if compared is not None:
                pairs.append(compared)
    return sorted(pairs, key=lambda pair: (-pair.parts[RESPONSE][1] * pair.tasks[1], pair.transaction))


def _numbers(release: str) -> tuple[Sequence[int], str]:
    """The numbers of a version, by which it is older or newer: 2.10 after 2.9."""
    return [int(number) for number in re.findall(r"\d+", release.split(" ")[-1])], release


def _compared(transaction: str, of: str, rows: pl.DataFrame, releases: tuple[str, str]) -> SideBySide | None:
    old, new = (rows.filter(pl.col(RELEASE) == release) for release in releases)
    both = new.join(old, on="start", suffix=_OLD).sort("start")
    if both.height < FEWEST_PAIRS:
        return None
    tasks = both["tasks"].to_numpy().astype(np.float64)
    weights = np.minimum(tasks, both[f"tasks{_OLD}"].to_numpy())
    at = both["start"].to_numpy().astype("datetime64[us]").astype(np.int64)
    is_next = np.diff(at) == _QUARTER // timedelta(microseconds=1)
    apart = np.log(both[P95].to_numpy() / both[f"{P95}{_OLD}"].to_numpy())
    hour = both["start"].dt.hour().to_numpy()
    by_hour = [np.average(apart[hour == each], weights=weights[hour == each]) for each in np.unique(hour)]
    parts = {
        name: (_each(both, f"{name}{_OLD}", f"tasks{_OLD}"), _each(both, name, "tasks"))
        for name in (RESPONSE, *ALL_PARTS)
    }
    sums = {
        name: (float(np.average(before, weights=tasks)), float(np.average(now, weights=tasks)))
        for name, (before, now) in parts.items()
    }

    def place(name: str) -> float:
        return float(np.exp(np.average(np.log(both[name].to_numpy()), weights=weights)))

    most = new.sort("tasks").row(-1, named=True)
    return SideBySide(
        transaction=transaction,
        of=of,
        owner=tuple(most[name] for name in OWNER),
        releases=releases,
        regions=(_regions(both[f"{REGIONS}{_OLD}"]), _regions(both[REGIONS])),
        tasks=(int(both[f"tasks{_OLD}"].sum()), int(both["tasks"].sum())),
        p50=(place(f"{P50}{_OLD}"), place(P50)),
        p95=(place(f"{P95}{_OLD}"), place(P95)),
        times=_interval(apart, weights, is_next, _LEAST),
        cpu=_interval(parts[CPU][1] - parts[CPU][0], weights, is_next, 0.0),
        quarters=tuple(both.select("start", f"{P95}{_OLD}", P95).iter_rows()),
        hours=len(by_hour),
        worse_hours=sum(1 for mean in by_hour if mean > 0),
        parts=sums,
    )


def _each(rows: pl.DataFrame, name: str, tasks: str) -> _Floats:
    """Seconds per task in each quarter."""
    return (rows[name] / rows[tasks]).to_numpy()


def _regions(lists: pl.Series) -> tuple[str, ...]:
    return tuple(lists.explode().unique().sort().to_list())


def _interval(values: _Floats, weights: _Floats, is_next: NDArray[np.bool_], least: float) -> PairedMean:
    """The mean of pairs, and its ends; `least` is how well each is known whatever their spread says."""
    share = weights / weights.sum()
    mean = float(np.sum(share * values))
    off = values - mean
    count = len(values)
    # of a weighted mean: the squares of its shares take the place of 1 / n
    variance = float(np.sum(share**2 * off**2)) * count / (count - 1)
    total = float(np.mean(off**2))
    along = float(np.mean(off[1:][is_next] * off[:-1][is_next])) if is_next.any() else 0.0
    correlation = min(max(along / total, 0.0), _MOST_CORRELATION) if total > 0 else 0.0
    # what a few pairs show of it is too low by about this much (Kendall 1954)
    correlation = min(correlation + (1 + 3 * correlation) / count, _MOST_CORRELATION) if correlation else 0.0
    wider = (1 + correlation) / (1 - correlation)
    error = math.sqrt(max(variance * wider, least**2 * float(np.sum(share**2))))
    reach = t_quantile(max(count / wider - 1, 1.0), 1 - _BEYOND / 2) * error
    return PairedMean(mean, mean - reach, mean + reach)


_COLUMNS: Final = (
    *("transaction", "release", "regions", "tasks", "response (ms)", "50 % (ms)", "95 % (ms)"),
    *("95 % against the older (%)", "at least (%)", "at most (%)"),
)


def table(pairs: Sequence[SideBySide]) -> Iterator[Table]:
    """One table of all transactions; parts that none of them has are left out."""
    if not pairs:
        return
    parts = [name for name in ALL_PARTS if any(max(pair.parts[name]) > 0 for pair in pairs[:_SHOWN])]
    left = f" {len(pairs) - _SHOWN} more pairs are left out." if len(pairs) > _SHOWN else ""
    yield Table(
        title="Releases side by side",
        columns=(*_COLUMNS, *(f"{name} (ms)" for name in parts)),
        rows=tuple(row for pair in pairs[:_SHOWN] for row in _rows(pair, parts)),
        note="A release and the one before it, in the quarters of an hour in which both ran 20 tasks or "
        "more. Percentiles are averages over them, all else per task, at the load of the newer; the "
        f"interval is of 90 % (SMF 110 subtype 1).{left}",
    )


def _rows(pair: SideBySide, parts: Sequence[str]) -> Iterator[tuple[Scalar, ...]]:
    ends = pair.times.mean, pair.times.low, pair.times.high
    apart = tuple(round(100 * math.expm1(end), 1) for end in ends)
    for at, release in enumerate(pair.releases):
        yield (
            pair.transaction,
            release,
            ", ".join(pair.regions[at]),
            pair.tasks[at],
            round(1000 * pair.parts[RESPONSE][at], 3),
            round(pair.p50[at], 3),
            round(pair.p95[at], 3),
            *(apart if at else (None, None, None)),
            *(round(1000 * pair.parts[name][at], 4) for name in parts),
        )
