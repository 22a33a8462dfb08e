"""A site is drawn and run, its evidence goes into the product, and the forecast is held against the truth.

The truth is the same system at the changed size: over the same hours, with the same demand, and over other
hours of the same habits. The forecast is that of a user: a store, a saved curve and a change.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import getpage
from getpage.forecast.settings import LoadKind
from getpage.result.forecast import FigureName

from . import evidence
from .demand import demand
from .hours import Habits, habits, hours
from .site import Site, drawn
from .system import System

if TYPE_CHECKING:
    from getpage.result import Estimate
    from getpage.result.forecast import Forecast

SAME, LIKE = "the same hours", "hours like these"
FIGURES = (
    FigureName.READS,
    FigureName.READS_PER_UNIT,
    FigureName.WAIT_PER_UNIT,
    FigureName.CPU_PER_UNIT,
    FigureName.RESPONSE,
    FigureName.ETR,
    FigureName.ITR,
    FigureName.CPU_BUSY,
)
#: Parts of the window that traces are of.
TRACED = (1 / 8, 1 / 3, 1.0)
#: In place of a part: no trace, but a simulated pool of the size asked about.
SIMULATED = 0.0
# Beyond this the system did not settle: its queues grew while it was looked at.
_FULLEST = 0.97


@dataclass(frozen=True, slots=True)
class Trial:
    """One figure of one site: the interval, and the truth over the same hours and over others."""

    site: int
    figure: str
    hours: str
    traced: float
    """Part of the window that the trace is of; 0 of a simulated pool."""
    references: float
    """That the trace has, to a buffer of the present size."""
    load: str
    factor: float
    before: float
    value: float
    low: float
    high: float
    truth: float

    @property
    def held(self) -> bool:
        """Whether the interval holds the truth; a float's rounding is no miss."""
        slack = 1e-9 * abs(self.truth)
        return self.low - slack <= self.truth <= self.high + slack

    @property
    def width(self) -> float:
        """Of the interval, to the truth."""
        return (self.high - self.low) / abs(self.truth) if self.truth else np.inf


@dataclass(frozen=True, slots=True)
class Case:
    """A site as far as the product may know it, and the truth of it; `told` is what the user says of it."""

    site: int
    dump: bytes
    references: list[tuple[int, bool]]
    size: int
    factor: float
    traced: float
    load: str
    told: dict[str, Any]
    before: dict[str, float]
    truth: dict[str, dict[str, float]]
    others: tuple[dict[str, float], ...]
    """The truth over as many more hours of the same habits as were asked for."""
    days: int
    hours: tuple[float, float]
    """That were traced: seconds since the window began."""

    @property
    def asked(self) -> int:
        """The size that is asked about, in buffers."""
        return round(self.size * self.factor)


def simulated(seed: int) -> Case:
    """One site, run at both sizes: one that is never out of processors or disks in the hours it is run."""
    random = np.random.default_rng([seed, 20260522])
    while True:
        made = run(seed, drawn(random), habits(random), random)
        if made is not None:
            return made


def run(seed: int, site: Site, of: Habits, random: np.random.Generator, more: int = 0) -> Case | None:
    """A site over its hours, at both sizes, and over `more` other hours; None where it does not settle."""
    asked = demand(site, hours(of, random), seed)
    other = demand(site, hours(of, random), seed + 1_000_000)
    sizes = (site.pools[0].size, site.pools[1].size)
    part = (*TRACED, SIMULATED)[seed % (len(TRACED) + 1)]
    factor = float(np.exp(random.uniform(np.log(0.5 if part else 1.1), np.log(4))))
    changed = (round(sizes[0] * factor), sizes[1])
    count = len(asked.hours.load)
    length = round(count * part)
    begin = int(random.integers(0, count - length + 1))
    before = System(site, sizes, asked, 0 if part else changed[0])
    references = before.run(range(begin, begin + length))
    if not _settled(site, before):
        return None
    truth = {}
    for name, demanded in ((SAME, asked), (LIKE, other)):
        after = System(site, changed, demanded)
        after.run(range(0))
        if not _settled(site, after):
            return None
        truth[name] = measured(site, after)
    told: dict[str, Any] = {}
    if random.random() < 0.5:
        told = {"load": LoadKind.CLOSED if site.closed else LoadKind.OPEN}
        if site.closed:
            told["think_seconds"] = site.think
    others = []
    for again in range(more):
        after = System(site, changed, demand(site, hours(of, random), seed + (again + 2) * 1_000_000))
        after.run(range(0))
        if not _settled(site, after):
            return None
        others.append(measured(site, after))
    return Case(
        site=seed,
        dump=evidence.dump(site, of, before, sizes),
        references=references,
        hours=(begin * of.seconds, (begin + length) * of.seconds),
        size=sizes[0],
        factor=factor,
        traced=part,
        load=f"{'closed' if site.closed else 'open'}, {'told' if told else 'not told'}",
        told=told,
        before=measured(site, before),
        truth=truth,
        others=tuple(others),
        days=of.days,
    )


def forecast(case: Case) -> list[Trial]:
    """All figures of a site, as a user would have them forecast."""
    with tempfile.TemporaryDirectory() as name:
        into = Path(name)
        store = evidence.store(case.dump, into)
        curves = evidence.curves(case.references, case.size, case.asked, into, case.hours)
        return held(case, store, curves)


def held(case: Case, store: Path, curves: list[Path]) -> list[Trial]:
    """All figures from a store and saved curves."""
    made = getpage.forecast(store, f"BP1={case.asked}", curves=curves, **case.told)
    references = len(case.references) / case.size
    return [
        Trial(
            site=case.site, figure=name, hours=hours, traced=case.traced, references=references,
            load=case.load, factor=case.factor, before=case.before[name], value=found.value, low=found.low,
            high=found.high, truth=truth[name],
        )
        for name in FIGURES
        for hours, truth in case.truth.items()
        if (found := said(made, name, hours)) is not None
    ]  # fmt: skip


def said(made: Forecast, name: str, kind: str) -> Estimate | None:
    """What the forecast says of a figure; reads are those of the pool."""
    found = next((figure for figure in made.figures if figure.name == name), None)
    if found is None:
        return None
    same = getattr(found, "same_hours", None)
    return same if same is not None and kind == SAME else found.after


def measured(site: Site, ran: System) -> dict[str, float]:
    """Means as records give them: a unit's over units, rates and busy over time."""
    seconds = ran.asked.part * len(ran.intervals)
    units = sum(sum(interval.units) for interval in ran.intervals)
    busy = sum(interval.busy for interval in ran.intervals) / seconds / site.processors

    def each(column: str) -> float:
        return sum(sum(getattr(interval, column)) for interval in ran.intervals) / units

    return {
        FigureName.READS: sum(interval.reads[0] for interval in ran.intervals) / seconds,
        FigureName.READS_PER_UNIT: each("reads"),
        FigureName.WAIT_PER_UNIT: each("read_wait"),
        FigureName.CPU_PER_UNIT: each("cpu"),
        FigureName.RESPONSE: each("elapsed"),
        FigureName.ETR: units / seconds,
        FigureName.ITR: units / seconds / busy,
        FigureName.CPU_BUSY: 100 * busy,
    }


def _settled(site: Site, ran: System) -> bool:
    """Whether queues did not grow while it was looked at."""
    part, count = ran.asked.part, len(ran.intervals)
    most = max(interval.busy for interval in ran.intervals) / part / site.processors
    return most < _FULLEST and max(ran.disks) < part * (count + 0.5)
