"""Rows without a model behind them, of a query or a dictionary, as JSON, CSV or Markdown."""

from __future__ import annotations

import csv as _csv
import io
import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from itertools import chain, count
from typing import Any, Final

from getpage.core import text
from getpage.core.names import Identity
from getpage.core.own_output import MARK
from getpage.core.text import one_line
from getpage.report.forms import Form


def rows(
    columns: Sequence[str], data: Sequence[Sequence[Any]], form: str, *, title: str = "", note: str = ""
) -> str:
    """Rows as JSON (an object each), CSV or Markdown; this with its title and what is to be known of it."""
    if form == Form.JSON:
        names = _distinct(columns)
        named = [dict(zip(names, map(_of_query, row), strict=True)) for row in data]
        from getpage.result.as_json import plain_json  # with the model, which help does not wait for

        return plain_json(named)
    if form == Form.CSV:
        return csv_table(columns, ([_raw(value) for value in row] for row in data))
    lines = [_row(columns), "|" + "---|" * len(columns), *map(_row, data)]
    head = [f"<!-- {MARK} -->", "", *([f"# {_cell(title)}", ""] if title else [])]
    foot = ["", _cell(note)] if note else []
    return "\n".join([*head, *lines, *foot]) + "\n"


def _distinct(names: Sequence[str]) -> list[str]:
    """Names that differ: a second column of one name is `name_2`. An object of JSON has each name once."""
    distinct: dict[str, None] = {}
    for name in names:
        free = (f"{name}_{number}" for number in count(2))
        distinct[next(spelling for spelling in chain([name], free) if spelling not in distinct)] = None
    return list(distinct)


def _row(values: Sequence[Any]) -> str:
    return f"| {' | '.join(map(_cell, values))} |"


def _cell(value: Any) -> str:
    return _plain(value).replace("\\", "\\\\").replace("|", "\\|")


def _of_query(value: Any) -> Any:
    """A value of a query as JSON has it; times and decimal numbers as SQL writes them."""
    if isinstance(value, (list, tuple)):
        return [_of_query(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _of_query(part) for name, part in value.items()}
    return value if value is None or type(value) in (bool, int, float, str) else str(value)


def _raw(value: Any) -> Any:
    """A value as it is: times as SQL writes them."""
    return value if value is None or type(value) in (int, float, str) else str(value)


def _plain(value: Any) -> str:
    return "" if value is None else one_line(str(value))


# A spreadsheet takes a cell that starts with one of these for a formula and would run it.
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; cells are clean text that no spreadsheet runs."""
    out = io.StringIO()
    writer = _csv.writer(out, lineterminator="\n")
    writer.writerow([csv_cell(column) for column in columns])
    writer.writerows([csv_cell(value) for value in row] for row in rows)
    return out.getvalue()


def csv_cell(value: Any) -> Any:
    """A cell; text that a spreadsheet would run as a formula is quoted."""
    value = scalar(value)
    if not isinstance(value, str):
        return value
    words = text.clean(value)
    return f"'{words}" if words.startswith(_FORMULA_STARTS) else words


def scalar(value: Any) -> Any:
    """A cell as text or number: nothing for what is no number, times as ISO 8601 has them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, (str, Enum, Identity)) else value
