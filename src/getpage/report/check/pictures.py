"""Which pictures are drawn: those with findings first, until the budget of bytes is spent; none of nothing.

A site has hundreds of pools and a report that does not open helps nobody. What is not drawn is listed with
its lowest and highest value, and the report says how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from getpage.core import numbers
from getpage.report.charts import key, letter, line, line_chart
from getpage.result import Picture

# The whole report is to stay under 2 MB; the rest of it needs 1 MB at most.
DRAWING_BUDGET = 900_000
# A table of more rows than this is not read; longer series are given in groups with lowest and highest value.
_MOST_ROWS = 120
# What markup a row and a cell of the table of numbers cost on top of their text.
_BYTES_PER_ROW, _BYTES_PER_CELL = 45, 17


@dataclass(frozen=True, slots=True)
class Legend:
    """One entry under a picture: a piece of the curve, or the letter of the threshold, and what it means."""

    label: str
    key: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture with its drawing and the table of its numbers."""

    picture: Picture
    anchor: str
    svg: str
    legend: tuple[Legend, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    grouped: int  # how many intervals one row stands for

    @property
    def cost(self) -> int:
        """About how many bytes it takes in the page."""
        cells = sum(len(cell) + _BYTES_PER_CELL for row in self.rows for cell in row)
        legend = sum(len(entry.key) + len(entry.label) for entry in self.legend)
        return len(self.svg) + legend + cells + _BYTES_PER_ROW * len(self.rows) + 1000


@dataclass(frozen=True, slots=True)
class Listed:
    """One curve of a picture that is not drawn."""

    picture: Picture
    curve: str
    lowest: str
    highest: str
    intervals: int


@dataclass(frozen=True, slots=True)
class Pictures:
    """All pictures of a report."""

    drawn: tuple[DrawnPicture, ...]
    listed: tuple[Listed, ...]
    not_drawn: int
    anchors: frozenset[str]  # of the drawn ones: only these can be linked to


def anchor(index: int) -> str:
    """The fragment that a picture is linked by; `index` is its place in the result."""
    return f"picture-{index + 1}"


def arrange(pictures: Sequence[Picture], first: Iterable[int], budget: int = DRAWING_BUDGET) -> Pictures:
    """Draw the pictures with the indexes `first`, then the others, while the budget lasts."""
    order = list(dict.fromkeys([*first, *range(len(pictures))]))
    drawn: list[DrawnPicture] = []
    listed: list[Listed] = []
    left = budget
    for index in order:
        picture = pictures[index]
        if left > 0 and _shows_something(picture):
            picture_drawn = _draw(picture, index)
            left -= picture_drawn.cost
            drawn.append(picture_drawn)
        else:
            listed += _list(picture)
    anchors = frozenset(d.anchor for d in drawn)
    return Pictures(tuple(drawn), tuple(listed), len(order) - len(drawn), anchors)


def _shows_something(picture: Picture) -> bool:
    """Whether anything but zeros is in it. One without intervals says so in its place."""
    return not picture.times or any(value for curve in picture.curves for value in curve.values)


def _draw(picture: Picture, index: int) -> DrawnPicture:
    legend = [Legend(curve.label, key=key(i)) for i, curve in enumerate(picture.curves)]
    legend += [
        Legend(f"{t.label}: {_value(t.value, picture.unit)}", letter=letter(i))
        for i, t in enumerate(picture.thresholds)
    ]
    size = line.group_size(len(picture.times), _MOST_ROWS)
    columns, rows = _whole(picture) if size == 1 else _grouped(picture, size)
    svg = line_chart(picture, uid=f"chart-{index + 1}")
    return DrawnPicture(picture, anchor(index), svg, tuple(legend), columns, rows, size)


def _whole(picture: Picture) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    rows = [
        (numbers.moment(at), *(_value(curve.values[i]) for curve in picture.curves))
        for i, at in enumerate(picture.times)
    ]
    return ("Interval ends", *(c.label for c in picture.curves)), tuple(rows)


def _grouped(picture: Picture, size: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    columns = ["Intervals end"]
    for curve in picture.curves:
        columns += [f"{curve.label}, lowest", f"{curve.label}, highest"]
    rows = []
    for group in line.groups(picture.times, [c.values for c in picture.curves], size):
        cells = [numbers.span(group.first, group.last)]
        for low, high in zip(group.lows, group.highs, strict=True):
            cells += [_value(low), _value(high)]
        rows.append(tuple(cells))
    return tuple(columns), tuple(rows)


def _list(picture: Picture) -> list[Listed]:
    listed = []
    for curve in picture.curves:
        known = [v for v in curve.values if v is not None]
        low, high = (_value(min(known)), _value(max(known))) if known else ("", "")
        listed.append(Listed(picture, curve.label, low, high, len(known)))
    return listed


def _value(value: float | None, unit: str = "") -> str:
    return "" if value is None else numbers.value_with_unit(value, unit)
