"""The coverage strip: which records there are, from when to when, and where they are missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from getpage.core import numbers, text
from getpage.report.charts import svg

WIDTH = 1000.0
_LEFT, _RIGHT = 190.0, 176.0
_ROW, _HEAD, _FOOT = 19.0, 28.0, 24.0
_BAR = 8.0
_NARROWEST = 2.0  # a single record and a short gap must still be seen


@dataclass(frozen=True, slots=True)
class Strip:
    """One row: evidence of one kind from `first` to `last`, missing in `gaps`."""

    group: str
    label: str
    first: datetime
    last: datetime
    gaps: tuple[tuple[datetime, datetime], ...]
    note: str


def coverage_strip(strips: list[Strip], *, uid: str, title: str) -> str:
    """The rows over one common time axis. All times must have a zone, or none of them."""
    if not strips:
        return ""
    first, last = min(s.first for s in strips), max(s.last for s in strips)
    length = max((last - first).total_seconds(), 1.0)
    width = WIDTH - _LEFT - _RIGHT

    def x(at: datetime) -> float:
        return _LEFT + width * (at - first).total_seconds() / length

    parts: list[str] = []
    y, group = 0.0, None
    for strip in strips:
        if strip.group != group:
            group = strip.group
            parts.append(svg.text(text.shorten(group, 60), 0, y + _HEAD - 8, class_="group"))
            y += _HEAD
        parts += _row(strip, y, x(strip.first), x(strip.last))
        for start, end in strip.gaps:
            start, end = max(start, first), min(end, last)
            if start < end:
                parts.append(_gap(x(start), x(end), y, numbers.span(start, end)))
        y += _ROW
    marks = _clock(first, last, y, width, length)
    missing = sum(len(s.gaps) for s in strips)
    return svg.picture(
        "".join(marks + parts),
        uid=uid,
        title=title,
        desc=(
            f"{numbers.span(first, last)}: {len(strips)} rows with {numbers.counted(missing, 'gap')} in all."
        ),
        width=WIDTH,
        height=y + _FOOT,
        css="strip",
    )


def _row(strip: Strip, y: float, start: float, end: float) -> list[str]:
    top = y + (_ROW - _BAR) / 2
    wide = max(end - start, _NARROWEST)
    return [
        svg.text(text.shorten(strip.label, 24), 10, y + _ROW - 5),
        svg.element("rect", x=_LEFT, y=top, width=WIDTH - _LEFT - _RIGHT, height=_BAR, class_="track"),
        svg.element("rect", x=start, y=top, width=wide, height=_BAR, class_="have"),
        svg.text(strip.note, WIDTH, y + _ROW - 5, text_anchor="end"),
    ]


def _gap(start: float, end: float, y: float, when: str) -> str:
    # Taller than the bar: a gap is what the reader looks for.
    shape = svg.element(
        "rect",
        svg.titled(f"no records {when}"),
        x=start,
        y=y + 2,
        width=max(end - start, _NARROWEST),
        height=_ROW - 4,
        class_="missing",
    )
    return shape


def _clock(first: datetime, last: datetime, y: float, width: float, length: float) -> list[str]:
    shapes: list[str] = []
    for at, label in svg.time_ticks(first, last, wanted=10):
        at_x = _LEFT + width * (at - first).total_seconds() / length
        shapes.append(svg.element("line", x1=at_x, x2=at_x, y1=_HEAD - 6, y2=y + 4, class_="grid"))
        shapes.append(svg.text(label, at_x, y + 17, text_anchor="middle"))
    return shapes
