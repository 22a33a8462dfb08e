"""Output: rows as a table for people, or as JSON, CSV or Markdown for programs and documents.

The result goes to standard output and nothing else does; progress and notes go to standard error.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from getpage.core.text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Width that tables keep within when standard output is no terminal.
WIDTH = 100


class Format(StrEnum):
    """How a result is written."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def console() -> Console:
    """Standard output: as wide as the terminal (at most 100 columns of it are used), plain when piped."""
    return Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, soft_wrap=False)


def notes() -> Console:
    """Standard error, for progress and notes."""
    return Console(stderr=True, highlight=False)


def rows(title: str, columns: Sequence[str], data: Sequence[Sequence[Any]], form: Format) -> None:
    """Write rows in a form; `title` only shows in the form for people."""
    if form is Format.TABLE:
        table(title, columns, data)
    else:
        write(rows_text(columns, data, form))


def rows_text(columns: Sequence[str], data: Sequence[Sequence[Any]], form: Format) -> str:
    """Rows as JSON, CSV or Markdown."""
    if form is Format.JSON:
        named = [dict(zip(columns, row, strict=True)) for row in data]
        return json.dumps(named, indent=2, default=str) + "\n"
    if form is Format.CSV:
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(value) for value in row] for row in data)
        return buffer.getvalue()
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(_plain(value).replace("|", "\\|") for value in row) + " |" for row in data]
    return "\n".join(lines) + "\n"


def table(title: str, columns: Sequence[str], data: Sequence[Sequence[Any]]) -> None:
    """Write rows as a table for people."""
    grid = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(columns):
        number = bool(data) and all(
            isinstance(row[index], (int, float)) or row[index] is None for row in data
        )
        grid.add_column(column, justify="right" if number else "left", overflow="fold")
    for row in data:
        grid.add_row(*(Text(_shown(value)) for value in row))
    console().print(grid)


def write(text: str) -> None:
    """Write text to standard output as it is."""
    sys.stdout.write(text)


def _shown(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _plain(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")


def _plain(value: Any) -> str:
    return "" if value is None else one_line(str(value))


def _cell(value: Any) -> Any:
    """A CSV cell; text that a spreadsheet would run as a formula is quoted."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value
