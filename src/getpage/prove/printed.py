"""Figures that a table prints, as estimates and verdicts.

Within the rounding of the digits a difference is certain. The mean of a few runs has Student's t, with the
rounding as the least scatter: runs that are printed alike are not without scatter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from getpage.core.names import Subject
from getpage.core.student import t_below, t_quantile
from getpage.result import Estimate, Fact
from getpage.result.prove import PRINTED, Difference, Verdict
from getpage.runs import Span

_KNOWN: Final = {"etr": 1, "itr": 1, "cpu_percent": 0, "processors": 0, "pool_bytes": 0, "response_s": -1}
_BETTER_HIGH: Final = re.compile(
    r"\b(etr|itr|throughput|per cpu second|mips|hits?|transaction rate|free|available|saved)\b"
)
_NEITHER: Final = re.compile(r"(\bbusy\b|% *$|^%|\bcalls\b|\btasks\b|\bsize\b|\bcubes\b|\bmemory\b)")
_BETTER_LOW: Final = re.compile(
    r"\b(response|elapsed|wait(s|ed)?|delay(ed)?|susp(ended|ension)?|pset|logw|et|ct|time|cpu|cost|reads?|i/os?|"
    r"io|misses|miss|cycles|samples|seconds|frames|paging|page-?ins?|switch(es)?|contention|collisions|tran|"
    r"transaction|duration)\b"
)
#: Shares that are of another run, and so rise and fall as the figure itself does.
_RELATIVE: Final = re.compile(r"\b(cycles|of base|relative)\b")


def direction(measure: str, heading: str = "", unit: str = "") -> int:
    """1 where more is better, -1 where less is, 0 where neither is better by itself.

    What is waited for, spent or read should fall; what gets done should rise. Busy shares, sizes and counts
    of work are neither: a processor that is busier because more is done is not worse off.
    """
    if measure in _KNOWN:
        return _KNOWN[measure]
    words = (heading or measure).lower().replace("_", " ")
    if _BETTER_HIGH.search(words):
        return 1
    if _BETTER_LOW.search(words) and (unit != "%" or _RELATIVE.search(words)):
        return -1
    if _NEITHER.search(words):
        return 0
    return -1 if unit in {"s", "ms", "us", "min", "h"} else 0


def verdict(low: float, high: float, better: int) -> Verdict:
    """The verdict on a difference from `low` to `high`; `better` is the good direction or 0."""
    if low <= 0 <= high:
        return Verdict.SAME
    if better == 0:
        return Verdict.CHANGED
    return Verdict.BETTER if (low > 0) == (better > 0) else Verdict.WORSE


def estimate(span: Span, label: str, unit: str) -> Estimate:
    """A span as an estimate that is certain."""
    return Estimate(
        label=label, unit=unit, value=span.value, low=span.low, high=span.high, level=1.0, basis=PRINTED
    )


def compare_printed(
    subject: Subject,
    measure: str,
    title: str,
    unit: str,
    before: Span,
    after: Span,
    *,
    facts: tuple[Fact, ...] = (),
    note: str = "",
    held: str = "",
    context: str = "",
) -> Difference:
    """The difference of two printed figures; a figure that is not negative stands for nothing negative.

    `context` is what the table says it is of: it gives the good direction of a measure that is named by a
    figure (a record length), not by words.
    """
    if before.value >= 0 and after.value >= 0:
        before, after = (Span(s.value, max(s.low, 0.0), s.high) for s in (before, after))
    difference = after - before
    change = before.change_to(after)
    better = direction(measure, title, unit)
    if not better and not any(letter.isalpha() for letter in title):
        better = direction("", context, unit)
    return Difference(
        subject=subject,
        measure=measure,
        title=title,
        unit=unit,
        before=estimate(before, "before", unit),
        after=estimate(after, "after", unit),
        difference=estimate(difference, "difference", unit),
        change_percent=None if change is None else estimate(change.scaled(100.0), "change", "%"),
        verdict=verdict(difference.low, difference.high, better),
        basis=PRINTED,
        held=held,
        note=note,
        facts=facts,
        better=better,
    )


def mean_estimate(
    values: Sequence[float], rounding: float, level: float, *, label: str, unit: str, basis: str
) -> Estimate:
    """The mean of two or more independent values, with its interval.

    `rounding` is the variance that the rounding of one value gives it: its span's width squared, over 12.
    """
    n = len(values)
    mean, variance = _moments(values, rounding)
    half = t_quantile(n - 1, 0.5 + level / 2) * math.sqrt(variance / n)
    return Estimate(
        label=label, unit=unit, value=mean, low=mean - half, high=mean + half, level=level, basis=basis
    )


def chance_of_mean(values: Sequence[float], rounding: float) -> float:
    """The probability that scatter alone moves the mean of these this far from zero, in either direction."""
    n = len(values)
    mean, variance = _moments(values, rounding)
    if variance == 0:
        return 1.0 if mean == 0 else 0.0
    return 2 * t_below(n - 1, -abs(mean) / math.sqrt(variance / n))


def _moments(values: Sequence[float], rounding: float) -> tuple[float, float]:
    """The mean, and the variance of one value: no less than its rounding gives it."""
    n = len(values)
    mean = math.fsum(values) / n
    return mean, max(math.fsum((value - mean) ** 2 for value in values) / (n - 1), rounding)
