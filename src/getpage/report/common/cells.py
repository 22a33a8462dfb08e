"""CSV: rows of cells, of which none is a formula to a spreadsheet."""

from __future__ import annotations

import csv as _csv
import io
import math
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from getpage.core import text
from getpage.core.names import Identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A spreadsheet takes a cell that starts with one of these for a formula and would run it.
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; cells are clean text that no spreadsheet runs."""
    out = io.StringIO()
    writer = _csv.writer(out, lineterminator="\n")
    writer.writerow([cell(column) for column in columns])
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def cell(value: Any) -> Any:
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
