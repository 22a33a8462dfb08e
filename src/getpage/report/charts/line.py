"""A line chart over time: one object, a few curves, the thresholds that they are read against.

The value axis starts at zero and holds every threshold, so that two pictures of one unit compare by eye. A
value belongs to a whole interval: a curve of low or high points is drawn as steps over its intervals, others
as a line through the interval ends. Intervals without a value, and stretches without intervals, are left open
and shaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from getpage.core import numbers
from getpage.report.charts import svg
from getpage.result import Curve, Picture

WIDTH, HEIGHT = 360.0, 176.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 50.0, 16.0, 12.0, 22.0
# More groups than this are closer together than the line is thick.
MOST_POINTS = 300
# An interval that comes this many usual lengths after the one before left a stretch without evidence.
_GAP_FACTOR = 1.5
_LETTER_HEIGHT = 9.5
# Curves beyond this repeat a colour and a dash of the style sheet.
_LOOKS = 4


@dataclass(frozen=True, slots=True)
class _Frame:
    x: Callable[[datetime], float]
    y: Callable[[float], float]
    length: float  # the usual interval, in pixels


def line_chart(picture: Picture, *, uid: str) -> str:
    """The picture as SVG; `uid` must be unique within the page."""
    if not picture.times:
        return ""
    curves = [_finite(curve) for curve in picture.curves]
    size = group_size(len(picture.times), MOST_POINTS)
    values = [v for curve in curves for v in curve if v is not None]
    top = max([*values, *(t.value for t in picture.thresholds), picture.least_top])
    ticks = svg.value_ticks(top, binary=numbers.axis_value(1, picture.unit) == "1 B")
    usual = _usual_seconds(picture.times)
    first, last = picture.times[0], picture.times[-1]
    width, height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    total = (last - first).total_seconds() + usual
    frame = _Frame(
        x=lambda at: _LEFT + width * ((at - first).total_seconds() + usual) / total,
        y=lambda value: _TOP + height * (1 - max(value, 0.0) / ticks[-1]),
        length=width * usual / total,
    )
    grouped = groups(picture.times, curves, size)
    parts = [
        *_gaps(picture.times, curves, frame, usual),
        *_grid(ticks, picture.unit, frame),
        *_clock(_before(first, usual), last, frame),
        *_thresholds(picture, frame),
        *(
            _curve(grouped, i, curve.extreme, frame, usual * size)
            for i, curve in reversed(list(enumerate(picture.curves)))
        ),
    ]
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=f"{picture.title}, {picture.object}, {picture.unit}",
        desc=_description(picture, curves),
        width=WIDTH,
        height=HEIGHT,
        css="chart",
    )


def key(index: int) -> str:
    """The short piece of line that stands before a curve's name in the legend."""
    return key_of(f"curve c{index % _LOOKS}")


def key_of(look: str) -> str:
    """The short piece of line of one look."""
    line = svg.element("line", x1=0, y1=4, x2=22, y2=4, class_=look)
    return svg.element("svg", line, viewBox="0 0 22 8", class_="key", aria_hidden="true")


def _finite(curve: Curve) -> list[float | None]:
    return [v if v is not None and abs(v) < float("inf") else None for v in curve.values]


def _usual_seconds(times: tuple[datetime, ...]) -> float:
    steps = [(b - a).total_seconds() for a, b in pairwise(times)]
    return median(s for s in steps if s > 0) if any(s > 0 for s in steps) else 60.0


def _curve(groups: list[Group], index: int, step: bool, frame: _Frame, usual: float) -> str:
    path: list[str] = []
    before: datetime | None = None
    for group in groups:
        low, high = group.lows[index], group.highs[index]
        if low is None or high is None:
            before = None
            continue
        end = frame.x(group.last)
        joined = before is not None and (group.last - before).total_seconds() <= _GAP_FACTOR * usual
        y = frame.y(low)
        if step:
            start = frame.x(before) if joined and before else frame.x(group.first) - frame.length
            path.append(f"{'L' if joined else 'M'}{_at(start, y)}H{svg.num(end)}")
        elif joined:
            path.append(f"L{_at(end, y)}")
        else:
            # A pixel long, so that a value between two gaps can be seen.
            path.append(f"M{_at(end - 1, y)}H{svg.num(end)}")
        if high != low:
            path.append(f"V{svg.num(frame.y(high))}")
        before = group.last
    return svg.element("path", d="".join(path), class_=f"curve c{index % _LOOKS}") if path else ""


def _before(at: datetime, seconds: float) -> datetime:
    """So many seconds before; of a log without dates not before its start, where the calendar begins."""
    passed = numbers.since_start(at)
    return at - timedelta(seconds=seconds if passed is None else min(seconds, passed.total_seconds()))


def _gaps(
    times: tuple[datetime, ...], curves: list[list[float | None]], frame: _Frame, usual: float
) -> list[str]:
    shapes: list[str] = []
    for i, at in enumerate(times):
        until = frame.x(at) - frame.length
        if i and (at - times[i - 1]).total_seconds() > _GAP_FACTOR * usual:
            shapes.append(_gap(frame.x(times[i - 1]), until))
        if all(curve[i] is None for curve in curves):
            shapes.append(_gap(until, frame.x(at)))
    return shapes


def _gap(start: float, end: float) -> str:
    height = HEIGHT - _TOP - _BOTTOM
    return svg.element("rect", x=start, y=_TOP, width=max(end - start, 0.5), height=height, class_="gap")


def _grid(ticks: list[float], unit: str, frame: _Frame) -> list[str]:
    shapes: list[str] = []
    for tick in ticks:
        y = frame.y(tick)
        css = "axis" if tick == 0 else "grid"
        shapes.append(svg.element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_=css))
        shapes.append(svg.text(numbers.axis_value(tick, unit), _LEFT - 6, y + 3.5, text_anchor="end"))
    return shapes


def _clock(first: datetime, last: datetime, frame: _Frame) -> list[str]:
    shapes: list[str] = []
    for at, label in svg.time_ticks(first, last):
        x, y = frame.x(at), HEIGHT - _BOTTOM
        shapes.append(svg.element("line", x1=x, x2=x, y1=y, y2=y + 4, class_="axis"))
        anchor = "end" if x > WIDTH - 24 else "middle"
        shapes.append(svg.text(label, x, y + 16, text_anchor=anchor))
    return shapes


def letter(index: int) -> str:
    """The mark that a threshold carries in the drawing and in the legend."""
    return "abcdefghijklmnopqrstuvwxyz"[index % 26]


def _thresholds(picture: Picture, frame: _Frame) -> list[str]:
    shapes: list[str] = []
    label_y = HEIGHT
    # From the lowest up, so that a letter that would cover the one below is pushed above it.
    for i, threshold in sorted(enumerate(picture.thresholds), key=lambda item: item[1].value):
        y = frame.y(threshold.value)
        line = svg.element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="threshold")
        label_y = min(y + 3, label_y - _LETTER_HEIGHT)
        mark = svg.text(letter(i), WIDTH - _RIGHT + 5, label_y)
        shapes.append(svg.element("g", svg.titled(threshold.label), line, mark))
    return shapes


def _description(picture: Picture, curves: list[list[float | None]]) -> str:
    words = [numbers.span(picture.times[0], picture.times[-1])]
    for curve, values in zip(picture.curves, curves, strict=True):
        known = [v for v in values if v is not None]
        if known:
            words.append(
                f"{curve.label}: lowest {numbers.number(min(known))}, highest {numbers.number(max(known))}"
            )
        else:
            words.append(f"{curve.label}: no values")
    words += [f"threshold {t.label}: {numbers.number(t.value)}" for t in picture.thresholds]
    return "; ".join(words) + "."


def _at(x: float, y: float) -> str:
    return f"{svg.num(x)} {svg.num(y)}"


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring intervals as one, with the lowest and highest value of each curve."""

    first: datetime
    last: datetime
    lows: tuple[float | None, ...]
    highs: tuple[float | None, ...]


def group_size(count: int, most: int) -> int:
    """How many neighbors go together so that at most `most` groups remain."""
    return max(1, -(-count // most))


def groups(times: Sequence[datetime], curves: Sequence[Sequence[float | None]], size: int) -> list[Group]:
    """The series in groups of `size` neighbors; a group without any value stays a gap."""
    grouped = []
    for start in range(0, len(times), size):
        stop = min(start + size, len(times))
        parts = [[v for v in curve[start:stop] if v is not None] for curve in curves]
        lows = tuple(min(part) if part else None for part in parts)
        highs = tuple(max(part) if part else None for part in parts)
        grouped.append(Group(times[start], times[stop - 1], lows, highs))
    return grouped
