"""Storage that all sorts of a system together may have: EXPMAX, with what each size costs in their hour.

What is not waited for lies between nothing and all of it (`disk_time.py`), and a forecast draws it from a
triangle with its top at the best guess. The model knows the 5th and the 95th percentile of that; the ends of
the triangle, which the curve states, lie farther out.
"""

from __future__ import annotations

from datetime import datetime
from math import sqrt
from typing import Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob, Limit
from getpage.core.names import LimitId
from getpage.core.storage_kinds import HOUR_STORAGE
from getpage.core.units import MIB
from getpage.result import REAL_STORAGE

from .evidence import STEPS
from .model import Cost, SortModel, megabytes
from .sorts import Sorts
from .spelling import resize

_ALLOWED: Final = "EXPMAX allows all of their work, and they left storage free"
#: What its bytes are of where its hour has more free than the tightest moment.
_STEPS: Final = 24
#: How far beyond all of their work it says something: nothing more is brought there.
_FARTHEST: Final = 4


def knob(sorts: Sorts) -> Knob | None:
    """The size of it, in MiB that they held at most at a time; None where no times are known."""
    model = sorts.model
    if model is None:
        return None
    now, most = megabytes(model.now), megabytes(model.all)
    curve, beyond = _curve(sorts, model), limit(sorts)
    return Knob(
        id=sorts.knob,
        object=sorts.storage,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=0,
        largest=now if sorts.leaves_free else _FARTHEST * max(now, most, 1),
        largest_because=_ALLOWED if sorts.leaves_free else "",
        # Where nothing shows EXPMAX, or it allows what they can have, it is not known what holds the sorts.
        largest_unasked=None if sorts.options.shows_expmax and not sorts.allows_reach else now,
        fixed=False,
        backed=False,  # held for an hour: less of it is no room for those who hold theirs all day
        limits=() if beyond is None else (beyond.id,),
        storage=REAL_STORAGE if beyond is None else HOUR_STORAGE,
        setting=_setting(sorts, now),
        change=lambda size: (resize(sorts, size),),
        curve=curve,
        supply=STEPS.supply,
        facts=curve.facts,
    )


def _setting(sorts: Sorts, held: int) -> str | None:
    """What ICE236I shows of EXPMAX, which sorts need not have had; None where they held all of it."""
    shown = sorts.options.values.get("expmax")
    return None if shown == str(held) else "not shown" if shown is None else f"EXPMAX={shown}"


def limit(sorts: Sorts) -> Limit | None:
    """What is free in their hour beyond the tightest moment; None where that is no more than others may be
    given, so that sorts take from what all share, or where less than a dump needs was free at that moment.
    """
    free = sorts.free
    if free is None or free.is_short or free.beyond <= free.ever - free.kept:
        return None
    return Limit(
        id=LimitId(sorts.id.image, f"storage free in {sorts.hour_label}"),
        label=f"storage free in {sorts.hour_label} beyond the tightest moment",
        room=min(free.beyond, free.beside(sorts.options.shown("EXPRES"))),
        facts=free.facts,
    )


def _curve(sorts: Sorts, model: SortModel) -> SizeCurve:
    sizes = _sizes(model)
    rows = sorts.on_disk if sorts.on_disk.height else sorts.timed
    row = rows.row(0, named=True)
    effect = sorts.observed_effect
    by_own = "" if effect is None else f"; by {effect.runs} runs of these sorts with more and less of it"
    return SizeCurve(
        basis="sort model",
        sizes=tuple(sizes),
        wait=_rates([model.wait(size * MIB) for size in sizes]),
        cpu=_rates([model.cpu(size * MIB) for size in sizes]),
        note=f"per second of {sorts.hour_label}, in which most is sorted: storage goes to sorts that ask "
        "first, as much as their work needs and for as long as they run; work I/O that it avoids saves "
        "between none and all of the disk waits, and moving the pages takes CPU" + by_own,
        facts=sorts.of_run(row, bytes="bytes sorted", bytes_32="bytes sorted", work_tracks="tracks of work"),
        seen=_seen(sorts),
    )


def _sizes(model: SortModel) -> list[int]:
    """Sizes in MiB: even steps from none to all of their work, with the present one."""
    most, now = megabytes(model.all), megabytes(model.now)
    steps = np.linspace(0, max(most, now, 1), _STEPS).round().astype(int)
    return sorted({*map(int, steps), most, now, _FARTHEST * max(most, now, 1)})


def _rates(costs: list[Cost]) -> Rates:
    """As the ends of what a forecast draws from; what a size costs may be more, as runs differ."""
    rows = [
        (value, value, value) if low == value == high else (value, *ends(value, low, high))
        for value, low, high in costs
    ]
    value, least, most = zip(*rows, strict=True)
    return Rates(value, least, most, never_rises=False)


def _seen(sorts: Sorts) -> tuple[tuple[datetime, datetime], ...] | None:
    if not sorts.is_dated:
        return None
    return tuple((start, start.replace(minute=59, second=59)) for start in sorts.hours)


_TAIL: Final = 0.05
#: Each step brings what is missing to under a half: these to less than a billionth of the width.
_ROUNDS: Final = 40


def ends(value: float, low: float, high: float) -> tuple[float, float]:
    """Least and most of a triangle with its top at `value`, whose 5th and 95th percentiles are `low` and
    `high`, on either side of it; none is below 0.
    """
    below, above = max(0.0, value - low), max(0.0, high - value)
    left, right = below, above
    for _ in range(_ROUNDS):
        wide = left + right
        left, right = below + sqrt(_TAIL * wide * left), above + sqrt(_TAIL * wide * right)
    return max(0.0, value - left), value + right
