"""How the wait of a read changes with the number of reads: a disk queue.

A read waits its service and those before it: s / (1 - busy) at a disk that is busy for this share of the time
(M/M/1), of which the reads of one subsystem are a part. With reads fewer by the share x the wait of those
that are left falls to 1 / (1 + e x) of what it was, where e = part * busy / (1 - busy), the elasticity of the
wait by the rate of reads. So one number says it, and the site's own intervals tell it: 1 / wait is a line
over the reads a second. Busy intervals have more of what is waited and a larger e, and count so.

Users who wait for their reads ask for fewer where these take long, whatever makes them: intervals then show
less than what a queue adds, or the reverse. There the line tells the least that e may be. Where intervals
tell nothing, disks may be idle or busy to half and more, and the reads all or some of what they do.

Reference: Kleinrock, Queueing Systems I, 3.2; Lazowska et al., Quantitative System Performance, 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.regression import slope

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from getpage.forecast.draws import Draws, Floats
    from getpage.forecast.intervals import Intervals

#: Disks busier than this answer so late that somebody would have moved their data: ours.
MOST_BUSY = 0.7
# Waits are not taken for shorter or longer than by these factors of what was measured.
_LEAST, _MOST = 0.2, 5.0
_GRID = 60


def elasticity(
    work: Intervals, draws: Draws, who: str, closed: NDArray[np.bool_] | None
) -> tuple[Floats, str]:
    """By how much the wait of a read rises with reads per second, as draws, and the basis in words.

    `closed` marks the draws in which users wait for answers; None where none do.
    """
    values, weights = _possible()
    rows = work.where((work["reads"] > 0) & (work["read_seconds"] > 0) & (work["seconds"] > 0))
    uniform = draws.uniform(f"{who} disks")
    line_fit = None
    if len(rows):
        rate, wait = rows["reads"] / rows["seconds"], rows["read_seconds"] / rows["reads"]
        line_fit = slope(1 / wait, rate)
    if line_fit is None:
        words = (
            f"disks of {who} may be busy up to {100 * MOST_BUSY:.0f} %: intervals in which reads a second "
            "vary would tell how the wait of a read goes with them"
        )
        return _drawn(values, weights, uniform), words
    scale = -float(rate.mean() / (1 / wait).mean())
    line, error = line_fit.high * scale, abs(line_fit.error * scale)
    away = (values - line) / error
    likely = (1 + away**2 / line_fit.freedom) ** (-0.5 * (line_fit.freedom + 1))
    felt = _over(rows, rate / rate.mean(), values)
    drawn = _drawn(felt, weights * likely, uniform)
    words = (
        f"the wait of a read goes with the reads a second as over {line_fit.intervals} intervals of "
        f"{who}: 1 % more reads wait {round(line, 2) + 0.0:+.2f} % longer (standard error {error:.2f})"
    )
    if closed is not None and closed.any():
        least = weights * np.where(away > 0, 1.0, likely)
        drawn = np.where(closed, _drawn(felt, least, uniform), drawn)
        words += ", or more where users wait for them"
    return drawn, words


def _drawn(values: Floats, weights: Floats, uniform: Floats) -> Floats:
    if not weights.sum() > 0:
        weights = np.ones_like(values)
    return np.asarray(np.interp(uniform, np.cumsum(weights) / weights.sum(), values))


def _over(rows: Intervals, busier: Floats, values: Floats) -> Floats:
    """Elasticities at the mean rate, averaged over intervals as busy as they were."""
    waited = rows["read_seconds"] / rows["read_seconds"].sum()
    there = values[:, None] * busier / np.maximum(1 - values[:, None] * (busier - 1), _LEAST)
    return np.asarray(there @ waited)


def slower(elastic: Floats, more: Floats) -> Floats:
    """The wait of a read to what it was, with this share of reads per second more (negative: fewer)."""
    return np.clip(1 / np.maximum(1 - elastic * more, 1e-9), _LEAST, _MOST)


def _possible() -> tuple[Floats, Floats]:
    """Elasticities in order with their weights, where any busy share and any part of it is as likely."""
    busy = (np.arange(_GRID) + 0.5) / _GRID * MOST_BUSY
    part = (np.arange(_GRID) + 0.5) / _GRID
    values = np.sort((part[:, None] * (busy / (1 - busy))[None, :]).ravel())
    return values, np.full(len(values), 1.0)
