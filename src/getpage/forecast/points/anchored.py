"""A figure that a model gives, held to what the rows measured: the rows say how much, the model how it goes.

No model gives back just what was measured: think times come from a law over all rows, processors are taken
for a queue of one class. So a model says only the shape. Between two rows a figure goes from the one's to
the other's as far as the model has gone from its figure of the one to that of the other, never past either;
beyond the last row it is the row's, times the model's ratio. At a row it is the row's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from getpage.forecast.draws import Floats

#: Models that differ by less between two rows do not say where between them a figure is.
_SAME = 1e-9


def anchored(
    places: Sequence[Floats],
    measured: Sequence[Floats],
    modelled: Sequence[Floats],
    at: Floats,
    model: Floats,
) -> Floats:
    """A figure at `at`, of which the model says `model`; `places`, `measured` and `modelled` are the rows'.

    All are draws, shape (draws,); which rows are the neighbors is that of the best guess.
    """
    order = sorted(range(len(places)), key=lambda i: float(places[i][0]))
    xs, ys, ms = ([of[i] for i in order] for of in (places, measured, modelled))
    after = next((i for i, x in enumerate(xs) if x[0] >= at[0]), len(xs))
    if after == len(xs) or (after == 0 and xs[0][0] > at[0]):
        end = min(after, len(xs) - 1)
        return np.asarray(ys[end] * model / np.where(ms[end] == 0, 1.0, ms[end]))
    if xs[after][0] == at[0]:
        return ys[after]
    before = after - 1
    apart = ms[after] - ms[before]
    differing = np.abs(apart) > _SAME * np.maximum(np.abs(ms[after]), np.abs(ms[before]))
    way = xs[after] - xs[before]
    straight = (at - xs[before]) / np.where(way == 0, 1.0, way)
    share = np.where(differing, (model - ms[before]) / np.where(differing, apart, 1.0), straight)
    return np.asarray(ys[before] + (ys[after] - ys[before]) * np.clip(share, 0.0, 1.0))
