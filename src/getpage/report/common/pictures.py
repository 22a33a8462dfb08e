"""Pictures over time where nothing can be drawn: lowest and highest values, and when they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from getpage.core import numbers
from getpage.report.common.blocks import Sheet
from getpage.report.common.model_rows import extremes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.result import Picture

_COLUMNS = (
    *("Object", "Picture", "Curve", "Unit", "Lowest", "When", "Highest", "When", "Intervals"),
    "Lines to read at",
)


def sheet(title: str, pictures: Iterable[Picture]) -> Iterator[Sheet]:
    """A row a curve, and what is to be known of each picture, once where it is the same of all; nothing where
    there is none. A terminal leaves it to the other forms, as what is remarkable of it stands in sentences.
    """
    shown = tuple(pictures)
    notes = {picture.note for picture in shown}
    is_same = len(notes) == 1
    rows = [row if is_same else (*row, picture.note) for picture in shown for row in _rows(picture)]
    if rows:
        columns = _COLUMNS if is_same else (*_COLUMNS, "Note")
        yield Sheet(title, columns, rows, note=" ".join(notes) if is_same else "", evidence=True)


def _rows(picture: Picture) -> Iterator[tuple[str, ...]]:
    lines = "; ".join(f"{t.label} {numbers.number(t.value)}" for t in picture.thresholds)
    for curve in picture.curves:
        found = extremes(picture.times, curve.values)
        yield (
            *(str(picture.object), picture.title, curve.label, picture.unit),
            *(_value(found["lowest"]), _when(found["lowest_at"])),
            *(_value(found["highest"]), _when(found["highest_at"])),
            *(numbers.number(found["intervals"]), lines),
        )


def _value(value: Any) -> str:
    return "" if value is None else numbers.number(value)


def _when(at: Any) -> str:
    return "" if at is None else numbers.moment(at)
