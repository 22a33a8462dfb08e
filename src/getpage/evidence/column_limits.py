"""Whole numbers of printed evidence that no column of their table holds: damage, not values.

A count of ten digits in a display whose counters have 32 bits was never measured. The row is kept without it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from getpage.contract.printed import TextDamage
from getpage.core.text import QUOTED, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.evidence.dictionary import Dictionary

#: Least and greatest of the types of whole numbers.
_LIMITS: Final = {
    "UInt32": (0, 2**32 - 1),
    "Int32": (-(2**31), 2**31 - 1),
    "UInt64": (0, 2**64 - 1),
    "Int64": (-(2**63), 2**63 - 1),
}


def remove_misfits(
    dictionary: Dictionary, table: str, rows: Sequence[dict[str, Any]]
) -> Iterator[TextDamage]:
    """Take what no column holds out of rows of a table, and tell where it stood."""
    limits = _limits(dictionary, table)
    for row in rows:
        for column, (least, most) in limits.items():
            value = row.get(column)
            if isinstance(value, int) and not least <= value <= most:
                row[column] = None
                yield TextDamage(
                    offset=row["record"],
                    expected=f"{column} of {table} from {least} to {most}",
                    found=shorten(str(value), QUOTED),
                )


@cache
def _limits(dictionary: Dictionary, table: str) -> dict[str, tuple[int, int]]:
    return {f.column: _LIMITS[f.type] for f in dictionary.of_table(table) if f.type in _LIMITS}
