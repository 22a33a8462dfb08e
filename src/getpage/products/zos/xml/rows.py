"""Rows of tables from figures: every value as it stands, and the memory figures that rules read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import values
from .typed import typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .report import Figure, Report

Row = dict[str, Any]

VALUES = "rmf_report_value"


def common(report: Report) -> Row:
    """The columns that every row of a report has."""
    return {
        "record": report.at,
        "system": report.system,
        "written": report.end,
        "interval_start": report.start,
        "interval_us": report.microseconds,
        "report": report.metric,
    }


def rows(report: Report, figure: Figure) -> Iterator[tuple[str, Row]]:
    """All rows of a figure, by table."""
    yield from ((VALUES, row) for row in _values(report, figure))
    for table, row in typed(report, figure):
        yield table, common(report) | row


def _values(report: Report, figure: Figure) -> Iterator[Row]:
    shared = common(report) | {
        "title": report.meta.get("description"),
        "release": (report.meta.get("rmf-report") or "").removeprefix("z/OS ") or None,
        "resource": report.resource,
        "interval": report.ordinal,
        "segment": figure.segment,
        "part": figure.part,
        "kind": figure.kind,
    }
    for position, entry in enumerate(figure.rows, 1):
        row = shared | {"row": position, "row_type": entry.kind or None, "at": entry.at}
        if figure.kind == "cell":
            row["row_label"] = entry.label
        for column, text in enumerate(entry.cells, 1):
            head = entry.label if figure.kind != "cell" else _head(figure, column)
            value = {"column": column, "field": head, "text": text, "number": values.number(text)}
            yield row | value


def _head(figure: Figure, column: int) -> str | None:
    return figure.heads[column - 1] if column <= len(figure.heads) else None
