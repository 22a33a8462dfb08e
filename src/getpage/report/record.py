"""The record of forecasts, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.report.common.blocks import Block, OtherForms, Sheet
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
    rows = [tuple(getattr(figure, name) for name in columns) for figure in record.figures]
    yield Sheet("Figures of forecasts against what came", columns, rows)
    yield Sheet(
        "Calibration",
        _HEADS,
        [
            (
                *(level.figure, level.claimed, level.inside, level.figures),
                f"{level.low:.2f} to {level.high:.2f}",
                *(level.below, level.above, level.verdict),
            )
            for level in record.calibration
        ],
    )
    if brief:
        yield OtherForms("Of each figure the proof, what it rests on, and how sure it was to be")
