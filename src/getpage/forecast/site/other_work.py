"""What work is like where it is answered sooner or later: users do other work besides, and meet other work.

It differs from the window's work as parts of the window that are as small as the change differ from each
other, so that the spread is taken from the window itself.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from getpage.forecast.draws import Floats
from getpage.forecast.scalability import Users
from getpage.forecast.site.after_change import AfterChange, Saved
from getpage.forecast.site.subsystem import SubsystemDraws
from getpage.forecast.site.volume import Volume


def reads_with_time(part: SubsystemDraws, rate_ratio: Floats) -> Floats:
    """Reads per unit to those at the rate before, where users come back faster.

    Scans and new pages go with time rather than with work: faster work has fewer of them per unit. Which
    share of the reads they are is not counted: as likely none, which is the best guess, as any.
    """
    share = np.maximum(2 * part.settings.draws.uniform(f"{part.id} reads that go with time") - 1, 0.0)
    return np.asarray(1 - share * _rest(rate_ratio))


def of_others(part: SubsystemDraws, volume: Volume, rate_ratio: Floats, column: str) -> Floats:
    """A mean per unit to what it was, where users come back faster: in the same hours they do other work."""
    return _differs(part, volume.error_of(column), np.abs(_rest(rate_ratio)), "other work")


def meets_others(
    part: SubsystemDraws,
    volume: Volume,
    base: AfterChange,
    after: AfterChange,
    users: Users | None,
    saved: Saved,
) -> AfterChange:
    """What the model says, of work that is answered at another time: it meets other work at processors and
    disks, and users who wait for it come back as much later or sooner, after other pauses than those they
    made in these hours.
    """
    slower = np.abs(1 - after.response / np.maximum(base.response, 1e-300))
    others = np.abs(1 - base.rate / np.maximum(after.rate, 1e-300))
    moved = slower + others if users is None else slower + others + np.abs(saved.reads)
    differs = _differs(part, volume.error_of("elapsed_seconds"), moved, "work that is met")
    response = after.response * differs
    if users is None:
        return replace(after, response=response)
    think = np.where(np.isfinite(users.think), users.think, 0.0)
    pauses = think * _differs(part, volume.rate_error, slower + others, "other pauses")
    sooner = np.where(np.isfinite(users.think), (after.response + think) / (response + pauses), 1.0)
    cpu = np.maximum((0.0 if volume.cpu is None else part.now("cpu_seconds", volume.cpu)) - saved.cpu, 0.0)
    rate, busy, processors = after.rate * sooner, after.busy, part.settings.processors
    if busy is not None and processors is not None:
        busy = np.clip(busy + (rate - after.rate) * cpu / processors, 0.0, 1.0)
    return replace(after, rate=rate, response=response, busy=busy)


def _rest(rate_ratio: Floats) -> Floats:
    """The share of the work that was not done at the rate before."""
    return np.asarray(1 - 1 / np.maximum(rate_ratio, 1e-3))


def _differs(part: SubsystemDraws, error: float, share: Floats, what: str) -> Floats:
    """A mean to what it was, where this share of the work is other work; `error` is that of a window."""
    normal = part.settings.draws.normal(f"{part.id} {what}")
    return np.asarray(np.maximum(1 + error * np.sqrt(share) * normal, 0.05))
