"""How often forecasts hold the truth of small sites: few users, one or two processors, queues behind reads.

    python benches/small_sites.py --sites 200 [--first 0] [--write benches/results/small_sites.json]

Each site is drawn at random and simulated event by event; nothing here is the forecast's code or assumption.
A transaction holds a processor until a page is not in the pool, waits for a disk, and then queues for a
processor again, in order of arrival and shared with other jobs, whose bursts may be far longer than its own.
So a read costs a wait at the disk and another one at the processors. The same demand is simulated at the
present size and at another one; the forecast sees the present one, with an exact curve of reads.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from pathlib import Path

import numpy as np

from getpage.contract.curve import TRACE, SizePoint, reads_curve
from getpage.contract.knob import Knob
from getpage.contract.storage import Processors
from getpage.contract.work import Work
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.docs.coverage import CoverageCount, CoverageStudy, machine
from getpage.forecast.change import SizeRequest
from getpage.forecast.settings import ForecastSettings, LoadKind
from getpage.forecast.site import forecast_site
from getpage.result.forecast import FigureName, Forecast

SYSA = Image("SYSA")
DB1A = Subsystem("db2", SYSA, "DB1A")
START = datetime(2026, 4, 13, 8)
SMALLER, SIZE, LARGER = 50_000, 100_000, 200_000
LEVEL = 0.9
INTERVALS, TRANSACTIONS = 32, 80
FIGURES = (FigureName.RESPONSE, FigureName.ETR, FigureName.CPU_BUSY, FigureName.WAIT_PER_UNIT)
READS, READS_PER_SECOND = "reads", "reads per second"
#: What is under way when the hours end is counted at one size and not at the other.
END_OF_WINDOW = 0.002
_BEGIN, _DISK_DONE, _OTHER, _RELEASE = range(4)


@dataclass(frozen=True, kw_only=True)
class SmallSite:
    """A site. Times are seconds; `users` is None where work arrives anyhow, at `rate` a second."""

    users: int | None
    think: float
    rate: float
    processors: int
    cpu: float  # of a transaction without its reads
    getpages: int
    missed: float  # share of getpages that are read at the present size
    missed_then: float  # at the other size
    cpu_per_read: float
    disk: float
    disks: int
    others: float  # processors that other jobs keep busy
    other_burst: float
    first: bool  # whether its work goes before that of others
    known: bool  # whether the forecast is told the kind of load
    measured: bool  # whether RMF's processors are in the evidence


def site(seed: int) -> SmallSite:
    """A site drawn at random: processors 25 to 88 % busy, of which other jobs take a part."""
    random = np.random.default_rng([seed, 28])
    processors = int(random.choice([1, 1, 2]))
    cpu = 10e-3 * float(np.exp(0.5 * random.standard_normal()))
    getpages = int(random.integers(30, 200))
    reads = float(random.uniform(2, 25))
    cpu_per_read = float(random.uniform(20e-6, 70e-6))
    disk = float(np.exp(random.uniform(np.log(0.2e-3), np.log(3e-3))))
    demand = cpu + reads * cpu_per_read
    busy = float(random.uniform(0.25, 0.88)) * processors
    others = busy * float(random.choice([0.0, random.uniform(0.05, 0.8)]))
    rate = (busy - others) / demand
    users = int(random.integers(2, 13)) if random.random() < 0.6 else None
    response = demand * (1 + busy / processors) + reads * disk * 1.2
    think = max(users / rate - response, 0.2 * response) if users else 0.0
    burst = cpu / (reads + 1)
    share = float(random.choice([random.uniform(0.3, 0.9), random.uniform(1.1, 1.6)]))
    missed = min(reads / getpages, 0.6)
    return SmallSite(
        users=users, think=think, rate=rate, processors=processors, cpu=cpu, getpages=getpages,
        missed=missed, missed_then=min(missed * share, 0.95), cpu_per_read=cpu_per_read, disk=disk,
        disks=max(2, int(rate * reads * disk / random.uniform(0.1, 0.6)) + 1),
        others=others, other_burst=burst * float(np.exp(random.uniform(np.log(0.3), np.log(20)))),
        first=bool(random.random() < 0.3), known=bool(random.random() < 0.5),
        measured=bool(random.random() < 0.8),
    )  # fmt: skip


@dataclass
class Counts:
    """What one interval came to."""

    units: int = 0
    reads: int = 0
    read_seconds: float = 0.0
    cpu: float = 0.0
    elapsed: float = 0.0
    busy: float = 0.0


@dataclass
class Transaction:
    """One on its way: `bursts` are what is left of its processor time, the one to come last."""

    user: int
    began: float
    bursts: list[float] = field(default_factory=list)
    cpu: float = 0.0
    reads: int = 0
    asked: float = 0.0
    waited: float = 0.0


def simulate(site: SmallSite, missed: float, seed: int) -> list[Counts]:
    """Intervals of the site where this share of getpages is read; the demand is that of the seed alone."""
    seconds = INTERVALS * TRANSACTIONS / site.rate
    length = seconds / INTERVALS
    intervals = [Counts() for _ in range(INTERVALS)]
    events: list[tuple[float, int, int, object]] = []
    number = count()
    ready: list[tuple[int, int, object]] = []
    idle = site.processors
    disks = [0.0] * site.disks
    streams = [np.random.default_rng([seed, user]) for user in range(site.users or 1)]
    choices = np.random.default_rng([seed, 77])
    jobs = np.random.default_rng([seed, 99])

    def push(at: float, kind: int, what: object) -> None:
        heappush(events, (at, next(number), kind, what))

    def begin(now: float, user: int) -> Transaction:
        """The demand of a user's next transaction; both sizes draw the same numbers."""
        random = streams[user]
        cpu = site.cpu * float(random.lognormal(-0.08, 0.4))
        uniform = np.sort(random.random(site.getpages))
        read = random.random(site.getpages) < missed
        at = uniform[read]
        bursts = (np.diff(at, prepend=0.0, append=1.0) * cpu).tolist()
        bursts = [burst + site.cpu_per_read for burst in bursts[:-1]] + bursts[-1:]
        return Transaction(user, now, bursts[::-1])

    def run(now: float) -> None:
        """Give free processors to who is next."""
        nonlocal idle
        while idle and ready:
            _, _, what = heappop(ready)
            idle -= 1
            burst = what if isinstance(what, float) else what.bursts.pop()
            if not isinstance(what, float):
                what.cpu += burst
            intervals[min(int(now / length), INTERVALS - 1)].busy += burst
            push(now + burst, _RELEASE, what)

    for user in range(site.users or 0):
        push(float(streams[user].exponential(site.think)) * 0.5, _BEGIN, user)
    if site.users is None:
        push(0.0, _BEGIN, 0)
    if site.others:
        push(0.0, _OTHER, None)
    while events:
        now, _, kind, what = heappop(events)
        if now >= seconds:
            break
        if kind == _BEGIN:
            started = begin(now, what)
            heappush(ready, (0 if site.first else 1, next(number), started))
            if site.users is None:
                push(now + float(streams[0].exponential(1 / site.rate)), _BEGIN, 0)
        elif kind == _OTHER:
            heappush(ready, (1, next(number), float(jobs.exponential(site.other_burst))))
            push(now + float(jobs.exponential(site.other_burst / site.others)), _OTHER, None)
        elif kind == _DISK_DONE:
            what.waited += now - what.asked
            heappush(ready, (0 if site.first else 1, next(number), what))
        elif kind == _RELEASE:
            idle += 1
            if isinstance(what, Transaction):
                if what.bursts:
                    what.asked, what.reads = now, what.reads + 1
                    disk = int(choices.integers(site.disks))
                    disks[disk] = max(now, disks[disk]) + float(choices.exponential(site.disk))
                    push(disks[disk], _DISK_DONE, what)
                else:
                    here = intervals[int(now / length)]
                    here.units += 1
                    here.reads += what.reads
                    here.read_seconds += what.waited
                    here.cpu += what.cpu
                    here.elapsed += now - what.began
                    if site.users is not None:
                        think = float(streams[what.user].exponential(site.think))
                        push(now + think, _BEGIN, what.user)
        run(now)
    return intervals


def total(intervals: list[Counts], site: SmallSite) -> dict[str, float]:
    """The truth of these hours, by figure; reads a unit and a second beside."""
    units = sum(each.units for each in intervals)
    seconds = INTERVALS * TRANSACTIONS / site.rate
    reads = sum(each.reads for each in intervals)
    return {
        FigureName.RESPONSE: sum(each.elapsed for each in intervals) / units,
        FigureName.ETR: units / seconds,
        FigureName.CPU_BUSY: 100 * sum(each.busy for each in intervals) / seconds / site.processors,
        FigureName.WAIT_PER_UNIT: sum(each.read_seconds for each in intervals) / units,
        READS: reads / units,
        READS_PER_SECOND: reads / seconds,
    }


def forecast(site: SmallSite, now: list[Counts], reads: tuple[float, float]) -> Forecast:
    """What the product forecasts from the intervals and an exact curve: reads a second at both sizes."""
    length = TRANSACTIONS / site.rate
    times = 900 / length  # an interval stands for a quarter of an hour
    starts = [START + timedelta(minutes=15 * n) for n in range(len(now))]
    work = [
        Work(
            subsystem=DB1A, start=start, seconds=900.0, unit="commit", units=each.units * times,
            reads=each.reads * times, read_seconds=each.read_seconds * times,
            getpages=each.units * times * site.getpages, cpu_seconds=each.cpu * times,
            elapsed_seconds=each.elapsed * times,
        )
        for start, each in zip(starts, now, strict=True)
    ]  # fmt: skip
    processors = [
        Processors(
            image=SYSA, start=start, seconds=900.0, busy_seconds=each.busy * times,
            online_seconds=900.0 * site.processors,
        )
        for start, each in zip(starts, now, strict=True)
    ]  # fmt: skip
    other = LARGER if reads[1] < reads[0] else SMALLER
    points = tuple(
        SizePoint(size=size, reads=rate, low=rate, high=rate)
        for size, rate in sorted(zip((SIZE, other), reads, strict=True))
    )
    spans = ((START, START + timedelta(minutes=15 * len(now))),)
    curve = reads_curve(basis=TRACE, points=points, seen=spans)
    knob = Knob(
        id=KnobId(DB1A, "BP1"), object=Object(DB1A, "BP1"), unit="buffers", unit_bytes=4096, size=SIZE,
        smallest=1_000, largest=10_000_000, fixed=False, change=lambda _: (), curve=curve,
    )  # fmt: skip
    load = LoadKind.AUTO
    think = None
    if site.known:
        load = LoadKind.OPEN if site.users is None else LoadKind.CLOSED
        think = site.think if site.users is not None else None
    settings = ForecastSettings(load=load, think_seconds=think, level=LEVEL)
    measured = processors if site.measured else ()
    return forecast_site([SizeRequest(knob, other)], work, processors=measured, settings=settings)


def coverage(sites: range) -> CoverageStudy:
    """How often the intervals of each figure hold the truth over the same hours."""
    began = time.process_time()
    trials: dict[FigureName, list[tuple[bool, float]]] = defaultdict(list)
    for seed in sites:
        drawn = site(seed)
        now, then = (simulate(drawn, missed, seed) for missed in (drawn.missed, drawn.missed_then))
        before, truth = total(now, drawn), total(then, drawn)
        rate = before[READS_PER_SECOND]
        answer = forecast(drawn, now, (rate, rate * truth[READS] / before[READS]))
        for name in FIGURES:
            figure = next((figure for figure in answer.figures if figure.name == name), None)
            if figure is None or figure.same_hours is None:
                continue
            interval, slack = figure.same_hours, END_OF_WINDOW * truth[name]
            held = interval.low - slack <= truth[name] <= interval.high + slack
            trials[name].append((held, (interval.high - interval.low) / truth[name]))
    counts = [
        CoverageCount(
            {"figure": str(name), "hours": "the same hours"},
            sum(held for held, _ in each),
            len(each),
            round(float(np.median([width for _, width in each])), 4),
        )
        for name, each in trials.items()
    ]
    command = f"python benches/small_sites.py --first {sites.start} --sites {len(sites)}"
    return CoverageStudy(
        command, LEVEL, "sites", tuple(counts), time.process_time() - began, machine(), across="hours"
    )


def main() -> None:
    """Print coverage, and keep it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first site")
    parser.add_argument("--write", type=Path, help="keep the results in this file")
    options = parser.parse_args()
    results = coverage(range(options.first, options.first + options.sites))
    print(results.as_table(), end="")
    if options.write:
        results.write(options.write)


if __name__ == "__main__":
    main()
