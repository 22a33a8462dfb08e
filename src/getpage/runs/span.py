"""A number that is known from where to where: a printed 72 is anything from 71.5 to 72.5.

Arithmetic on spans carries the rounding of what was printed into what is worked out of it (interval
arithmetic; Moore, Methods and Applications of Interval Analysis, 1979), so that "agrees within rounding" is
computed. It takes numbers as independent of one another, which makes a span at worst too wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Span:
    """The number as printed or worked out, and the lowest and highest that it can stand for."""

    value: float
    low: float
    high: float

    @classmethod
    def exact(cls, value: float) -> Span:
        """A number that stands for itself."""
        return cls(value, value, value)

    def __add__(self, other: Span) -> Span:
        """The sum."""
        return Span(self.value + other.value, self.low + other.low, self.high + other.high)

    def __sub__(self, other: Span) -> Span:
        """The difference."""
        return Span(self.value - other.value, self.low - other.high, self.high - other.low)

    def scaled(self, factor: float) -> Span:
        """The span times an exact number."""
        ends = (self.low * factor, self.high * factor)
        return Span(self.value * factor, min(ends), max(ends))

    def over(self, other: Span) -> Span | None:
        """The ratio; None where the other may be zero, because then it may be anything."""
        if other.low <= 0 <= other.high:
            return None
        pairs = product((self.low, self.high), (other.low, other.high))
        ends = [a / b for a, b in pairs if not (math.isinf(a) and math.isinf(b))]
        return Span(self.value / other.value, min(ends), max(ends))

    def change_to(self, after: Span) -> Span | None:
        """The change from this to `after`, as a share of this (0.27 is 27 % more); None from zero."""
        ratio = after.over(self)
        if ratio is None:
            return None
        change = ratio - Span.exact(1.0)
        return change if self.value > 0 else change.scaled(-1.0)

    def meets(self, other: Span) -> bool:
        """Whether one number can be both."""
        ends = (self.low, self.high, other.low, other.high)
        slack = 1e-12 * max((abs(end) for end in ends if math.isfinite(end)), default=0.0)
        return self.low <= other.high + slack and other.low <= self.high + slack

    @property
    def open_ended(self) -> bool:
        """Whether it has no lowest or no highest: a printed `>46`."""
        return math.isinf(self.low) or math.isinf(self.high)

    @property
    def width(self) -> float:
        """From the lowest to the highest; infinite where it has no end."""
        return self.high - self.low


def mean(spans: list[Span]) -> Span:
    """The mean of spans; ValueError when there are none."""
    if not spans:
        raise ValueError("the mean of nothing")
    total = spans[0]
    for span in spans[1:]:
        total = total + span
    return total.scaled(1 / len(spans))
