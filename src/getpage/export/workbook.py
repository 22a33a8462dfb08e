"""An export as a workbook: a sheet for each table, with real numbers and dates, filters and a chart.

Text is written as text whatever it begins with, and charts take names from cells: no name of the evidence
becomes a formula. The same evidence gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from getpage.core.errors import GetpageError
from getpage.export import library
from getpage.export.tables import ColumnType, ExportTable

#: What a sheet and a cell hold: Excel, "Excel specifications and limits".
MOST_ROWS: Final = 1_048_576
LONGEST_TEXT: Final = 32_767
#: Characters of a column at most, and of one of numbers at least.
_WIDEST, _NARROWEST = 60, 10
#: Rows of a bar chart, and lines of a line chart: more cannot be told apart.
_BARS, _LINES = 15, 8
#: A workbook has a time at which it was made; this is no day.
_CREATED: Final = datetime(2000, 1, 1)

_FORMATS: Final = {
    ColumnType.INTEGER: "#,##0",
    ColumnType.REAL: "#,##0.0##",
    ColumnType.SHARE: "0.0%",
    ColumnType.DATE: "yyyy-mm-dd",
    ColumnType.TIME: "yyyy-mm-dd hh:mm:ss",
}


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar for each of the first rows: the first of these columns that has a number other than 0."""

    title: str
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """A line by day for each thing that the columns `of` name, those with the highest values; only what
    varies where it is `varying`.
    """

    title: str
    name: str
    of: tuple[str, ...]
    values: tuple[str, ...]
    varying: bool = False


_CHARTS: Final[dict[str, BarChart | LineChart]] = {
    "findings": BarChart("The first findings", "object", ("delay_seconds", "storage_bytes")),
    "commands": BarChart("Storage that commands take", "setting", ("storage_bytes", "fixes_bytes")),
    "ledger": BarChart("Who holds storage", "holder", ("bytes",)),
    "demands": LineChart("Peak as a share of the limit", "object", ("object", "measure"), ("of_limit",)),
    "settings": LineChart("Settings that changed", "knob", ("knob",), ("size",), varying=True),
    "daily_findings": LineChart(
        "Findings by day", "object", ("check", "object"), ("delay_seconds", "storage_bytes")
    ),
}


def workbook(tables: Iterable[ExportTable]) -> bytes:
    """The workbook. GetpageError for a table with more rows than a sheet, or without the library."""
    xlsxwriter = library("xlsxwriter", "XlsxWriter")
    tables = [*tables]
    for table in tables:
        if len(table.rows) >= MOST_ROWS:
            problem = f"{table.name}: {len(table.rows):,} rows; a sheet has {MOST_ROWS:,}."
            raise GetpageError(problem, "--to parquet")
    file = io.BytesIO()
    book = xlsxwriter.Workbook(
        file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    book.set_properties({"created": _CREATED})
    sheets = [_Sheet(book, table) for table in tables]
    for sheet in sheets:
        sheet.write()
    book.close()
    return file.getvalue()


class _Sheet:
    """One table on its sheet."""

    def __init__(self, book: Any, table: ExportTable) -> None:
        self._book, self._table = book, table
        self._sheet = book.add_worksheet(table.name)
        self._place = {column.name: number for number, column in enumerate(table.columns)}

    def write(self) -> None:
        table, sheet = self._table, self._sheet
        head = self._book.add_format({"bold": True, "bottom": 1})
        for place, column in enumerate(table.columns):
            sheet.write_string(0, place, column.name, head)
            self._column(place)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
        chart = self._chart()
        if chart is not None:
            chart.set_size({"width": 960, "height": 480})
            sheet.insert_chart(1, len(table.columns) + 1, chart)

    def _column(self, place: int) -> None:
        column = self._table.columns[place]
        number = _FORMATS.get(column.type)
        style = self._book.add_format({"num_format": number} if number else {})
        widest = len(column.name) + 3  # the button of the filter
        for line, row in enumerate(self._table.rows, 1):
            value = row[place]
            if value is None:
                continue
            match column.type:
                case ColumnType.TEXT:
                    self._sheet.write_string(line, place, value[:LONGEST_TEXT], style)
                case ColumnType.BOOLEAN:
                    self._sheet.write_boolean(line, place, value, style)
                case ColumnType.DATE | ColumnType.TIME:
                    self._sheet.write_datetime(line, place, value, style)
                case _:
                    self._sheet.write_number(line, place, value, style)
            widest = max(widest, len(str(value)) + 2 if number is None else len(f"{value:,}") + 2)
        narrow = 0 if number is None else _NARROWEST
        self._sheet.set_column(place, place, min(max(widest, narrow), _WIDEST), style)

    def _chart(self) -> Any:
        """The chart of the sheet; None where its columns have no number other than 0."""
        form = _CHARTS[self._table.name]
        for values in form.values:
            place = self._place[values]
            if any(row[place] for row in self._table.rows):
                chart = self._bars(form, values) if isinstance(form, BarChart) else self._lines(form, values)
                if chart is not None:
                    chart.set_title({"name": form.title})
                    number = _FORMATS[self._table.columns[place].type]
                    chart.set_y_axis({"name": values, "num_format": number})
                return chart
        return None

    def _bars(self, form: BarChart, values: str) -> Any:
        chart = self._book.add_chart({"type": "column"})
        last = min(len(self._table.rows), _BARS)
        chart.add_series(
            {"categories": self._cells(form.name, 1, last), "values": self._cells(values, 1, last)}
        )
        chart.set_legend({"none": True})
        return chart

    def _lines(self, form: LineChart, values: str) -> Any:
        chart = self._book.add_chart({"type": "scatter", "subtype": "straight_with_markers"})
        lines = [*self._stretches(form, self._place[values])]
        for _, first, last in sorted(lines, key=lambda line: -line[0])[:_LINES]:
            chart.add_series(
                {
                    "name": self._cells(form.name, first, first)[:3],
                    "categories": self._cells("date", first, last),
                    "values": self._cells(values, first, last),
                    "marker": {"type": "circle", "size": 4},
                }
            )
        chart.set_x_axis({"num_format": _FORMATS[ColumnType.DATE]})
        chart.set_legend({"position": "bottom"})
        return chart if lines else None

    def _stretches(self, form: LineChart, place: int) -> Iterator[tuple[float, int, int]]:
        """The highest value, the first and the last row of each thing that has one."""
        of = [self._place[name] for name in form.of]
        rows: Sequence[tuple[int, tuple[Any, ...]]] = [*enumerate(self._table.rows, 1)]
        for _, group in groupby(rows, key=lambda row: [row[1][place] for place in of]):
            lines = [*group]
            values = {row[place] for _, row in lines if row[place] is not None}
            if any(values) and (len(values) > 1 or not form.varying):
                yield max(values), lines[0][0], lines[-1][0]

    def _cells(self, name: str, first: int, last: int) -> list[Any]:
        place = self._place[name]
        return [self._table.name, first, place, last, place]
