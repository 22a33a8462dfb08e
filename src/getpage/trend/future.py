"""Days to come: the peak of each day in draws of lines, with the noise that days have.

What hurts is the first real peak at the limit, not the day on which the line crosses it: noise of coming days
is drawn from what past days had, also from rare ones. Growth does not stay what it is: it wanders as far as
it did, and at least by a prior, as eight weeks do not tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from getpage.result.trend import DAYS_AHEAD
from getpage.trend.line import LineDraws, LineFit, Shift, fit_line
from getpage.trend.season import Floats, Ints

# Draws: a quantile of 5 % is then good to 0.01 of probability.
_DRAWS = 400
# Prior probability that growth is a share of the level and not an amount.
_COMPOUND = 0.5
# Standard deviation of the change of growth in a week, as a share of it, at least.
_WANDER = 0.05
# Exceptional days within so many standard deviations may come again.
_RARE = 10.0
# A surprise of the past is drawn with so much of a normal one.
_SMOOTH = 0.5
# Draws whose first day has to be known for all that is asked of them.
_ENOUGH = 0.97
_DAYS_AT_ONCE = 73
_SEED = 5238


@dataclass(frozen=True, slots=True)
class Future:
    """Draws of straight lines first, then of compound growth: lines of logarithms. The last day is day 0."""

    lines: LineDraws
    straight: int
    shifts: tuple[Shift, ...]
    surprises: Floats
    sizes: Floats
    """Of weekdays: what the level of an average one is multiplied by; NaN where no peak is expected."""
    weekday: int
    """Of day 0."""

    @property
    def growth(self) -> Floats:
        """Per day, of an average weekday, now."""
        growth = self.lines.growth.copy()
        growth[self.straight :] *= np.exp(self.lines.level[self.straight :])
        return growth

    @property
    def shift_sizes(self) -> Floats:
        """Draws x shifts, at the present level; NaN in draws without it."""
        sizes = self.lines.shifts.copy()
        level = np.exp(self.lines.level[self.straight :, None])
        sizes[self.straight :] = -level * np.expm1(-sizes[self.straight :])
        return sizes

    def peaks(self) -> Iterator[tuple[int, Floats]]:
        """Blocks of days x draws, with the number of the first day; minus infinity where none is expected."""
        random = np.random.default_rng(_SEED + 1)
        lines, error = self.lines, self.lines.error
        surprises = np.sort(self.surprises)[(random.random(4096) * len(self.surprises)).astype(int)]
        noise = surprises + _SMOOTH * random.standard_normal(4096)
        step = lines.sigma * np.sqrt((1 - lines.memory**2) / (1 + _SMOOTH**2))
        # the integral of a random walk
        wander = np.hypot(_WANDER * lines.growth, lines.wander) / math.sqrt(3 * 7)
        wander *= random.standard_normal(len(step))
        for first in range(1, DAYS_AHEAD + 1, _DAYS_AT_ONCE):
            peaks = noise[random.integers(0, 4096, (_DAYS_AT_ONCE, len(step)), dtype=np.uint16)]
            peaks *= step
            for day in peaks:
                day += lines.memory * error
                error = day
            error = error.copy()
            ahead = np.arange(first, first + _DAYS_AT_ONCE)
            weekdays = (ahead + self.weekday) % 7
            peaks += lines.level + lines.weekdays.T[weekdays]
            peaks += ahead[:, None] * lines.growth + ahead[:, None] ** 1.5 * wander
            compound = peaks[:, self.straight :]
            np.exp(np.minimum(compound, 100), out=compound)
            peaks *= self.sizes[weekdays][:, None]
            peaks[np.isnan(self.sizes[weekdays])] = -np.inf
            yield first, peaks

    def first_days(self, levels: list[float]) -> list[Ints]:
        """Of each level and draw the first day that reaches it; beyond `DAYS_AHEAD` where none does."""
        firsts = [np.full(len(self.lines.level), DAYS_AHEAD + 1) for _ in levels]
        for first, peaks in self.peaks():
            for level, days in zip(levels, firsts, strict=True):
                over = peaks >= level
                new = (days > DAYS_AHEAD) & over.any(axis=0)
                days[new] = first + np.argmax(over[:, new], axis=0)
            if all((days <= DAYS_AHEAD).mean() > _ENOUGH for days in firsts):
                break
        return firsts


def draw_future(
    days: Ints, values: Floats, weekdays: Ints, sizes: Floats, *, rare: Floats, proportional: bool
) -> Future:
    """Draws for values on ascending `days`, 0 the last; `rare` is how many standard deviations exceptional
    days were away.
    """
    random = np.random.default_rng(_SEED)
    weekday = int(weekdays[-1] - days[-1]) % 7
    values = values / sizes[weekdays]
    straight = fit_line(days, values, weekdays)
    fits, counts = [straight], [_DRAWS, 0]
    if proportional and values.min() > 0:
        logs = np.log(values)
        compound = LineFit(days, logs, weekdays, straight.shifts[:-1])
        # densities of logarithms, in the unit of the values
        odds = compound.evidence - straight.freedom * float(logs.mean()) - straight.evidence
        share = 1 / (1 + (1 / _COMPOUND - 1) * math.exp(min(-odds, 100)))
        counts[1] = round(_DRAWS * share)
        counts[0] -= counts[1]
        fits.append(compound)
    parts = [fit.draw(count, random) for fit, count in zip(fits, counts, strict=False)]
    return Future(
        lines=LineDraws(
            *(np.concatenate([getattr(part, of.name) for part in parts]) for of in fields(LineDraws))
        ),
        straight=counts[0],
        shifts=straight.shifts,
        surprises=np.concatenate([straight.surprises(), rare[np.abs(rare) <= _RARE]]),
        sizes=sizes,
        weekday=weekday,
    )
