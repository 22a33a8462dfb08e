"""What sizes cost as a picture: what forecast and report draw of a knob."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.report.charts.size import legend, size_chart
from getpage.report.common.costs import shown
from getpage.result.curve import SizeLine, SizeMark, SizePicture

if TYPE_CHECKING:
    from getpage.result import SizeCosts


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with what its lines and letters mean."""

    picture: SizePicture
    svg: str
    legend: list[tuple[str, str]]


def costs_drawn(
    costs: SizeCosts,
    unit: str,
    unit_bytes: int,
    marks: tuple[SizeMark, ...],
    *,
    title_of: str,
    note: str,
    uid: str,
) -> Drawn:
    """What sizes cost as a picture; bounds only where they are apart."""
    cost = shown(costs)
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
    return Drawn(picture, size_chart(picture, uid=uid, size_unit=unit), legend(picture, unit))
