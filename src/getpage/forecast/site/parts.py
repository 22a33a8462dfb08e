"""A pool is a part of its subsystem: how much of the reads, and how much its reads differ from all of them.

Work is measured for the subsystem as a whole. The smaller the part, the more it may differ from the whole:
its reads vary more from hour to hour (by one over the root of its share, as the parts of a sum of independent
ones do), and its disks may be others than those of the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.draws import log_middle

if TYPE_CHECKING:
    from getpage.contract.knob import Knob
    from getpage.forecast.draws import Draws, Floats
    from getpage.forecast.site.volume import Volume

# A pool that hardly reads is not told anything of by the whole; beyond this its share does not matter more.
_LEAST_SHARE = 0.05
# Reads of one pool wait this much longer or shorter than those of the others, for 90 of 100 pools: ours.
_OTHER_DISKS = 1.5


def share_of(knob: Knob, volume: Volume | None) -> float:
    """The part of the subsystem's reads that are the pool's; 1 where nothing tells."""
    curve = knob.curve
    if volume is None or not volume.reads or curve is None or curve.reads is None:
        return 1.0
    now = float(np.interp(knob.size, curve.sizes, curve.reads.value))
    share = now / (volume.reads * volume.rate)
    return min(max(share, _LEAST_SHARE), 1.0)


def wait_of(knob: Knob, share: float, wait: Floats, draws: Draws) -> Floats:
    """Seconds of a read of this pool: its own where they were measured, else from those of all reads."""
    if knob.read_seconds:
        return np.asarray(wait * (knob.read_seconds / float(wait[0])))
    sigma = log_middle(1 / _OTHER_DISKS, _OTHER_DISKS)[1] * (1 - share)
    return wait * np.exp(sigma * draws.normal(f"disks of {knob.id}"))
