"""A line chart over the size of one pool: reads at every size, and the sizes that matter.

Both axes start at zero: at no pool at all every getpage is a read. Marked sizes are vertical lines with
letters; the legend says what they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from getpage.core import numbers
from getpage.report.charts import svg
from getpage.report.charts.line import key_of, letter
from getpage.report.common.ways import shown_cost
from getpage.result import SizeCosts
from getpage.result.curve import SizeBand, SizeLine, SizeMark, SizePicture

WIDTH, HEIGHT = 560.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 50.0, 16.0, 18.0, 38.0
_LOOKS = 4
# Letters nearer than this to the one before would cover it.
_LETTER_WIDTH = 9.0


def legend(picture: SizePicture, unit: str) -> list[tuple[str, str]]:
    """Each line and each mark of the picture with what it is; sizes are in `unit`."""
    lines = [(key_of(look(line, index)), line.label) for index, line in enumerate(picture.lines)]
    marks = [
        (f"<b>{letter(index)}</b>", f"{mark.label}: {numbers.number(mark.size)} {unit}")
        for index, mark in enumerate(picture.marks)
    ]
    band = [(_key_of_band(), picture.band.label)] if picture.band else []
    return lines + band + marks


def size_chart(picture: SizePicture, *, uid: str, size_unit: str = "buffers") -> str:
    """The picture as SVG; `uid` must be unique within the page, sizes are in `size_unit`."""
    points = [point for line in picture.lines for point in line.points]
    if not points:
        return ""
    across = svg.value_ticks(max(*(size for size, _ in points), *(m.size for m in picture.marks), 1), 5)
    most = max(high for _, _, high in picture.band.points) if picture.band else 0.0
    up = svg.value_ticks(max(most, *(value for _, value in points)))
    width, height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(size: float) -> float:
        return _LEFT + width * size / across[-1]

    def y(value: float) -> float:
        return _TOP + height * (1 - value / up[-1])

    parts = [
        *_grid(up, y),
        *_sizes(across, x, picture.page_bytes),
        *_band(picture.band, x, y),
        *_marks(picture.marks, x, size_unit),
        *(_line(line, i, x, y) for i, line in reversed(list(enumerate(picture.lines)))),
    ]
    return svg.picture(
        "".join(parts),
        uid=uid,
        title=f"{picture.title}, {picture.object}, {picture.unit} at each size",
        desc=_description(picture, size_unit),
        width=WIDTH,
        height=HEIGHT,
        css="chart",
    )


def look(line: SizeLine, index: int) -> str:
    """The classes that give a line its colour and dashes."""
    return "curve c3" if line.bound else f"curve c{index % (_LOOKS - 1)}"


def _line(line: SizeLine, index: int, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    path = "L".join(f"{svg.num(x(size))} {svg.num(y(value))}" for size, value in line.points)
    return svg.element("path", svg.titled(line.label), d=f"M{path}", class_=look(line, index)) if path else ""


def _key_of_band() -> str:
    shape = svg.element("rect", x=0, y=0, width=22, height=8, class_="band")
    return svg.element("svg", shape, viewBox="0 0 22 8", class_="key", aria_hidden="true")


def _band(band: SizeBand | None, x: Callable[[float], float], y: Callable[[float], float]) -> list[str]:
    if band is None:
        return []
    there = [(size, high) for size, _, high in band.points]
    back = [(size, low) for size, low, _ in reversed(band.points)]
    path = "L".join(f"{svg.num(x(size))} {svg.num(y(value))}" for size, value in there + back)
    return [svg.element("path", svg.titled(band.label), d=f"M{path}Z", class_="band")]


def _grid(ticks: list[float], y: Callable[[float], float]) -> list[str]:
    shapes = []
    for tick in ticks:
        css = "axis" if tick == 0 else "grid"
        shapes.append(svg.element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y(tick), y2=y(tick), class_=css))
        shapes.append(svg.text(numbers.compact(tick), _LEFT - 6, y(tick) + 3.5, text_anchor="end"))
    return shapes


def _sizes(ticks: list[float], x: Callable[[float], float], page_bytes: int) -> list[str]:
    """Sizes in buffers, and below them in storage."""
    bottom = HEIGHT - _BOTTOM
    shapes = []
    for tick in ticks:
        anchor = "end" if tick == ticks[-1] else "middle"
        at = min(x(tick), WIDTH - 2)
        shapes.append(svg.element("line", x1=x(tick), x2=x(tick), y1=bottom, y2=bottom + 4, class_="axis"))
        shapes.append(svg.text(numbers.compact(tick), at, bottom + 16, text_anchor=anchor))
        if tick:
            shapes.append(svg.text(numbers.storage(tick * page_bytes), at, bottom + 30, text_anchor=anchor))
    return shapes


def _marks(marks: tuple[SizeMark, ...], x: Callable[[float], float], unit: str) -> list[str]:
    shapes = []
    before = 0.0
    for index, mark in sorted(enumerate(marks), key=lambda item: item[1].size):
        at = x(mark.size)
        line = svg.element("line", x1=at, x2=at, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="threshold")
        before = max(at, before + _LETTER_WIDTH)
        words = svg.text(letter(index), before, _TOP - 5, text_anchor="middle")
        shapes.append(
            svg.element("g", svg.titled(f"{mark.label}: {numbers.number(mark.size)} {unit}"), line, words)
        )
    return shapes


def _description(picture: SizePicture, unit: str) -> str:
    words = []
    for line in picture.lines:
        (low, first), (high, last) = line.points[0], line.points[-1]
        words.append(
            f"{line.label}: {numbers.number(first)} at {numbers.number(low)} {unit}, "
            f"{numbers.number(last)} at {numbers.number(high)}"
        )
    if picture.band:
        last, least, most = picture.band.points[-1]
        words.append(
            f"{picture.band.label}: {numbers.number(least)} to {numbers.number(most)} "
            f"at {numbers.number(last)}"
        )
    words += [f"{mark.label}: {numbers.number(mark.size)} {unit}" for mark in picture.marks]
    return "; ".join(words) + "."


@dataclass(frozen=True, slots=True)
class CostPicture:
    """A picture with what its lines and letters mean."""

    picture: SizePicture
    svg: str
    legend: list[tuple[str, str]]


def cost_picture(
    costs: SizeCosts,
    unit: str,
    unit_bytes: int,
    marks: tuple[SizeMark, ...],
    *,
    title_of: str,
    note: str,
    uid: str,
) -> CostPicture:
    """What sizes cost as a picture; bounds only where they are apart."""
    cost = shown_cost(costs)
    points = cost.points
    lines = [SizeLine(label=cost.label, points=tuple((p[0], p[1]) for p in points))]
    if any(p[2] < p[1] or p[3] > p[1] for p in points):
        lines += [
            SizeLine(label="at least", points=tuple((p[0], p[2]) for p in points)),
            SizeLine(label="at most", points=tuple((p[0], p[3]) for p in points)),
        ]
    picture = SizePicture(
        id=uid,
        title=f"{cost.rate[0].upper()}{cost.rate[1:]} by size",
        object=title_of,
        unit=cost.rate,
        page_bytes=unit_bytes,
        lines=tuple(lines),
        marks=marks,
        note=note,
    )
    return CostPicture(picture, size_chart(picture, uid=uid, size_unit=unit), legend(picture, unit))
