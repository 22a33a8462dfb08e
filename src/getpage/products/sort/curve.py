"""What every other size of the storage of all sorts would cost in their hour: waits and processor time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import MIB
from getpage.products.common.triangle import ends

if TYPE_CHECKING:
    from datetime import datetime

    from .model import Model
    from .sorts import Sorts

BASIS: Final = "sort model"
_STEPS: Final = 24
#: How far beyond all of their work it says something: nothing more is brought there.
FARTHEST: Final = 4


def megabytes(size: float) -> int:
    """Bytes in whole MiB, rounded up: the unit of EXPMAX."""
    return -int(-size // MIB)


def sizes_of(model: Model) -> list[int]:
    """Sizes in MiB: even steps from none to all of their work, with the present one."""
    most, now = megabytes(model.all), megabytes(model.now)
    steps = np.linspace(0, max(most, now, 1), _STEPS).round().astype(int)
    return sorted({*map(int, steps), most, now, FARTHEST * max(most, now, 1)})


def curve(sorts: Sorts) -> SizeCurve | None:
    """The curve; None where times or sizes are not known."""
    model = sorts.model
    if model is None:
        return None
    sizes = sizes_of(model)
    waits = [model.wait(size * MIB) for size in sizes]
    cpus = [model.cpu(size * MIB) for size in sizes]
    rows = sorts.on_disk if sorts.on_disk.height else sorts.timed
    row = rows.row(0, named=True)
    by_own = (
        "" if sorts.own is None else f"; by {sorts.own.runs} runs of these sorts with more and less of it"
    )
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=_rates(waits),
        cpu=_rates(cpus),
        note=f"a second of {sorts.hour_label}, in which most is sorted: storage goes to those that ask "
        "first, as large as their work is and as long as they run; what it keeps off disk is not waited for, "
        "from not at all to as long as all disk was, and takes processor time to move" + by_own,
        facts=sorts.of_run(row, bytes="bytes sorted", bytes_32="bytes sorted", work_tracks="tracks of work"),
        seen=_seen(sorts),
    )


def _rates(costs: list[tuple[float, float, float]]) -> Rates:
    """As the ends of what a forecast draws from; what a size costs may be more, as runs differ."""
    made = [
        (value, value, value) if low == value == high else (value, *ends(value, low, high))
        for value, low, high in costs
    ]
    value, least, most = zip(*made, strict=True)
    return Rates(value, least, most, never_rises=False)


def _seen(sorts: Sorts) -> tuple[tuple[datetime, datetime], ...] | None:
    if not sorts.is_dated:
        return None
    return tuple((start, start.replace(minute=59, second=59)) for start in sorts.hours)
