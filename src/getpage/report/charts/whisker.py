"""Changes in % as dots with whiskers about zero: a whisker that crosses the zero line shows nothing.

Marks differ by shape as well as by colour: filled dots are shown, hollow ones are not. Very long whiskers are
cut at the frame and end in an arrow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from getpage.core import text
from getpage.report.charts import svg

WIDTH = 1000.0
_LEFT, _RIGHT, _TOP, _ROW, _FOOT = 330.0, 120.0, 6.0, 24.0, 26.0
# Beyond a tenfold rise the picture would be one dot and a line.
_MOST_PERCENT = 1000.0


@dataclass(frozen=True, slots=True)
class Whisker:
    """One change in %: `look` is better, worse, changed, not-shown or unknown; `change` stands at its end."""

    label: str
    value: float
    low: float
    high: float
    look: str
    change: str


def whisker_chart(rows: Sequence[Whisker], *, uid: str, title: str) -> str:
    """The chart as SVG; `uid` must be unique within the page. Empty for no rows."""
    if not rows:
        return ""
    left, right = _frame(rows)
    height = _TOP + _ROW * len(rows) + _FOOT
    scale = (WIDTH - _LEFT - _RIGHT) / (right - left)
    parts = _axis(left, right, scale, height)
    for index, row in enumerate(rows):
        parts.append(_row(row, left, right, scale, _TOP + _ROW * (index + 0.5)))
    words = "; ".join(f"{row.label}: {row.change}, {row.look.replace('-', ' ')}" for row in rows)
    return svg.picture(
        "".join(parts), uid=uid, title=title, desc=f"{words}.", width=WIDTH, height=height, css="whiskers"
    )


def _frame(rows: Sequence[Whisker]) -> tuple[float, float]:
    """The ends of the axis: round, with zero inside, and never wider than is readable."""
    finite = [end for row in rows for end in (row.low, row.high, row.value) if math.isfinite(end)]
    low = max(min([*finite, 0.0]), -_MOST_PERCENT)
    high = min(max([*finite, 0.0]), _MOST_PERCENT)
    step = svg.value_ticks(max(high - low, 1.0), 6)[1]
    return math.floor(low / step) * step, math.ceil(high / step) * step or step


def _axis(left: float, right: float, scale: float, height: float) -> list[str]:
    step = svg.value_ticks(right - left, 6)[1]
    parts = []
    for i in range(math.ceil(left / step - 1e-9), math.floor(right / step + 1e-9) + 1):
        at = _LEFT + (i * step - left) * scale
        css = "axis" if i == 0 else "grid"
        parts.append(svg.element("line", x1=at, x2=at, y1=_TOP, y2=height - _FOOT + 4, class_=css))
        sign = "\u2212" if i < 0 else "+" if i else ""
        parts.append(svg.text(f"{sign}{abs(i * step):g} %", at, height - 8, text_anchor="middle"))
    return parts


def _row(row: Whisker, left: float, right: float, scale: float, y: float) -> str:
    def at(value: float) -> float:
        return _LEFT + (min(max(value, left), right) - left) * scale

    low, high = at(row.low), at(row.high)
    line = [svg.element("line", x1=low, x2=high, y1=y, y2=y)]
    for end, place, inward in ((row.low, low, 5), (row.high, high, -5)):
        if left <= end <= right:
            line.append(svg.element("line", x1=place, x2=place, y1=y - 4, y2=y + 4))
        else:
            line += [svg.element("line", x1=place, x2=place + inward, y1=y, y2=y + d) for d in (-4, 4)]
    dot = svg.element("circle", cx=at(row.value), cy=y, r=4.5)
    label = svg.text(text.shorten(row.label, 52), _LEFT - 14, y + 4, text_anchor="end", class_="group")
    change = svg.text(row.change, WIDTH - _RIGHT + 12, y + 4, class_="total")
    mark = svg.element(
        "g", svg.titled(f"{row.label}: {row.change}"), *line, dot, class_=f"whisker {row.look}"
    )
    return label + mark + change
