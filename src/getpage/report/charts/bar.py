"""A stacked horizontal bar: who holds how much of one kind of storage, and how much was free at its minimum.

Segments are named where there is room, and else carry the number of their line in the table beside the bar,
so that they are told apart without colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core import numbers, text
from getpage.report.charts import svg

WIDTH = 1000.0
_LEFT, _RIGHT = 130.0, 210.0
#: As wide as a telephone: what a bar is of stands above it, and its sums too.
NARROW = 360.0
_ABOVE = 18.0
_BAR, _GAP = 24.0, 14.0
_FOOT = 4.0
# A letter is about as wide as this, in pixels of the drawing.
_LETTER = 7.0
_SHADES = 4


@dataclass(frozen=True, slots=True)
class Segment:
    """One holder's part: `number` is its line in the table, 0 where there is none beside it."""

    number: int
    label: str
    bytes: int
    free: bool = False


def stacked_bar(rows: list[tuple[str, list[Segment]]], *, uid: str, title: str, narrow: bool = False) -> str:
    """One bar per kind of storage, all on one scale; the sums stand at the end, or above it where it is to be
    `narrow`.
    """
    whole = NARROW if narrow else WIDTH
    left, right, above = (0.0, 0.0, _ABOVE) if narrow else (_LEFT, _RIGHT, 0.0)
    rows = [(name, [s for s in segments if s.bytes > 0]) for name, segments in rows]
    longest = max((sum(s.bytes for s in segments) for _, segments in rows), default=0)
    if not longest:
        return ""
    scale = (whole - left - right) / longest
    parts: list[str] = []
    y = 2.0
    for name, segments in rows:
        words_y = y + above - 5 if narrow else y + _BAR / 2 + 4
        parts.append(svg.text(text.shorten(name, 20), 0, words_y))
        y += above
        x = left
        for shade, segment in enumerate(segments):
            width = segment.bytes * scale
            parts.append(_segment(segment, shade % _SHADES, x, y, width))
            x += width
        if narrow:
            parts.append(svg.text(_sums(segments), whole, words_y, class_="total", text_anchor="end"))
        else:
            parts.append(svg.text(_sums(segments), x + 8, words_y, class_="total"))
        y += _BAR + _GAP
    sums = (f"{name}: {_sums(segments)}" for name, segments in rows)
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=title,
        desc="; ".join(sums) + ".",
        width=whole,
        height=y - _GAP + _FOOT,
        css="bar",
    )


def _sums(segments: list[Segment]) -> str:
    held = numbers.storage(sum(s.bytes for s in segments if not s.free))
    free = numbers.storage(sum(s.bytes for s in segments if s.free))
    return f"{held} held, {free} free" if any(s.free for s in segments) else f"{held} held"


def _segment(segment: Segment, shade: int, x: float, y: float, width: float) -> str:
    css = "free" if segment.free else f"s{shade}"
    words = f"{segment.label}: {numbers.storage(segment.bytes)}"
    shape = svg.element("rect", x=x, y=y, width=max(width - 1, 0.7), height=_BAR, class_=css)
    marks = [text.shorten(segment.label, 24), *([str(segment.number)] if segment.number else [])]
    mark = next((mark for mark in marks if width > _LETTER * len(mark) + 8), "")
    if mark:
        shape += svg.text(mark, x + width / 2, y + _BAR / 2 + 4, text_anchor="middle", class_=f"on-{css}")
    return svg.element("g", svg.titled(words), shape)
