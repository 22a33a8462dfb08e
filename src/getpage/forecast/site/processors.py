"""Processors as RMF measured them: how many, and how busy they were.

Processors online and their busy share are means over the intervals that the evidence has of the z/OS system.
What the user says goes before what was measured. Reference: SMF 70 subtype 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from getpage.contract.storage import Processors
from getpage.core.names import Image
from getpage.core.numbers import counted
from getpage.forecast.draws import Floats
from getpage.forecast.intervals import EPOCH, Intervals
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.volume import Volume

# RMF and accounting count a little differently, and busy is printed in whole percent.
_ROUNDED = 1.05
# Above this there is no room for a queueing model: the forecast then stays without one.
_FULLEST_PERCENT = 99.9


def with_measured(
    settings: ForecastSettings, image: Image, processors: Sequence[Processors], volumes: Iterable[Volume]
) -> tuple[ForecastSettings, str]:
    """Settings with the measured processors of a z/OS system, and a sentence on it; as given where they
    are. `volumes` are of the subsystems on it: where one alone used more than RMF measured, neither is known.
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
    measured = replace(settings, processors=count, busy_percent=busy)
    for volume in volumes:
        if (own := busier(volume, measured)) is not None:
            word = (
                f"{image}: {busy:.1f} % busy by SMF 70.1, but {volume.subsystem} alone used {own:,.1f} %: "
                "one of these records is wrong, so no queues for processors are modeled"
            )
            return settings, word
    return measured, word


def busier(volume: Volume, settings: ForecastSettings) -> float | None:
    """The percent that a subsystem alone keeps processors busy, where they are said to be less busy."""
    if settings.processors is None or settings.busy_percent is None or volume.cpu is None:
        return None
    own = 100 * volume.rate * volume.cpu / settings.processors
    return own if own > settings.busy_percent * _ROUNDED + 0.5 else None


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
