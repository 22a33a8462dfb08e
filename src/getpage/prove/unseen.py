"""What a mix of work that nothing tells may have brought to the average of all work.

Where there are no classes, how the work grew from hour to hour tells whether the mix is another: if every
class grew alike, so did every hour; where some hours grew and others fell, classes did that have their time
of the day there. Pairs of hours hold the hours equal, and not the classes within them.

With classes of shares w, costs c (to the mean) and growth g (a logarithm), the mix changes the average by the
sum of w (c - 1) (g - mean g): a covariance, and by Cauchy and Schwarz no more than the deviations of c and of
g multiplied. Hours stand for the classes that nobody counted: their deviations of cost and of growth are
taken for those of the classes, without what changes from one interval to the next, which is noise (half the
mean square of successive differences; von Neumann 1941). What is unknown is the correlation: any from -1 to 1
is as likely, so that its mean square is a third.

Limit: a class that grew at all hours alike is not seen, nor are costs of classes that have the same hours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from getpage.prove.noise import Noise, stretches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_ANY_CORRELATION = 1 / 3


def mix(costs: tuple[Floats, Floats], rates: tuple[Floats, Floats], weights: Floats) -> Noise:
    """The variance of the logarithm of an average that a mix may have moved; its degrees of freedom are those
    of as many stretches of the window as see a memory of hours.

    `costs` of a unit and `rates` of work of before and of after, and what pairs count, all of shape (pairs,).
    """
    shares = weights / weights.sum()
    each = [cost / float(shares @ cost) for cost in costs]
    grown = _slow(np.log(rates[1] / rates[0]), shares)
    dearer = _slow((each[0] + each[1]) / 2, shares)
    alike = float(weights.sum() ** 2 / (weights @ weights))
    return Noise(_ANY_CORRELATION * grown * dearer, max(float(stretches(alike) - 1), 1.0))


def _slow(values: Floats, shares: Floats) -> float:
    """The variance of a series, without what differs from each one to the next."""
    away = values - float(shares @ values)
    pairs = (shares[1:] + shares[:-1]) / 2
    steps = float(pairs @ np.diff(values) ** 2) / float(pairs.sum()) / 2
    return max(float(shares @ away**2) - steps, 0.0)
