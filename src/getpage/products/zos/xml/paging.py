"""The Postprocessor's PAGING report, by the words of its rows and heads.

How sure: that the report has a table of frame and slot counts with MIN, MAX and AVG, and the names of its
rows, from the printed report (IBM z/OS RMF Report Analysis, "Paging Activity report"); no real one in XML
was seen. A row is taken only where its part or segment and its label say what it is; the rest stays in
`rmf_report_value`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from . import values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .report import Figure

Row = dict[str, Any]

_FRAMES = re.compile(r"\b(?:central storage|frames?)\b", re.IGNORECASE)
_SLOTS = re.compile(r"\b(?:local page|slots?)\b", re.IGNORECASE)

#: Label of a row, and the columns that its minimum, average and maximum go to.
_OF_FRAMES: Final = {
    "AVAILABLE": ("available_minimum", "available_average", "available_maximum"),
    "TOTAL FRAMES": ("online_frames", None, None),
    "FIXED TOTAL": (None, "fixed_frames", "fixed_frames_maximum"),
    "TOTAL FIXED": (None, "fixed_frames", "fixed_frames_maximum"),
    "UIC": ("uic_minimum", "uic_average", None),
}
_OF_SLOTS: Final = {
    "TOTAL": (None, "slots_total", None),
    "TOTAL SLOTS": (None, "slots_total", None),
    "AVAILABLE": ("slots_available_minimum", None, None),
    "AVAILABLE SLOTS": ("slots_available_minimum", None, None),
}


def rows(figure: Figure) -> Iterator[tuple[str, Row]]:
    """What the figure says of frames or slots, as one row of `zos_storage`."""
    where = f"{figure.segment or ''} {figure.part or ''}"
    if figure.kind != "cell":
        return
    if "slot" in where.lower() or _SLOTS.search(figure.part or ""):
        row = _taken(figure, _OF_SLOTS) | ({} if "frame" not in where.lower() else _taken(figure, _OF_FRAMES))
    elif _FRAMES.search(where):
        row = _taken(figure, _OF_FRAMES)
    else:
        return
    if row:
        yield "zos_storage", row


def _taken(figure: Figure, known: Mapping[str, tuple[str | None, str | None, str | None]]) -> Row:
    heads = {_last_word(head): position for position, head in enumerate(figure.heads)}
    row: Row = {}
    for entry in figure.rows:
        columns = known.get(" ".join((entry.label or "").upper().split()))
        if columns is None:
            continue
        for column, head in zip(columns, ("MIN", "AVG", "MAX"), strict=True):
            position = heads.get(head)
            if column and position is not None and position < len(entry.cells):
                value = values.whole(entry.cells[position])
                if value is not None:
                    row.setdefault(column, value)
    return row


def _last_word(head: str) -> str:
    words = head.replace(":", " ").upper().split()
    return words[-1] if words else ""
