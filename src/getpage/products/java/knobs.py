"""Heaps whose size can be changed: what each size costs, what bounds it, and MEMLIMIT that it is under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob, Limit, frames_2g
from getpage.core.names import LimitId
from getpage.core.units import GIB, MIB

from .constants import COMPRESSED_LIMIT, FARTHEST, LEAST_SAVED
from .evidence import BESIDE as BESIDE_NEEDED
from .evidence import COLLECTIONS as COLLECTIONS_NEEDED
from .evidence import LIVE
from .jvm import BESIDE, COLLECTIONS, Jvm, megabytes
from .model import HeapModel
from .sizing import largest_unasked
from .spelling import raise_memlimit, resize

_STEPS: Final = 24


def knobs(machines: Iterable[Jvm]) -> Iterator[Knob]:
    """The size of each heap, in MiB that it holds; none where nothing tells that."""
    return (_knob(jvm) for jvm in machines if jvm.committed)


def limits(machines: Iterable[Jvm]) -> Iterator[Limit]:
    """MEMLIMIT of each address space of which it is known, with what is left of it at its most."""
    for jvm in machines:
        space = jvm.space
        if space is not None and space.limit is not None:
            yield Limit(
                id=_memlimit(jvm),
                label=f"MEMLIMIT of {space.job}",
                room=space.limit - max(space.high or 0, jvm.committed or 0),
                facts=space.facts,
                raised=partial(raise_memlimit, jvm),
            )


def _memlimit(jvm: Jvm) -> LimitId:
    return LimitId(jvm.id, "MEMLIMIT")


def _knob(jvm: Jvm) -> Knob:
    now = megabytes(jvm.committed or 0)
    most, why = FARTHEST * now, ""
    limit = COMPRESSED_LIMIT // MIB
    if jvm.setting("compressed_references") and now <= limit < most:
        most, why = limit, "references of 4 bytes reach no farther"
    model, held = jvm.model, jvm.held
    smallest = now if model is None else max(1, megabytes(model.smallest))
    return Knob(
        id=jvm.knob,
        object=jvm.heap,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=min(smallest, now),
        largest=max(most, now),
        largest_because=why,
        largest_unasked=largest_unasked(jvm),
        least_saved=LEAST_SAVED,
        fixed=jvm.is_fixed,
        backed=jvm.is_fixed,
        limits=tuple(_limits(jvm)),
        change=lambda size: (resize(jvm, size),),
        curve=_curve(jvm),
        supply=_supply(jvm),
        facts=jvm.settings(heap_initial="heap at start")
        if held is None
        else jvm.facts(COLLECTIONS, held, heap_committed="heap held"),
    )


def _supply(jvm: Jvm) -> str:
    if jvm.setting("collector") in BESIDE:
        return BESIDE_NEEDED.supply
    return COLLECTIONS_NEEDED.supply if jvm.model is None else LIVE.supply


def _limits(jvm: Jvm) -> Iterator[LimitId]:
    """What it shares beside real storage: its address space's limit, and frames of the size that it is in."""
    if jvm.space is not None and jvm.space.limit is not None:
        yield _memlimit(jvm)
    if jvm.setting("page_bytes") == 2 * GIB and jvm.large_frames is not None:
        yield frames_2g(jvm.id.image)


def _curve(jvm: Jvm) -> SizeCurve | None:
    """Processor time and pauses of its collector a second, by size; None where too little was observed."""
    model = jvm.model
    if model is None:
        return None
    now = megabytes(jvm.committed or model.heap)
    sizes = _sizes(model, now)
    cpu, wait = _rates(model, sizes, "cpu", now), _rates(model, sizes, "wait", now)
    if wait is None:
        return None
    row = jvm.largest("pause_us")
    return SizeCurve(
        basis="collection model",
        sizes=tuple(sizes),
        cpu=cpu,
        wait=wait,
        note="from the collections seen at the present size: a larger nursery makes young "
        "ones rarer, more free space beyond the live set makes global ones rarer; the load and the nursery's "
        "share of the heap stay as they are",
        facts=jvm.facts(COLLECTIONS, row, pause_us="longest pause", heap_committed="heap held then"),
    )


def _sizes(model: HeapModel, now: int) -> list[int]:
    """Sizes in MiB: even steps in ratio, with the present one."""
    steps = np.geomspace(max(1, megabytes(model.smallest)), FARTHEST * now, _STEPS).round().astype(int)
    return sorted({*map(int, steps), now})


def _rates(model: HeapModel, sizes: Sequence[int], measure: str, now: int) -> Rates | None:
    """At the present size what was counted; what another costs may be more, as runs differ."""
    costs = [model.seconds_a_second(size * MIB, measure) for size in sizes]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs) or not all(np.isfinite(cost).all() for cost in known):
        return None
    rows = [cost[:1] * 3 if size == now else cost for size, cost in zip(sizes, known, strict=True)]
    value, least, most = zip(*rows, strict=True)
    return Rates(value, least, most, never_rises=False, is_interval=True)
