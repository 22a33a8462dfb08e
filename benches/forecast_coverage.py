"""How often the intervals of a forecast hold the truth: drawn Db2 sites whose truth is known.

    python benches/forecast_coverage.py --sites 300

A site is drawn at random: one to three pools, each with pages of its own reuse and disks of its own speed;
hours that differ in load, in mix and in reads; processors shared with others; users who wait, or work that
arrives anyhow. What the program gets is what it gets of a real site: `Work` by interval, a `Knob` with a
curve that was measured in one of the hours (a trace, a simulated pool) or past sizes, and the processors. It
forecasts one change of size through `forecast_site`; the truth is worked out from the site itself, by other
code than the program's. Nothing of the generator is known to the program but what is in the evidence: prices
are drawn evenly between the published ends, not from the program's prior.

Prints for each figure the share of sites whose 90 % interval holds the truth; `--write
benches/results/forecast_coverage.json` keeps it, and `make docs` makes the table of docs/forecast.md of that.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from getpage.contract.curve import SizePoint, reads_curve
from getpage.contract.knob import Knob
from getpage.contract.work import Work
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.docs.coverage import Coverage, Held, machine
from getpage.forecast.change import SizeRequest
from getpage.forecast.load import LoadKind
from getpage.forecast.site import Settings, forecast_site

DIAG = bool(os.environ.get("DIAG"))


START = datetime(2026, 5, 21, 8)
DB1A = Subsystem("db2", Image("SYSA"), "DB1A")
SECONDS = 900.0
#: Times as many hours as the evidence has, for the truth.
TRUTH = 6
#: What `forecast` gives unless told.
LEVEL = 0.9
FIGURES = ("reads", "CPU per unit", "response", "ETR", "ITR", "CPU busy")


@dataclass
class Pool:
    """Reads to a getpage fall from 1 with size; what is new is read at any size."""

    size: int
    getpages: float  # per unit
    knee: float
    steep: float
    new: float
    read_seconds: float

    def reads(self, size: float) -> float:
        return self.getpages * (self.new + (1 - self.new) * (1 + size / self.knee) ** -self.steep)


@dataclass
class Site:
    pools: list[Pool]
    base_cpu: float
    by_getpages: float  # the part of base_cpu that goes with getpages rather than with units
    getpages: float  # a unit, usually
    price: float
    other: float  # seconds a unit that are neither CPU nor reads
    processors: int
    others_busy: float
    rate: float
    think: float | None  # None: work arrives anyhow
    users: float


def waits(servers: int, busy: float) -> float:
    """Time at M/M/m over service time, by summing its states; not the program's code."""
    if busy >= 1:
        return math.inf
    a = busy * servers
    terms = [a**n / math.factorial(n) for n in range(servers)]
    last = a**servers / math.factorial(servers) / (1 - busy)
    chance = last / (sum(terms) + last)
    return 1 + chance / (servers * (1 - busy))


def steady(site: Site, sizes: list[float], mix: float = 1.0, rate: float | None = None) -> dict[str, float]:
    """The site as it settles at some sizes of its pools."""
    each = [mix * pool.reads(size) for pool, size in zip(site.pools, sizes, strict=True)]
    asked = sum(pool.getpages for pool in site.pools) / site.getpages
    cpu = mix * site.base_cpu * (1 + site.by_getpages * (asked - 1)) + site.price * sum(each)
    wait = sum(n * pool.read_seconds for n, pool in zip(each, site.pools, strict=True))
    away = wait + mix * site.other

    def response(x: float) -> tuple[float, float]:
        busy = site.others_busy + x * cpu / site.processors
        return away + cpu * waits(site.processors, busy), busy

    x = site.rate if rate is None else rate
    if site.think is not None and rate is None:
        low, high = (
            0.0,
            min(
                site.users / (site.think + away + cpu),
                0.9999 * (1 - site.others_busy) * site.processors / cpu,
            ),
        )
        for _ in range(80):
            x = (low + high) / 2
            low, high = (x, high) if x * (site.think + response(x)[0]) < site.users else (low, x)
    r, busy = response(x)
    return {
        "each": sum(each), "wait": wait, "CPU per unit": cpu, "response": r, "ETR": x,
        "CPU busy": 100 * busy, "ITR": x / busy,
    }  # fmt: skip


def drawn_site(random: np.random.Generator) -> Site:
    while True:
        pools = []
        speed = math.exp(random.uniform(math.log(0.5e-3), math.log(4e-3)))
        for _ in range(random.integers(1, 4)):
            size = int(math.exp(random.uniform(math.log(2e4), math.log(2e6))))
            pools.append(
                Pool(
                    size=size,
                    getpages=math.exp(random.uniform(math.log(20), math.log(400))),
                    knee=size * math.exp(random.uniform(-3.5, 0.5)),
                    steep=random.uniform(0.6, 2.0),
                    new=random.uniform(0.0, 0.03),
                    read_seconds=speed * math.exp(0.25 * random.standard_normal()),
                )
            )
        reads = sum(pool.reads(pool.size) for pool in pools)
        base = math.exp(random.uniform(math.log(1e-3), math.log(30e-3)))
        processors = int(random.integers(2, 17))
        closed = random.random() < 0.35
        site = Site(
            pools=pools,
            base_cpu=base,
            by_getpages=random.uniform(0.0, 0.9),
            getpages=sum(pool.getpages for pool in pools),
            price=random.uniform(20e-6, 70e-6),
            other=base * random.uniform(0.5, 10),
            processors=processors,
            others_busy=random.choice([0.0, random.uniform(0.0, 0.4)]),
            rate=1.0,
            think=random.uniform(0.05, 5.0) if closed else None,
            users=0.0,
        )
        cpu = base + site.price * reads
        site.rate = random.uniform(0.1, 0.62 - site.others_busy) * processors / cpu
        if site.rate * SECONDS < 500 or reads < 0.5:
            continue
        if closed:
            there = steady(site, [float(p.size) for p in pools], rate=site.rate)
            site.users = site.rate * (site.think + there["response"])  # type: ignore[operator]
        return site


@dataclass
class Hour:
    """One interval as it was: the site then, its mix, and the rate at which work arrived (None: users)."""

    site: Site
    mix: float
    rate: float | None

    def at(self, sizes: list[float]) -> dict[str, float]:
        return steady(self.site, sizes, self.mix, self.rate)


@dataclass
class Habits:
    """How much the hours of a site differ."""

    mix: float
    reads: float
    noise: float
    getpages: bool


def hours(site: Site, habits: Habits, count: int, random: np.random.Generator) -> list[Hour]:
    """Load by the time of day, a mix that drifts, and reads that differ for reasons of their own."""
    drift, made = 0.0, []
    for n in range(count):
        drift = 0.7 * drift + math.sqrt(1 - 0.49) * random.standard_normal()
        now = Site(**vars(site))
        now.pools = [Pool(**vars(pool)) for pool in site.pools]
        for pool in now.pools:
            factor = math.exp(habits.reads * random.standard_normal())
            pool.getpages *= 1 + (factor - 1) * 0.3
            pool.new = min(pool.new * factor, 1.0)
            pool.knee *= factor
            pool.read_seconds *= math.exp(0.08 * random.standard_normal())
        rate = (
            site.rate
            * (1 + 0.25 * math.sin(2 * math.pi * n / 96))
            * math.exp(0.05 * random.standard_normal())
        )
        made.append(Hour(now, math.exp(habits.mix * drift), None if site.think is not None else rate))
    return made


def work_of(hours: list[Hour], sizes: list[float], habits: Habits, random: np.random.Generator) -> list[Work]:
    made = []
    for n, hour in enumerate(hours):
        there = hour.at(sizes)
        units = there["ETR"] * SECONDS
        asked = hour.mix * sum(pool.getpages for pool in hour.site.pools)
        made.append(
            Work(
                subsystem=DB1A,
                start=START + timedelta(seconds=SECONDS * n),
                seconds=SECONDS,
                unit="commit",
                units=units,
                reads=there["each"] * units,
                read_seconds=there["wait"] * units,
                getpages=asked * units if habits.getpages else None,
                cpu_seconds=there["CPU per unit"] * units * math.exp(habits.noise * random.standard_normal()),
                elapsed_seconds=there["response"] * units * math.exp(0.02 * random.standard_normal()),
            )
        )
    return made


def knob(site: Site, at: int, size: int, hour: Hour, rate: float, random: np.random.Generator) -> Knob:
    """The pool with the curve of one hour."""
    pool, known = hour.site.pools[at], site.pools[at].size
    basis = "trace" if random.random() < 0.5 else "simulated pool"
    more = [int(known * f) for f in (0.25, 0.5, 2, 4, 8)] if basis == "trace" else []
    points = []
    for s in sorted({known, size, *more}):
        reads = hour.mix * pool.reads(s) * rate
        points.append(SizePoint(size=s, reads=reads, low=reads, high=reads))
    return Knob(
        id=KnobId(DB1A, "BP1"), object=Object(DB1A, "BP1"), unit="buffers", unit_bytes=4096,
        size=known, smallest=100, largest=1 << 40, fixed=False, frame_bytes=4096,
        change=lambda _: (), curve=reads_curve(basis=basis, points=tuple(points)),
    )  # fmt: skip


def drawn_evidence(random: np.random.Generator) -> tuple[Site, Habits, list[Hour], list[float]]:
    """A site that is never out of processors in its hours."""
    while True:
        site = drawn_site(random)
        habits = Habits(
            mix=random.uniform(0.02, 0.15),
            reads=random.uniform(0.05, 0.3),
            noise=random.uniform(0.005, 0.03),
            getpages=bool(random.random() < 0.5),
        )
        sizes = [float(pool.size) for pool in site.pools]
        made = hours(site, habits, int(random.integers(24, 193)), random)
        if max(hour.at(sizes)["CPU busy"] for hour in made) < 97:
            return site, habits, made, sizes


def one(seed: int) -> dict[str, bool]:
    """Whether each interval of one site held the truth."""
    random = np.random.default_rng([seed, 20260521])
    site, habits, past, sizes = drawn_evidence(random)
    work = work_of(past, sizes, habits, random)
    at = int(random.integers(len(site.pools)))
    while True:
        size = int(site.pools[at].size * math.exp(random.uniform(math.log(0.5), math.log(6))))
        changed = [*sizes[:at], float(size), *sizes[at + 1 :]]
        if max(hour.at(changed)["CPU busy"] for hour in past) < 99:
            break
    # The truth: what such hours come to at the new size, over many times as many of them.
    future = [hour for _ in range(TRUTH) for hour in hours(site, habits, len(past), random)]
    truth = means([hour.at(changed) for hour in future])
    truth["reads"] = float(
        np.mean([hour.mix * hour.site.pools[at].reads(size) * hour.at(changed)["ETR"] for hour in future])
    )
    settings = Settings(
        processors=site.processors,
        busy_percent=means([hour.at(sizes) for hour in past])["CPU busy"],
        load=LoadKind.CLOSED if site.think is not None else LoadKind.OPEN,
        think_seconds=site.think,
    )
    rate = sum(w.units for w in work) / sum(w.seconds for w in work)
    hour = past[int(random.integers(len(past)))]
    pool = knob(site, at, size, hour, rate, random)
    made = forecast_site([SizeRequest(pool, size)], work, settings=settings)
    found = {f.name: f for f in made.figures if f.subject != pool.id or f.name == "reads"}
    held = {}
    for name in FIGURES:
        figure = found.get(name)
        if figure is None or (name == "ETR" and site.think is None):
            continue
        if DIAG:
            half = max((figure.after.high - figure.after.low) / 2, 1e-12)
            before = figure.before.value if figure.before else math.nan
            print(
                f"{seed:4} {name:13} x{size / sizes[at]:.2f} truth {truth[name]:.5g} before {before:.5g} "
                f"forecast {figure.after.value:.5g} z {(truth[name] - figure.after.value) / half:+.2f} "
                f"closed {site.think is not None} {figure.after.basis} busy {settings.busy_percent:.0f} "
                f"others {site.others_busy:.2f}"
            )
        held[name] = figure.after.low <= truth[name] <= figure.after.high
    return held


def means(rows: list[dict[str, float]]) -> dict[str, float]:
    """Means as records give them: a unit's means over units, rates and busy over time."""
    rate = float(np.mean([row["ETR"] for row in rows]))
    made = {
        name: float(np.mean([row[name] * row["ETR"] for row in rows]) / rate)
        for name in ("CPU per unit", "response")
    }
    busy = float(np.mean([row["CPU busy"] for row in rows]))
    return made | {"ETR": rate, "CPU busy": busy, "ITR": rate / (busy / 100)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first site")
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    began = time.perf_counter()
    held: dict[str, list[bool]] = defaultdict(list)
    for seed in range(options.first, options.first + options.sites):
        for name, good in one(seed).items():
            held[name].append(good)
    counts = [Held({"figure": name}, sum(held[name]), len(held[name])) for name in FIGURES if held[name]]
    command = f"python benches/forecast_coverage.py --first {options.first} --sites {options.sites}"
    results = Coverage(command, LEVEL, "sites", tuple(counts), time.perf_counter() - began, machine())
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
