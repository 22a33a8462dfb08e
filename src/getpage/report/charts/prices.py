"""Falling steps: what each next gigabyte brings, most worth first, and how far the plan goes.

One step a gigabyte, or those of a cliff together and as much wider, as high as the worth of each; the bar
behind it reaches from its least to its most. Steps that the plan takes are filled, those that it does not are
outlined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from getpage.core import numbers
from getpage.report.charts import svg

WIDTH, HEIGHT = 1000.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 12.0, 12.0, 34.0


@dataclass(frozen=True, slots=True)
class PriceStep:
    """One gigabyte of one knob, or as many as are given at once; `letter` tells the knob in the legend."""

    letter: str
    label: str
    worth: float
    low: float
    high: float
    planned: bool
    gigabytes: int = 1


def price_steps(steps: list[PriceStep], *, uid: str, title: str, unit: str) -> str:
    """The steps in the order given, from left to right."""
    if not steps:
        return ""
    up = svg.value_ticks(max(max(step.worth, step.high) for step in steps))
    wide, high = (WIDTH - _LEFT - _RIGHT) / sum(step.gigabytes for step in steps), HEIGHT - _TOP - _BOTTOM

    def y(value: float) -> float:
        return _TOP + high * (1 - max(0.0, value) / up[-1])

    parts = []
    for tick in up:
        css = "axis" if tick == 0 else "grid"
        parts.append(svg.element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y(tick), y2=y(tick), class_=css))
        parts.append(svg.text(numbers.compact(tick), _LEFT - 6, y(tick) + 3.5, text_anchor="end"))
    x = _LEFT
    for number, step in enumerate(steps, 1):
        parts.append(_step(step, x, wide * step.gigabytes, y, number=number))
        x += wide * step.gigabytes
    parts.append(svg.text("next gigabytes, most worth first", _LEFT, HEIGHT - 4))
    words = "; ".join(
        f"{i}. {step.label}: {numbers.number(step.worth)}" for i, step in enumerate(steps[:20], 1)
    )
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=f"{title}, {unit}",
        desc=f"{words}.",
        width=WIDTH,
        height=HEIGHT,
        css="chart",
    )


def _step(step: PriceStep, x: float, wide: float, y: Callable[[float], float], *, number: int) -> str:
    middle, bar = x + wide / 2, max(wide - 2, 0.7)
    shape = svg.element(
        "rect",
        x=x,
        y=y(step.worth),
        width=bar,
        height=max(y(0) - y(step.worth), 0.7),
        class_="step-taken" if step.planned else "step-left",
    )
    whisker = svg.element("line", x1=middle, x2=middle, y1=y(step.low), y2=y(step.high), class_="whisker")
    words = (
        f"{number}. {step.label}: {numbers.number(step.worth)} ({numbers.number(step.low)} to "
        f"{numbers.number(step.high)}){', planned' if step.planned else ''}"
    )
    mark = svg.text(step.letter, middle, HEIGHT - 20, text_anchor="middle") if wide >= 9 else ""
    return svg.element("g", svg.titled(words), shape, whisker, mark)
