"""Evidence of before and after: work of a member, reports of MP1B, a sample site, saved forecasts."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import sample_site
from getpage import report
from getpage.contract.curve import SizePoint, reads_curve
from getpage.contract.knob import Knob
from getpage.contract.work import ClassTime, Work
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.result import Estimate
from getpage.result.forecast import Figure, Forecast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.core.names import Subject

SEEDS = Path(__file__).parent / "data" / "seeds"
START = datetime(2026, 5, 12, 9)
DB1A = Subsystem("db2", Image("SYSA"), "DB1A")
QM1 = Subsystem("mq", Image(), "QM1")
TOO_SMALL = """-MQ call-         N    ET    CT  Susp  LOGW  PSET
Get      :   949070    39     9    30     0    29
Put      :   949070    14     8     5     0
Maximum depth encountered 10000
"""
LARGE_ENOUGH = """-MQ call-         N    ET    CT  Susp  LOGW  PSET
Get      :  1063808    10     9     0     0     0
Put      :  1063808    10     9     0     0
Maximum depth encountered 10000
"""


def work(
    seconds_each: float, *, count: int = 32, seed: int = 1, start: datetime = START, **columns: float
) -> list[Work]:
    """Intervals of a member whose commits take about so long; 5 % noise that depends on its neighbour."""
    random = np.random.default_rng(seed)
    collected, last = [], 0.0
    for i in range(count):
        last = 0.5 * last + random.standard_normal()
        units = 1000.0 * (1 + 0.2 * random.random())
        each = seconds_each * (1 + 0.05 * last)
        collected.append(
            Work(
                subsystem=DB1A,
                start=start + i * timedelta(minutes=15),
                seconds=900.0,
                unit="commit",
                units=units,
                reads=units * columns.get("reads", 4.0),
                cpu_seconds=units * each,
                elapsed_seconds=units * each * 5,
            )
        )
    return collected


def calls(name: str, count: float, each: float, *, start: datetime = START) -> Iterator[ClassTime]:
    random = np.random.default_rng(len(name))
    for i in range(16):
        units = count * (1 + 0.1 * random.random())
        yield ClassTime(
            subsystem=QM1,
            kind="MQGET call",
            name=name,
            units=units,
            elapsed=units * each * (1 + 0.02 * random.standard_normal()),
            parts={"CPU": units * 5e-6},
            start=start + i * timedelta(minutes=15),
        )


def figure(subject: Subject, name: str, unit: str, low: float, high: float) -> Figure:
    after = Estimate(label=name, unit=unit, value=(low + high) / 2, low=low, high=high, basis="curve")
    return Figure(subject=subject, name=name, unit=unit, after=after)


def saved(path: Path, *figures: Figure) -> Path:
    forecast = Forecast(source="points", level=0.9, figures=figures, assumptions=())
    path.write_text(report.render(forecast, "json"))
    return path


def pool(size: int, reads: float) -> Knob:
    return Knob(
        id=KnobId(DB1A, "BP1"),
        object=Object(DB1A, "BP1"),
        unit="buffers",
        unit_bytes=4096,
        size=size,
        smallest=0,
        largest=10**9,
        fixed=True,
        change=lambda _: (),
        curve=reads_curve(
            basis="counters", points=(SizePoint(size=size, reads=reads, low=reads, high=reads),)
        ),
    )


def mp1b_reports(directory: Path) -> tuple[Path, Path]:
    paths = directory / "before.txt", directory / "after.txt"
    for path, text in zip(paths, (TOO_SMALL, LARGE_ENOUGH), strict=True):
        path.write_text(text)
    return paths


def site_store(directory: Path) -> Path:
    return sample_site.copy_store(directory / "store")
