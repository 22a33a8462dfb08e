"""Processors as RMF measured them: how many, and how busy they were.

Processors online and their busy share are means over the intervals that the evidence has of the z/OS system.
What the user says goes before what was measured. Reference: SMF 70 subtype 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.knob import REAL_STORAGE
from getpage.core import numbers as units
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.numbers import counted
from getpage.forecast.intervals import EPOCH
from getpage.ledger.room import Room
from getpage.ledger.takes import of_limits, on_image
from getpage.result import Cause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.knob import Limit
    from getpage.contract.storage import Processors, RealStorage
    from getpage.core.names import Image, LimitId
    from getpage.forecast.change import SizeRequest
    from getpage.forecast.draws import Floats
    from getpage.forecast.intervals import Intervals
    from getpage.forecast.settings import ForecastSettings
    from getpage.result import Finding


def cautions(
    requests: Sequence[SizeRequest], real: Sequence[RealStorage], limits: Sequence[Limit]
) -> Iterator[str]:
    """A sentence for each image and limit without room, or whose room the evidence does not show."""
    room = Room(real, limits)
    storage: dict[Image, int] = {}
    taken: dict[LimitId, int] = {}
    for request in requests:
        knob = on_image(request.knob, room.images)
        if knob.storage == REAL_STORAGE:
            storage[knob.image] = storage.get(knob.image, 0) + request.storage_bytes
        for limit, count in of_limits(knob)(request.size).items():
            taken[limit] = taken.get(limit, 0) + count
    for image, count in storage.items():
        caution = _said(room, image, count) if count > 0 else ""
        if caution:
            yield caution
    for shortfall in room.shortfalls(taken):
        if shortfall.limit:
            size = units.storage(shortfall.bytes)
            yield f"{size} are missing in the {shortfall.limit.label}: see to it first."


def _said(room: Room, image: Image, taken: int) -> str:
    name, size, there = image.name or "the z/OS system", units.storage(taken), room.of(image)
    if not there.is_minimum or there.beyond is None:
        return (
            f"Whether {name} has {size} free at its minimum, with a dump's reserve, is not in the evidence."
        )
    if room.shortfall(image, taken) is None:
        return ""
    kept = " beyond what a dump needs" if there.reserve else ""
    if there.reserve is None:
        kept = f" beyond {units.storage(there.kept)} for a dump"
    has = f"{units.storage(there.beyond)} free" if there.beyond > 0 else "nothing free"
    return (
        f"{name} has {has} at its minimum{kept}, and this takes {size}: the figures hold only where real "
        "storage is added, as pools that are paged gain nothing."
    )


def refuse_leaks(requests: Sequence[SizeRequest], findings: Iterable[Finding]) -> None:
    """NotEnoughEvidenceError for a size of what leaks: any size fills, and no figure would hold for long."""
    for finding in findings:
        if finding.cause is not Cause.LEAK:
            continue
        for request in requests:
            knob = request.knob
            if knob.id in finding.rules_out or knob.object == finding.object:
                why = finding.headline or finding.claim
                message = f"{knob.id}: not valid: it leaks, and any size fills ({why}); find what grows first"
                raise NotEnoughEvidenceError(message)


# Above this there is no room for a queueing model: the forecast then stays without one.
_FULLEST_PERCENT = 99.9


def with_measured(
    settings: ForecastSettings, image: Image, processors: Sequence[Processors]
) -> tuple[ForecastSettings, str]:
    """Settings with the measured processors of a z/OS system, and a sentence on it; as given where they
    are.
    """
    if settings.processors is not None or settings.busy_percent is not None:
        return settings, ""
    mine = [
        interval
        for interval in processors
        if interval.image == image and interval.seconds > 0 and interval.online_seconds > 0
    ]
    if not mine:
        return settings, ""
    online = sum(interval.online_seconds for interval in mine)
    busy = 100 * sum(interval.busy_seconds for interval in mine) / online
    count = round(online / sum(interval.seconds for interval in mine))
    if count < 1 or busy > _FULLEST_PERCENT:
        return settings, ""
    word = (
        f"{image}: {counted(count, 'processor')}, {busy:.1f} % busy on average over "
        f"{counted(len(mine), 'interval')} (SMF 70.1); "
        "--processors and --busy say otherwise"
    )
    return replace(settings, processors=count, busy_percent=busy), word


def others_of(work: Intervals, processors: Sequence[Processors]) -> Floats:
    """Processors that other work kept busy, by interval of work; NaN where RMF has no such interval."""
    seen = sorted(
        (
            (interval.start.replace(tzinfo=None) - EPOCH).total_seconds(),
            interval.busy_seconds / interval.seconds,
        )
        for interval in processors
        if interval.seconds > 0
    )
    if not seen:
        return np.full(len(work), np.nan)
    at, busy = np.array(seen).T
    right = np.clip(np.searchsorted(at, work["start"]), 1, max(len(at) - 1, 1))
    left = np.minimum(right - 1, len(at) - 1)
    right = np.minimum(right, len(at) - 1)
    nearest = np.where(work["start"] - at[left] <= at[right] - work["start"], left, right)
    near = np.abs(at[nearest] - work["start"]) < work["seconds"] / 2
    others = np.maximum(busy[nearest] - work["cpu_seconds"] / work["seconds"], 0.0)
    return np.where(near, others, np.nan)
