"""How long a plan takes: `python benches/plan.py`. 10,000 knobs with curves of 1,000 sizes each.

What is measured: the whole plan, from knobs and limits to items, commands, price list and reasons, in one
process; the allocation alone beside it. Curves are of three shapes: convex as those of random access, with
cliffs as those of scans, and a mix. Storage for a twentieth of all that could be given, and a limit for every
250 knobs, a quarter of which bind. Best of several runs, in processor time and on the clock, because the
rest is other work on the machine.
"""

from __future__ import annotations

import argparse
import platform
import time

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob, Limit
from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage
from getpage.core.names import Image, KnobId, LimitId, Object, Subsystem
from getpage.plan import PlanSettings, plan_of, problem
from getpage.plan.optimum.allocate import allocate
from getpage.result import Ask, Change, Finding, Kind, Severity

CONSUMERS, SIZES, GROUP = 10_000, 1_000, 250
PAGE = 4096
SYSA = Image("SYSA")


def change(size: int) -> tuple[Change, ...]:
    """One command; spelling is the systems' business, not the plan's."""
    return (
        Change(
            subsystem=Subsystem("db2", SYSA, "DB1A"),
            setting="VPSIZE",
            step=1,
            command=f"VPSIZE({size})",
            undo="",
            verify="",
            verify_after="",
            storage_bytes=0,
            because=(),
            effect="",
        ),
    )


def site(shape: str, knobs: int, sizes: int) -> Observation:
    """A site of many pools."""
    draw = np.random.default_rng(1)
    made, group = [], GROUP
    for number in range(knobs):
        at = np.arange(1, sizes + 1, dtype=np.int64) * int(draw.integers(100, 20_000))
        level = draw.lognormal(3, 2)
        if shape == "convex" or (shape == "mix" and number % 2):
            reads = level * (1 + np.arange(sizes) / 20) ** -(0.3 + 1.5 * draw.random())
        else:
            steps = draw.exponential(1, sizes) * (draw.random(sizes) < 0.02)
            reads = level * (1 - np.cumsum(steps) / max(1e-9, steps.sum()))
        curve = SizeCurve(basis="trace", sizes=at, reads=Rates(reads, reads, reads))
        member = Subsystem("db2", SYSA, f"DB{number // group}")
        made.append(
            Knob(
                id=KnobId(member, f"BP{number}"),
                object=Object(member, f"BP{number}"),
                unit="buffers",
                unit_bytes=PAGE,
                size=int(at[0]),
                smallest=int(at[0]),
                largest=int(at[-1]),
                fixed=False,
                change=change,
                curve=curve,
                limits=(LimitId(member, "MEMLIMIT"),),
                read_seconds=0.001,
            )
        )
    limits = []
    for index in range(-(-knobs // group)):
        mine = made[index * group : (index + 1) * group]
        most = sum((offer.largest - offer.size) * PAGE for offer in mine)
        share = 0.02 if index % 4 == 0 else 0.3
        limit = mine[0].limits[0]
        limits.append(Limit(id=limit, label=str(limit), room=int(most * share)))
    free = sum((offer.largest - offer.size) * PAGE for offer in made) // 20
    real = RealStorage(image=SYSA, installed=1 << 60, free=free, reserve=0, facts={})
    asked = tuple(asks(knob) for knob in made)
    return Observation(knobs=tuple(made), limits=tuple(limits), real_storage=(real,), findings=asked)


def asks(knob: Knob) -> Finding:
    """A finding that asks for all that the curve reaches: without one nothing grows."""
    return Finding(
        check="db2-reads",
        object=knob.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline="reads",
        claim="reads",
        evidence=(),
        asks=(Ask(knob=knob.id, size=knob.largest),),
    )


def main() -> None:
    """Print a row a shape."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--knobs", type=int, default=CONSUMERS)
    options.add_argument("--sizes", type=int, default=SIZES)
    options.add_argument("--runs", type=int, default=5)
    given = options.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")
    print("| curves | plan, CPU s | plan, s | allocation, CPU s | gap, share of worth |")
    print("|---|---|---|---|---|")
    for shape in ("convex", "cliffs", "mix"):
        said = site(shape, given.knobs, given.sizes)
        alone: list[float] = []

        def timed(*given, alone=alone):
            start = time.process_time()
            found = allocate(*given)
            alone.append(time.process_time() - start)
            return found

        problem.allocate = timed
        best = (1e9, 1e9)
        for _ in range(given.runs):
            cpu, wall = time.process_time(), time.perf_counter()
            made = plan_of(said, PlanSettings())
            best = min(best[0], time.process_time() - cpu), min(best[1], time.perf_counter() - wall)
        gap = made.gap / max(1e-9, made.worth.value)
        print(f"| {shape} | {best[0]:.2f} | {best[1]:.2f} | {min(alone):.2f} | {gap:.1e} |")


if __name__ == "__main__":
    main()
