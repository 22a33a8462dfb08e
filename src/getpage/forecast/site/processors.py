"""Processors as RMF measured them: how many, and how busy they were.

Processors online and their busy share are means over the intervals that the evidence has of the z/OS system.
What the user says goes before what was measured. Reference: SMF 70 subtype 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from getpage.contract.storage import Processors
from getpage.core.names import Image
from getpage.core.numbers import counted
from getpage.forecast.draws import Floats
from getpage.forecast.intervals import EPOCH, Intervals
from getpage.forecast.settings import ForecastSettings

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
        "--processors and --busy override this"
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
