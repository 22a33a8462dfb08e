"""A made-up subsystem for tests of forecasts: knobs with curves, and intervals of work."""

from datetime import datetime, timedelta

import numpy as np

from getpage.contract.curve import SizeCurve, SizePoint, reads_curve
from getpage.contract.knob import Knob
from getpage.contract.work import Work
from getpage.core.names import Image, KnobId, Object, Subsystem

START = datetime(2026, 5, 21, 8)
SYSA = Image("SYSA")
DB1A = Subsystem("db2", SYSA, "DB1A")


def curve(*points: tuple[int, float], basis: str = "trace", loose: float = 0.0) -> SizeCurve:
    return reads_curve(
        basis=basis,
        points=tuple(
            SizePoint(size=size, reads=reads, low=reads * (1 - loose), high=reads * (1 + loose))
            for size, reads in points
        ),
    )


def knob(name: str = "BP1", *, size: int = 100_000, **fixed: object) -> Knob:
    values = {
        "id": KnobId(DB1A, name),
        "object": Object(DB1A, name),
        "unit": "buffers",
        "unit_bytes": 4096,
        "size": size,
        "smallest": 1_000,
        "largest": 10_000_000,
        "fixed": False,
        "change": lambda _: (),
        "curve": curve((50_000, 4_000.0), (100_000, 2_000.0), (200_000, 800.0), (400_000, 100.0)),
    }
    return Knob(**(values | fixed))


def work(count: int = 48, *, subsystem: Subsystem = DB1A, seed: int = 1, **fixed: object) -> list[Work]:
    """Intervals of 15 minutes: 100 commits a second, 20 reads and 10 ms of CPU a commit, 60 ms elapsed."""
    random = np.random.default_rng(seed)
    collected = []
    for n in range(count):
        units = 90_000.0 * float(np.exp(0.2 * random.standard_normal()))
        reads = units * 20 * float(np.exp(0.2 * random.standard_normal()))
        values = {
            "units": units,
            "reads": reads,
            "getpages": units * 300 * float(np.exp(0.05 * random.standard_normal())),
            "read_seconds": reads * 1.5e-3 * float(np.exp(0.1 * random.standard_normal())),
            "cpu_seconds": (units * 9.1e-3 + 45e-6 * reads) * float(np.exp(0.01 * random.standard_normal())),
            "elapsed_seconds": units * 0.06,
        }
        collected.append(
            Work(
                subsystem=subsystem,
                start=START + timedelta(minutes=15 * n),
                seconds=900.0,
                unit="commit",
                **(values | fixed),
            )
        )
    return collected
