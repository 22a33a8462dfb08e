"""What a disk queue loses with fewer reads, and adds with more.

A read waits its service and those before it: s / (1 - busy) at a disk that is busy for this share of the time
(M/M/1), of which the reads of one subsystem are a part. With reads fewer by the share x the wait of those
that are left falls to 1 / (1 + e x) of what it was, where e = part * busy / (1 - busy), the elasticity of the
wait by the rate of reads. So one number says it, and the site's own intervals tell it: how the wait of a read
rose with the reads a second. Where they do not, disks may be idle or busy to half and more, and the reads all
or some of what they do.

Reference: Kleinrock, Queueing Systems I, 3.2; Lazowska et al., Quantitative System Performance, 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.regress import slope

if TYPE_CHECKING:
    from getpage.forecast.draws import Draws, Floats
    from getpage.forecast.intervals import Intervals

#: Disks busier than this answer so late that somebody would have moved their data: ours.
MOST_BUSY = 0.7
# Waits are not taken for shorter or longer than by these factors of what was measured.
_LEAST, _MOST = 0.2, 5.0
_GRID = 60


def elasticity(work: Intervals, draws: Draws, who: str) -> tuple[Floats, str]:
    """How much the wait of a read rises with the reads a second, as draws, and what tells it."""
    values, weights = _possible()
    rows = work.where((work["reads"] > 0) & (work["read_seconds"] > 0) & (work["seconds"] > 0))
    found = None
    if len(rows):
        rate, wait = rows["reads"] / rows["seconds"], rows["read_seconds"] / rows["reads"]
        found = slope(wait, rate)
    words = (
        f"disks of {who} may be busy up to {100 * MOST_BUSY:.0f} %: intervals in which reads a second vary "
        "would tell how the wait of a read goes with them"
    )
    if found is not None:
        scale = float(rate.mean() / wait.mean())
        away = (values - found.high * scale) / (found.error * scale)
        likely = (1 + away**2 / found.freedom) ** (-0.5 * (found.freedom + 1))
        if (weights * likely).sum() > 0:
            weights = weights * likely
            words = (
                f"the wait of a read goes with the reads a second as over {found.intervals} intervals of "
                f"{who}: 1 % more reads wait {found.high * scale:+.2f} % longer (standard error "
                f"{found.error * scale:.2f})"
            )
    cumulative = np.cumsum(weights) / weights.sum()
    return np.interp(draws.uniform(f"{who} disks"), cumulative, values), words


def slower(elastic: Floats, more: Floats) -> Floats:
    """The wait of a read, to what it was, where there are so many more reads a second (a share; negative:
    fewer).
    """
    return np.clip(1 / np.maximum(1 - elastic * more, 1e-9), _LEAST, _MOST)


def _possible() -> tuple[Floats, Floats]:
    """Elasticities in order, and how likely each is where any busy share and any part is as likely."""
    busy = (np.arange(_GRID) + 0.5) / _GRID * MOST_BUSY
    part = (np.arange(_GRID) + 0.5) / _GRID
    values = np.sort((part[:, None] * (busy / (1 - busy))[None, :]).ravel())
    return values, np.full(len(values), 1.0)
