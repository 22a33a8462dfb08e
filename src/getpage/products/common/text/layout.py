"""Labels, units and relations of printed evidence, as the layouts state them, by table.

A column's labels are what its layout lists as `printed`, or else, in `layouts/text`, its IBM names. Relations
(`holds`) are those of `docs/reference/layouts.md`; a row that breaks one is damage, as a section of a record
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from getpage import _native

_LONGEST_NAME: Final = 8
#: Names of guests may have blanks; commands of Linux quote them.
_QUOTED: Final = frozenset({"linux_host"})
_NAME: Final = re.compile(r"[A-Za-z0-9@#$*?%._+/-]{0,128}")


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """A column that a figure fills; `length` is the characters of a text, or the bytes of a number."""

    name: str
    labels: tuple[str, ...]
    unit: str
    type: str
    length: int


@cache
def _layouts() -> Mapping[str, list[_native.PrintedLayout]]:
    layouts: dict[str, list[_native.PrintedLayout]] = {}
    for layout in _native.printed_layouts():
        layouts.setdefault(layout["table"], []).append(layout)
    return layouts


@cache
def columns(table: str) -> tuple[PrintedColumn, ...]:
    """The columns that printed evidence fills, in the order of the layout."""
    return tuple(
        PrintedColumn(
            column["name"], tuple(column["labels"]), column["unit"], column["type"], column["length"]
        )
        for layout in _layouts().get(table, ())
        for column in layout["columns"]
    )


def as_spelled(label: str) -> str:
    """A label as it stands."""
    return label


@cache
def by_label(table: str, normal: Callable[[str], str] = as_spelled) -> Mapping[str, PrintedColumn]:
    """Columns of figures and words by the labels that evidence prints for them, each as `normal` spells
    it.
    """
    known = (column for column in columns(table) if not column.type.startswith("Timestamp"))
    return {normal(label): column for column in known for label in column.labels}


@cache
def _relations(table: str) -> tuple[_native.PrintedRelation, ...]:
    return tuple(relation for layout in _layouts().get(table, ()) for relation in layout["holds"])


@cache
def _names(table: str) -> tuple[str, ...]:
    """The columns that hold names of systems, jobs, pools: they stand in commands later."""
    if table in _QUOTED:
        return ()
    return tuple(
        column.name
        for column in columns(table)
        if column.type == "Utf8" and column.unit == "name" and column.length <= _LONGEST_NAME
    )


def broken(table: str, row: Mapping[str, Any]) -> tuple[str, str] | None:
    """The problem of a row: the first relation of the table that it breaks, or a name that would end a
    command and begin another; what is expected in words, and the row's values. None where nothing is.

    A relation of a column that the row does not have holds.
    """
    for name in _names(table):
        if (value := row.get(name)) and not _NAME.fullmatch(value):
            return f"{name} to be a name", str(value)
    for relation in _relations(table):
        values = [row.get(name) for name in relation["columns"]]
        if None not in values and not _holds(relation, values):
            pairs = zip(relation["columns"], values, strict=True)
            return relation["words"], ", ".join(f"{name} = {value}" for name, value in pairs)
    return None


def _holds(relation: _native.PrintedRelation, values: Sequence[Any]) -> bool:
    *parts, total = values
    within, times, (least, most) = relation["within"], relation["times"], relation["limits"]
    match relation["rule"]:
        case "ascending":
            return all(lower <= upper + within for lower, upper in pairwise(values))
        case "equal":
            return all(abs(value - total) <= within for value in parts)
        case "sum":
            return bool(abs(times * sum(parts) - total) <= within)
        case "part":
            return bool(times * sum(parts) <= total + within)
        case "range":
            return all(least <= value <= most for value in values)
        case _:
            return all(_NAME.fullmatch(value) for value in values)
