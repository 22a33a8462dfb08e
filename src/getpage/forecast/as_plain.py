"""A forecast as rows for programs: one a figure, numbers in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.result.forecast import Forecast

COLUMNS = (
    "subject", "figure", "unit", "before", "after", "low", "high", "level", "change_percent", "change_low",
    "change_high", "basis", "measured",
)  # fmt: skip


def rows(forecast: Forecast) -> list[tuple[object, ...]]:
    """The rows of `COLUMNS`."""
    made: list[tuple[object, ...]] = []
    for figure in forecast.figures:
        after, change = figure.after, figure.change_percent
        made.append(
            (
                figure.subject,
                figure.name,
                figure.unit,
                figure.before.value if figure.before else None,
                after.value,
                after.low,
                after.high,
                after.level,
                change.value if change else None,
                change.low if change else None,
                change.high if change else None,
                after.basis,
                figure.measured,
            )
        )
    return made
