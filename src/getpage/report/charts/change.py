"""Before and after: two bars a knob, on one scale of storage."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core import numbers, text
from getpage.report.charts import svg

WIDTH = 1000.0
_LEFT, _RIGHT = 190.0, 230.0
_BAR, _GAP, _FOOT = 10.0, 12.0, 4.0


@dataclass(frozen=True, slots=True)
class SizeChange:
    """Storage of one knob before and after, in bytes."""

    label: str
    before: int
    after: int


def before_after(rows: list[SizeChange], *, uid: str, title: str) -> str:
    """A pair of bars a row; the lower one is after."""
    longest = max((max(row.before, row.after) for row in rows), default=0)
    if not longest:
        return ""
    scale = (WIDTH - _LEFT - _RIGHT) / longest
    parts: list[str] = []
    y = 2.0
    for row in rows:
        parts.append(svg.text(text.shorten(row.label, 26), 0, y + _BAR + 4))
        for value, css, top in ((row.before, "have-before", y), (row.after, "have", y + _BAR)):
            parts.append(
                svg.element(
                    "rect", x=_LEFT, y=top, width=max(value * scale, 0.7), height=_BAR - 1, class_=css
                )
            )
        end = _LEFT + max(row.before, row.after) * scale + 8
        parts.append(svg.text(_words(row), end, y + _BAR + 4, class_="total"))
        y += 2 * _BAR + _GAP
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=title,
        desc="; ".join(f"{row.label}: {_words(row)}" for row in rows) + ".",
        width=WIDTH,
        height=y - _GAP + _FOOT,
        css="bar",
    )


def _words(row: SizeChange) -> str:
    return f"{numbers.storage(row.before)} to {numbers.storage(row.after)}"
