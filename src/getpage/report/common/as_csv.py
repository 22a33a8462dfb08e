"""A result as CSV: the whole model as the rows of one table.

`section` says what a row is (`findings`, `findings.evidence`, `plan.items`), `number` counts the rows of a
section, and `within` names the row that it belongs to (`findings 3`). The other columns are the fields of all
sections, empty where a row has no such field. So any program loads the file as one table, and a filter on
`section` gives that of one kind. An estimate is three columns, its value, `_low` and `_high`; what it rests
on is in a row of its own. Of a picture there are lowest and highest values: JSON has its points.
"""

from __future__ import annotations

from typing import Any, Final

from getpage.report.common.cells import table
from getpage.report.common.model_rows import model_rows

#: Columns that every row has.
OWN: Final = ("section", "number", "within")


def csv(result: Any, section: str, *, prefix: str | None = None) -> str:
    """The model as rows, those of one section in the order of the model."""
    found = list(model_rows(result, section, prefix=prefix))
    columns = dict.fromkeys(name for row in found for name in row.cells)
    rows = (
        (row.section, row.number, row.within, *(row.cells.get(name) for name in columns)) for row in found
    )
    return table((*OWN, *(f"{name}_" if name in OWN else name for name in columns)), rows)
