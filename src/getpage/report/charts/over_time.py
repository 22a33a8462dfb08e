"""Real storage of an image over time: a bar an interval, by who holds it, with what was free on top.

Each bar leads to its interval. A long time is drawn in groups of intervals, each by the one with least free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from getpage.core import numbers
from getpage.report.charts import line, svg

_WIDTH, _HEIGHT = 1000.0, 240.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 70.0, 10.0, 12.0, 24.0
#: Bars that can be told apart, and clicked.
_MOST: Final = 120
_SHADES: Final = 4


@dataclass(frozen=True, slots=True)
class StorageInterval:
    """Bytes of each holder in one interval, in an order that all intervals share; `free` is what was free,
    and `address` leads to the interval.
    """

    start: datetime
    end: datetime
    held: tuple[int, ...]
    free: int
    address: str


def storage_over_time(
    intervals: Sequence[StorageInterval], holders: Sequence[str], *, uid: str, title: str
) -> str:
    """The picture; empty where there are no intervals."""
    if not intervals:
        return ""
    size = line.group_size(len(intervals), _MOST)
    shown = [
        min(intervals[at : at + size], key=lambda entry: entry.free) for at in range(0, len(intervals), size)
    ]
    ticks = svg.value_ticks(max(sum(entry.held) + entry.free for entry in shown), binary=True)
    scale = (_HEIGHT - _TOP - _BOTTOM) / ticks[-1]
    bottom = _HEIGHT - _BOTTOM
    parts = []
    for tick in ticks:
        y = bottom - tick * scale
        parts.append(svg.element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(svg.text(numbers.storage(tick), _LEFT - 8, y + 4, text_anchor="end"))
    step = (_WIDTH - _LEFT - _RIGHT) / len(shown)
    every = max(1, len(shown) // 8)
    for number, entry in enumerate(shown):
        x = _LEFT + number * step
        parts.append(_bar(entry, holders, x, max(step - 1, 0.8), bottom, scale))
        if number % every == 0:
            parts.append(svg.text(f"{entry.start:%H:%M}", x, _HEIGHT - 6))
    least = min(shown, key=lambda entry: entry.free)
    desc = (
        f"{numbers.counted(len(shown), 'bar')}, {numbers.span(shown[0].start, shown[-1].end)}. Least free: "
        f"{numbers.storage(least.free)} at {numbers.moment(least.start)}."
    )
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=title,
        desc=desc,
        width=_WIDTH,
        height=_HEIGHT,
        css="over-time",
        role="group",
    )


def _bar(
    entry: StorageInterval, holders: Sequence[str], x: float, width: float, bottom: float, scale: float
) -> str:
    words = [f"{name}: {numbers.storage(size)}" for name, size in zip(holders, entry.held, strict=True)]
    words = [numbers.span(entry.start, entry.end), *words, f"free: {numbers.storage(entry.free)}"]
    shapes = [svg.titled("; ".join(words))]
    y = bottom
    for shade, size in enumerate(entry.held):
        height = size * scale
        y -= height
        shapes.append(svg.element("rect", x=x, y=y, width=width, height=height, class_=f"s{shade % _SHADES}"))
    height = entry.free * scale
    shapes.append(svg.element("rect", x=x, y=y - height, width=width, height=height, class_="free"))
    # The table of intervals has the same links for a keyboard, which does not go through a hundred bars.
    return svg.element("a", *shapes, href=entry.address, tabindex="-1")
