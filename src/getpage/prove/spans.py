"""Spans of printed figures as estimates and verdicts: what is sure within the rounding of the digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.prove.direction import direction
from getpage.result import Estimate
from getpage.result.prove import PRINTED, Difference, Verdict
from getpage.runs import Span

if TYPE_CHECKING:
    from getpage.core.names import Subject
    from getpage.result import Fact


def estimate(span: Span, label: str, unit: str) -> Estimate:
    """A span as an estimate that is sure."""
    return Estimate(
        label=label, unit=unit, value=span.value, low=span.low, high=span.high, level=1.0, basis=PRINTED
    )


def judged(low: float, high: float, better: int) -> Verdict:
    """What a difference between `low` and `high` comes to, where `better` is the good direction or 0."""
    if low <= 0 <= high:
        return Verdict.SAME
    if better == 0:
        return Verdict.CHANGED
    return Verdict.BETTER if (low > 0) == (better > 0) else Verdict.WORSE


def compared(
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
) -> Difference:
    """One printed figure against another; figures that are not negative stand for nothing negative."""
    if before.value >= 0 and after.value >= 0:
        before, after = (Span(s.value, max(s.low, 0.0), s.high) for s in (before, after))
    apart = after - before
    change = before.change_to(after)
    return Difference(
        subject=subject,
        measure=measure,
        title=title,
        unit=unit,
        before=estimate(before, "before", unit),
        after=estimate(after, "after", unit),
        difference=estimate(apart, "difference", unit),
        change_percent=None if change is None else estimate(change.scaled(100.0), "change", "%"),
        verdict=judged(apart.low, apart.high, direction(measure, title, unit)),
        basis=PRINTED,
        held=held,
        note=note,
        facts=facts,
    )
