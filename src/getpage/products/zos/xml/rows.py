"""Rows of tables from figures: every value as it stands, and the memory figures that rules read.

Monitor III names columns and captions by identifiers, which the layouts list: CPC (seen in a real report),
STORF and STORM (identifiers as public tools list them). Of the Postprocessor's reports PAGING is read by
the words of its rows and heads: that it has a table of frame and slot counts with MIN, MAX and AVG, and the
names of its rows, are from the printed report (IBM z/OS RMF Report Analysis, "Paging Activity report"); no
real one in XML was seen. What does not fit is left to `rmf_report_value`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from getpage.contract.xml import AlikeRows
from getpage.core.units import MIB, PAGE
from getpage.products.common.text import figures, layout

from . import virtual
from .report import ReportPart, XmlReport

Row = dict[str, Any]

VALUES: Final = "rmf_report_value"
_MOST_COUNT: Final = (1 << 63) - 1
_MOST_BYTES: Final = 1 << 60
_FRAMES: Final = re.compile(r"\b(?:central storage|frames?)\b", re.IGNORECASE)
_SLOTS: Final = re.compile(r"\b(?:local page|slots?)\b", re.IGNORECASE)
#: Label of a row of PAGING, and the columns that its minimum, average and maximum fill.
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


def rows(report: XmlReport, figure: ReportPart) -> Iterator[tuple[str, Row]]:
    """The rows of a figure that rules read, by table."""
    for table, row in _typed(report, figure):
        yield table, _common(report) | row


def _common(report: XmlReport) -> Row:
    return {
        "record": report.at,
        "system": report.system,
        "written": report.end,
        "interval_start": report.start,
        "interval_us": report.microseconds,
        "report": report.metric,
    }


def values(report: XmlReport, figure: ReportPart) -> AlikeRows:
    """Every value of a figure as a row of `rmf_report_value`."""
    shared = _common(report) | {
        "title": report.meta.get("description"),
        "release": (report.meta.get("rmf-report") or "").removeprefix("z/OS ") or None,
        "resource": report.resource,
        "interval": report.ordinal,
        "segment": figure.segment,
        "part": figure.part,
        "kind": figure.kind,
    }
    columns: dict[str, list[Any]] = {
        name: [] for name in ("row", "row_type", "at", "row_label", "column", "field", "text")
    }
    widest = max((len(entry.cells) for entry in figure.rows), default=0)
    heads = [*figure.heads, *[None] * widest]
    for position, entry in enumerate(figure.rows, 1):
        width = len(entry.cells)
        columns["row"] += [position] * width
        columns["row_type"] += [entry.kind or None] * width
        columns["at"] += [entry.at] * width
        columns["row_label"] += [entry.label] * width
        columns["column"] += range(1, width + 1)
        columns["field"] += heads[:width]
        columns["text"] += entry.cells
    if figure.kind != "cell":  # what names a variable or a message is its field
        columns["field"] = columns.pop("row_label")
    columns["number"] = list(map(figures.cell, columns["text"]))
    return AlikeRows(shared=shared, columns=columns, count=len(columns["text"]))


def _typed(report: XmlReport, figure: ReportPart) -> Iterator[tuple[str, Row]]:
    """The memory figures, by table; none for most reports."""
    match (report.metric.upper(), figure.kind):
        case ("CPC", "cell"):
            yield from _partitions(report, figure)
        case ("STORF", "cell"):
            spaces = (_labelled("zos_address_space", cells) for cells in _by_head(figure))
            yield from (("zos_address_space", row) for row in spaces if {"job", "frames"} <= row.keys())
        case ("STORM", "caption"):
            captions = {entry.label or "": entry.cells[0] for entry in figure.rows if entry.cells}
            if row := _labelled("zos_large_frames", captions):
                yield "zos_large_frames", row
        case ("PAGING", "cell"):
            if row := _paging(figure):
                yield "zos_storage", row
        case ("PAGESP", "cell"):
            yield from (("zos_page_data_set", row) for row in virtual.page_sets(figure))
        case ("VSTOR", "cell"):
            if row := virtual.common_storage(figure):
                yield "zos_common_storage", row


def _by_head(figure: ReportPart) -> Iterator[dict[str, str | None]]:
    return (dict(zip(figure.heads, entry.cells, strict=False)) for entry in figure.rows)


def _labelled(table: str, cells: Mapping[str, str | None]) -> Row:
    """The columns whose identifiers have a value."""
    known = layout.by_label(table)
    read = {known[label].name: _read(known[label], text) for label, text in cells.items() if label in known}
    return {name: value for name, value in read.items() if value is not None}


def _read(column: layout.PrintedColumn, text: str | None) -> Any:
    if column.type == "Utf8":
        return text or None
    if column.type == "Float64":
        return figures.cell(text)
    return _whole(text, MIB if column.unit == "bytes" else 1)


def _whole(text: str | None, unit: int = 1) -> int | None:
    """A count, or bytes of a size in units; None of a negative one."""
    value = figures.cell(text)
    return round(value * unit) if value is not None and 0 <= value * unit <= _MOST_COUNT else None


def _partitions(report: XmlReport, figure: ReportPart) -> Iterator[tuple[str, Row]]:
    """Central storage of each partition; that of the report's own system is also its storage online."""
    for cells in _by_head(figure):
        row = _labelled("zos_partition", cells)
        if not row.get("partition") or not 0 < row.get("online_bytes", 0) <= _MOST_BYTES:
            continue
        yield "zos_partition", row
        if row.get("operating_system") == report.system and report.system:
            yield "zos_storage", {"online_frames": row["online_bytes"] // PAGE}


def _paging(figure: ReportPart) -> Row:
    """Frames or slots of PAGING; empty where its part and segment name neither."""
    where = f"{figure.segment or ''} {figure.part or ''}"
    if "slot" in where.lower() or _SLOTS.search(figure.part or ""):
        frames = _by_extreme(figure, _OF_FRAMES) if "frame" in where.lower() else {}
        return _by_extreme(figure, _OF_SLOTS) | frames
    return _by_extreme(figure, _OF_FRAMES) if _FRAMES.search(where) else {}


def _by_extreme(figure: ReportPart, known: Mapping[str, tuple[str | None, str | None, str | None]]) -> Row:
    heads = {_last_word(head): position for position, head in enumerate(figure.heads)}
    row: Row = {}
    for entry in figure.rows:
        columns = known.get(" ".join((entry.label or "").upper().split()), ())
        for column, head in zip(columns, ("MIN", "AVG", "MAX"), strict=False):
            position = heads.get(head)
            if column and position is not None and position < len(entry.cells):
                value = _whole(entry.cells[position])
                if value is not None:
                    row.setdefault(column, value)
    return row


def _last_word(head: str) -> str:
    words = head.replace(":", " ").upper().split()
    return words[-1] if words else ""
