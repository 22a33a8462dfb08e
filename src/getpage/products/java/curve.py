"""What every other size of a heap would cost: processor time and pauses of its collector, a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import MIB
from getpage.products.common.triangle import ends

from .jvm import COLLECTIONS, megabytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .jvm import Jvm
    from .model import Model

BASIS: Final = "collection model"
#: How far beyond what was seen it says something: the nursery of a heap four times as large holds four times
#: as much, and nothing larger was tried in the laboratory (`benches/lab_java.py`).
FARTHEST: Final = 4
_STEPS: Final = 24


def sizes_of(jvm: Jvm, model: Model) -> list[int]:
    """Sizes in MiB: even steps in ratio, with the present one."""
    now = megabytes(jvm.committed or model.heap)
    ends = max(1, megabytes(model.smallest)), FARTHEST * now
    steps = np.geomspace(ends[0], ends[1], _STEPS).round().astype(int)
    return sorted({*map(int, steps), now})


def curve(jvm: Jvm) -> SizeCurve | None:
    """The curve; None where too little was observed."""
    model = jvm.model
    if model is None:
        return None
    sizes = sizes_of(jvm, model)
    now = megabytes(jvm.committed or model.heap)
    cpu, wait = _rates(model, sizes, "cpu", now), _rates(model, sizes, "wait", now)
    if wait is None:
        return None
    row = jvm.largest("pause_us")
    facts = jvm.facts(COLLECTIONS, row, pause_us="longest pause", heap_committed="heap held then")
    note = (
        "from the collections seen at the present size: young ones come less often the larger the "
        "nursery, global ones the more is free beyond what is alive; the load and the nursery's share of "
        "the heap stay as they are"
    )
    return SizeCurve(basis=BASIS, sizes=tuple(sizes), cpu=cpu, wait=wait, note=note, facts=facts)


def _rates(model: Model, sizes: Sequence[int], measure: str, now: int) -> Rates | None:
    """At the present size what was counted; what another costs may be more, as runs differ."""
    found = [model.seconds_a_second(size * MIB, measure) for size in sizes]
    known = [one for one in found if one is not None]
    if len(known) < len(found) or not all(np.isfinite(one).all() for one in known):
        return None
    made = [
        (one[0], *(one[:1] * 2 if size == now else ends(*one)))
        for size, one in zip(sizes, known, strict=True)
    ]
    value, least, most = zip(*made, strict=True)
    return Rates(value, least, most, never_rises=False)
