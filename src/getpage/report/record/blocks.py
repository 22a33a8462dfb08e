"""The record of forecasts, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.report.common.blocks import Sheet
from getpage.report.common.elsewhere import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result.prove import Record

_FIGURES = (
    "forecast_file",
    "subject",
    "figure",
    "figure_unit",
    "forecast",
    "low",
    "high",
    "actual",
    "outcome",
)
_IN_FULL = ("proof", "basis", "probability")
_HEADS = ("figure", "claimed", "inside", "of", "share, 95 % bounds", "below", "above", "intervals are")


def blocks(record: Record, *, brief: bool = False) -> Iterator[Block]:
    """Every figure that was proved, and whether intervals hold what they claim."""
    columns = _FIGURES if brief else (*_FIGURES, *_IN_FULL)
    rows = [tuple(getattr(one, name) for name in columns) for one in record.figures]
    yield Sheet("Figures of forecasts against what came", columns, rows)
    yield Sheet(
        "Calibration",
        _HEADS,
        [
            (
                *(one.figure, one.claimed, one.inside, one.figures),
                f"{one.low:.2f} to {one.high:.2f}",
                *(one.below, one.above, one.verdict),
            )
            for one in record.calibration
        ],
    )
    if brief:
        yield elsewhere("Of each figure the proof, what it rests on, and how sure it was to be")
